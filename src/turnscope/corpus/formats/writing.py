"""Cues to the bytes of a file, and the promise that the same cues are read from it again.

A writer renders all cues, reads its own bytes back and compares. What a format cannot hold (a
speaker where it has no field for one, a blank line that would end a subtitle) is refused with
the cue's index, never lost. This costs one more pass over the file and needs no list of what may
go wrong.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.limits import Limits
from turnscope.errors import Fault, FormatError
from turnscope.files.wording import quoted

__all__ = ["CLOCK_END_S", "one_speaker_by_clock", "same_cue", "within_clock", "write"]

CLOCK_END_S = 3600.0 * 1_000_000
"""Clock times are written for less than a million hours, as they are read."""


def within_clock(cue: Cue) -> tuple[str, str] | None:
    """The objection of formats with clock times to a cue beyond them."""
    latest = max(cue.start_s or 0.0, cue.end_s or 0.0)
    if latest < CLOCK_END_S - 1:
        return None
    return f"{latest} s", "less than a million hours"


def one_speaker_by_clock(cue: Cue) -> tuple[str, str] | None:
    """The objection of formats without tiers, and with clock times."""
    if cue.tier:
        return f"tier {quoted(cue.tier)}", "no speakers (write one file a speaker)"
    return within_clock(cue)


def same_cue(cue: Cue, again: Cue, *, resolution_s: float) -> bool:
    """Whether two cues say the same: all fields but the line, times to half a step.

    Args:
        cue: the first.
        again: the second.
        resolution_s: the step of the format's times in seconds; 0 asks for the same float.
    """
    return (
        (cue.tier, cue.text, cue.label, cue.recording)
        == (again.tier, again.text, again.label, again.recording)
        and _same_time(cue.start_s, again.start_s, resolution_s)
        and _same_time(cue.end_s, again.end_s, resolution_s)
    )


def write(
    cues: Sequence[Cue],
    *,
    limits: Limits,
    render: Callable[[Sequence[Cue]], str],
    parse: Callable[[bytes, str], Document],
    resolution_s: float = 0.0,
    cannot: str = "",
) -> bytes:
    """Render cues as UTF-8 and check that reading gives them back.

    Args:
        cues: what to write, in this order.
        limits: what the format has fields for.
        render: the text of a whole file; called only with cues within the limits.
        parse: the format's own reader.
        resolution_s: the step of its times, 0 if it keeps every digit.
        cannot: which texts the format cannot hold, to follow "text without".

    Raises:
        FormatError: naming every cue that cannot be written, by its index.
    """
    limits.check(cues)
    written = _survives(cues, render, parse, resolution_s)
    if written is not None:
        return written
    kind = limits.format_name
    rule = f"text without {cannot}" if cannot else f"what {kind} can hold"
    raise FormatError(
        [
            Fault(f"cue[{index}]", f"{quoted(_told(cue))} does not survive in {kind}", rule)
            for index, cue in enumerate(cues)
            if _survives((cue,), render, parse, resolution_s) is None
        ]
        or Fault("cues", f"they do not survive together in {kind}", rule)
    )


def _told(cue: Cue) -> str:
    return " | ".join(part for part in (cue.recording, cue.tier, cue.label, cue.text) if part)


def _survives(
    cues: Sequence[Cue],
    render: Callable[[Sequence[Cue]], str],
    parse: Callable[[bytes, str], Document],
    resolution_s: float,
) -> bytes | None:
    written = render(cues).encode()
    try:
        again = parse(written, "the file just written")
    except FormatError:
        return None
    same = (
        not again.unread
        and len(again.cues) == len(cues)
        and all(
            same_cue(cue, back, resolution_s=resolution_s)
            for cue, back in zip(cues, again.cues, strict=True)
        )
    )
    return written if same else None


def _same_time(first: float | None, second: float | None, step_s: float) -> bool:
    if first is None or second is None:
        return first is second
    if step_s == 0.0:
        return first == second
    return abs(first - second) <= step_s * 0.500001 + 4 * math.ulp(first)

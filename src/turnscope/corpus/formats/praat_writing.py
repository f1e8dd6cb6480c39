"""Cues as a TextGrid of the long form; what goes where is told in ``textgrid``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.layers import check_names, layered
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.praat_tokens import SWALLOWED

__all__ = ["NO_TEXT", "serialise"]

NO_TEXT = "<NA>"
"""Written for a cue without text, since an empty interval is silence."""


def _objection(cue: Cue) -> tuple[str, str] | None:
    if cue.text == NO_TEXT:
        return f"text {NO_TEXT!r}", "another text, since this one stands for none"
    if cue.text and not cue.text.strip():
        return f"text {cue.text!r}", "more than white space, which reads as silence"
    return None


_LIMITS = Limits(
    "a TextGrid",
    reversed_times=False,
    forbidden=(
        re.compile(rf"[\r\0]|{SWALLOWED.pattern}"),
        "no carriage return, NUL or head of an interval",
    ),
    also=_objection,
)


def serialise(cues: Sequence[Cue]) -> bytes:
    """The bytes of a TextGrid with a tier for each tier of the cues, and more where they overlap.

    Raises:
        FormatError: naming every cue that a TextGrid cannot hold.
    """
    _LIMITS.check(cues)
    spans = [(cue.start_s or 0.0, cue.end_s or 0.0) for cue in cues]
    first_s = min([0.0, *(start_s for start_s, _ in spans)])
    last_s = max([first_s, *(end_s for _, end_s in spans)])
    if last_s == first_s:
        last_s = first_s + 1.0
    tiers = list(_tiers(cues, first_s, last_s))
    lines = [
        'File type = "ooTextFile"',
        'Object class = "TextGrid"',
        "",
        f"xmin = {seconds.write(first_s)}",
        f"xmax = {seconds.write(last_s)}",
        "tiers? <exists>",
        f"size = {len(tiers)}",
        "item []:",
    ]
    for number, tier in enumerate(tiers, start=1):
        lines.append(f"    item [{number}]:")
        lines += tier
    return ("\n".join(lines) + "\n").encode()


def _tiers(cues: Sequence[Cue], first_s: float, last_s: float) -> Iterator[list[str]]:
    """The lines of each tier, after its number."""
    check_names(cue.tier for cue in cues)
    extended = layered([cue for cue in cues if cue.start_s != cue.end_s])
    points = layered([cue for cue in cues if cue.start_s == cue.end_s], touching=False)
    for kind, entries, layers in (
        ("IntervalTier", "intervals", extended),
        ("TextTier", "points", points),
    ):
        for name, members in layers.items():
            members = sorted(members, key=lambda cue: cue.start_s or 0.0)
            bodies = list(
                _points(members) if kind == "TextTier" else _intervals(members, first_s, last_s)
            )
            lines = [
                f'        class = "{kind}"',
                f"        name = {_quoted(name)}",
                f"        xmin = {seconds.write(first_s)}",
                f"        xmax = {seconds.write(last_s)}",
                f"        {entries}: size = {len(bodies)}",
            ]
            for number, body in enumerate(bodies, start=1):
                lines.append(f"        {entries} [{number}]:")
                lines += [f"            {line}" for line in body]
            yield lines


def _intervals(cues: Sequence[Cue], first_s: float, last_s: float) -> Iterator[list[str]]:
    """Lines of each interval, the silences between the cues included."""
    reached = first_s
    for cue in cues:
        start_s, end_s = cue.start_s or 0.0, cue.end_s or 0.0
        if start_s > reached:
            yield _interval(reached, start_s, "")
        yield _interval(start_s, end_s, cue.text or NO_TEXT)
        reached = end_s
    if reached < last_s:
        yield _interval(reached, last_s, "")


def _interval(start_s: float, end_s: float, text: str) -> list[str]:
    times = [f"xmin = {seconds.write(start_s)}", f"xmax = {seconds.write(end_s)}"]
    return [*times, f"text = {_quoted(text)}"]


def _points(cues: Sequence[Cue]) -> Iterator[list[str]]:
    for cue in cues:
        time = seconds.write(cue.start_s or 0.0)
        yield [f"number = {time}", f"mark = {_quoted(cue.text or NO_TEXT)}"]


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'

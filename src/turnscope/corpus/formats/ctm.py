"""CTM, NIST's conversation time marks: one word a line, with its start and duration.

``recording channel start duration word [confidence [type [speaker]]]``. The channel becomes the
tier, the type the label. Lines that mark alternatives (``* * <ALT_BEGIN>``, ``<ALT>``,
``<ALT_END>``) are no words; the words of all alternatives are kept, so they overlap.

Source: NIST, SCTK documentation, infmts (CTM).
"""

from __future__ import annotations

from collections.abc import Sequence

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import EMPTY, escape_field, unescape_field
from turnscope.corpus.formats.rows import (
    RowError,
    Rows,
    read_rows,
    split_fields,
    time_field,
    write_rows,
)

__all__ = ["CTM"]

_LAYOUT = "recording channel start duration word confidence type speaker"
_LIMITS = Limits("CTM", labels=True, recordings=True)
_NO_CONFIDENCE = "NA"


def _parse(data: bytes, name: str) -> Document:
    return read_rows(data, name, _LAYOUT, _read_line)


def _read_line(line: str, number: int, rows: Rows) -> None:
    fields = split_fields(line)
    if len(fields) < 5:
        raise RowError(f"{len(fields)} fields", f"at least 5: `{_LAYOUT}`", "Line cut short?")
    recording, channel, start, duration, word = fields[:5]
    if start == duration == "*" and word.startswith("<ALT"):
        rows.odd.add(number, "a mark of alternatives, whose words are all kept")
        return
    start_s, duration_s = time_field(start, "start"), time_field(duration, "duration")
    end_s = None
    if start_s is not None and duration_s is not None:
        end_s = seconds.reach(start, duration)
    if any(field not in (_NO_CONFIDENCE, EMPTY) for field in fields[5:6]):
        rows.odd.add(number, "a confidence, not kept")
    if len(fields) > 7:
        rows.odd.add(number, "a speaker beside the channel, not kept")
    rows.cues.append(
        Cue(
            start_s,
            end_s,
            tier=unescape_field(channel),
            text=unescape_field(word),
            label=unescape_field(fields[6]) if len(fields) > 6 else "",
            line=number,
            recording=unescape_field(recording),
        )
    )


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write_rows(cues, _LIMITS, _write_line)


def _write_line(cue: Cue) -> Sequence[str]:
    assert cue.start_s is not None
    assert cue.end_s is not None
    fields = [
        escape_field(cue.recording),
        escape_field(cue.tier),
        seconds.write(cue.start_s),
        seconds.between(cue.start_s, cue.end_s),
        escape_field(cue.text),
    ]
    if cue.label:
        fields += [_NO_CONFIDENCE, escape_field(cue.label)]
    return fields


CTM = Format("ctm", (".ctm",), _parse, _serialise, carries_tiers=True, carries_recordings=True)

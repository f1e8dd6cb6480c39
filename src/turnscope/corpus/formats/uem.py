"""UEM, NIST's un-partitioned evaluation map: which regions of a recording are scored.

``recording channel start end``. The channel becomes the tier; a region has no text.

Source: NIST, RT-09 evaluation plan, appendix B.
"""

from __future__ import annotations

from collections.abc import Sequence

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import escape_field, unescape_field
from turnscope.corpus.formats.rows import (
    RowError,
    Rows,
    read_rows,
    split_fields,
    time_field,
    write_rows,
)

__all__ = ["UEM"]

_LAYOUT = "recording channel start end"
_LIMITS = Limits("UEM", texts=False, recordings=True)


def _parse(data: bytes, name: str) -> Document:
    return read_rows(data, name, _LAYOUT, _read_line)


def _read_line(line: str, number: int, rows: Rows) -> None:
    fields = split_fields(line)
    if len(fields) != 4:
        raise RowError(f"{len(fields)} fields", f"4: `{_LAYOUT}`")
    recording, channel, start, end = fields
    rows.cues.append(
        Cue(
            time_field(start, "start"),
            time_field(end, "end"),
            tier=unescape_field(channel),
            line=number,
            recording=unescape_field(recording),
        )
    )


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write_rows(cues, _LIMITS, _write_line)


def _write_line(cue: Cue) -> Sequence[str]:
    assert cue.start_s is not None
    assert cue.end_s is not None
    return (
        escape_field(cue.recording),
        escape_field(cue.tier),
        seconds.write(cue.start_s),
        seconds.write(cue.end_s),
    )


UEM = Format("uem", (".uem",), _parse, _serialise, carries_tiers=True, carries_recordings=True)

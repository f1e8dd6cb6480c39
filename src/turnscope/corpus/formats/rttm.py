"""RTTM, NIST's rich transcription time marks: ``SPEAKER`` lines, who speaks from when for how long.

``SPEAKER recording channel start duration <NA> <NA> name <NA> <NA>``. Speaker names become
tiers, the subtype becomes the label. Objects of other types (words, fillers, noises, scoring
regions) are no turns of a speaker: they are counted by type in the notes.

Source: NIST, RT-09 evaluation plan, appendix A.
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

__all__ = ["RTTM"]

_LAYOUT = "SPEAKER recording channel start duration <NA> <NA> name <NA> <NA>"

_OTHER_TYPES = frozenset(
    {
        "A/P",
        "CB",
        "EDIT",
        "FILLER",
        "IP",
        "LEXEME",
        "NO_RT_METADATA",
        "NON-LEX",
        "NON-SPEECH",
        "NOSCORE",
        "SEGMENT",
        "SPKR-INFO",
        "SU",
    }
)


def _objection(cue: Cue) -> tuple[str, str] | None:
    if cue.start_s is None and cue.end_s is not None:
        return f"an end ({cue.end_s} s) without a start", "a start, from which the duration counts"
    return None


_LIMITS = Limits(
    "RTTM", missing_times=True, texts=False, labels=True, recordings=True, also=_objection
)


def _parse(data: bytes, name: str) -> Document:
    return read_rows(data, name, _LAYOUT, _read_line)


def _read_line(line: str, number: int, rows: Rows) -> None:
    fields = split_fields(line)
    kind = fields[0]
    if kind in _OTHER_TYPES:
        rows.odd.add(number, f"an entry of type {kind}, not a turn, not read")
        return
    if kind != "SPEAKER":
        raise RowError(f"object type {kind[:40]!r}", "SPEAKER or another type of RTTM")
    if len(fields) < 8:
        raise RowError(f"{len(fields)} fields", f"at least 8: `{_LAYOUT}`", "Line cut short?")
    start_s, duration_s = time_field(fields[3], "start"), time_field(fields[4], "duration")
    end_s = None
    if start_s is not None and duration_s is not None:
        end_s = seconds.reach(fields[3], fields[4])
    speaker = unescape_field(fields[7])
    rows.heard(speaker, fields[2])
    if any(confidence != EMPTY for confidence in fields[8:9]):
        rows.odd.add(number, "a confidence, not kept")
    rows.cues.append(
        Cue(
            start_s,
            end_s,
            tier=speaker,
            label=unescape_field(fields[6]),
            line=number,
            recording=unescape_field(fields[1]),
        )
    )


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write_rows(cues, _LIMITS, _write_line)


def _write_line(cue: Cue) -> Sequence[str]:
    start_s, end_s = cue.start_s, cue.end_s
    return (
        "SPEAKER",
        escape_field(cue.recording),
        "1",
        EMPTY if start_s is None else seconds.write(start_s),
        EMPTY if start_s is None or end_s is None else seconds.between(start_s, end_s),
        EMPTY,
        escape_field(cue.label),
        escape_field(cue.tier),
        EMPTY,
        EMPTY,
    )


RTTM = Format("rttm", (".rttm",), _parse, _serialise, carries_tiers=True, carries_recordings=True)

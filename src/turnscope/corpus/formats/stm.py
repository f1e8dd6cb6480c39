"""STM, NIST's segment time marks: who says what from when to when, for scoring recognisers.

``recording channel speaker start end [<label,label>] text``. Speakers become tiers; the field in
angle brackets becomes the label, without its brackets. As in NIST's scorer, a text that begins
with a word in angle brackets is taken for that field, so a text of ours that does so has an empty
one, ``<NA>``, before it. Channels are told in the header; we write 1 for all.

Source: NIST, SCTK documentation, infmts (STM).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import (
    EMPTY,
    escape,
    escape_field,
    unescape,
    unescape_field,
)
from turnscope.corpus.formats.rows import (
    RowError,
    Rows,
    read_rows,
    split_fields,
    time_field,
    write_rows,
)

__all__ = ["STM"]

_LAYOUT = "recording channel speaker start end <label> text"
_LIMITS = Limits("STM", labels=True, recordings=True)
_LABEL = re.compile(r"<([^>\s]*)>(?:[ \t]+|\Z)")
_NOT_IN_LABELS = re.compile(r"[>\s\0\ufeff]")
_NOT_IN_TEXTS = re.compile(r"[\n\r\0]|\A[ \t]+|[ \t]+\Z")
_NOT_SPEECH = "ignore_time_segment_in_scoring"


def _parse(data: bytes, name: str) -> Document:
    return read_rows(data, name, _LAYOUT, _read_line)


def _read_line(line: str, number: int, rows: Rows) -> None:
    fields = split_fields(line, most=5)
    if len(fields) < 5:
        raise RowError(f"{len(fields)} fields", f"at least 5: `{_LAYOUT}`", "Line cut short?")
    recording, channel, speaker, start, end = fields[:5]
    text = fields[5] if len(fields) > 5 else ""
    label = ""
    if match := _LABEL.match(text):
        label, text = match[1], text[match.end() :]
    if text.casefold() == _NOT_SPEECH:
        rows.odd.add(number, f"text {_NOT_SPEECH!r}, kept as it is")
    tier = unescape_field(speaker)
    cue = Cue(
        time_field(start, "start"),
        time_field(end, "end"),
        tier=tier,
        text=unescape(text),
        label="" if label == "NA" else unescape(label),
        line=number,
        recording=unescape_field(recording),
    )
    rows.heard(tier, channel)
    rows.cues.append(cue)


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write_rows(cues, _LIMITS, _write_line)


def _write_line(cue: Cue) -> Sequence[str]:
    assert cue.start_s is not None
    assert cue.end_s is not None
    fields = [
        escape_field(cue.recording),
        "1",
        escape_field(cue.tier),
        seconds.write(cue.start_s),
        seconds.write(cue.end_s),
    ]
    if cue.label:
        label = "&#78;A" if cue.label == "NA" else escape(cue.label, _NOT_IN_LABELS)
        fields.append(f"<{label}>")
    elif cue.text.startswith("<"):
        fields.append(EMPTY)
    if cue.text:
        fields.append(escape(cue.text, _NOT_IN_TEXTS))
    return fields


STM = Format("stm", (".stm",), _parse, _serialise, carries_tiers=True, carries_recordings=True)

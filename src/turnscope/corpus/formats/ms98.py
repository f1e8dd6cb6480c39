"""MS98, the corrected word alignments of Switchboard: one word a line, one file a channel.

``sw2001A-ms98-a-0001 0.000000 0.977625 word``: the turn's name, start, end, word. The name tells
the recording (``sw2001``) and the channel (``A``), one a file. ``[silence]`` holds nothing and is
no entry. ``[noise]``, ``[laughter]`` and ``[vocalized-noise]`` are entries without text, with that
mark as their label; a word spoken while laughing (``[laughter-yeah]``) and any other bracketed
word stay as they are, for they are words.

Source: Deshmukh et al. (1998), "Resegmentation of Switchboard"; the release of the Institute for
Signal and Information Processing.
"""

from __future__ import annotations

import re

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.rows import RowError, Rows, read_rows, split_fields, time_field

__all__ = ["MS98", "SOUND_MARKS"]

SOUND_MARKS = ("laughter", "noise", "vocalized-noise")
"""Labels of entries that are no words."""

_LAYOUT = "name start end word"
_NAME = re.compile(r"(?P<channel>.+[AB])-ms98-a-[0-9]+")
_SILENCE = "[silence]"


def _parse(data: bytes, name: str) -> Document:
    channels: list[str] = []

    def read_line(line: str, number: int, rows: Rows) -> None:
        _read_line(line, number, rows, channels)

    return read_rows(data, name, _LAYOUT, read_line)


def _read_line(line: str, number: int, rows: Rows, channels: list[str]) -> None:
    fields = split_fields(line)
    if len(fields) != 4:
        raise RowError(f"{len(fields)} fields", f"4: `{_LAYOUT}`", "Line cut short?")
    told, start, end, word = fields
    match = _NAME.fullmatch(told)
    if match is None:
        hint = "Whole turns, not words?" if "ms98" in told else ""
        raise RowError(f"name {told!r}", "a name such as sw2001A-ms98-a-0001", hint)
    channels.append(match["channel"])
    if channels[-1] != channels[0]:
        raise RowError(f"a word of {channels[-1]}", f"words of {channels[0]} alone, as above")
    start_s, end_s = time_field(start, "start"), time_field(end, "end")
    if word == _SILENCE:
        return
    mark = word[1:-1] if word[1:-1] in SOUND_MARKS and word == f"[{word[1:-1]}]" else ""
    rows.cues.append(
        Cue(
            start_s,
            end_s,
            text="" if mark else word,
            label=mark,
            line=number,
        )
    )


MS98 = Format("ms98", ("-ms98-a-word.text",), _parse, carries_tiers=False)

"""SegLST (``.seglst.json``): a JSON list of what was said, by whom, in which session.

::

    [
     {"session_id": "a", "speaker": "Bob", "start_time": 1.0, "end_time": 2.5, "words": "so no"}
    ]

The session is the cue's recording. Times may be strings, as meeteval writes them to keep every
digit; the usual names of CSV columns are understood too. meeteval itself is not used: it would
bring compiled code for what is a list of objects. Cues have the line their object begins on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.records import RecordReader, json_decoder
from turnscope.corpus.formats.writing import write
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.strict_json import parse_json_noting
from turnscope.files.wording import described, quoted

__all__ = ["SEGLST"]

_LIMITS = Limits("SegLST", missing_times=True, labels=True, recordings=True)
_BLANKS = re.compile(r"[ \t\n]*")
_RULE = "SegLST: a list of objects with session_id, speaker, start_time, end_time, words"


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    start = text.strip()
    if not start:
        return Document(())
    if start[0] not in "[{":
        line = text[: text.index(start[0])].count("\n") + 1
        found = quoted(start.split("\n", 1)[0])
        raise FormatError.at(name, line, found, expected=_RULE, hint=foreign(text))
    reader = RecordReader(name, strings_are_times=True)
    try:
        line, counted = 1, 0
        for position, value in _values(text):
            line += text.count("\n", counted, position)
            counted = position
            reader.read(value, line)
    except (ValueError, RecursionError):
        # the strict reader finds the place and the likely cause
        document, _ = parse_json_noting(data, name)
        raise FormatError.at(name, 1, described(document), expected=_RULE) from None
    if reader.unread and not reader.n_alike:
        first = reader.unread[0]
        raise FormatError(Fault(first.where, first.found, _RULE))
    return Document(tuple(reader.cues), tuple(reader.unread), reader.notes())


def _values(text: str) -> Iterator[tuple[int, object]]:
    """Values of the list that the text is, each with its position; ValueError if it is none."""
    decoder = json_decoder()

    def blanks(position: int) -> int:
        match = _BLANKS.match(text, position)
        return match.end() if match else position

    at = blanks(0)
    if text[at : at + 1] != "[":
        raise ValueError("not a list")
    at = blanks(at + 1)
    if text[at : at + 1] != "]":
        while True:
            value, end = decoder.raw_decode(text, at)
            yield at, value
            at = blanks(end)
            if text[at : at + 1] != ",":
                break
            at = blanks(at + 1)
    if text[at : at + 1] != "]" or blanks(at + 1) != len(text):
        raise ValueError("no end of the list, or more after it")


def _render(cues: Sequence[Cue]) -> str:
    entries = ",\n ".join(json.dumps(_entry(cue), ensure_ascii=False) for cue in cues)
    return f"[\n {entries}\n]\n" if cues else "[]\n"


def _entry(cue: Cue) -> dict[str, object]:
    entry: dict[str, object] = {
        "session_id": cue.recording,
        "speaker": cue.tier,
        "start_time": cue.start_s,
        "end_time": cue.end_s,
        "words": cue.text,
    }
    return entry | ({"label": cue.label} if cue.label else {})


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write(cues, limits=_LIMITS, render=_render, parse=_parse)


SEGLST = Format("seglst", (".seglst.json", ".json"), _parse, _serialise, carries_recordings=True)

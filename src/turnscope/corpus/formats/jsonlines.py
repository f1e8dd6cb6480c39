r"""JSON Lines (``.jsonl``): one object a line, with the column names of CSV as keys.

::

    {"start_s": 1.0, "end_s": 2.5, "speaker": "1", "label": "Normal Turn", "text": "so I said no"}

Times are numbers: a string, ``true``, ``NaN`` or a repeated key makes a line that cannot be read.
``null`` is a time that is not known. Read and written with the standard library's json.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.records import RecordReader, json_decoder
from turnscope.corpus.formats.rows import RowError
from turnscope.corpus.formats.writing import write
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.wording import quoted

__all__ = ["JSONL"]

_LIMITS = Limits("JSON Lines", missing_times=True, labels=True, recordings=True)
_EXAMPLE = '{"start": 1.0, "end": 2.5, "text": "..."}'


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    reader = RecordReader(name, strings_are_times=False)
    decoder = json_decoder()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            value = decoder.decode(line)
        except RecursionError:
            reader.lose(number, RowError("lists nested too deep", "one object"))
        except ValueError as error:
            found = f"{quoted(line.strip())} ({error})"
            reader.lose(number, RowError(found, "one whole JSON object a line"))
        else:
            reader.read(value, number)
    if not reader.n_alike and reader.unread:
        first = reader.unread[0]
        whole_file = "One JSON document over several lines? Then it is not JSON Lines"
        hint = whole_file if text.lstrip()[:1] in ("[", "{") else foreign(text)
        raise FormatError(Fault(first.where, first.found, f"lines like {_EXAMPLE}", hint))
    return Document(tuple(reader.cues), tuple(reader.unread), reader.notes())


def _render(cues: Sequence[Cue]) -> str:
    return "".join(json.dumps(_entry(cue), ensure_ascii=False) + "\n" for cue in cues)


def _entry(cue: Cue) -> dict[str, object]:
    entry: dict[str, object] = {"recording": cue.recording} if cue.recording else {}
    return entry | {
        "start_s": cue.start_s,
        "end_s": cue.end_s,
        "speaker": cue.tier,
        "label": cue.label,
        "text": cue.text,
    }


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write(cues, limits=_LIMITS, render=_render, parse=_parse)


JSONL = Format("jsonl", (".jsonl", ".ndjson"), _parse, _serialise, carries_recordings=True)

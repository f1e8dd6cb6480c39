"""SubRip (``.srt``), the raw format of TurnBench's annotations: one speaker a file.

::

    1
    00:00:01,000 --> 00:00:02,500
    [Normal Turn] so I said no

Read by a parser of our own. pysubs2, the best-kept library, joins an entry whose time line is
broken or missing to the text of the entry before it, strips whatever stands in angle brackets
(``<laugh>``), drops a last line of digits from a text, and holds times as whole milliseconds,
which gives a different last bit of the float64 second (see :mod:`turnscope.corpus.formats.clock`).
Here every entry is counted, the body stays as it is (a leading ``[Fine Label]`` is split off
elsewhere), and a file of 25,000 cues takes about a quarter of a second.

Also read: a missing index, CRLF, marks, UTF-16, ``.`` for ``,``, hours of any number of digits,
one or two digits in a field, no hours, blank lines made of spaces, coordinates after the times.
Reversed times stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.blocks import Grammar, read_blocks
from turnscope.corpus.formats.clock import clock_text
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.writing import one_speaker_by_clock, write
from turnscope.errors import FormatError
from turnscope.files.decoding import decode

__all__ = ["SRT"]

_TIME = r"([0-9]{1,6}):([0-5]?[0-9]):([0-5]?[0-9])[,.]([0-9]{3})"
_GRAMMAR = Grammar(
    mark="-->",
    usual=re.compile(rf"\s*{_TIME}\s*-->\s*{_TIME}\s*"),
    loose=re.compile(r"\s*[0-9]"),
    alike=re.compile(r"\s*(?:[-+0-9][-+0-9:;.,\s]*|\S*[0-9]:[0-9]\S*\s*)-->"),
    broken=re.compile(r".*-->|\s*-?[0-9]+:[0-9]+[:.,][0-9]"),
    indexed=True,
    example="00:00:01,000 --> 00:00:02,500",
    kind="SubRip",
)
_LIMITS = Limits("SubRip", negative_times=False, also=one_speaker_by_clock)


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    if text.startswith("WEBVTT"):
        raise FormatError.at(
            name, 1, "'WEBVTT'", expected="SubRip", hint="Name the file .vtt: it is WebVTT"
        )
    return read_blocks(text, name, _GRAMMAR)


def _render(cues: Sequence[Cue]) -> str:
    return "".join(
        f"{number}\n{clock_text(cue.start_s or 0.0, ',')} --> "
        f"{clock_text(cue.end_s or 0.0, ',')}\n{cue.text}\n\n"
        for number, cue in enumerate(cues, 1)
    )


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write(
        cues,
        render=_render,
        parse=_parse,
        limits=_LIMITS,
        resolution_s=0.001,
        cannot="blank lines at its ends, blocks that look like entries, and carriage returns",
    )


SRT = Format(
    "srt",
    (".srt",),
    _parse,
    _serialise,
    carries_tiers=False,
    resolution_s=0.001,
)

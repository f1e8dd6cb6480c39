"""YouTube captions (``.sbv``): one speaker a file, no index, times around a comma.

::

    0:00:01.000,0:00:02.500
    so I said no

Read by the same machine as SubRip, for the same reasons; pysubs2 has no SBV.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.blocks import Grammar, read_blocks
from turnscope.corpus.formats.clock import clock_text
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.writing import one_speaker_by_clock, write
from turnscope.files.decoding import decode

__all__ = ["SBV"]

_TIME = r"([0-9]{1,6}):([0-5]?[0-9]):([0-5]?[0-9])\.([0-9]{3})"
_GRAMMAR = Grammar(
    mark=",",
    usual=re.compile(rf"\s*{_TIME}\s*,\s*{_TIME}\s*"),
    loose=re.compile(r"\s*[0-9]+:[0-9]+:[0-9.]+\s*,\s*[0-9]+:[0-9]+:[0-9.]+\s*$"),
    alike=re.compile(r"\s*-?[0-9]+:[0-9]+:[0-9.]+\s*,\s*\S*:\S*\s*$"),
    broken=re.compile(r"\s*[^\s,]*:[^\s,]*[,;]\s*\S*:\S*\s*$|\s*-?[0-9]+:[0-9]+:[0-9]+\.[0-9]"),
    indexed=False,
    example="0:00:01.000,0:00:02.500",
    kind="SBV",
)
_LIMITS = Limits("SBV", negative_times=False, also=one_speaker_by_clock)


def _parse(data: bytes, name: str) -> Document:
    return read_blocks(decode(data, name), name, _GRAMMAR)


def _render(cues: Sequence[Cue]) -> str:
    return "".join(
        f"{clock_text(cue.start_s or 0.0, '.', hour_digits=1)},"
        f"{clock_text(cue.end_s or 0.0, '.', hour_digits=1)}\n{cue.text}\n\n"
        for cue in cues
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


SBV = Format(
    "sbv",
    (".sbv",),
    _parse,
    _serialise,
    carries_tiers=False,
    resolution_s=0.001,
)

r"""Audacity label tracks (``.txt``): start, end and text between tabs, one speaker a file.

::

    1.000000<tab>2.500000<tab>so I said no
    \<tab>80.000000<tab>8000.000000                 frequencies of the label above, not kept

Times have six decimals. What Audacity calls a label is free text, and becomes the cue's text. A
label over a point has equal times. A comma is read for the decimal point, as some versions write
it. No library reads these files; each line is three fields.
"""

from __future__ import annotations

from collections.abc import Sequence

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.writing import one_speaker_by_clock, write
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.wording import quoted

__all__ = ["AUDACITY", "are_labels"]

_RULE = "start, end and text between tabs"


def are_labels(line: str) -> bool:
    """Whether a line begins with two times between tabs."""
    cells = line.split("\t", 2)
    return len(cells) > 1 and all(_time(cell) is not None for cell in cells[:2])


def _time(cell: str) -> float | None:
    return seconds.read(cell.strip().replace(",", ".", 1))


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    cues: list[Cue] = []
    unread: list[Fault] = []
    odd = Oddities(name)
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        cells = line.split("\t", 2)
        if cells[0] == "\\" and cues:
            odd.add(number, "frequencies of a label, not kept")
            continue
        start_s, end_s = (_time(cell) for cell in [*cells, ""][:2])
        if start_s is None or end_s is None:
            unread.append(Fault(f"{name}:{number}", quoted(line), _RULE))
            continue
        if "," in cells[0] + cells[1]:
            odd.add(number, "a decimal comma")
        cues.append(Cue(start_s, end_s, "", cells[2] if len(cells) > 2 else "", "", number))
    if unread and not cues:
        first = unread[0]
        raise FormatError(
            Fault(first.where, first.found, f"Audacity labels: {_RULE}", foreign(text))
        )
    return Document(tuple(cues), tuple(unread), odd.notes())


def _render(cues: Sequence[Cue]) -> str:
    return "".join(
        f"{cue.start_s or 0.0:.6f}\t{cue.end_s or 0.0:.6f}\t{cue.text}\n" for cue in cues
    )


_LIMITS = Limits("an Audacity label track", also=one_speaker_by_clock)


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write(
        cues,
        limits=_LIMITS,
        render=_render,
        parse=_parse,
        resolution_s=1e-6,
        cannot="line breaks",
    )


AUDACITY = Format(
    "audacity", (".txt", ".labels"), _parse, _serialise, carries_tiers=False, resolution_s=1e-6
)

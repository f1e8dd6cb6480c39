"""Formats by file name, reading as the first that fits, natural order."""

from __future__ import annotations

from pathlib import Path

import pytest

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.sources.annotation_files import (
    formats_of,
    labelled,
    natural_key,
    read_document,
)
from turnscope.errors import CorpusError, FormatError, TurnscopeError


def never(_: bytes, name: str) -> Document:
    raise FormatError.at(name, 1, "not mine")


def always(data: bytes, _: str) -> Document:
    return Document((Cue(0.0, 1.0, text=data.decode()),))


LONG = Format("long", (".x.json",), always)
SHORT = Format("short", (".json",), never)
ALSO = Format("also", (".txt", ".json"), always)
FORMATS = {"short": SHORT, "long": LONG, "also": ALSO}


def test_the_longest_ending_decides() -> None:
    assert formats_of("a/b.X.JSON", formats=FORMATS) == ("b", (LONG,))
    assert formats_of("b.json", formats=FORMATS) == ("b", (SHORT, ALSO))
    assert formats_of("b.pdf", formats=FORMATS) == ("b.pdf", ())
    assert formats_of(".json", formats=FORMATS)[1] == ()
    assert formats_of("b.json", "also", FORMATS) == ("b", (ALSO,))


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(CorpusError, match="Did you mean 'short'"):
        formats_of("b.json", "shrot", FORMATS)


def test_the_first_that_fits_reads_and_the_first_refusal_is_told(tmp_path: Path) -> None:
    path = tmp_path / "b.json"
    path.write_bytes(b"hi")
    document, form = read_document(path, "b.json", [SHORT, ALSO])
    assert (document.cues[0].text, form) == ("hi", ALSO)
    with pytest.raises(FormatError, match="not mine"):
        read_document(path, "b.json", [SHORT])
    with pytest.raises(FormatError, match="no format"):
        read_document(path, "b.json", [])
    with pytest.raises(TurnscopeError, match="no such file"):
        read_document(tmp_path / "none", "none", [ALSO])


def test_labelling_keeps_the_rest_of_a_cue() -> None:
    cue = Cue(1.0, 2.0, "t", "x", "", 7, "r")
    assert labelled(cue, lambda label, text: (label, text)) is cue
    assert labelled(cue, lambda _, text: ("L", text + "!")) == Cue(1.0, 2.0, "t", "x!", "L", 7, "r")


def test_natural_order() -> None:
    names = ["c10", "c9", "10", "9", "c", "b2x10", "b2x9"]
    assert sorted(names, key=natural_key) == ["9", "10", "b2x9", "b2x10", "c", "c9", "c10"]

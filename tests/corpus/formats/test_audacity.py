"""Audacity's label tracks."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.audacity import AUDACITY, are_labels
from turnscope.corpus.formats.base import Cue
from turnscope.errors import FormatError


def test_labels_points_and_frequencies() -> None:
    document = AUDACITY.parse(
        b"1.000000\t2.500000\tso I said\n\\\t80.000000\t8000.000000\n3.5\t3.5\n\n-1\t0\ta\tb\n",
        "f.txt",
    )
    assert document.cues == (
        Cue(1.0, 2.5, text="so I said", line=1),
        Cue(3.5, 3.5, line=3),
        Cue(-1.0, 0.0, text="a\tb", line=5),
    )
    assert document.unread == ()
    assert [str(note) for note in document.notes] == ["f.txt:2: frequencies of a label, not kept."]


def test_decimal_commas_are_read_and_told() -> None:
    document = AUDACITY.parse("0,500000\t1,25\tx, y\r\n".encode("utf-16"), "f.txt")
    assert document.cues == (Cue(0.5, 1.25, text="x, y", line=1),)
    assert str(document.notes[0]) == "f.txt:1: a decimal comma."


def test_other_lines_are_unread() -> None:
    document = AUDACITY.parse(b"0\t1\ta\nx\t2\tb\n3\n4\tnan\tc\n5 6 d\n1_0\t20\te\n", "f.txt")
    assert [cue.text for cue in document.cues] == ["a"]
    assert [fault.where for fault in document.unread] == [f"f.txt:{k}" for k in range(2, 7)]


@pytest.mark.parametrize(
    "data", [b"A\t\t00:00:01.0\t00:00:02.0\tx\n", b"start\tend\n", b"words\n", b"\\\t1\t2\n", b"{}"]
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"f.txt:1: .* expected Audacity labels"):
        AUDACITY.parse(data, "f.txt")


def test_no_labels() -> None:
    assert AUDACITY.parse(b"\n", "f.txt").n_found == 0


def test_written_as_audacity_does() -> None:
    assert AUDACITY.serialise is not None
    cues = [Cue(1.0, 2.5, text="a"), Cue(-0.5, 1e6)]
    assert AUDACITY.serialise(cues) == b"1.000000\t2.500000\ta\n-0.500000\t1000000.000000\t\n"


@pytest.mark.parametrize("cue", [Cue(0.0, 1.0, text="a\nb"), Cue(0.0, 1.0, "A"), Cue(0.0, None)])
def test_what_it_cannot_hold_is_refused(cue: Cue) -> None:
    assert AUDACITY.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        AUDACITY.serialise([cue])


@pytest.mark.parametrize(
    ("line", "are"),
    [("1\t2\tx", True), ("1,5\t2", True), ("1", False), ("a\t2", False), ("start\tend", False)],
)
def test_lines_of_labels(line: str, *, are: bool) -> None:
    assert are_labels(line) is are


@given(any_cues(AUDACITY))
@settings(deadline=None)
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(AUDACITY, cues)

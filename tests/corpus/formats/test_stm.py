"""STM: labels in angle brackets, blank texts, channels."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.corpus.formats.roundtrip import (
    any_times,
    bare,
    check_round_trip,
    check_truncated,
    cue_lists,
    texts,
)
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.stm import STM
from turnscope.errors import FormatError

SAMPLE = """;; LABEL "O" "Overall" ""
2347 A 2347-a 1.06 3.47 <O,WA> i've { um / uh } done it\t
2347 A 2347-a 3.47 4.0 <O,NA>
2347 A 2347-a 4.0 5.0
2347 B 2347-b 5 6 yeah <laugh>
2347 B inter_segment_gap 6 9 <o,f0,> ignore_time_segment_in_scoring
"""


def parse(text: str) -> Document:
    return STM.parse(text.encode(), "a.stm")


def test_every_line_is_a_cue_whatever_it_lacks() -> None:
    document = parse(SAMPLE)
    assert [bare(cue) for cue in document.cues] == [
        Cue(1.06, 3.47, "2347-a", "i've { um / uh } done it", "O,WA", recording="2347"),
        Cue(3.47, 4.0, "2347-a", "", "O,NA", recording="2347"),
        Cue(4.0, 5.0, "2347-a", "", recording="2347"),
        Cue(5.0, 6.0, "2347-b", "yeah <laugh>", recording="2347"),
        Cue(
            6.0,
            9.0,
            "inter_segment_gap",
            "ignore_time_segment_in_scoring",
            "o,f0,",
            recording="2347",
        ),
    ]
    assert [cue.line for cue in document.cues] == [2, 3, 4, 5, 6]
    assert document.header["channel/2347-a"] == "A"
    assert document.header["comments"] == 'LABEL "O" "Overall" ""'
    assert [note.where for note in document.notes] == ["a.stm:6"]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("2347 A 2347-a 1.0", "4 fields"),
        ("2347 A 2347-a one 2.0 text", "start 'one'"),
        ("2347 A 2347-a 1.0 2.0s text", "end '2.0s'"),
    ],
)
def test_broken_lines_are_unread(line: str, told: str) -> None:
    document = parse(line + "\n" + SAMPLE)
    assert [fault.where for fault in document.unread] == ["a.stm:1"]
    assert told in str(document.unread[0])
    assert document.n_found == 6


def test_a_text_that_begins_like_a_label_is_kept_apart_from_one() -> None:
    assert STM.serialise is not None
    data = STM.serialise([Cue(0.0, 1.0, "a", "<laugh> no", recording="r")])
    assert data == b"r 1 a 0 1 <NA> <laugh> no\n"
    assert parse("r 1 a 0 1 <laugh> no\n").cues[0].label == "laugh"


def test_line_breaks_are_written_as_references() -> None:
    assert STM.serialise is not None
    data = STM.serialise([Cue(0.0, 1.0, "a b", "one\ntwo ", recording="r")])
    assert data == b"r 1 a&#32;b 0 1 one&#10;two&#32;\n"


@pytest.mark.parametrize("cue", [Cue(None, 1.0), Cue(0.0, None)])
def test_missing_times_are_refused(cue: Cue) -> None:
    assert STM.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]: no (start|end); expected a time in STM"):
        STM.serialise([cue])


@given(cue_lists(times=any_times, labels=texts, recordings=texts))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(STM, cues)


def test_cut_anywhere() -> None:
    check_truncated(STM, SAMPLE.encode())

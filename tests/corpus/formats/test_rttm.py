"""RTTM: speaker lines are cues, the rest is counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.formats.roundtrip import (
    any_times,
    bare,
    check_round_trip,
    check_truncated,
    cue_lists,
    texts,
)
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.rttm import RTTM
from turnscope.errors import FormatError

SAMPLE = """;; a comment
SPKR-INFO show 1 <NA> <NA> <NA> adult_female Anna <NA>
SPEAKER   show 1  0.1   0.2  <NA> <NA>  Anna <NA>
LEXEME    show 1  0.1   0.1  so lex Anna <NA>
LEXEME    show 1  0.2   0.1  no lex Anna <NA>
IP        show 1  0.3  <NA>  <NA> edit Anna <NA>

SPEAKER other 2 5 -1 <NA> <NA> Ben 0.9 <NA>
SPEAKER other 1 7 0 <NA> <NA> Ben <NA> <NA>
SPEAKER other 1 8 <NA> <NA> <NA> Ben <NA>
"""


def parse(text: str) -> Document:
    return RTTM.parse(text.encode(), "a.rttm")


def test_speaker_lines_are_cues_and_the_rest_is_counted() -> None:
    document = parse(SAMPLE)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(0.1, 0.3, "Anna", recording="show"), 3),
        (Cue(5.0, 4.0, "Ben", recording="other"), 8),
        (Cue(7.0, 7.0, "Ben", recording="other"), 9),
        (Cue(8.0, None, "Ben", recording="other"), 10),
    ]
    assert document.unread == ()
    assert [str(note) for note in document.notes] == [
        "a.rttm:2: an entry of type SPKR-INFO, not a turn, not read.",
        "a.rttm:4: an entry of type LEXEME, not a turn, not read (2 times).",
        "a.rttm:6: an entry of type IP, not a turn, not read.",
        "a.rttm:8: a confidence, not kept.",
        "a.rttm: 'Ben' is heard on channels 2, 1.",
    ]
    assert document.header["channel/Ben"] == "2, 1"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("SPEAKER show 1 0 1 <NA> <NA>", "7 fields"),
        ("SPEAKER show 1 0,5 1 <NA> <NA> A", "start '0,5'"),
        ("SPEAKER show 1 0 nan <NA> <NA> A", "duration 'nan'"),
        ("SPEAKER show 1 0 one <NA> <NA> A", "duration 'one'"),
        ("speaker show 1 0 1 <NA> <NA> A", "object type 'speaker'"),
        ("show 1 A 0 1 text", "object type 'show'"),
    ],
)
def test_broken_lines_are_unread_with_their_line(line: str, told: str) -> None:
    document = parse(SAMPLE + line + "\nSPEAKER x 1 0 1 <NA> <NA> A <NA> <NA>\n")
    assert [fault.where for fault in document.unread] == ["a.rttm:11"]
    assert told in str(document.unread[0])
    assert len(document.cues) == 5
    with pytest.raises(FormatError, match=r"a\.rttm:1: .*none of 1 lines"):
        parse(line)


def test_a_file_of_other_types_alone_is_rttm_without_cues() -> None:
    document = parse("LEXEME show 1 0 1 so lex A <NA>\n")
    assert document.n_found == 0
    assert len(document.notes) == 1


def test_what_is_written() -> None:
    assert RTTM.serialise is not None
    data = RTTM.serialise([Cue(0.1, 0.3, "speaker 1", recording="r"), Cue(None, None)])
    assert data.decode() == (
        "SPEAKER r 1 0.1 0.2 <NA> <NA> speaker&#32;1 <NA> <NA>\n"
        "SPEAKER <NA> 1 <NA> <NA> <NA> <NA> <NA> <NA> <NA>\n"
    )


@pytest.mark.parametrize("cue", [Cue(0.0, 1.0, text="so"), Cue(None, 1.0)])
def test_words_and_an_end_without_start_are_refused(cue: Cue) -> None:
    assert RTTM.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        RTTM.serialise([cue])


@given(cue_lists(times=any_times, missing=True, texts=st.just(""), labels=texts, recordings=texts))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(RTTM, cues)


def test_cut_anywhere() -> None:
    check_truncated(RTTM, SAMPLE.encode())

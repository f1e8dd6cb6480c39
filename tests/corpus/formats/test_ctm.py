"""CTM: words, alternatives, optional fields, CRLF."""

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
from turnscope.corpus.formats.ctm import CTM
from turnscope.errors import FormatError

SAMPLE = b""";; words\r
SHOW 1 1.1 0.2 JAVA 0.98 lex anna\r
SHOW A 2.0 0 A\\;S;tag1 NA\r
SHOW 2 * * <ALT_BEGIN> 0.92 lex unknown\r
SHOW 2 5.5 0.2 begin\r
SHOW 2 * * <ALT>\r
SHOW 2 5.5 0.5 (HUH)\r
SHOW 2 * * <ALT_END>\r
"""


def parse(data: bytes) -> Document:
    return CTM.parse(data, "a.ctm")


def test_words_of_all_alternatives_are_cues_and_their_marks_are_not() -> None:
    document = parse(SAMPLE)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(1.1, 1.3, "1", "JAVA", "lex", recording="SHOW"), 2),
        (Cue(2.0, 2.0, "A", "A\\;S;tag1", recording="SHOW"), 3),
        (Cue(5.5, 5.7, "2", "begin", recording="SHOW"), 5),
        (Cue(5.5, 6.0, "2", "(HUH)", recording="SHOW"), 7),
    ]
    assert document.unread == ()
    assert [str(note) for note in document.notes] == [
        "a.ctm:2: a confidence, not kept.",
        "a.ctm:2: a speaker beside the channel, not kept.",
        "a.ctm:4: a mark of alternatives, whose words are all kept (3 times).",
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"SHOW 1 1.0 0.5", "4 fields"),
        (b"SHOW 1 x 0.5 word", "start 'x'"),
        (b"SHOW 1 1.0 0:01 word", "duration '0:01'"),
    ],
)
def test_broken_lines_are_unread(line: bytes, told: str) -> None:
    document = parse(SAMPLE + line)
    assert [fault.where for fault in document.unread] == ["a.ctm:9"]
    assert told in str(document.unread[0])


def test_a_word_that_looks_like_a_mark_is_a_word() -> None:
    assert [cue.text for cue in parse(b"S 1 1.0 0.5 <ALT>\nS 1 2.0 * <ALT>\n").cues] == [
        "<ALT>"
    ] * 2


def test_a_word_without_times_is_a_cue_without_times() -> None:
    assert bare(parse(b"S 1 * * word\n").cues[0]) == Cue(None, None, "1", "word", recording="S")


def test_several_words_are_one_field() -> None:
    assert CTM.serialise is not None
    assert CTM.serialise([Cue(0.1, 0.3, "1", "so no", "lex", recording="r")]) == (
        b"r 1 0.1 0.2 so&#32;no NA lex\n"
    )


def test_missing_times_are_refused() -> None:
    assert CTM.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[1\]: no end"):
        CTM.serialise([Cue(0.0, 1.0), Cue(0.0, None)])


@given(cue_lists(times=any_times, labels=texts, recordings=texts))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(CTM, cues)


def test_cut_anywhere() -> None:
    check_truncated(CTM, SAMPLE)

"""Planned events: their words on the conversation's clock, and what cannot be."""

from __future__ import annotations

import pytest

from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.happenings import Happening, Truth

SPOKEN = Spoken("one two", 1.0, (SpokenWord("one", 0.0, 0.4), SpokenWord("two", 0.5, 1.0)))


def test_words_are_on_the_conversations_clock() -> None:
    whole = Happening(1, 2.0, 3.0, "Normal Turn", "one two", SPOKEN, complete=True)
    assert not whole.cut
    assert [(word.start_s, word.end_s) for word in whole.words] == [(2.0, 2.4), (2.5, 3.0)]


def test_a_cut_ends_the_word_it_falls_in_and_drops_the_rest() -> None:
    cut = Happening(1, 2.0, 2.7, "Normal Turn", "one two", SPOKEN)
    assert cut.cut
    assert [(word.text, word.end_s) for word in cut.words] == [("one", 2.4), ("two", 2.7)]
    early = Happening(1, 2.0, 2.45, "Normal Turn", "one", SPOKEN)
    assert [word.text for word in early.words] == ["one"]


def test_what_is_not_speech_has_no_words() -> None:
    laugh = Happening(2, 0.0, 0.8, "Laughter", "(laughs)")
    assert not laugh.cut
    assert laugh.words == ()
    assert laugh.duration_s == 0.8


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="speaker 3"):
        Happening(3, 0.0, 1.0, "Laughter", "")
    with pytest.raises(ValueError, match="'Turn'"):
        Happening(1, 0.0, 1.0, "Turn", "")
    for start_s, end_s in [(1.0, 1.0), (-0.1, 1.0), (float("nan"), 1.0)]:
        with pytest.raises(ValueError, match="Laughter from"):
            Happening(1, start_s, end_s, "Laughter", "")


def test_a_truth_tells_what_one_speaker_does() -> None:
    first, second = (Happening(s, 0.0, 1.0, "Laughter", "(laughs)") for s in (1, 2))
    assert Truth("1", 10.0, (first, second)).of(2) == [second]

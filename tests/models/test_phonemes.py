"""Phonemes word by word: whose sign is whose, numbers and hyphens, long texts in phrases."""

import itertools

import numpy as np
import pytest

from turnscope.models.phonemes import AHEAD_S, LONGEST, Phrase, WordSigns, bare, phrases, words_from

TEXT = "Well, I think so. It's 42 Elm Street -- no, wait!"


def test_each_word_has_its_own_signs() -> None:
    pytest.importorskip("hibari", reason="hibari-tts is not installed")
    (phrase,) = phrases(TEXT)
    words = [word.text for word in phrase.words]
    assert words == ["Well", "I", "think", "so", "It's", "42", "Elm", "Street", "no", "wait"]
    signs = {word.text: phrase.signs[word.first : word.last] for word in phrase.words}
    assert signs["think"] == "\u03b8\u02c8\u026a\u014bk"
    assert signs["42"] == "f\u02c8\u0254\u0279Ti t\u02c8u"
    assert all(one.last <= two.first for one, two in itertools.pairwise(phrase.words))


def test_british_reading_differs() -> None:
    pytest.importorskip("hibari", reason="hibari-tts is not installed")
    assert phrases("water")[0].signs != phrases("water", british=True)[0].signs


def test_a_long_text_is_spoken_in_phrases_and_loses_no_word() -> None:
    pytest.importorskip("hibari", reason="hibari-tts is not installed")
    text = " ".join(["so we went to the river and nobody said a word."] * 25)
    found = phrases(text)
    assert len(found) > 2
    assert all(len(phrase.signs) <= LONGEST for phrase in found)
    assert [word.text for phrase in found for word in phrase.words] == text.replace(".", "").split()


@pytest.mark.parametrize(
    ("token", "expected"),
    [("so,", "so"), ("--", ""), ("(it's)", "it's"), ("Mm-hmm.", "Mm-hmm"), ("", "")],
)
def test_bare(token: str, expected: str) -> None:
    assert bare(token) == expected


def test_times_are_sums_of_the_frames_before_less_what_the_sound_runs_ahead() -> None:
    phrase = Phrase("ab c.", (WordSigns("x", 0, 2), WordSigns("y", 3, 4)))
    # the space is not known to the network and lasts nothing
    words = words_from(phrase, [0, 1, 3, 4], np.array([4.0, 1.0, 2.0, 3.0, 5.0, 9.0]), 0.5)
    assert [word.text for word in words] == ["x", "y"]
    edges = [edge + AHEAD_S for word in words for edge in (word.start_s, word.end_s)]
    assert edges == pytest.approx([2.0, 3.5, 3.5, 5.0])


def test_a_word_begins_with_the_space_before_it_and_never_before_the_sound() -> None:
    phrase = Phrase("a, b", (WordSigns("x", 0, 1), WordSigns("y", 3, 4)))
    words = words_from(phrase, range(4), np.array([0.0, 1.0, 2.0, 3.0, 5.0, 9.0]), 0.5)
    assert words[0].start_s == 0.0
    assert words[1].start_s == pytest.approx(1.5 - AHEAD_S)
    assert words[1].end_s == pytest.approx(5.5 - AHEAD_S)

"""From wishes to words: lengths learnt from the voice, cuts within words, what is then heard."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.timeline_voices import (
    Luck,
    Placed,
    Talkers,
    heard_text,
    middle_of_a_word,
)


def spoken(text: str, each_s: float = 0.4) -> Spoken:
    words = tuple(
        SpokenWord(word.strip(".,-"), each_s * k, each_s * (k + 0.9))
        for k, word in enumerate(word for word in text.split() if word != "--")
    )
    return Spoken(text, words[-1].end_s, words)


def test_a_cut_turn_is_heard_up_to_the_word_it_breaks_off_in() -> None:
    placed = Placed(1, 1_000, 1_950, "Normal Turn", spoken("one two, three four."), True)
    told = placed.happening()
    assert (told.text, told.cut, told.complete) == ("one two, three--", True, False)
    assert [word.text for word in told.words] == ["one", "two", "three"]


def test_a_whole_turn_keeps_its_text_and_rounding_is_no_cut() -> None:
    whole = Spoken("one.", 0.4004, (SpokenWord("one", 0.0, 0.4004),))
    talkers = Talkers([lambda _: whole] * 2, 10_000)
    told = talkers.placed(2, 500, "Normal Turn", "one.", complete=True).happening()
    assert (told.start_s, told.end_s) == (0.5, 0.901)
    assert (told.text, told.cut, told.complete) == ("one.", False, True)


def test_dashes_between_words_are_no_words() -> None:
    said = spoken("one -- two three")
    assert heard_text(said, 0.5) == "one-- two--"
    assert heard_text(said, 0.0) == "--"


def test_words_that_do_not_match_the_text_are_heard_as_they_were_spoken() -> None:
    said = Spoken("42!", 1.0, (SpokenWord("forty", 0.0, 0.5), SpokenWord("two", 0.5, 1.0)))
    assert heard_text(said, 0.3) == "forty--"


def test_a_cut_is_within_a_word_that_ends_no_sentence_and_is_not_the_last() -> None:
    said = spoken("one. two three. four")
    for near in range(0, 2_000, 37):
        at = middle_of_a_word(said, near)
        assert at is not None
        assert 400 < at < 760
    assert middle_of_a_word(spoken("one. two."), 100) is None
    assert middle_of_a_word(spoken("one"), 100) is None


def of_words(n: int) -> str:
    return " ".join(["word"] * n)


def test_a_slow_voice_is_asked_for_fewer_words_once_it_is_known() -> None:
    talkers = Talkers([lambda text: spoken(text, 1.0), lambda text: spoken(text, 0.2)], 10**7)
    for start in range(0, 10**6, 10**5):
        talkers.say(1, start, "Normal Turn", of_words, 10_000.0)
        talkers.say(2, start, "Normal Turn", of_words, 10_000.0)
    assert talkers.n_words(1, 10_000.0) in (10, 11, 12, 13)
    assert talkers.n_words(2, 10_000.0) in range(46, 52)


def test_what_does_not_fit_is_made_shorter_or_not_said() -> None:
    talkers = Talkers([lambda text: spoken(text, 1.0)] * 2, 10_000)
    said = talkers.say(1, 4_000, "Normal Turn", of_words, 60_000.0)
    assert said is not None
    assert said.end <= 10_000
    assert talkers.say(1, 9_500, "Normal Turn", of_words, 2_000.0) is None
    assert talkers.say(1, 0, "Overlap", of_words, 2_000.0, until=0) is None
    within = talkers.say(1, 0, "Overlap", of_words, 9_000.0, until=2_500)
    assert within is not None
    assert within.end <= 2_500


def test_luck_is_in_milliseconds() -> None:
    luck = Luck(np.random.default_rng(1))
    times = [luck.log_ms(0.5, 0.7) for _ in range(4_000)]
    assert np.median(times) == pytest.approx(500, rel=0.05)
    assert np.mean([luck.about_ms(2.0, 0.7) for _ in range(4_000)]) == pytest.approx(
        2_000, rel=0.05
    )
    assert np.mean([luck.exponential_ms(1.5) for _ in range(4_000)]) == pytest.approx(
        1_500, rel=0.06
    )
    assert {luck.between(0, 2.99) for _ in range(200)} == {0, 1, 2}
    assert luck.count(0.0) == 0
    assert min(luck.log_ms(1e-9, 0.0), luck.about_ms(1e-9, 1.0)) == 1
    assert [luck.yes(0.0), luck.yes(1.0)] == [False, True]

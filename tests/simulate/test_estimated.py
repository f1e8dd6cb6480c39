"""Voices without sound: words in order, on milliseconds, as long as their syllables."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.errors import ModelError, ProtocolError
from turnscope.models.speech import Speak, Spoken
from turnscope.simulate.estimated import estimated_voice, n_syllables


def voice(rate: float = 5.0, seed: int = 1) -> Speak:
    return estimated_voice(np.random.default_rng(seed), syllables_per_s=rate)


def times(spoken: Spoken) -> list[tuple[str, float, float]]:
    return [(word.text, word.start_s, word.end_s) for word in spoken.words]


@pytest.mark.parametrize(
    ("word", "n"),
    [
        ("I", 1),
        ("well", 1),
        ("like", 1),
        ("the", 1),
        ("table", 2),
        ("coffee", 2),
        ("banana", 3),
        ("mhm", 1),
        ("42", 2.2),
        ("日本語の", 2),
    ],
)
def test_syllables(word: str, n: float) -> None:
    assert n_syllables(word) == pytest.approx(n)


def test_words_lose_their_punctuation_and_pauses_lie_where_it_was() -> None:
    spoken = voice()("Well, I think so -- really.")
    assert [word.text for word in spoken.words] == ["Well", "I", "think", "so", "really"]
    first, second, third, *_ = spoken.words
    assert second.start_s > first.end_s
    assert third.start_s == second.end_s
    assert spoken.words[-1].end_s == spoken.duration_s
    assert spoken.samples is None


def test_a_voice_speaks_at_its_rate() -> None:
    text = " ".join(["banana"] * 2_000)
    slow, fast = voice(4.0)(text).duration_s, voice(8.0)(text).duration_s
    assert slow == pytest.approx(2_000 * (3 / 4.0 + 0.03) * np.exp(0.18**2 / 2), rel=0.02)
    assert 1.8 < slow / fast < 2.0


@given(st.text(max_size=60))
def test_any_text_is_spoken_in_order_or_refused(text: str) -> None:
    if not any(letter.isalnum() for letter in text):
        with pytest.raises(ModelError, match="no letter or digit"):
            voice()(text)
        return
    spoken = voice()(text)
    edges = [edge for word in spoken.words for edge in (word.start_s, word.end_s)]
    assert edges == sorted(edges)
    assert edges[0] == 0.0
    assert edges == [round(edge, 3) for edge in edges]


def test_the_same_luck_gives_the_same_words() -> None:
    one, other = voice(seed=3), voice(seed=3)
    assert times(one("so, yeah")) == times(other("so, yeah"))
    again, text = voice(seed=3), "so, yeah"
    assert times(again(text)) != times(again(text))


@pytest.mark.parametrize("rate", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_rates_are_refused(rate: float) -> None:
    with pytest.raises(ProtocolError, match="above 0"):
        voice(rate)

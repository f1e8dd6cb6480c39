"""What a voice made of a text: words in order and in place, samples as long as said."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.models.speech import Spoken, SpokenWord


def word(text: str, start_s: float, end_s: float) -> SpokenWord:
    return SpokenWord(text, start_s, end_s)


def test_words_may_touch_and_leave_pauses() -> None:
    spoken = Spoken("a b c", 1.0, (word("a", 0.0, 0.2), word("b", 0.2, 0.4), word("c", 0.7, 1.0)))
    assert [each.text for each in spoken.words] == ["a", "b", "c"]


@pytest.mark.parametrize("duration_s", [0.0, -1.0, float("nan"), float("inf")])
def test_what_is_spoken_lasts(duration_s: float) -> None:
    with pytest.raises(ValueError, match="expected more than 0"):
        Spoken("a", duration_s, ())


@pytest.mark.parametrize(
    "words",
    [
        (word("a", 0.2, 0.1),),
        (word("a", -0.1, 0.1),),
        (word("a", 0.5, 1.1),),
        (word("a", 0.0, 0.5), word("b", 0.4, 0.6)),
    ],
)
def test_words_out_of_place_are_refused(words: tuple[SpokenWord, ...]) -> None:
    with pytest.raises(ValueError, match="expected them in order"):
        Spoken("a b", 1.0, words)


def test_samples_last_as_long_as_they_say() -> None:
    samples = np.zeros(1600, np.float32)
    assert Spoken("a", 0.1, (), samples, 16000).samples is samples
    with pytest.raises(ValueError, match="1600 samples at 16000 Hz"):
        Spoken("a", 0.2, (), samples, 16000)

"""Trimming, joining and edges at pauses, on tones whose times are known."""

import numpy as np
import pytest
from numpy.typing import NDArray

from turnscope.errors import ModelError
from turnscope.models.speech import SpokenWord
from turnscope.models.voice_sound import BETWEEN_S, loud_frames, spoken_of

RATE = 16_000


def tones(*spans: tuple[float, float], length_s: float) -> NDArray[np.float32]:
    time_s = np.arange(round(length_s * RATE)) / RATE
    on = np.zeros(len(time_s), bool)
    for start, end in spans:
        on |= (time_s >= start) & (time_s < end)
    return (0.5 * np.sin(2 * np.pi * 400 * time_s) * on).astype(np.float32)


def test_silence_is_trimmed_and_edges_at_a_pause_are_those_of_the_sound() -> None:
    sound = tones((0.2, 0.5), (0.8, 1.4), length_s=2.0)
    told = [SpokenWord("a", 0.25, 0.55), SpokenWord("b", 0.74, 1.0), SpokenWord("c", 1.0, 1.35)]
    spoken = spoken_of("toy", "a, b c", [(sound, told)], RATE)
    assert spoken.duration_s == pytest.approx(1.2, abs=0.011)
    edges = [(word.start_s, word.end_s) for word in spoken.words]
    for found, expected in zip(edges, [(0.0, 0.3), (0.6, 0.8), (0.8, 1.2)], strict=True):
        assert found == pytest.approx(expected, abs=0.011)


def test_phrases_are_joined_with_a_short_silence() -> None:
    one = (tones((0.1, 0.4), length_s=0.6), [SpokenWord("a", 0.1, 0.4)])
    two = (tones((0.3, 0.5), length_s=0.9), [SpokenWord("b", 0.3, 0.5)])
    spoken = spoken_of("toy", "a b", [one, two], RATE)
    assert spoken.duration_s == pytest.approx(0.3 + BETWEEN_S + 0.2, abs=0.011)
    assert spoken.words[1].start_s == pytest.approx(0.3 + BETWEEN_S, abs=0.011)
    assert spoken.samples is not None
    assert loud_frames(spoken.samples, RATE)[[0, -2]].all()


def test_lengths_are_whole_milliseconds_and_samples_16_bit_steps() -> None:
    sound = tones((0.0, 0.3337), length_s=0.5)
    spoken = spoken_of("toy", "a", [(sound, [SpokenWord("a", 0.0, 0.3)])], RATE)
    assert spoken.samples is not None
    assert spoken.duration_s * 1000 == pytest.approx(round(spoken.duration_s * 1000))
    assert np.array_equal(np.rint(spoken.samples * 32768), spoken.samples * 32768)


def test_no_sound_no_word_and_broken_samples_name_voice_and_text() -> None:
    word = [SpokenWord("a", 0.0, 0.1)]
    with pytest.raises(ModelError, match="voice toy: 'hm' gave no sound"):
        spoken_of("toy", "hm", [(np.zeros(800, np.float32), word)], RATE)
    with pytest.raises(ModelError, match="voice toy: 'hm' gave no word"):
        spoken_of("toy", "hm", [(tones((0.0, 0.1), length_s=0.1), [])], RATE)
    with pytest.raises(ModelError, match="not finite"):
        spoken_of("toy", "hm", [(np.full(800, np.nan, np.float32), word)], RATE)

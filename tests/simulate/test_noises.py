"""Sounds without words: the length asked for, level 1, silent edges, different kinds differ."""

import numpy as np
import pytest

from turnscope.simulate.noises import noise_sound

TEXTS = ["(laughs)", "(sighs)", "(coughs)", "(hums)", "(a chair)", "(clicks)", "(something)"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("duration_s", [0.06, 0.5, 2.0])
@pytest.mark.parametrize("rate_hz", [8000, 24_000])
def test_length_level_and_edges(text: str, duration_s: float, rate_hz: int) -> None:
    sound = noise_sound(text, duration_s, rate_hz, np.random.default_rng(1))
    assert sound.shape == (round(duration_s * rate_hz),)
    assert np.mean(sound**2) == pytest.approx(1.0)
    assert abs(sound[0]) == 0.0
    assert abs(sound[-1]) == 0.0


def test_laughter_comes_in_about_five_bursts_a_second() -> None:
    sound = noise_sound("(laughs)", 2.0, 16_000, np.random.default_rng(2))
    power = np.mean(sound.reshape(-1, 160) ** 2, axis=1)
    spectrum = np.abs(np.fft.rfft(power - power.mean()))
    assert 4.0 <= np.argmax(spectrum[:16]) / 2.0 <= 6.0


def test_a_hum_is_a_tone_and_a_sigh_is_not() -> None:
    for text, tonal in (("(hums)", True), ("(sighs)", False)):
        sound = noise_sound(text, 1.0, 16_000, np.random.default_rng(3))
        power = np.sort(np.abs(np.fft.rfft(sound)) ** 2)
        assert bool(power[-20:].sum() > 0.8 * power.sum()) is tonal


def test_every_stroke_has_an_attack_and_none_is_cut_short() -> None:
    for seed in range(5):
        sound = noise_sound("(knock)", 0.9, 16_000, np.random.default_rng(seed))
        peak = np.abs(sound).max()
        assert np.abs(np.diff(sound)).max() < peak
        assert np.abs(sound[-320:]).max() < 0.15 * peak


def test_laughter_dies_away() -> None:
    sound = noise_sound("(laughs)", 2.0, 16_000, np.random.default_rng(2))
    assert np.mean(sound[:16_000] ** 2) > 1.5 * np.mean(sound[16_000:] ** 2)

"""Levels, masks and lags on series whose answer is known."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.columns import Floats
from turnscope.corpus.signals import (
    correlations,
    decibels,
    frame_power,
    lag_support,
    line_through,
    loudness,
    partial,
    presence,
    shared_sound,
    speech_level_db,
    speech_mask,
    window_lags,
)


@pytest.mark.parametrize("rate", [8000, 11025, 16000, 22050, 44100, 48000])
def test_frames_of_pieces_are_frames_of_the_whole(rate: int) -> None:
    samples = np.random.default_rng(rate).standard_normal(rate * 3 + 500).astype(np.float32)
    whole = frame_power(samples, rate)
    pieces = [frame_power(samples[k * rate : (k + 1) * rate], rate) for k in range(4)]
    np.testing.assert_allclose(np.concatenate(pieces), whole, rtol=1e-12)
    assert len(whole) == math.ceil(len(samples) * 100 / rate)
    # the last frame is shorter, not weaker
    assert whole[-1] > 0.3


def test_level_of_a_known_sine() -> None:
    time = np.arange(16000) / 16000
    power = frame_power((0.5 * np.sin(2 * np.pi * 1000 * time)).astype(np.float32), 16000)
    np.testing.assert_allclose(decibels(power), 20 * np.log10(0.5) - 10 * np.log10(2), atol=0.01)
    assert decibels(np.zeros(1))[0] == -120
    assert speech_level_db(np.empty(0)) == -120


def test_samples_that_are_not_finite_count_as_zero() -> None:
    samples = np.ones(160, np.float32)
    samples[:40] = np.nan
    samples[40:80] = np.inf
    assert frame_power(samples, 16000)[0] == 0.5
    assert len(frame_power(np.empty(0, np.float32), 16000)) == 0


def bursts(spans: list[tuple[int, int]], n: int, level: float = 0.01) -> Floats:
    # mean squares of noise: no frame is like another
    power = np.random.default_rng(0).gamma(8, 1e-7 / 8, n)
    for first, last in spans:
        power[first:last] += level * np.random.default_rng(first).gamma(2, 0.5, last - first)
    return power


def test_mask_finds_bursts_and_bridges_short_gaps() -> None:
    power = bursts([(100, 200), (220, 300), (400, 500)], 600)
    mask = speech_mask(power)
    runs = np.flatnonzero(np.diff(mask.astype(int)))
    np.testing.assert_allclose(runs, [100, 300, 400, 500], atol=4)


def test_mask_leaves_out_the_other_speakers_bleed() -> None:
    own, theirs = bursts([(100, 300)], 800), bursts([(400, 700)], 800)
    heard = own + 0.1 * theirs  # -10 dB
    assert speech_mask(heard)[450:650].all(), "by its own level, bleed is speech"
    mask = speech_mask(heard, theirs + 0.1 * own)
    assert mask[110:290].all()
    assert not mask[420:680].any()


def test_mask_of_noise_alone_and_of_silence() -> None:
    noise = np.random.default_rng(1).gamma(80, 1e-3 / 80, 1000)
    assert not speech_mask(noise).any()
    assert not speech_mask(np.zeros(100)).any()
    assert speech_mask(np.empty(0)).shape == (0,)
    assert speech_mask(np.ones(3)).shape == (3,)


def test_mask_of_a_gated_channel() -> None:
    # an editor put zeros between the turns: the floor is the noise under the speech, not the zeros
    power = np.zeros(1000)
    power[200:600] = np.random.default_rng(2).gamma(40, 1e-4 / 40, 400)
    power[300:500] = np.random.default_rng(3).gamma(2, 1e-2 / 2, 200)
    mask = speech_mask(power)
    assert mask[310:490].all()
    assert not mask[:290].any()
    assert not mask[510:].any()


def test_presence() -> None:
    start, end = np.array([0.02, 0.03, 0.5, -1.0, 0.09]), np.array([0.04, 0.05, 0.4, 0.01, 99.0])
    expected = [True, False, True, True, True, False, False, False, False, True]
    assert presence(start, end, 10).tolist() == expected
    assert not presence(np.empty(0), np.empty(0), 5).any()


@given(lag=st.integers(-40, 40), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_correlation_finds_the_lag_and_equals_numpy(lag: int, seed: int) -> None:
    earlier = np.random.default_rng(seed).standard_normal(400)
    later = np.roll(earlier, lag)
    found = correlations(later, earlier, 50)
    assert int(np.argmax(found)) - 50 == lag
    assert correlations(later, earlier, 0)[0] == pytest.approx(np.corrcoef(later, earlier)[0, 1])
    # the lag turns round with the arguments
    np.testing.assert_allclose(correlations(earlier, later, 50)[::-1], found, atol=1e-12)


def test_correlation_is_undefined_for_constants() -> None:
    assert np.isnan(correlations(np.ones(10), np.arange(10.0), 3)).all()
    assert np.isnan(correlations(np.arange(10.0), np.zeros(10), 3)).all()
    assert np.isnan(correlations(np.empty(0), np.empty(0), 3)).all()
    assert correlations(np.arange(4.0), np.arange(4.0), 50).shape == (101,)


def test_lags_of_windows_follow_a_drift() -> None:
    rng = np.random.default_rng(4)
    earlier = np.repeat((rng.random(1200) > 0.5).astype(float), 50)
    place = np.arange(60_000)
    later = earlier[np.clip(np.rint(place - 100 - place / 1000).astype(int), 0, 59_999)]
    centres, lags = window_lags(later, earlier, around=100, reach=100, window=6000, at_least=0.5)
    np.testing.assert_allclose(centres, 3000 + 6000 * np.arange(10))
    np.testing.assert_allclose(lags, 100 + centres / 1000, atol=3)


def test_windows_that_do_not_agree_say_nothing() -> None:
    rng = np.random.default_rng(5)
    one, other = (np.repeat((rng.random(600) > 0.5).astype(float), 50) for _ in range(2))
    centres, lags = window_lags(one, other, around=0, reach=100, window=6000, at_least=0.5)
    assert len(centres) == len(lags) == 0


def test_lag_support() -> None:
    rng = np.random.default_rng(6)
    starts = np.arange(20) * 200 + rng.integers(0, 80, 20)
    earlier = np.zeros(4100)
    for start in starts:
        earlier[start : start + 60] = 1
    for lag in (30, -30):
        later = np.roll(earlier, lag)
        assert lag_support(later, earlier, lag) > 3.5
        assert lag_support(later, earlier, -lag) < -3.5
    # one event of twenty that moved does not speak for all
    later = earlier.copy()
    later[starts[3] : starts[3] + 60] = 0
    later[starts[3] + 30 : starts[3] + 90] = 1
    assert lag_support(later, earlier, 30) < 1
    assert lag_support(earlier, earlier, 0) == 0
    assert lag_support(earlier, np.zeros(4100), 10) == 0


def test_line_survives_wild_points() -> None:
    x = np.arange(12.0)
    y = 3.0 * x + 1
    y[[2, 7]] = [500.0, -900.0]
    slope, middle, error = line_through(x, y)
    assert slope == pytest.approx(3.0)
    assert middle == pytest.approx(3.0 * 5.5 + 1)
    assert error < 0.1
    noisy = 3.0 * x + np.random.default_rng(7).normal(0, 2, 12)
    assert 0.05 < line_through(x, noisy)[2] < 0.6
    assert line_through(x, 3.0 * x)[2] == 0
    assert line_through(x, 3.0 * x, 2.0)[2] == pytest.approx(2.0 / np.sqrt(143))
    assert np.isnan(line_through(x[:2], y[:2])).all()
    assert np.isnan(line_through(np.ones(5), np.arange(5.0))).all()


@pytest.mark.parametrize("rate", [8000, 11025, 48000])
@pytest.mark.parametrize("lag_s", [0.0, 0.25, -1.5])
def test_shared_sound_finds_bleed(rate: int, lag_s: float) -> None:
    rng = np.random.default_rng(8)
    n, shift = rate * 10, round(lag_s * rate)
    voice = np.convolve(rng.standard_normal(n), [1.0, 0.9, 0.5], mode="same")
    first = rng.standard_normal(n) + np.roll(voice, shift) * 0.5
    lag, clarity = shared_sound(first.astype(np.float32), voice.astype(np.float32), rate, 3.0)
    assert lag == pytest.approx(lag_s, abs=0.004)
    assert clarity > 20


def test_nothing_shared() -> None:
    rng = np.random.default_rng(9)
    one, other = rng.standard_normal((2, 80_000)).astype(np.float32)
    assert shared_sound(one, other, 8000, 3.0)[1] < 5
    silent = np.zeros(80_000, np.float32)
    assert shared_sound(one, silent, 8000, 3.0)[1] == 0
    assert np.isnan(shared_sound(one, silent, 8000, 3.0)[0])
    assert shared_sound(one[:100], other[:100], 8000, 3.0)[1] == 0
    odd = one.copy()
    odd[::7] = np.nan
    assert np.isfinite(shared_sound(odd, one, 8000, 3.0)).all()


def test_loudness_tells_a_voice_from_its_bleed() -> None:
    power = bursts([(100, 300)], 800) + 0.1 * bursts([(400, 700)], 800)
    loud = loudness(power)
    assert loud.shape == (800,)
    assert 0 <= loud.min() <= loud.max() <= 1
    assert loud[450:650].mean() / loud[130:270].mean() == pytest.approx(0.32, abs=0.1)
    assert not loud[720:].any()
    # symmetric: no lag of its own
    np.testing.assert_allclose(loudness(power[::-1]), loud[::-1], atol=1e-9)


def test_partial_correlation_equals_that_of_residuals() -> None:
    rng = np.random.default_rng(10)
    one, other = rng.standard_normal((2, 500))
    other = other + one
    mixed = one + 0.8 * other + rng.standard_normal(500)

    def residual(y: Floats) -> Floats:
        slope = float(np.cov(y, other)[0, 1]) / float(np.var(other, ddof=1))
        left: Floats = y - slope * other
        return left

    expected = np.corrcoef(residual(mixed), residual(one))[0, 1]
    direct, with_other = (correlations(mixed, x, 0) for x in (one, other))
    between = float(correlations(one, other, 0)[0])
    assert partial(direct, with_other, between)[0] == pytest.approx(expected, abs=1e-9)
    for not_tellable in (0.95, -0.95, float("nan")):
        assert partial(direct, with_other, not_tellable) is direct

"""Whisper's log-mel spectrogram, against its definition done slowly and known values."""

import math

import numpy as np
import pytest

from turnscope.models.whisper_features import HOP, N_MELS, log_mel, mel_bands, standardised


def slow_log_mel(audio: np.ndarray) -> np.ndarray:
    """The definition in words: frame by frame, band by band, by a plain Fourier sum."""
    padded = np.concatenate([audio[200:0:-1], audio, audio[-2:-202:-1]]).astype(float)
    turns = np.exp(-2j * math.pi * np.outer(np.arange(201), np.arange(400)) / 400)
    window = np.array([math.sin(math.pi * n / 400) ** 2 for n in range(400)])

    def hz(mel: float) -> float:
        return 200 * mel / 3 if mel < 15 else 1000 * 6.4 ** ((mel - 15) / 27)

    top = 15 + 27 * math.log(8) / math.log(6.4)
    edges = [hz(top * k / 81) for k in range(82)]
    decades = np.zeros((80, len(audio) // 160))
    for t in range(decades.shape[1]):
        power = np.abs(turns @ (padded[t * 160 : t * 160 + 400] * window)) ** 2
        for k in range(80):
            low, peak, high = edges[k : k + 3]
            total = 0.0
            for f in range(201):
                x = f * 40.0
                rise, fall = (x - low) / (peak - low), (high - x) / (high - peak)
                total += max(0.0, min(rise, fall)) * 2 / (high - low) * power[f]
            decades[k, t] = math.log10(max(total, 1e-10))
    floored: np.ndarray = np.maximum(decades, decades.max() - 8)
    return np.asarray((floored + 4) / 4)


@pytest.mark.parametrize("n", [201, 320, 480, 481, 3839, 3840])
def test_fast_and_slow_agree(n: int) -> None:
    rng = np.random.default_rng(n)
    audio = (rng.normal(0, 0.1, n) * np.linspace(0, 1, n)).astype(np.float32)
    fast = log_mel(audio)
    assert fast.shape == (80, n // 160)
    assert fast.dtype == np.float32
    assert np.abs(fast - slow_log_mel(audio)).max() < 1e-6


def test_a_tone_is_in_the_band_around_it() -> None:
    tone = np.sin(2 * np.pi * 1000 * np.arange(16000) / 16000).astype(np.float32)
    peaks = log_mel(tone)[:, 5:-5].argmax(axis=0)
    assert len(set(peaks.tolist())) == 1
    band = mel_bands()[peaks[0]]
    assert band.argmax() * 40 == pytest.approx(1000, abs=40)


def test_silence_is_flat() -> None:
    assert set(log_mel(np.zeros(1600, np.float32)).ravel().tolist()) == {-1.5}


def test_nothing_is_more_than_2_below_the_maximum() -> None:
    audio = np.zeros(16000, np.float32)
    audio[8000] = 1.0
    features = log_mel(audio)
    assert features.max() - features.min() == pytest.approx(2.0, abs=1e-6)


def test_bands_have_area_1_where_the_grid_is_fine() -> None:
    bands = mel_bands()
    assert bands.shape == (N_MELS, 201)
    assert (bands >= 0).all()
    assert (bands.sum(axis=1)[50:] * 40.0) == pytest.approx(1.0, abs=0.03)


def test_standardised() -> None:
    audio = np.random.default_rng(0).normal(3.0, 0.2, 16000).astype(np.float32)
    scaled = standardised(audio)
    assert float(scaled.mean()) == pytest.approx(0.0, abs=1e-4)
    assert float(scaled.std()) == pytest.approx(1.0, abs=1e-4)
    assert not standardised(np.zeros(100, np.float32)).any()


@pytest.mark.parametrize("shape", [(0,), (200,), (2, 480)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    assert HOP == 160
    with pytest.raises(ValueError, match="expected"):
        log_mel(np.zeros(shape, np.float32))

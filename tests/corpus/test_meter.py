"""What a decoded recording is measured to hold."""

from __future__ import annotations

import io
from collections.abc import Sequence

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from turnscope.corpus.audio import Recording
from turnscope.corpus.meter import CLIP_LEVEL, ChannelMeasure, measure
from turnscope.corpus.signals import frame_power

RATE = 8000


def wav(
    samples: Sequence[NDArray[np.floating]], rate: int = RATE, encoding: str = "FLOAT"
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, np.stack(samples, axis=1), rate, format="WAV", subtype=encoding)
    return file.getvalue()


def noise(seed: int, seconds: float = 25.0, level: float = 0.1) -> NDArray[np.float32]:
    samples = level * np.random.default_rng(seed).standard_normal(round(seconds * RATE))
    return samples.astype(np.float32)


def test_levels_are_those_of_the_whole() -> None:
    pair = noise(1), noise(2)
    channels, _ = measure(Recording.of_stereo("c", wav(pair)))
    for channel, samples in zip(channels, pair, strict=True):
        np.testing.assert_allclose(channel.power, frame_power(samples, RATE), rtol=1e-9)
        assert channel.n_decoded == channel.n_expected == len(samples)
        assert channel.peak == np.abs(samples).max()
        assert channel.duration_s == 25.0
        assert channel.failure == ""


def test_offset_counts_in_lengths() -> None:
    recording = Recording.of_stereo("c", wav((noise(1), noise(2))), offsets_s=(2.0, -1.0))
    channels, _ = measure(recording)
    assert [c.duration_s for c in channels] == [27.0, 24.0]
    assert [c.shift_s for c in channels] == [2.0, -1.0]


@pytest.mark.parametrize("encoding", ["PCM_16", "PCM_U8", "ULAW", "FLOAT"])
def test_clipped_samples_are_counted_over_block_borders(encoding: str) -> None:
    samples = noise(1, 25.0, 0.01)
    border = 10 * RATE
    samples[100:105] = 1.0
    samples[200:202] = 1.0  # two in a row happen without clipping
    samples[border - 2 : border + 3] = -1.0
    samples[300:400] = CLIP_LEVEL - 0.1  # flat, but not at full scale
    channels, _ = measure(Recording.of_stereo("c", wav((samples, noise(2)), encoding=encoding)))
    assert [c.n_clipped for c in channels] == [3 + 3, 0]


def test_loud_sines_are_not_clipped() -> None:
    time = np.arange(48000 * 3) / 48000
    sine = np.sin(2 * np.pi * 100 * time)
    channels, _ = measure(Recording.of_stereo("c", wav((sine, sine), 48000, "PCM_16")))
    assert channels[0].n_clipped == 0
    assert channels[0].peak > 0.999


def test_samples_beyond_full_scale_and_not_finite() -> None:
    samples = noise(1)
    samples[5:8] = [1.5, -2.0, np.nan]
    samples[100] = np.inf
    channels, pair = measure(Recording.of_stereo("c", wav((samples, noise(2)))))
    assert (channels[0].n_over, channels[0].n_not_finite, channels[0].peak) == (2, 2, 2.0)
    assert np.isfinite(channels[0].power).all()
    assert np.isfinite([pair.energy_1, pair.product]).all()


@pytest.mark.parametrize(("gain", "gain_db"), [(1.0, 0.0), (0.1, -20.0), (-2.0, 6.02)])
def test_one_signal_on_both_channels(gain: float, gain_db: float) -> None:
    _, pair = measure(Recording.of_stereo("c", wav((noise(1), gain * noise(1)))))
    assert pair.gain_db == pytest.approx(gain_db, abs=0.01)
    assert pair.residual_db < -100
    assert (pair.product < 0) == (gain < 0)


def test_two_signals() -> None:
    _, pair = measure(Recording.of_stereo("c", wav((noise(1), noise(2)))))
    assert pair.n_compared == 25 * RATE
    assert pair.residual_db > -0.1
    assert pair.centre_s == []
    silent = measure(Recording.of_stereo("c", wav((noise(1), 0 * noise(1)))))[1]
    assert np.isnan([silent.gain_db, silent.residual_db]).all()


def test_shared_sound_is_timed_block_by_block() -> None:
    voice = noise(1, 42.0)
    first = np.roll(voice, RATE // 2) + noise(2, 42.0)
    _, pair = measure(Recording.of_stereo("c", wav((first, voice))))
    # the last two seconds are too short to search three seconds either way
    assert pair.centre_s == [5.0, 15.0, 25.0, 35.0]
    assert pair.lag_s == pytest.approx([0.5] * 4, abs=0.004)


def test_channels_of_two_lengths_and_rates() -> None:
    long, short = wav((noise(1),)), wav((noise(2, 12.0),))
    channels, pair = measure(Recording.of_pair("c", long, short))
    assert [c.duration_s for c in channels] == [25.0, 12.0]
    assert pair.n_compared == 12 * RATE
    slow = wav((noise(2, 12.0),), rate=RATE // 2)
    channels, pair = measure(Recording.of_pair("c", long, slow))
    assert [c.duration_s for c in channels] == [25.0, 24.0]
    assert pair.n_compared == 0


def test_one_channel_fails_and_the_other_is_measured() -> None:
    file = io.BytesIO()
    soundfile.write(file, noise(1, 60.0), RATE, format="FLAC")
    broken = bytearray(file.getvalue())
    broken[len(broken) // 2 :][:300] = bytes(300)
    half = len(broken) // 2
    broken[half : half + 300] = bytes(300)
    channels, _ = measure(Recording.of_pair("c", bytes(broken), wav((noise(2),))))
    assert channels[0].failure.startswith("decoding broke off after sample")
    assert 0 < channels[0].n_decoded < channels[0].n_expected
    assert len(channels[0].power) == -(-channels[0].n_decoded * 100 // RATE)
    assert channels[1].duration_s == 25.0
    channels, _ = measure(Recording.of_stereo("c", "nowhere.wav"))
    assert all("No such file" in c.failure for c in channels)
    assert np.isnan([c.duration_s for c in channels]).all()
    assert np.isnan([c.shift_s for c in channels]).all()


def test_rates_below_any_speech() -> None:
    channels, pair = measure(Recording.of_stereo("c", wav((noise(1), noise(2)), rate=50)))
    assert [len(c.power) for c in channels] == [0, 0]
    assert channels[0].n_decoded == 25 * RATE
    assert pair.n_compared == 0


def test_a_block_needs_a_header() -> None:
    with pytest.raises(ValueError, match="before the header"):
        ChannelMeasure().take(np.zeros(3, np.float32))

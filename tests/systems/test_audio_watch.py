"""Oddities of the audio that a session hears."""

import numpy as np
import pytest

from turnscope.systems.audio_watch import AudioWatch
from turnscope.systems.base import Audio


def told(*pieces: Audio, own_hz: int = 16000, heard_hz: int = 16000) -> list[str]:
    watch = AudioWatch(own_hz, heard_hz)
    for piece in pieces:
        watch.take(piece)
    return [str(fault) for fault in watch.faults("x/speaker_1")]


NOISE = np.random.default_rng(0).normal(0, 0.1, 16000).astype(np.float32)
ZEROS = np.zeros(16000, np.float32)
EMPTY = np.empty(0, np.float32)


def test_plain_audio_is_not_odd() -> None:
    assert told(NOISE, ZEROS, EMPTY) == []
    assert told(EMPTY) == []
    assert told(NOISE, own_hz=48000) == []
    loud = NOISE.copy()
    loud[[5, 500]] = 1.0, -1.0  # peaks of a file that was normalised
    assert told(loud) == []


@pytest.mark.parametrize("audio", [ZEROS, np.stack([ZEROS, NOISE])])
def test_a_channel_of_zeros_is_silent(audio: Audio) -> None:
    (line,) = told(audio, audio)
    assert line.startswith("x/speaker_1: all samples are 0: a silent channel")
    assert told(np.stack([NOISE, ZEROS])) == []


@pytest.mark.parametrize("sign", [1, -1])
def test_a_clipped_channel_is_named_with_its_share(sign: int) -> None:
    clipped = np.minimum(NOISE, 0.0)
    clipped[:160] = -1.0
    (line,) = told(sign * clipped)
    assert "1 % of the samples are at full scale: clipped" in line


def test_a_band_that_is_not_there_is_named() -> None:
    (line,) = told(NOISE, own_hz=8000)
    assert "recorded at 8000 Hz, heard at 16000 Hz: nothing above 4 kHz is there" in line

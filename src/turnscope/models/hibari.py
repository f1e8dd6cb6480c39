"""hibari: one small English voice at 24 kHz, about forty times cheaper than Kokoro.

Its network, too, tells how many frames each sign lasts; they are read off its graph.
The breathy part of the sound is drawn from a generator seeded by nothing but a constant, so the
same text gives the same samples. Source: hibari-tts 0.2 (Apache-2.0); the network is inside it.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from pathlib import Path

import numpy as np

from turnscope.models.onnx import session_showing
from turnscope.models.packages import need_package
from turnscope.models.phonemes import numbered, phrases, words_from
from turnscope.models.speech import Spoken
from turnscope.models.voice_sound import Piece, spoken_of

__all__ = ["RATE_HZ", "hibari_mark", "hibari_spoken"]

RATE_HZ = 24_000
"""Samples a second that it makes."""

_DURATIONS = "/Clip_output_0"


def hibari_mark() -> str:
    """The version of the package that holds the voice.

    Raises:
        ModelError: if it is not installed.
    """
    need_package("hibari", "voices", of="voice hibari")
    return version("hibari-tts")


def hibari_spoken(text: str, speed: float) -> Spoken:
    """A text in its voice; speed 1 is its own pace.

    Raises:
        ModelError: if the package is missing, or the text gives no sound.
    """
    need_package("hibari", "voices", of="voice hibari")
    from hibari import dsp

    session = session_showing(_network(), _DURATIONS)
    pieces: list[Piece] = []
    rng = np.random.default_rng(0)
    for phrase in phrases(text):
        numbers, kept = numbered(phrase)
        if not kept:
            continue
        inputs = {
            "ids": np.array([[0, *numbers, 0]], np.int64),
            "speed": np.array([speed], np.float32),
        }
        *spectra, frames = session.run(None, inputs)
        sound = dsp.synth(*(each[0] for each in spectra), rng)
        frame_s = len(sound) / RATE_HZ / float(frames.sum())
        pieces.append((sound, words_from(phrase, kept, frames, frame_s)))
    return spoken_of("hibari", text, pieces, RATE_HZ)


@cache
def _network() -> Path:
    from hibari.voices import voice_path

    return Path(voice_path("heart"))

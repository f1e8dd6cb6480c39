"""Kokoro-82M: 28 English voices at 24 kHz, with the times of the words from its own durations.

The network tells itself how many frames of 25 ms each sign lasts before it makes the sound; those
frames are read off its graph, so the times are those the sound was made from, in steps of 25 ms.
The same signs give the same samples. Source: hexgrad/Kokoro-82M v1.0 (Apache-2.0).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from turnscope.models.fetching import find
from turnscope.models.onnx import session_showing
from turnscope.models.phonemes import numbered, phrases, words_from
from turnscope.models.speech import Spoken
from turnscope.models.voice_sound import Piece, spoken_of
from turnscope.models.weights import entry_of

__all__ = ["KOKORO", "RATE_HZ", "STYLES", "kokoro_mark", "kokoro_spoken"]

KOKORO = "kokoro-82m"
"""The name of the network's weights."""

STYLES = "kokoro-voices"
"""The name of the voices' weights."""

RATE_HZ = 24_000
"""Samples a second that it makes."""

_FRAME_S = 0.025
_DURATIONS = "/encoder/Clip_output_0"


def kokoro_mark(style: str) -> str:
    """Hashes of the network and the voice, for the version of what is spoken."""
    hashes = {file.name: file.sha256 for file in entry_of(STYLES).files}
    return f"{entry_of(KOKORO).mark} {hashes[f'{style}.bin'][:8]}"


def kokoro_spoken(style: str, text: str, speed: float) -> Spoken:
    """A text in one of its voices, such as ``af_heart``; speed 1 is its own pace.

    Raises:
        ModelError: if weights or packages are missing, or the text gives no sound.
    """
    model, styles = _paths()
    session = session_showing(model, _DURATIONS)
    table = np.fromfile(styles / f"{style}.bin", np.float32).reshape(-1, 256)
    pieces: list[Piece] = []
    for phrase in phrases(text, british=style.startswith("b")):
        numbers, kept = numbered(phrase)
        if not kept:
            continue
        inputs = {
            "tokens": np.array([[0, *numbers, 0]], np.int64),
            "style": table[min(len(kept) - 1, len(table) - 1)][None],
            "speed": np.array([speed], np.float32),
        }
        sound, frames = session.run(None, inputs)
        pieces.append((sound.ravel(), words_from(phrase, kept, frames, _FRAME_S)))
    return spoken_of(f"kokoro:{style}", text, pieces, RATE_HZ)


@cache
def _paths() -> tuple[Path, Path]:
    # the hashes of 100 MB are checked once a process, not with every text
    return find(KOKORO), find(STYLES)

"""Whisper tiny.en: from a stretch of speech to its words, as text.

Whisper was made for whole recordings. Here it hears one speaker's stretch of speech so far, again
and again from its start, and keeps nothing in between: what it writes rests on that audio alone.
One beam and temperature 0, so the same audio gives the same text; a stretch that it takes for no
speech gives none. Listening sounds come out badly (``MMM``, ``Mm-ma.``, ``Momma``).

Source: OpenAI Whisper (weights: MIT), run by faster-whisper over CTranslate2 in 8-bit integers.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnscope.models.fetching import find
from turnscope.models.packages import need_package
from turnscope.models.weights import entry_of

if TYPE_CHECKING:
    from faster_whisper import WhisperModel

__all__ = ["LONGEST_S", "RATE_HZ", "WHISPER", "Whisper", "whisper_mark"]

WHISPER = "whisper-tiny.en"
"""The name of the weights."""

RATE_HZ = 16_000
"""Samples a second that the model hears."""

LONGEST_S = 30.0
"""Seconds that it hears at once; longer audio is refused rather than cut into windows."""


def whisper_mark() -> str:
    """Name and hash of the weights, for the version of what uses them."""
    return f"{WHISPER} {entry_of(WHISPER).mark}"


class Whisper:
    """The model; it remembers nothing between calls."""

    def __init__(self) -> None:
        """Load it, once a process.

        Raises:
            ModelError: if faster-whisper or the weights are missing.
        """
        need_package("faster_whisper", "words", of=f"model {WHISPER}")
        path = find(WHISPER)
        self._model = _loaded(path, max(file.stat().st_mtime_ns for file in path.iterdir()))

    def __call__(self, audio: NDArray[np.float32]) -> str:
        """What is said in a stretch of speech at 16 kHz, shape (n,); "" if nothing is.

        Raises:
            ValueError: for more than 30 s.
        """
        if len(audio) > LONGEST_S * RATE_HZ:
            raise ValueError(f"{len(audio) / RATE_HZ} s of audio; expected at most {LONGEST_S} s")
        if not len(audio):
            return ""
        heard, _ = self._model.transcribe(
            audio,
            language="en",
            beam_size=1,
            temperature=0.0,
            without_timestamps=True,
            condition_on_previous_text=False,
            vad_filter=False,
        )
        return " ".join(part.text.strip() for part in heard).strip()


@cache
def _loaded(path: Path, changed_ns: int) -> WhisperModel:
    from faster_whisper import WhisperModel

    del changed_ns
    return WhisperModel(
        str(path), device="cpu", compute_type="int8", cpu_threads=1, local_files_only=True
    )

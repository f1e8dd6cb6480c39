"""Whisper tiny.en: from a stretch of speech to its words, as text.

Whisper was made for whole recordings. Here it hears one speaker's stretch of speech so far, again
and again from its start, and keeps nothing in between: what it writes rests on that audio alone.
One beam and temperature 0, so the same audio gives the same text; a stretch that it takes for no
speech gives none. Listening sounds come out badly (``MMM``, ``Mm-ma.``, ``Momma``).

::

    samples, a frame of zeros ─▶ log-mel ─▶ zeros up to 30 s ─▶ encoder ─▶ decoder ─▶ text
    480000 at most               (80, n / 160)  (80, 3000)                 greedy

The zeros after the speech are zeros of features, not of sound: silence is -1 or so.

Source: OpenAI Whisper (weights: MIT), run by CTranslate2 in 8-bit integers; silence is decided as
in Whisper's own transcription, P(no speech) above 0.6 and a mean log probability below -1.
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
from turnscope.models.whisper_features import HOP, N_MELS, RATE_HZ, log_mel

if TYPE_CHECKING:
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

__all__ = ["LONGEST_S", "WHISPER", "Whisper", "encoder_input", "whisper_mark"]

WHISPER = "whisper-tiny.en"
"""The name of the weights."""

LONGEST_S = 30.0
"""Seconds that it hears at once; longer audio is refused rather than cut into windows."""

_N_FRAMES = round(LONGEST_S * RATE_HZ) // HOP
_PROMPT = ("<|startoftranscript|>", "<|notimestamps|>")
_END = "<|endoftext|>"
_NO_SPEECH = 0.6
_LEAST_MEAN_LOG_P = -1.0


def encoder_input(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """What the encoder takes for audio at 16 kHz, shape (n,), 160 to 480000 samples.

    Returns:
        Shape (80, 3000): n // 160 frames of log-mel features, then zeros.
    """
    features = log_mel(np.pad(audio, (0, HOP)))[:, : len(audio) // HOP]
    window = np.zeros((N_MELS, _N_FRAMES), np.float32)
    window[:, : features.shape[1]] = features
    return window


def whisper_mark() -> str:
    """Name and hash of the weights, for the version of what uses them."""
    return f"{WHISPER} {entry_of(WHISPER).mark}"


class Whisper:
    """The model; it remembers nothing between calls."""

    def __init__(self) -> None:
        """Load it, once a process.

        Raises:
            ModelError: if CTranslate2, tokenizers or the weights are missing.
        """
        for package in ("ctranslate2", "tokenizers"):
            need_package(package, "words", of=f"model {WHISPER}")
        path = find(WHISPER)
        changed_ns = max(file.stat().st_mtime_ns for file in path.iterdir())
        self._network, self._tokens = _loaded(path, changed_ns)
        self._prompt = [self._tokens.token_to_id(token) for token in _PROMPT]
        self._end = self._tokens.token_to_id(_END)

    def __call__(self, audio: NDArray[np.float32]) -> str:
        """What is said in a stretch of speech at 16 kHz, shape (n,); "" if nothing is.

        Raises:
            ValueError: for more than 30 s.
        """
        if len(audio) > LONGEST_S * RATE_HZ:
            raise ValueError(f"{len(audio) / RATE_HZ} s of audio; expected at most {LONGEST_S} s")
        if len(audio) < HOP:
            return ""
        from ctranslate2 import StorageView

        heard = self._network.generate(
            StorageView.from_array(encoder_input(audio)[None]),
            [self._prompt],
            beam_size=1,
            sampling_temperature=0.0,
            return_scores=True,
            return_no_speech_prob=True,
        )[0]
        ids = heard.sequences_ids[0]
        # The score is a mean over the words' tokens; the mean meant counts the end's too.
        mean_log_p = heard.scores[0] * len(ids) / (len(ids) + 1)
        if heard.no_speech_prob > _NO_SPEECH and mean_log_p <= _LEAST_MEAN_LOG_P:
            return ""
        # Beyond the end's are the numbers of marks: tasks, languages, times.
        text: str = self._tokens.decode([token for token in ids if token < self._end])
        return text.strip()


@cache
def _loaded(path: Path, changed_ns: int) -> tuple[Network, Tokenizer]:
    from ctranslate2.models import Whisper as Network
    from tokenizers import Tokenizer

    del changed_ns
    network = Network(str(path), device="cpu", compute_type="int8", intra_threads=1)
    return network, Tokenizer.from_file(str(path / "tokenizer.json"))

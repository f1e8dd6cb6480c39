"""From what a voice gave to a :class:`Spoken`: silence trimmed, words set to the pauses heard.

::

    given    ▁▁▁▁▅▇▆▃▁▁▁▁▁▁▅▇▇▅▁▁▁▁▁
    words        [well ]    [I  so]        as the voice tells them
    Spoken       ▅▇▆▃▁▁▁▁▁▁▅▇▇▅            from the first sound to the last
                 [well]    [I so ]         edges at a pause are where the sound stops and starts

Between words with no pause the edges stay those of the voice.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turnscope.errors import Fault, ModelError
from turnscope.models.speech import Spoken, SpokenWord

__all__ = ["BETWEEN_S", "Piece", "frame_samples", "joined", "loud_frames", "spoken_of"]

Piece = tuple[NDArray[np.float32], Sequence[SpokenWord]]
"""Samples of one phrase and its words, in seconds from the first sample."""

BETWEEN_S = 0.25
"""Silence between phrases that were spoken apart."""

_FRAME_S = 0.005
_SILENT_DB = -40.0
_PAUSE_S = 0.1


def frame_samples(rate_hz: int) -> int:
    """Samples in a frame of 5 ms."""
    return round(_FRAME_S * rate_hz)


def loud_frames(samples: NDArray[np.float32], rate_hz: int) -> NDArray[np.bool_]:
    """Which frames of 5 ms sound: within 40 dB of the loudest; the rest of a frame is left out."""
    n = frame_samples(rate_hz)
    frames = samples[: len(samples) // n * n].reshape(-1, n).astype(np.float64)
    power = np.mean(frames**2, axis=1)
    loud = (power > 0) & (power >= power.max(initial=0.0) * 10 ** (_SILENT_DB / 10))
    return np.asarray(loud, np.bool_)


def joined(pieces: Sequence[Piece], rate_hz: int) -> Piece:
    """Phrases one after the other, each trimmed to its sound, with a short silence between."""
    silence = np.zeros(round(BETWEEN_S * rate_hz), np.float32)
    samples: list[NDArray[np.float32]] = []
    words: list[SpokenWord] = []
    n = 0
    for given, told in pieces:
        loud = np.flatnonzero(loud_frames(given, rate_hz))
        if not len(loud):
            continue
        frame = frame_samples(rate_hz)
        first, last = int(loud[0]) * frame, (int(loud[-1]) + 1) * frame
        if samples:
            samples.append(silence)
            n += len(silence)
        shift = (n - first) / rate_hz
        low, high = n / rate_hz, (n + last - first) / rate_hz
        words.extend(
            SpokenWord(
                word.text,
                min(max(word.start_s + shift, low), high),
                min(max(word.end_s + shift, low), high),
            )
            for word in told
        )
        samples.append(given[first:last])
        n += last - first
    return (np.concatenate(samples) if samples else np.zeros(0, np.float32)), words


def spoken_of(voice: str, text: str, pieces: Sequence[Piece], rate_hz: int) -> Spoken:
    """What a voice made of a text, trimmed, in 16-bit steps, a whole number of milliseconds long.

    Args:
        voice: its name, for errors.
        text: what was asked for.
        pieces: phrases in order.
        rate_hz: a multiple of 1000.

    Raises:
        ModelError: if there is no sound or no word, or samples that are not finite.
    """
    where = f"voice {voice}"
    if not all(np.isfinite(samples).all() for samples, _ in pieces):
        raise ModelError(Fault(where, f"{text!r} gave samples that are not finite", "sound"))
    samples, words = joined(pieces, rate_hz)
    if not len(samples) or not words:
        lacking = "no sound" if not len(samples) else "no word"
        hint = "Write it in words that can be read aloud"
        raise ModelError(Fault(where, f"{text!r} gave {lacking}", "words to speak", hint))
    words = _at_pauses(samples, words, rate_hz)
    peak = float(np.abs(samples).max())
    steps = np.rint(samples / max(peak, 1.0) * 32767.0).astype(np.float32)
    n_ms = -(-len(steps) * 1000 // rate_hz)
    steps = np.pad(steps, (0, n_ms * rate_hz // 1000 - len(steps)))
    return Spoken(text, n_ms / 1000, tuple(words), (steps / 32768.0).astype(np.float32), rate_hz)


def _at_pauses(
    samples: NDArray[np.float32], words: Sequence[SpokenWord], rate_hz: int
) -> list[SpokenWord]:
    """Words whose edges at a pause of 100 ms or more are those of the sound."""
    loud = loud_frames(samples, rate_hz)
    starts = [0.0, *(word.start_s for word in words[1:])]
    ends = [*(word.end_s for word in words[:-1]), len(samples) / rate_hz]
    for k in range(len(words) - 1):
        low = round((words[k].start_s + words[k].end_s) / 2 / _FRAME_S)
        high = round((words[k + 1].start_s + words[k + 1].end_s) / 2 / _FRAME_S)
        edges = np.flatnonzero(np.diff(np.r_[1, loud[low:high], 1].astype(np.int8)))
        runs = edges.reshape(-1, 2)
        if not len(runs):
            continue
        first, last = runs[int(np.argmax(runs[:, 1] - runs[:, 0]))]
        if (last - first) * _FRAME_S >= _PAUSE_S:
            ends[k] = float((low + first) * _FRAME_S)
            starts[k + 1] = float((low + last) * _FRAME_S)
    at = 0.0
    found = []
    for word, start, end in zip(words, starts, ends, strict=True):
        start = max(start, at)
        at = max(end, start)
        found.append(SpokenWord(word.text, start, at))
    return found

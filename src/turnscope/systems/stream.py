"""A recording as a system hears it: its channels, at its rate, in its chunks, on one clock.

Where rates differ the audio is resampled while it streams. A resampler holds some audio back (soxr,
to 16 kHz: 12 to 37 ms from 48 kHz, up to 115 ms from 8 kHz, for it works in blocks), and a
listener would have to wait for it too: each chunk is stamped with the *recorded* audio that had
been taken in when it was complete.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

import numpy as np
import soxr

from turnscope.corpus.audio import Recording
from turnscope.systems.base import Audio, SystemCard

__all__ = ["Chunk", "chunks", "heard_rate_hz", "heard_s"]

_HOPS_PER_S = 100
_SILENCE = np.empty(0, np.float32)


class Chunk(NamedTuple):
    """A piece of audio for a system.

    Attributes:
        audio: samples at the system's rate, shape (n,) or (2, n) with the speaker's own first.
        heard_s: seconds of the recording that had been heard when it was complete.
        is_whole: False for what is left at the end.
    """

    audio: Audio
    heard_s: float
    is_whole: bool = True


def heard_rate_hz(card: SystemCard, recording: Recording, speaker: int) -> int:
    """The rate at which a system hears a speaker."""
    return card.sample_rate_hz or recording.rate_hz(speaker)


def heard_s(card: SystemCard, recording: Recording, speaker: int) -> float:
    """Seconds of audio a speaker's session hears: of the longer channel, where it hears both."""
    channels = (speaker,) if card.hears == "own" else (speaker, 3 - speaker)
    return max(recording.n_samples(c) / recording.rate_hz(c) for c in channels)


def chunks(recording: Recording, speaker: int, card: SystemCard) -> Iterator[Chunk]:
    """The recording as a speaker's session of a system hears it; what is left comes last.

    The last chunk may be empty and is never whole. Where a system hears both channels, the
    shorter one is followed by silence.
    """
    rate_hz = heard_rate_hz(card, recording, speaker)
    size = card.chunk_samples(rate_hz)
    channels = (speaker,) if card.hears == "own" else (speaker, 3 - speaker)
    length_s = heard_s(card, recording, speaker)
    native = all(recording.rate_hz(c) == rate_hz for c in channels)
    if native:
        hops = [_padded(recording, c, size, length_s) for c in channels]
        hop_s = card.chunk_s if abs(card.chunk_s * rate_hz - size) < 1e-6 else size / rate_hz
    else:
        hops = [_resampled(recording, c, rate_hz, length_s) for c in channels]
        hop_s = 1.0 / _HOPS_PER_S
    waiting = [_SILENCE for _ in channels]
    time_s = 0.0
    # k * chunk_s is the very float that the published systems stamp, where it is whole samples.
    for k, pieces in enumerate(zip_longest(*hops, fillvalue=_SILENCE), start=1):
        time_s = min(k * hop_s, length_s)
        if native and min(map(len, pieces)) == size:
            # Pieces are chunks already; only the last can be shorter.
            yield Chunk(_joined(list(pieces), card), time_s)
            continue
        waiting = [np.concatenate(pair) for pair in zip(waiting, pieces, strict=True)]
        while min(map(len, waiting)) >= size:
            yield Chunk(_joined([w[:size] for w in waiting], card), time_s)
            waiting = [w[size:] for w in waiting]
    n = max(map(len, waiting))
    rest = [np.concatenate([w, np.zeros(n - len(w), np.float32)]) for w in waiting]
    yield Chunk(_joined(rest, card), length_s, is_whole=False)


def _joined(channels: list[Audio], card: SystemCard) -> Audio:
    if card.hears == "own":
        return channels[0]
    both = np.stack(channels)
    return both if card.hears == "both" else both.mean(axis=0)


def _padded(recording: Recording, channel: int, size: int, length_s: float) -> Iterator[Audio]:
    """A channel in pieces of ``size`` samples, followed by silence up to a length."""
    left = round(length_s * recording.rate_hz(channel))
    for piece in recording.blocks(channel, size):
        left -= len(piece)
        if len(piece) < size and left > 0:
            # The channel ends within this piece; silence fills it as far as the other goes.
            filled = min(size - len(piece), left)
            left -= filled
            yield np.concatenate([piece, np.zeros(filled, np.float32)])
        else:
            yield piece
    while left > 0:
        filled = min(size, left)
        left -= filled
        yield np.zeros(filled, np.float32)


def _resampled(
    recording: Recording, channel: int, rate_hz: int, length_s: float
) -> Iterator[Audio]:
    """A channel at another rate, one piece for every 10 ms taken in, and one for the end."""
    own_hz = recording.rate_hz(channel)
    stream = soxr.ResampleStream(own_hz, rate_hz, 1, dtype="float32")
    taken = np.empty(0, np.float32)
    position, hop = 0, 0
    for piece in _padded(recording, channel, own_hz, length_s):
        taken = np.concatenate([taken, piece])
        while len(taken) >= (due := (hop + 1) * own_hz // _HOPS_PER_S - position):
            yield stream.resample_chunk(taken[:due])
            taken, position, hop = taken[due:], position + due, hop + 1
    yield stream.resample_chunk(taken, last=True)

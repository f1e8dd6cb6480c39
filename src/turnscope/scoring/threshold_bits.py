"""The commits of all thresholds at once: one bit a threshold, one word for 64 of them.

With thresholds in ascending order a score lies above the first ``r`` of them, so a frame is the
word with its lowest ``r`` bits set, and the whole commit rule is bit arithmetic::

    frame i-1   p above theta_0            0001
    frame i     p above theta_0..theta_2   0111
    edge        at theta_1 and theta_2     0110     and not in a refractory period

All tracks take each frame together, so the number of steps is the number of frames of the
longest track, whatever the number of tracks and thresholds.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats

__all__ = ["Words", "commit_bits", "n_words", "spread"]

Words = NDArray[np.uint64]


def n_words(n_thresholds: int) -> int:
    """Words that hold a bit for each threshold."""
    return -(-n_thresholds // 64)


def commit_bits(tracks: Sequence[Floats], theta: Floats, refractory_frames: int) -> Words:
    """Which thresholds commit at which frame, by the official rule.

    Args:
        tracks: scores, one array a speaker; lengths may differ.
        theta: thresholds, ascending and distinct.
        refractory_frames: frames from one commit to the next, at least 1.

    Returns:
        Bits, shape (frames of the longest track, tracks, words).
    """
    n_frames = max(map(len, tracks), default=0)
    # A track that has ended has rank 0: above no threshold, so it commits nothing.
    rank = np.zeros((n_frames, len(tracks)), np.intp)
    for column, track in enumerate(tracks):
        rank[: len(track), column] = np.searchsorted(theta, track, side="left")
    table = _lowest_bits(len(theta))
    shape = (len(tracks), n_words(len(theta)))
    committed = np.empty((n_frames, *shape), np.uint64)
    above, before = np.empty(shape, np.uint64), np.zeros(shape, np.uint64)
    blocked, barred = np.zeros(shape, np.uint64), np.empty(shape, np.uint64)
    for frame in range(n_frames):
        if frame >= refractory_frames:
            np.bitwise_xor(blocked, committed[frame - refractory_frames], out=blocked)
        table.take(rank[frame], axis=0, out=above, mode="clip")
        np.bitwise_or(before, blocked, out=barred)
        np.invert(barred, out=barred)
        now = committed[frame]
        np.bitwise_and(above, barred, out=now)
        np.bitwise_or(blocked, now, out=blocked)
        above, before = before, above
    return committed


def _lowest_bits(n: int) -> Words:
    """Row ``r`` has its lowest ``r`` bits set; shape (n + 1, words)."""
    bits = np.tri(n + 1, n_words(n) * 64, -1, dtype=np.uint8)
    return np.packbits(bits, axis=1, bitorder="little").view(np.uint64)


def spread(words: Words, n: int) -> NDArray[np.uint8]:
    """The first ``n`` bits of the last axis's words as 0 and 1."""
    bytes_of = np.ascontiguousarray(words).view(np.uint8)
    bits: NDArray[np.uint8] = np.unpackbits(bytes_of, axis=-1, bitorder="little")[..., :n]
    return bits

"""Could the difference be chance? Labels are exchanged within clusters, and Holm over many.

Two systems that heard the same conversations differ in each cluster by some amount. If they were
alike, either could have had the other's result there: each cluster's difference may change sign.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["holm", "sign_flip_p", "sign_flip_ps"]

_EXACT = 14
"""Clusters that differ, up to which all sign patterns are tried (16,384)."""

_BLOCK = 2_000_000
"""Numbers held at once while signs are drawn."""


def sign_flip_p(difference: ArrayLike, *, n_resamples: int = 10_000, seed: int = 0) -> float:
    """Two-sided p-value that the sum of differences is as far from 0 by exchange of labels.

    Args:
        difference: per cluster, shape (n,); clusters without one do not count.
        n_resamples: sign patterns drawn where there are too many to try all.
        seed: of the draw.

    Returns:
        In (0, 1]; 1 where nothing differs. With patterns drawn, the observed one counts among
        them, so p is never below 1 / (n_resamples + 1). NaN for n = 0.
    """
    given = np.asarray(difference, np.float64)
    return float(sign_flip_ps(given[:, None], n_resamples=n_resamples, seed=seed)[0])


def sign_flip_ps(
    differences: NDArray[np.float64], *, n_resamples: int = 10_000, seed: int = 0
) -> NDArray[np.float64]:
    """The same for many sets of differences, shape (n, m); one draw of signs serves all.

    Returns:
        Shape (m,).
    """
    n, m = differences.shape
    if not n:
        return np.full(m, np.nan)
    found = np.ones(m)
    n_differing = np.count_nonzero(differences, axis=0)
    for k in np.flatnonzero((n_differing > 0) & (n_differing <= _EXACT)):
        found[k] = _counted_out(differences[differences[:, k] != 0.0, k])
    many = np.flatnonzero(n_differing > _EXACT)
    if len(many):
        reached = _reached(differences[:, many])
        rng = np.random.default_rng(seed)
        n_far = np.zeros(len(many), np.int64)
        block = max(1, _BLOCK // (n + len(many)))
        for first in range(0, n_resamples, block):
            n_now = min(block, n_resamples - first)
            signs = rng.integers(0, 2, size=(n_now, n)) * 2.0 - 1.0
            n_far += np.count_nonzero(np.abs(signs @ differences[:, many]) >= reached, axis=0)
        found[many] = (n_far + 1) / (n_resamples + 1)
    return found


def _counted_out(differing: NDArray[np.float64]) -> float:
    n = len(differing)
    codes = np.arange(2**n)[:, None] >> np.arange(n)[None, :]
    sums = np.where(codes & 1, -1.0, 1.0) @ differing
    return float(np.mean(np.abs(sums) >= _reached(differing)))


def _reached(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """What counts as far as the observed sum; rounding must not make its equal miss it."""
    far: NDArray[np.float64] = np.abs(differences.sum(axis=0)) * (1.0 - 1e-12)
    return far


def holm(p_values: Sequence[float]) -> list[float]:
    """The same p-values, adjusted so that all comparisons together err at the level of one.

    NaN stay NaN and do not count as comparisons. Source: Holm (1979).
    """
    adjusted = [float("nan")] * len(p_values)
    order = sorted((p, k) for k, p in enumerate(p_values) if not np.isnan(p))
    largest = 0.0
    for rank, (p, k) in enumerate(order):
        largest = max(largest, min(1.0, p * (len(order) - rank)))
        adjusted[k] = largest
    return adjusted

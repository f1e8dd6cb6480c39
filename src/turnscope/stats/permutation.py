"""Could the difference be chance? Labels are exchanged within clusters, and Holm over many.

Two systems that heard the same conversations differ in each cluster by some amount. If they were
alike, either could have had the other's result there: each cluster's difference may change sign.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["holm", "sign_flip_p"]

_EXACT = 14
"""Clusters that differ, up to which all sign patterns are tried (16,384)."""

_BLOCK = 2_000


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
    if not given.size:
        return float("nan")
    differing = given[given != 0.0]
    n = len(differing)
    if not n:
        return 1.0
    # Rounding must not make a pattern miss the sum that it equals.
    reached = abs(float(differing.sum())) * (1.0 - 1e-12)
    if n <= _EXACT:
        codes = np.arange(2**n)[:, None] >> np.arange(n)[None, :]
        sums = np.where(codes & 1, -1.0, 1.0) @ differing
        return float(np.mean(np.abs(sums) >= reached))
    rng = np.random.default_rng(seed)
    n_far = 0
    for first in range(0, n_resamples, _BLOCK):
        n_now = min(_BLOCK, n_resamples - first)
        signs = rng.integers(0, 2, size=(n_now, n)) * 2.0 - 1.0
        n_far += int(np.count_nonzero(np.abs(signs @ differing) >= reached))
    return (n_far + 1) / (n_resamples + 1)


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

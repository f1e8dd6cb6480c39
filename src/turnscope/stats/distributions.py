"""How far apart two samples lie."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["ks_distance"]


def ks_distance(first: ArrayLike, second: ArrayLike) -> float:
    """The Kolmogorov-Smirnov distance: the largest gap between two samples' distributions.

    ::

        share 1 ┤      ┌──────┌───
                │   ┌──┘ ↕  ┌─┘       the largest ↕, from 0 (alike) to 1 (disjoint)
              0 ┼───┘  ─────┘

    Args:
        first: values, shape (n,), without NaN.
        second: values, shape (m,), without NaN.

    Returns:
        A number in [0, 1], the same for both orders; NaN if a sample is empty.

    Source: the two-sided statistic of Smirnov (1939), as ``scipy.stats.ks_2samp`` gives it.
    """
    one, other = (np.sort(np.asarray(sample, np.float64)) for sample in (first, second))
    if not len(one) or not len(other):
        return float("nan")
    steps = np.concatenate([one, other])
    share = np.searchsorted(one, steps, side="right") / len(one)
    other_share = np.searchsorted(other, steps, side="right") / len(other)
    return float(np.max(np.abs(share - other_share)))

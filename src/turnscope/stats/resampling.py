"""The bootstrap over clusters: whole clusters are drawn with replacement, never single events.

::

    clusters    c1 c2 c3 c4 c5            a resample = how often each was drawn
    weights      1  0  2  1  1            (B resamples, n clusters), rows sum to n

Sums over a resample are then a matrix product, so ten thousand of them take a fraction of a
second. Source: Davison and Hinkley (1997), section 3.8; BCa: Efron (1987).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from turnscope.stats.intervals import Interval, no_interval

__all__ = [
    "Floats",
    "Ints",
    "bootstrap_intervals",
    "cluster_weights",
    "ratio_under",
    "weighted_percentiles",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_BLOCK = 4_000_000
"""Numbers held at once while percentiles are taken, about 32 MB."""


def cluster_weights(n_clusters: int, n_resamples: int, *, seed: int) -> Floats:
    """How often each cluster is drawn in each resample, shape (n_resamples, n_clusters)."""
    rng = np.random.default_rng(seed)
    drawn = rng.integers(0, max(n_clusters, 1), size=(n_resamples, n_clusters))
    drawn += n_clusters * np.arange(n_resamples)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=n_resamples * n_clusters)
    return counts.reshape(n_resamples, n_clusters).astype(np.float64)


def ratio_under(weights: Floats, numerator: Floats, denominator: Floats) -> Floats:
    """A ratio of sums over clusters, for each row of weights; NaN where the lower sum is 0.

    Args:
        weights: shape (B, n).
        numerator: per cluster, shape (n,).
        denominator: the same.
    """
    over = weights @ denominator
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(over > 0, (weights @ numerator) / over, np.nan)


def weighted_percentiles(
    weights: Floats, values: Floats, cluster: Ints, percents: tuple[float, ...]
) -> Floats:
    """Percentiles by linear interpolation of values repeated as often as their cluster is drawn.

    Args:
        weights: whole numbers, shape (B, n).
        values: pooled over clusters, shape (m,).
        cluster: of each value, shape (m,).
        percents: from 0 to 100, k of them.

    Returns:
        Shape (B, k); NaN for a resample without values.
    """
    order = np.argsort(values, kind="stable")
    values, cluster = values[order], cluster[order]
    found = np.full((len(weights), len(percents)), np.nan)
    if not len(values):
        return found
    # Shelves of neighbouring values: counts per shelf are a matrix product, so that only one
    # shelf a percentile must be looked through.
    width = max(1, math.isqrt(len(values)))
    n_shelves = -(-len(values) // width)
    held = np.zeros((n_shelves, weights.shape[1]))
    np.add.at(held, (np.arange(len(values)) // width, cluster), 1.0)
    step = max(1, _BLOCK // max(width, n_shelves))
    for first in range(0, len(weights), step):
        block = weights[first : first + step]
        upto = np.cumsum(block @ held.T, axis=1)
        some = np.flatnonzero(upto[:, -1] > 0)
        stock = _Stock(values, cluster, width, block[some], upto[some])
        for column, percent in enumerate(percents):
            at = percent / 100.0 * (stock.total - 1)
            lower = np.floor(at)
            low = stock.value_at(lower)
            high = stock.value_at(np.minimum(lower + 1, stock.total - 1))
            found[first + some, column] = low + (at - lower) * (high - low)
    return found


class _Stock:
    """Ascending values on shelves of equal width, each repeated as each resample says."""

    def __init__(
        self, values: Floats, cluster: Ints, width: int, weights: Floats, upto: Floats
    ) -> None:
        n_shelves = upto.shape[1]
        # A place beyond the last value repeats it; no rank below the total comes to it.
        place = np.minimum(np.arange(n_shelves * width), len(values) - 1)
        self.values = values[place].reshape(n_shelves, width)
        self.cluster = cluster[place].reshape(n_shelves, width)
        self.weights, self.upto, self.total = weights, upto, upto[:, -1]

    def value_at(self, rank: Floats) -> Floats:
        """The value of a rank (0-based) in each resample."""
        row = np.arange(len(rank))
        shelf = np.count_nonzero(self.upto <= rank[:, None], axis=1)
        before = np.where(shelf > 0, self.upto[row, shelf - 1], 0.0)
        counts = np.cumsum(self.weights[row[:, None], self.cluster[shelf]], axis=1)
        book = np.count_nonzero(counts <= (rank - before)[:, None], axis=1)
        found: Floats = self.values[shelf, book]
        return found


def bootstrap_intervals(
    statistics: Callable[[Floats], Floats],
    weights: Floats,
    *,
    level: float = 0.95,
    method: str = "percentile",
) -> tuple[Interval, ...]:
    """Intervals of statistics that are functions of how often each cluster counts.

    Args:
        statistics: from weights, shape (B, n), to their values, shape (B, k), NaN where undefined.
        weights: of the resamples, shape (B, n), from :func:`cluster_weights`.
        level: within (0, 1).
        method: ``percentile``, or ``bca`` (bias-corrected and accelerated), which jackknifes over
            clusters as well.

    Returns:
        One for each of the k. NaN ends where the statistic is undefined on the data itself, or
        the clusters are fewer than two; for ``bca`` also where all resamples lie on one side of
        the estimate.

    Raises:
        ValueError: for another method or level.
    """
    if method not in ("percentile", "bca") or not 0.0 < level < 1.0:
        raise ValueError(f"{method} at level {level}; expected percentile or bca, within (0, 1)")
    n = weights.shape[1]
    estimates = statistics(np.ones((1, n)))[0]
    if n < 2:
        return tuple(no_interval(level, method, n=n) for _ in estimates)
    values = statistics(weights)
    left_out = statistics(1.0 - np.eye(n)) if method == "bca" else np.empty((0, len(estimates)))
    return tuple(
        _interval(float(estimate), drawn, without, level, method, n)
        for estimate, drawn, without in zip(estimates, values.T, left_out.T, strict=True)
    )


def _interval(
    estimate: float, values: Floats, left_out: Floats, level: float, method: str, n: int
) -> Interval:
    defined = np.sort(values[~np.isnan(values)])
    n_failed = len(values) - len(defined)
    if np.isnan(estimate) or not len(defined):
        return no_interval(level, method, n=n, n_failed=n_failed)
    tails = np.array([0.5 - level / 2, 0.5 + level / 2])
    if method == "bca":
        tails = _corrected(tails, defined, estimate, left_out)
    if np.isnan(tails).any():
        return no_interval(level, method, n=n, n_failed=n_failed)
    low, high = np.quantile(defined, tails)
    return Interval(float(low), float(high), level, method, n, n_failed)


def _corrected(tails: Floats, values: Floats, estimate: float, left_out: Floats) -> Floats:
    """Where BCa reads the distribution, in place of the two tails."""
    normal = NormalDist()
    below = np.count_nonzero(values < estimate) + 0.5 * np.count_nonzero(values == estimate)
    share = float(below) / len(values)
    if values[0] == values[-1] == estimate:
        return tails
    if not 0.0 < share < 1.0:
        return np.full(2, np.nan)
    bias = normal.inv_cdf(share)
    spread = np.nanmean(left_out) - left_out[~np.isnan(left_out)]
    scale = float(np.sum(spread**2)) ** 1.5
    skew = float(np.sum(spread**3)) / (6.0 * scale) if scale > 0 else 0.0
    z = bias + np.array([normal.inv_cdf(float(tail)) for tail in tails])
    return np.array([normal.cdf(float(bias + each / (1.0 - skew * each))) for each in z])

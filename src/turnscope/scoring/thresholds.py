"""Which thresholds a sweep tries, and which of them becomes the operating point."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.sweep import Sweep

__all__ = ["BUDGET", "OperatingPoint", "candidates", "operating_point"]

BUDGET = 0.1
"""The highest false-positive rate on dev that an operating point may have."""

_N_QUANTILES = 512
_GRID = np.arange(1, 100) / 100


def candidates(scores: ScoreTracks) -> Floats:
    """The thresholds to try, ascending and distinct.

    512 quantiles (0 to 1 in equal steps) of all scores above 0, both speakers pooled, united
    with 0.01, 0.02 .. 0.99; the grid alone for scores that are all 0. Quantiles make the sweep
    independent of the scale of the scores.

    Source:
        TurnBench paper, section VII.
    """
    tracks = [track for pair in scores.tracks.values() for track in pair]
    pooled = np.concatenate([np.empty(0), *tracks])
    positive = pooled[pooled > 0]
    if not len(positive):
        return _GRID.copy()
    quantiles = np.quantile(positive, np.linspace(0, 1, _N_QUANTILES))
    return np.unique(np.concatenate([quantiles, _GRID]))


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """A threshold chosen on one split, to be frozen for another.

    Attributes:
        theta: the threshold.
        recall: at it, on the split it was chosen on.
        fp_rate: at it, on that split.
        budget: what the false-positive rate had to keep to.
        index: of the threshold in the sweep.
    """

    theta: float
    recall: float
    fp_rate: float
    budget: float
    index: int


def operating_point(
    sweep: Sweep, *, budget: float = BUDGET, tie: Literal["theta", "latency"] = "theta"
) -> OperatingPoint | None:
    """The highest recall within a budget of false positives.

    Args:
        sweep: all thresholds on one split.
        budget: the highest false-positive rate allowed, itself included.
        tie: of equal recalls the lowest threshold (official), or the one with the lowest median
            latency.

    Returns:
        None if no threshold fits: a result of its own, not a threshold. An undefined rate
        (no negatives, or no positives) does not fit.
    """
    fits = np.flatnonzero((sweep.fp_rate <= budget) & ~np.isnan(sweep.recall))
    if not len(fits):
        return None
    best = fits[sweep.recall[fits] == sweep.recall[fits].max()]
    if tie == "latency":
        median = sweep.latency_ms[1, best]
        index = int(best[0]) if np.isnan(median).all() else int(best[np.nanargmin(median)])
    else:
        index = int(best[0])
    return OperatingPoint(
        float(sweep.theta[index]),
        float(sweep.recall[index]),
        float(sweep.fp_rate[index]),
        budget,
        index,
    )

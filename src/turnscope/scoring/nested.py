"""How much an operating point flatters itself: thresholds chosen without what they are judged on.

A threshold chosen on some conversations fits their accidents. Choosing it on all but one fold of
conversations and judging it on that fold, fold after fold, tells what a frozen threshold does on
conversations it has not seen. The difference to the score on its own data is its optimism.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from turnscope.core.columns import Floats
from turnscope.errors import Fault, ProtocolError
from turnscope.scoring.sweep import Sweep, share
from turnscope.scoring.thresholds import BUDGET, operating_point

__all__ = ["Nested", "nested"]


@dataclass(frozen=True, eq=False, slots=True)
class Nested:
    """Selection and judgement kept apart, over folds of conversations.

    Attributes:
        theta: the threshold chosen without each fold, shape (folds,); NaN where none fitted.
        recall: pooled over the folds with a threshold; NaN if there is none.
        fp_rate: the same.
        recall_optimism: recall on the data the point was chosen on, minus ``recall``.
        fp_rate_optimism: ``fp_rate`` minus the rate on the data it was chosen on.
        n_without: folds for which no threshold fitted the budget.
    """

    theta: Floats
    recall: float
    fp_rate: float
    recall_optimism: float
    fp_rate_optimism: float
    n_without: int


def nested(sweep: Sweep, *, n_folds: int | None = None, budget: float = BUDGET) -> Nested:
    """Judge each fold of conversations at the operating point of the others.

    Args:
        sweep: with at least two conversations.
        n_folds: conversations k, k + n, k + 2n .. form fold k; each its own by default.
        budget: highest false-positive rate allowed where the point is chosen.

    Raises:
        ProtocolError: for fewer than two folds, or more folds than conversations.
    """
    n = len(sweep.ids)
    n_folds = n if n_folds is None else n_folds
    if not 2 <= n_folds <= n:
        raise ProtocolError(
            Fault("folds", str(n_folds), f"from 2 to the number of conversations, {n}")
        )
    theta = np.full(n_folds, np.nan)
    counts = np.zeros(4, np.int64)
    for fold in range(n_folds):
        inside = np.arange(n) % n_folds == fold
        point = operating_point(_of(sweep, ~inside), budget=budget)
        if point is None:
            continue
        theta[fold] = point.theta
        held_out = _of(sweep, inside)
        counts += (
            held_out.tp[point.index],
            held_out.n_positives,
            held_out.fp[point.index],
            held_out.n_negatives,
        )
    recall = float(share(counts[:1], int(counts[1]))[0])
    fp_rate = float(share(counts[2:3], int(counts[3]))[0])
    whole = operating_point(sweep, budget=budget)
    own = (whole.recall, whole.fp_rate) if whole is not None else (np.nan, np.nan)
    return Nested(
        theta,
        recall,
        fp_rate,
        own[0] - recall,
        fp_rate - own[1],
        int(np.isnan(theta).sum()),
    )


def _of(sweep: Sweep, kept: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> Sweep:
    """The sweep over some of its conversations; latencies stay those of all."""
    return replace(
        sweep,
        ids=tuple(i for i, keep in zip(sweep.ids, kept, strict=True) if keep),
        hits=sweep.hits[kept],
        positives=sweep.positives[kept],
        alarms=sweep.alarms[kept],
        negatives=sweep.negatives[kept],
    )

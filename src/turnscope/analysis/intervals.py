"""How far the official numbers would move with other speakers: intervals by resampling clusters.

Sums are taken per cluster from the outcome table once; each resample weighs them. The numbers
themselves stay what scoring says, to the last digit.

Where events are few, or all or none of them were hit, resampling has too little to vary; there a
rate has Wilson's interval (:data:`FEW`). Of no events there is never an interval.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from turnscope.analysis.clusters import Clusters
from turnscope.core.columns import Floats, Ints
from turnscope.core.outcomes import Kind, Outcomes
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import PERCENTILES
from turnscope.stats.intervals import Interval, no_interval
from turnscope.stats.proportions import wilson
from turnscope.stats.resampling import (
    bootstrap_intervals,
    cluster_weights,
    ratio_under,
    weighted_percentiles,
)

__all__ = ["FEW", "NUMBERS", "Statistics", "TaskIntervals", "drift_interval", "intervals"]

NUMBERS = ("recall", "fp_rate", "p10", "p50", "p90")
"""What has an interval, in this order; latencies in milliseconds."""

FEW = 50
"""Events below which a rate has Wilson's interval, see docs/intervals.md."""

Statistics = Callable[[Floats], Floats]


@dataclass(frozen=True, slots=True)
class TaskIntervals:
    """Intervals of one task's numbers.

    NaN ends where the number is undefined or the task is not supported; and for latency where all
    hits are of one cluster, or too few for the level: at 95 %, 6 for the median, 36 for p10, p90.
    """

    recall: Interval
    fp_rate: Interval
    p10: Interval
    p50: Interval
    p90: Interval


def intervals(
    outcomes: Outcomes,
    clusters: Clusters,
    *,
    level: float = 0.95,
    method: str = "percentile",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> dict[Task, TaskIntervals]:
    """Intervals of recall, fp_rate and the latency percentiles.

    Args:
        outcomes: the table.
        clusters: of its roster.
        level: within (0, 1).
        method: ``percentile`` or ``bca``.
        n_resamples: drawn; the same ones serve all numbers.
        seed: of the draw.
    """
    weights = cluster_weights(clusters.n, n_resamples, seed=seed)
    found = {}
    for number, task in enumerate(Task):
        statistics = _statistics(outcomes, clusters, number)
        ends = bootstrap_intervals(statistics, weights, level=level, method=method)
        found[task] = TaskIntervals(*_judged(ends, outcomes, clusters, number))
    return found


def _judged(
    ends: tuple[Interval, ...], outcomes: Outcomes, clusters: Clusters, number: int
) -> list[Interval]:
    """Wilson's in place of a rate's interval where resampling cannot tell; none of one cluster."""
    rows = outcomes.gold
    kind = rows.kind[rows.task == number]
    n_of = np.bincount(kind, minlength=len(Kind))
    level, method = ends[0].level, ends[0].method
    hits = clusters.of_group(rows.group[(rows.task == number) & (rows.kind == Kind.HIT)])
    latencies = list(ends[2:])
    for k, percent in enumerate(PERCENTILES):
        # The percentile lies beyond all hits with this probability on either side.
        beyond = (1.0 - min(percent, 100 - percent) / 100.0) ** len(hits)
        if len(np.unique(hits)) < 2 or beyond > 0.5 - level / 2:
            latencies[k] = no_interval(level, method)
    if tuple(Task)[number] not in outcomes.supported:
        return [no_interval(level, method)] * len(ends)
    return [
        _rate(ends[0], int(n_of[Kind.HIT]), int(n_of[Kind.HIT] + n_of[Kind.MISS])),
        _rate(
            ends[1],
            int(n_of[Kind.FALSE_ALARM]),
            int(n_of[Kind.FALSE_ALARM] + n_of[Kind.CORRECT_REJECTION]),
        ),
        *latencies,
    ]


def _rate(resampled: Interval, k: int, n: int) -> Interval:
    if n < FEW or k in (0, n) or np.isnan(resampled.low):
        return wilson(k, n, level=resampled.level)
    return resampled


def drift_interval(
    outcomes: Outcomes,
    clusters: Clusters,
    task: Task,
    *,
    level: float = 0.95,
    n_resamples: int = 10_000,
    seed: int = 0,
) -> tuple[float, Interval]:
    """How much later hits come with each minute of a conversation, in ms per minute.

    The slope of latency on gold time by least squares over all hits, each conversation about its
    own means, so that conversations of different pace do not make a slope. NaN without hits at
    different times in one conversation.
    """
    rows = outcomes.gold
    hit = (rows.task == tuple(Task).index(task)) & (rows.kind == Kind.HIT)
    conversation = rows.group[hit] // 2
    n = len(outcomes.roster)
    minutes = _centred(rows.start_s[hit] / 60.0, conversation, n)
    latency_ms = _centred(rows.latency_s[hit] * 1000.0, conversation, n)
    cluster = clusters.of_group(rows.group[hit])
    over = np.bincount(cluster, minutes * minutes, clusters.n).astype(np.float64)
    under = np.bincount(cluster, minutes * latency_ms, clusters.n).astype(np.float64)

    def slope(weights: Floats) -> Floats:
        return ratio_under(weights, under, over)[:, None]

    weights = cluster_weights(clusters.n, n_resamples, seed=seed)
    value = float(slope(np.ones((1, clusters.n)))[0, 0])
    (ends,) = bootstrap_intervals(slope, weights, level=level)
    return value, ends


def _centred(value: Floats, conversation: Ints, n: int) -> Floats:
    count = np.maximum(np.bincount(conversation, minlength=n), 1)
    centred: Floats = value - (np.bincount(conversation, value, n) / count)[conversation]
    return centred


def _statistics(outcomes: Outcomes, clusters: Clusters, number: int) -> Statistics:
    """All of :data:`NUMBERS` of one task at once, from weights (B, n) to values (B, 5)."""
    rows = outcomes.gold
    mine = rows.task == number
    kind, cluster = rows.kind[mine], clusters.of_group(rows.group[mine])
    count = np.zeros((len(Kind), clusters.n))
    np.add.at(count, (kind, cluster), 1.0)
    positives = count[Kind.HIT] + count[Kind.MISS]
    negatives = count[Kind.FALSE_ALARM] + count[Kind.CORRECT_REJECTION]
    hits = kind == Kind.HIT
    latency_ms, hit_cluster = rows.latency_s[mine][hits] * 1000.0, cluster[hits]

    def statistics(weights: Floats) -> Floats:
        recall = ratio_under(weights, count[Kind.HIT], positives)
        fp_rate = ratio_under(weights, count[Kind.FALSE_ALARM], negatives)
        percentiles = weighted_percentiles(weights, latency_ms, hit_cluster, PERCENTILES)
        return np.column_stack([recall, fp_rate, percentiles])

    return statistics

"""Is one system better than another? Paired differences, their intervals, and a test.

Both heard the same conversations, so they are compared event by event::

    recall, fp_rate     A's minus B's, over the same events
    latency             median over events that both hit of A's minus B's latency there

A system that hits only what is easy would look fast by the median of its own hits; over events
that both hit it does not. The test exchanges the two systems' labels within whole clusters: the
sums over clusters of what differs (hits, false alarms; for latency the sign of each event's
difference) change sign together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from turnscope.analysis.clusters import Clusters
from turnscope.analysis.paired import Paired, paired, refuse_unpaired
from turnscope.core.columns import Floats
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.stats.intervals import Interval, no_interval
from turnscope.stats.permutation import sign_flip_ps
from turnscope.stats.resampling import (
    bootstrap_intervals,
    cluster_weights,
    ratio_under,
    weighted_percentiles,
)

__all__ = ["COMPARED", "Difference", "TaskDifferences", "compared", "differences"]

COMPARED = ("recall", "fp_rate", "latency_ms")
"""The numbers that are compared, in this order."""

_Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Difference:
    """How one number of two systems differs.

    Attributes:
        a: the first system's number; of latency, the median over events that both hit.
        b: the second's.
        value: the difference, A minus B; of latency, the median of the differences. NaN if
            undefined, or if either does not support the task.
        interval: of ``value``, by the bootstrap over clusters; NaN ends where ``value`` is
            undefined or all events lie in one cluster.
        p: two-sided, by exchange of labels within clusters; NaN if undefined.
        lean: the sum that the test tests; its sign tells who has more of it.
        n: events it rests on: positives, negatives, or positives that both hit.
        n_differing: clusters in which the two differ.
        p_adjusted: p by Holm over a family of comparisons; ``p`` itself where it stands alone.
    """

    a: float
    b: float
    value: float
    interval: Interval
    p: float
    lean: float
    n: int
    n_differing: int
    p_adjusted: float

    def adjusted(self, p: float) -> Difference:
        """The same with another adjusted p-value."""
        return replace(self, p_adjusted=p)


@dataclass(frozen=True, slots=True)
class TaskDifferences:
    """How two systems differ in one task."""

    recall: Difference
    fp_rate: Difference
    latency_ms: Difference


def compared(
    a: Outcomes,
    b: Outcomes,
    clusters: Clusters,
    *,
    conversations: Sequence[int] | None = None,
    level: float = 0.95,
    method: str = "percentile",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> dict[Task, TaskDifferences]:
    """Compare two systems over the same gold.

    Args:
        a: outcomes of the first.
        b: of the second.
        clusters: of their roster.
        conversations: positions in the roster to compare on, all by default.
        level: of the intervals, within (0, 1).
        method: ``percentile`` or ``bca``.
        n_resamples: of the bootstrap, and sign patterns of the test.
        seed: of both.

    Returns:
        By task. Identical systems differ by exactly 0 with p = 1.

    Raises:
        ProtocolError: if the two were not scored against the same gold.
    """
    refuse_unpaired([a, b])
    found = {}
    for task in Task:
        both = paired([a, b], clusters, task, conversations=conversations)
        weights = cluster_weights(both.n_clusters, n_resamples, seed=seed)
        each = differences(
            both,
            [(0, 1)],
            weights,
            level=level,
            method=method,
            n_permutations=n_resamples,
            seed=seed,
        )
        found[task] = TaskDifferences(*(each[number][0] for number in COMPARED))
    return found


def differences(
    systems: Paired,
    pairs: Sequence[_Pair],
    weights: Floats,
    *,
    level: float,
    method: str,
    n_permutations: int,
    seed: int,
) -> dict[str, list[Difference]]:
    """All of :data:`COMPARED` for each pair of systems, not adjusted for their number.

    Args:
        systems: side by side.
        pairs: columns (A, B) of ``systems``.
        weights: of the resamples, over its clusters.
        level: of the intervals.
        method: ``percentile`` or ``bca``.
        n_permutations: sign patterns drawn where there are too many to try all.
        seed: of the signs.
    """
    first, second = (np.array([pair[k] for pair in pairs], np.int64) for k in (0, 1))
    supported = systems.supported[first] & systems.supported[second]
    both = [~np.isnan(systems.latency_ms[:, list(pair)]).any(axis=1) for pair in pairs]
    gaps = [
        systems.latency_ms[heard, i] - systems.latency_ms[heard, j]
        for heard, (i, j) in zip(both, pairs, strict=True)
    ]
    clusters = [systems.cluster[heard] for heard in both]

    def values(drawn: Floats) -> Floats:
        recall = _rates(drawn, systems.hits, systems.positives)
        fp_rate = _rates(drawn, systems.alarms, systems.negatives)
        latency = [
            weighted_percentiles(drawn, gap, cluster, (50.0,))
            for gap, cluster in zip(gaps, clusters, strict=True)
        ]
        return np.hstack(
            [recall[:, first] - recall[:, second], fp_rate[:, first] - fp_rate[:, second], *latency]
        )

    ends = bootstrap_intervals(values, weights, level=level, method=method)
    once = np.ones((1, systems.n_clusters))
    value = values(once)[0]
    leans = np.hstack(
        [
            systems.hits[:, first] - systems.hits[:, second],
            systems.alarms[:, first] - systems.alarms[:, second],
            *(
                np.bincount(cluster, np.sign(gap), systems.n_clusters)[:, None]
                for gap, cluster in zip(gaps, clusters, strict=True)
            ),
        ]
    )
    ps = sign_flip_ps(leans, n_resamples=n_permutations, seed=seed)
    recall = _rates(once, systems.hits, systems.positives)[0]
    fp_rate = _rates(once, systems.alarms, systems.negatives)[0]
    numbers = [
        *((recall[i], recall[j], systems.positives.sum()) for i, j in pairs),
        *((fp_rate[i], fp_rate[j], systems.negatives.sum()) for i, j in pairs),
        *(
            (*_medians(systems.latency_ms[heard][:, [i, j]]), heard.sum())
            for heard, (i, j) in zip(both, pairs, strict=True)
        ),
    ]
    # Events of one cluster alone cannot tell how far others would differ.
    spread = [
        *[int(np.count_nonzero(systems.positives))] * len(pairs),
        *[int(np.count_nonzero(systems.negatives))] * len(pairs),
        *(len(np.unique(cluster)) for cluster in clusters),
    ]
    found: dict[str, list[Difference]] = {name: [] for name in COMPARED}
    for k, (a, b, n) in enumerate(numbers):
        defined = bool(supported[k % len(pairs)]) and n > 0
        interval = ends[k] if defined and spread[k] > 1 else no_interval(level, method)
        p = float(ps[k]) if defined else float("nan")
        found[COMPARED[k // len(pairs)]].append(
            Difference(
                float(a),
                float(b),
                float(value[k]) if defined else float("nan"),
                interval,
                p,
                float(leans[:, k].sum()),
                int(n),
                int(np.count_nonzero(leans[:, k])),
                p,
            )
        )
    return found


def _rates(weights: Floats, count: Floats, over: Floats) -> Floats:
    """A ratio of sums for each system, shape (B, k)."""
    return np.stack([ratio_under(weights, column, over) for column in count.T], axis=1)


def _medians(latency_ms: Floats) -> tuple[float, float]:
    if not len(latency_ms):
        return float("nan"), float("nan")
    first, second = np.median(latency_ms, axis=0)
    return float(first), float(second)

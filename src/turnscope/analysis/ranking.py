"""Many systems in order, with ties: every pair compared, adjusted for their number, and ranked.

::

    recall      .81   .80   .79   .60         A and B tie, B and C tie, A beats C
    rank band   1–2   1–3   2–3    4          1 + systems shown better .. n - systems shown worse

Being tied is not passed on from pair to pair, so bands overlap rather than fall into classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from turnscope.analysis.clusters import Clusters
from turnscope.analysis.compare import COMPARED, Difference, differences
from turnscope.analysis.paired import Paired, paired, refuse_unpaired
from turnscope.core.columns import Floats
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.stats.permutation import holm
from turnscope.stats.resampling import cluster_weights, ratio_under, weighted_percentiles

__all__ = ["HIGHER_IS_BETTER", "Comparison", "Ranking", "Standing", "comparison"]

HIGHER_IS_BETTER = {"recall": True, "fp_rate": False, "latency_ms": False}

_FINENESS = 20
"""Sign patterns are drawn so many times as often as the adjusted level needs at the least."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one system stands by one number.

    Attributes:
        value: the official number; of latency, the median over its own hits.
        best, worst: its rank band: one more than the systems shown to be better, and the number
            of systems less those shown to be worse. 0 where it has no rank: the number is
            undefined, or the task not supported.
        low, high: its ranks in resamples of the clusters, between the tails; those with equal
            numbers share all ranks between them. 0 where it has no rank.
    """

    value: float
    best: int
    worst: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """All systems by one number of one task.

    Attributes:
        standings: in the systems' order.
        pairs: every pair of systems, positions (i, j) with i < j, and how they differ.
    """

    standings: tuple[Standing, ...]
    pairs: tuple[tuple[int, int, Difference], ...]

    def tied(self, difference: Difference, level: float) -> bool:
        """Whether a pair cannot be told apart; also where it cannot be compared."""
        return not difference.p_adjusted <= 1.0 - level


@dataclass(frozen=True, slots=True)
class Comparison:
    """Many systems compared over some conversations.

    Attributes:
        rankings: by task, then by number (:data:`~turnscope.analysis.compare.COMPARED`).
        n_conversations: compared on.
        n_clusters: in them.
        n_tests: pairs and parts that p-values are adjusted for, for each number of each task.
    """

    rankings: dict[Task, dict[str, Ranking]]
    n_conversations: int
    n_clusters: int
    n_tests: int


def comparison(
    tables: Sequence[Outcomes],
    clusters: Clusters,
    *,
    parts: Mapping[str, Sequence[int]] | None = None,
    names: Sequence[str] = (),
    level: float = 0.95,
    method: str = "percentile",
    n_resamples: int = 10_000,
    seed: int = 0,
) -> dict[str, Comparison]:
    """Compare every pair of systems, and rank them.

    Args:
        tables: of each system, two or more, of one gold.
        clusters: of their roster.
        parts: positions of conversations by name (types), each compared apart; by default all
            of them, under ``"all"``.
        names: of the systems, for what is refused.
        level: of intervals, and of the test over all pairs and parts together.
        method: of the intervals, ``percentile`` or ``bca``.
        n_resamples: of the bootstrap, and sign patterns of the test at the least: so many are
            drawn that the smallest p can stay below the level after adjustment.
        seed: of both.

    Returns:
        By part. p-values are adjusted by Holm over all pairs of all parts, for each number of
        each task.

    Raises:
        ProtocolError: naming each table of another gold.
    """
    refuse_unpaired(tables, names)
    parts = parts or {"all": range(len(tables[0].roster))}
    pairs = list(combinations(range(len(tables)), 2))
    n_tests = len(pairs) * len(parts)
    n_signs = max(n_resamples, int(np.ceil(_FINENESS * n_tests / (1.0 - level))))
    found: dict[tuple[str, Task], dict[str, list[Difference]]] = {}
    ranks: dict[tuple[str, Task], dict[str, list[Standing]]] = {}
    sizes = {}
    for part, kept in parts.items():
        for task in Task:
            systems = paired(tables, clusters, task, conversations=kept)
            weights = cluster_weights(systems.n_clusters, n_resamples, seed=seed)
            found[part, task] = differences(
                systems,
                pairs,
                weights,
                level=level,
                method=method,
                n_permutations=n_signs,
                seed=seed,
            )
            ranks[part, task] = _resampled_ranks(systems, weights, level)
            sizes[part] = (len(kept), systems.n_clusters)
    for task in Task:
        for number in COMPARED:
            _adjust([found[part, task][number] for part in parts])
    return {
        part: Comparison(
            {
                task: {
                    number: _ranked(
                        ranks[part, task][number], pairs, found[part, task][number], number, level
                    )
                    for number in COMPARED
                }
                for task in Task
            },
            *sizes[part],
            n_tests,
        )
        for part in parts
    }


def _adjust(family: Sequence[list[Difference]]) -> None:
    """Holm over several lists of comparisons together, in place."""
    adjusted = iter(holm([each.p for each_list in family for each in each_list]))
    for each_list in family:
        each_list[:] = [each.adjusted(next(adjusted)) for each in each_list]


def _ranked(
    resampled: Sequence[Standing],
    pairs: Sequence[tuple[int, int]],
    found: Sequence[Difference],
    number: str,
    level: float,
) -> Ranking:
    """Rank bands from the pairs that are told apart."""
    n_better, n_worse = [0] * len(resampled), [0] * len(resampled)
    for (i, j), each in zip(pairs, found, strict=True):
        if each.p_adjusted <= 1.0 - level:
            first_is_better = (each.lean > 0) == HIGHER_IS_BETTER[number]
            better, worse = (i, j) if first_is_better else (j, i)
            n_better[worse] += 1
            n_worse[better] += 1
    n_ranked = sum(standing.low > 0 for standing in resampled)
    standings = [
        Standing(s.value, 1 + n_better[k], n_ranked - n_worse[k], s.low, s.high) if s.low else s
        for k, s in enumerate(resampled)
    ]
    return Ranking(
        tuple(standings), tuple((i, j, d) for (i, j), d in zip(pairs, found, strict=True))
    )


def _resampled_ranks(systems: Paired, weights: Floats, level: float) -> dict[str, list[Standing]]:
    """The official numbers, and the ranks that they take in resamples."""
    once = np.ones((1, systems.n_clusters))
    found = {}
    for number in COMPARED:
        value = _numbers(systems, number, once)[0]
        value[~systems.supported] = np.nan
        ranked = ~np.isnan(value)
        drawn = _numbers(systems, number, weights)[:, ranked]
        drawn = drawn[~np.isnan(drawn).any(axis=1)]
        sign = -1.0 if HIGHER_IS_BETTER[number] else 1.0
        first, last = _ranks(sign * (drawn if len(drawn) else value[None, ranked]))
        tails = (0.5 - level / 2, 0.5 + level / 2)
        low = np.zeros(len(value), np.int64)
        high = np.zeros(len(value), np.int64)
        if ranked.any():
            low[ranked] = np.quantile(first, tails[0], axis=0, method="lower")
            high[ranked] = np.quantile(last, tails[1], axis=0, method="higher")
        found[number] = [
            Standing(float(v), 0, 0, int(a), int(b))
            for v, a, b in zip(value, low, high, strict=True)
        ]
    return found


def _numbers(systems: Paired, number: str, weights: Floats) -> Floats:
    """One official number of each system under each row of weights, shape (B, k)."""
    if number == "latency_ms":
        heard = ~np.isnan(systems.latency_ms)
        columns = [
            weighted_percentiles(
                weights, systems.latency_ms[hit, k], systems.cluster[hit], (50.0,)
            )[:, 0]
            for k, hit in enumerate(heard.T)
        ]
    else:
        over = systems.positives if number == "recall" else systems.negatives
        count = systems.hits if number == "recall" else systems.alarms
        columns = [ratio_under(weights, column, over) for column in count.T]
    return np.stack(columns, axis=1)


def _ranks(drawn: Floats) -> tuple[Floats, Floats]:
    """First and last rank of each column in its row, small before large; equals share all."""
    less = np.zeros(drawn.shape)
    upto = np.zeros(drawn.shape)
    for other in drawn.T:
        less += other[:, None] < drawn
        upto += other[:, None] <= drawn
    return 1.0 + less, upto

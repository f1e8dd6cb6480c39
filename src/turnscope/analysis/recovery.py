"""Planted values held against what the scorer says of them.

Against the truth every planted value must lie in its interval as often as the interval's level
says. Against the annotators' gold nothing is promised: the difference is theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.intervals import drift_interval, intervals
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, Planting
from turnscope.stats.intervals import Interval

__all__ = ["MEASURES", "Recovered", "recovered"]

MEASURES = ("recall", "fp_rate", "p50_ms", "drift_ms_per_min")
"""What is planted and measured, in this order."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """One planted value.

    Attributes:
        task: of which.
        measure: one of :data:`MEASURES`.
        planted: what must come back; NaN where nothing of the sort can be hit.
        measured: on the truth, with its interval.
        interval: over clusters of speakers.
        annotated: measured on the annotators' gold.
    """

    task: Task
    measure: str
    planted: float
    measured: float
    interval: Interval
    annotated: float

    @property
    def holds(self) -> bool:
        """Whether the planted value lies in the interval."""
        return self.planted in self.interval


def recovered(
    truth: Gold,
    annotated: Gold,
    planting: Planting,
    behaviour: Behaviour,
    *,
    n_resamples: int = 2_000,
    seed: int = 0,
) -> tuple[Recovered, ...]:
    """Each planted value beside what the scorer says of it.

    Args:
        truth: what the system was planted on.
        annotated: the same conversations by their annotators.
        planting: the system, and what is expected of it.
        behaviour: what was planted.
        n_resamples: behind each interval.
        seed: of them.
    """
    measured, ends = _measured(truth, planting.predictions, n_resamples, seed)
    theirs, _ = _measured(annotated, planting.predictions, 2, seed)
    rows = []
    for task in Task:
        expected = planting.expected[task]
        aims = (
            expected.recall,
            expected.fp_rate,
            expected.p50_ms,
            behaviour.drift_s_per_min * 1000.0,
        )
        rows += [
            Recovered(task, name, aim, measured[task][k], ends[task][k], theirs[task][k])
            for k, (name, aim) in enumerate(zip(MEASURES, aims, strict=True))
        ]
    return tuple(rows)


def _measured(
    gold: Gold, predictions: Predictions, n_resamples: int, seed: int
) -> tuple[dict[Task, Sequence[float]], dict[Task, Sequence[Interval]]]:
    outcomes = score(gold, predictions)
    clusters = clusters_of(gold.roster)
    scores = summarise(outcomes)["all"]
    found = intervals(outcomes, clusters, n_resamples=n_resamples, seed=seed)
    values: dict[Task, Sequence[float]] = {}
    ends: dict[Task, Sequence[Interval]] = {}
    for task, scored in scores.items():
        drift, drift_ends = drift_interval(
            outcomes, clusters, task, n_resamples=n_resamples, seed=seed
        )
        values[task] = (scored.recall, scored.fp_rate, scored.latency_ms.p50, drift)
        ends[task] = (found[task].recall, found[task].fp_rate, found[task].p50, drift_ends)
    return values, ends

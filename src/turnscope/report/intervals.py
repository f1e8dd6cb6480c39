"""Intervals of one submission's numbers, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict

from turnscope.analysis.clusters import Clusters
from turnscope.analysis.coverage import ENOUGH, Weak, weak_intervals
from turnscope.analysis.intervals import FEW, NUMBERS, TaskIntervals
from turnscope.analysis.resampling import Resampling
from turnscope.core.protocol import Task
from turnscope.report.numbers import milliseconds, rate
from turnscope.report.tables import TASK_NAMES, aligned, wrapped
from turnscope.stats.intervals import Interval

__all__ = ["interval_lines", "intervals_document"]

_SHOWN = {"recall": "recall", "fp_rate": "fp_rate", "p50": "p50 ms", "p10": "p10", "p90": "p90"}


def interval_lines(
    found: Mapping[Task, TaskIntervals], clusters: Clusters, resampling: Resampling
) -> list[str]:
    """A row a task below the numbers themselves, then how it was made and what to doubt.

    For example::

        95 % interval  recall        fp_rate       p50 ms    p10       p90
        end of turn    0.812..0.871  0.031..0.077  340..401  -80..-31  1402..1690
    """
    level = f"{100 * resampling.level:g} %"
    rows = [[f"{level} interval", *_SHOWN.values()]]
    rows += [
        [TASK_NAMES[task], *(_span(getattr(of_task, number), number) for number in _SHOWN)]
        for task, of_task in found.items()
    ]
    how = (
        f"{resampling.method} bootstrap, {clusters.n} clusters of {clusters.unit}, "
        f"{resampling.n_resamples} resamples, seed {resampling.seed}"
    )
    lines = [*aligned(rows), *wrapped(how)]
    if any(_is_wilson(getattr(each, n)) for each in found.values() for n in NUMBERS[:2]):
        lines += wrapped(f"w: Wilson's, for fewer than {FEW} events, or for none or all of them")
    return [*lines, *_doubts(found, clusters, resampling)]


def _span(interval: Interval, number: str) -> str:
    if math.isnan(interval.low):
        return "—"
    written = rate if number in ("recall", "fp_rate") else milliseconds
    mark = "w" if _is_wilson(interval) else ""
    return f"{written(interval.low)}..{written(interval.high)}{mark}"


def _is_wilson(interval: Interval) -> bool:
    return interval.method == "wilson" and not math.isnan(interval.low)


def _weak(
    found: Mapping[Task, TaskIntervals], clusters: Clusters, resampling: Resampling
) -> Iterator[tuple[Task, Weak]]:
    """Of the intervals that are shown, those known to cover too seldom."""
    for task, of_task in found.items():
        for each in weak_intervals(task, clusters.n, resampling.method, level=resampling.level):
            interval = getattr(of_task, each.number)
            if not math.isnan(interval.low) and interval.method != "wilson":
                yield task, each


def _doubts(
    found: Mapping[Task, TaskIntervals], clusters: Clusters, resampling: Resampling
) -> Iterator[str]:
    told = [
        f"{TASK_NAMES[task]} {each.number} {100 * each.covered:.1f} %"
        for task, each in _weak(found, clusters, resampling)
    ]
    if told:
        yield from wrapped(
            f"covered the truth less often than {100 * ENOUGH:.0f} times in 100 in simulation, "
            f"with so few clusters: {', '.join(told)}"
        )


def intervals_document(
    found: Mapping[Task, TaskIntervals], clusters: Clusters, resampling: Resampling
) -> dict[str, object]:
    """The key ``intervals`` of a result: ends unrounded, null where undefined.

    Returns:
        ``clusters``, ``resampling``, ``tasks`` (task -> number -> interval; latencies in
        milliseconds) and ``low_coverage`` (those known to cover the truth too seldom).
    """
    return {
        "clusters": {"unit": clusters.unit, "n": clusters.n},
        "resampling": resampling.stamp(),
        "tasks": {
            task.value: {number: _interval(getattr(of_task, number)) for number in NUMBERS}
            for task, of_task in found.items()
        },
        "low_coverage": [
            {"task": task.value, "number": each.number, "measured": each.covered}
            for task, each in _weak(found, clusters, resampling)
        ],
    }


def _interval(interval: Interval) -> dict[str, object]:
    return {
        key: None if isinstance(value, float) and math.isnan(value) else value
        for key, value in asdict(interval).items()
    }

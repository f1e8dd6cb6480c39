"""How often intervals meant to cover the truth 95 times in 100 did so, measured by simulation.

``python -m benchmarks.coverage`` measures it and says how; a slow test measures it again. Corpora
are drawn as dense as the published one: of each task with its own number of events a cluster.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turnscope.analysis.intervals import NUMBERS
from turnscope.core.protocol import Task

__all__ = ["ENOUGH", "MEASURED", "Weak", "weak_intervals"]

ENOUGH = 0.93
"""Below this a reader is warned."""

_MEASURED_LEVEL = 0.95


def _row(*covered: float) -> Mapping[str, float]:
    return MappingProxyType(dict(zip(NUMBERS, covered, strict=True)))


MEASURED: Mapping[tuple[Task, int, str], Mapping[str, float]] = MappingProxyType(
    {
        (Task.EOT, 10, "percentile"): _row(0.893, 0.877, 0.901, 0.908, 0.889),
        (Task.EOT, 10, "bca"): _row(0.894, 0.889, 0.898, 0.907, 0.880),
        (Task.EOT, 38, "percentile"): _row(0.924, 0.923, 0.935, 0.933, 0.925),
        (Task.EOT, 38, "bca"): _row(0.926, 0.921, 0.932, 0.928, 0.931),
        (Task.EOT, 116, "percentile"): _row(0.949, 0.927, 0.954, 0.957, 0.954),
        (Task.EOT, 116, "bca"): _row(0.948, 0.925, 0.955, 0.952, 0.956),
        (Task.INTERRUPTION, 10, "percentile"): _row(0.891, 0.866, 0.841, 0.884, 0.863),
        (Task.INTERRUPTION, 10, "bca"): _row(0.894, 0.869, 0.875, 0.883, 0.873),
        (Task.INTERRUPTION, 38, "percentile"): _row(0.933, 0.915, 0.913, 0.919, 0.911),
        (Task.INTERRUPTION, 38, "bca"): _row(0.932, 0.921, 0.925, 0.914, 0.912),
        (Task.INTERRUPTION, 116, "percentile"): _row(0.931, 0.943, 0.940, 0.950, 0.942),
        (Task.INTERRUPTION, 116, "bca"): _row(0.932, 0.945, 0.945, 0.951, 0.945),
    }
)
"""By task, number of clusters and method: the share that covered the truth, by number."""


@dataclass(frozen=True, slots=True)
class Weak:
    """An interval known to cover the truth too seldom.

    Attributes:
        number: which one, such as ``recall``.
        n_clusters: for which it was measured.
        covered: the share that did.
    """

    number: str
    n_clusters: int
    covered: float


def weak_intervals(task: Task, n_clusters: int, method: str, *, level: float) -> list[Weak]:
    """Which intervals of a task cover the truth less often than :data:`ENOUGH`.

    Args:
        task: which one.
        n_clusters: there are; taken as the next measured number at or below, or the smallest.
        method: ``percentile`` or ``bca``.
        level: only 0.95 was measured; nothing is known of others, so nothing is returned.
    """
    if level != _MEASURED_LEVEL:
        return []
    sizes = sorted({size for of_task, size, of_method in MEASURED if of_task is task})
    size = max((each for each in sizes if each <= n_clusters), default=sizes[0])
    return [
        Weak(number, size, covered)
        for number, covered in MEASURED[task, size, method].items()
        if covered < ENOUGH
    ]

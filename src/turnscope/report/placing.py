"""Systems side by side on test, with the thresholds they brought from dev."""

from __future__ import annotations

from collections.abc import Mapping

from turnscope.core.protocol import Task
from turnscope.report.numbers import milliseconds, rate
from turnscope.report.tables import aligned
from turnscope.scoring.metrics import summarise
from turnscope.scoring.placing import Placed

__all__ = ["placed_table", "points_lines"]


def points_lines(name: str, placed: Placed) -> list[str]:
    """What was chosen on dev for each task of a system that scores."""
    lines = []
    for task, point in placed.points.items():
        told = (
            "no threshold fits"
            if point is None
            else f"theta {point.theta:.4g}, recall {rate(point.recall)}, "
            f"fp_rate {rate(point.fp_rate)}"
        )
        lines.append(f"{name} {task}: {told}")
    return lines


def placed_table(systems: Mapping[str, Placed]) -> list[str]:
    """A row a system: recall and false-positive rate with counts, and median latency, on test.

    A task that a system does not support is a dash.
    """
    header = ["system"]
    for task in Task:
        header += [f"{task.upper()} recall", "fp_rate", "ms"]
    rows = [header]
    for name, placed in systems.items():
        row = [name]
        for score in summarise(placed.outcomes)["all"].values():
            if not score.supported:
                row += ["—", "—", "—"]
                continue
            row += [
                f"{rate(score.recall)} ({score.tp}/{score.n_positives})",
                f"{rate(score.fp_rate)} ({score.fp}/{score.n_negatives})",
                milliseconds(score.latency_ms.p50),
            ]
        rows.append(row)
    return aligned(rows)

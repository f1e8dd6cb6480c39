"""Systems side by side on test, with the thresholds they brought from dev."""

from __future__ import annotations

from collections.abc import Mapping

from turnscope.report.numbers import rate
from turnscope.report.tables import breakdown
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
    """A table a task: one row a system, on test; dashes for a task it does not support."""
    return breakdown(
        "system", {name: summarise(placed.outcomes)["all"] for name, placed in systems.items()}
    )

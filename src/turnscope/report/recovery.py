"""Planted values beside what the scorer makes of them, as lines and as a document."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict

from turnscope.analysis.recovery import Recovered
from turnscope.core.protocol import Task
from turnscope.report.tables import TASK_NAMES, aligned, wrapped

__all__ = ["recovery_document", "recovery_lines"]

_NAMES = {
    "recall": ("recall", 3),
    "fp_rate": ("fp_rate", 3),
    "p50_ms": ("median ms", 0),
    "drift_ms_per_min": ("drift ms/min", 1),
}


def recovery_lines(rows: Sequence[Recovered]) -> list[str]:
    """A row a planted value; what does not lie in its interval is marked with an asterisk."""
    cells = [["task", "", "planted", "measured", "95 % interval", "", "annotators"]]
    last: Task | None = None
    for row in rows:
        name, digits = _NAMES[row.measure]
        ends = (row.interval.low, row.interval.high)
        between = "—" if math.isnan(ends[0]) else " to ".join(_shown(end, digits) for end in ends)
        cells.append(
            [
                TASK_NAMES[row.task] if row.task is not last else "",
                name,
                _shown(row.planted, digits),
                _shown(row.measured, digits),
                between,
                "" if row.holds else "*",
                _shown(row.annotated, digits),
            ]
        )
        last = row.task
    n = sum(row.holds for row in rows)
    told = f"{n} of {len(rows)} planted values lie in their interval; others: *"
    about = (
        "annotators: the same system against the gold of three simulated annotators, whose errors "
        "are in it"
    )
    return [*aligned(cells, left=2), "", told, *wrapped(about)]


def _shown(value: float, digits: int) -> str:
    return "—" if math.isnan(value) else f"{value:.{digits}f}"


def recovery_document(rows: Sequence[Recovered]) -> list[dict[str, object]]:
    """The same for a JSON file, not rounded; undefined numbers are null."""
    return [
        {
            "task": row.task.value,
            "measure": row.measure,
            "planted": _number(row.planted),
            "measured": _number(row.measured),
            "interval": {
                key: _number(value) if isinstance(value, float) else value
                for key, value in asdict(row.interval).items()
            },
            "annotated": _number(row.annotated),
            "holds": row.holds,
        }
        for row in rows
    ]


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None

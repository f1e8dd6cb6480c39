"""A sweep for people, as a JSON document, and the frozen threshold read back from one."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from turnscope.report.numbers import count_of, milliseconds, rate
from turnscope.report.tables import TASK_NAMES, aligned, wrapped
from turnscope.scoring.nested import Nested
from turnscope.scoring.sweep import Sweep
from turnscope.scoring.thresholds import OperatingPoint
from turnscope.version import __version__

__all__ = ["sweep_document", "sweep_lines"]

_N_ROWS = 12


def sweep_lines(
    sweep: Sweep, point: OperatingPoint | None, *, budget: float, nest: Nested | None = None
) -> list[str]:
    """The operating point first, then some rows of the curve around it, then its optimism."""
    lines = [*_point_lines(sweep, point, budget), ""]
    rows = [["theta", "recall", "", "fp_rate", "", "ms", ""]]
    for index in _shown(sweep, point):
        tp, fp = int(sweep.tp[index]), int(sweep.fp[index])
        rows.append(
            [
                f"{sweep.theta[index]:.6g}",
                rate(float(sweep.recall[index])),
                count_of(tp, sweep.n_positives),
                rate(float(sweep.fp_rate[index])),
                count_of(fp, sweep.n_negatives),
                milliseconds(float(sweep.latency_ms[1, index])),
                "<- operating point" if point is not None and index == point.index else "",
            ]
        )
    lines += aligned(rows)
    lines.append(f"({len(rows) - 1} of {len(sweep.theta)} thresholds)")
    if nest is not None:
        lines += ["", *wrapped(_nested_line(nest))]
    return lines


def _point_lines(sweep: Sweep, point: OperatingPoint | None, budget: float) -> list[str]:
    name = TASK_NAMES[sweep.task]
    if point is None:
        lowest = np.nanmin(sweep.fp_rate) if sweep.n_negatives else math.nan
        return wrapped(
            f"{name}: no operating point: no threshold keeps fp_rate within {budget:g} "
            f"(the lowest is {rate(float(lowest))})"
        )
    tp, fp = int(sweep.tp[point.index]), int(sweep.fp[point.index])
    return [
        f"{name}: theta {point.theta:.6g} has the highest recall with fp_rate within {budget:g}",
        f"recall {rate(point.recall)} {count_of(tp, sweep.n_positives)}  "
        f"fp_rate {rate(point.fp_rate)} {count_of(fp, sweep.n_negatives)}  "
        f"latency {milliseconds(float(sweep.latency_ms[1, point.index]))} ms",
    ]


def _nested_line(nest: Nested) -> str:
    lacking = f"; {nest.n_without} folds without a threshold" if nest.n_without else ""
    return (
        f"chosen without the conversations it is judged on ({len(nest.theta)} folds): "
        f"recall {rate(nest.recall)} (optimism {nest.recall_optimism:+.3f}), "
        f"fp_rate {rate(nest.fp_rate)} (optimism {nest.fp_rate_optimism:+.3f}){lacking}"
    )


def _shown(sweep: Sweep, point: OperatingPoint | None) -> list[int]:
    """Thresholds spread evenly over the curve, and the operating point."""
    spread = np.linspace(0, len(sweep.theta) - 1, min(_N_ROWS, len(sweep.theta)))
    shown = set(np.rint(spread).astype(int).tolist())
    return sorted(shown | ({point.index} if point is not None else set()))


def sweep_document(
    sweep: Sweep,
    point: OperatingPoint | None,
    *,
    budget: float,
    tie: str,
    nest: Nested | None = None,
    inputs: Mapping[str, str] | None = None,
) -> dict[str, object]:
    """Everything about a sweep; ``operating_point`` is null where no threshold fits."""
    return {
        "protocol": {
            **sweep.protocol.stamp(),
            "version": __version__,
            "commit_rule": sweep.rule.stamp(),
            "hashes": dict(inputs or {}),
        },
        "task": sweep.task.value,
        "frame_rate_hz": sweep.frame_rate_hz,
        "n_conversations": len(sweep.ids),
        "n_positives": sweep.n_positives,
        "n_negatives": sweep.n_negatives,
        "budget": budget,
        "tie": tie,
        "operating_point": None
        if point is None
        else {
            "theta": point.theta,
            "recall": point.recall,
            "fp_rate": point.fp_rate,
            "latency_ms": _number(float(sweep.latency_ms[1, point.index])),
        },
        "nested": None if nest is None else _nested_document(nest),
        "curve": {
            "theta": sweep.theta.tolist(),
            "tp": sweep.tp.tolist(),
            "fp": sweep.fp.tolist(),
            "latency_ms": {
                name: [_number(value) for value in row]
                for name, row in zip(("p10", "p50", "p90"), sweep.latency_ms.tolist(), strict=True)
            },
        },
    }


def _nested_document(nest: Nested) -> dict[str, object]:
    return {
        "n_folds": len(nest.theta),
        "theta": [_number(value) for value in nest.theta.tolist()],
        "recall": _number(nest.recall),
        "fp_rate": _number(nest.fp_rate),
        "recall_optimism": _number(nest.recall_optimism),
        "fp_rate_optimism": _number(nest.fp_rate_optimism),
        "n_without": nest.n_without,
    }


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None

"""Plain text tables: what a person reads first, aligned, each rate beside its counts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from turnscope.core.protocol import Task
from turnscope.report.numbers import count_of, milliseconds, rate
from turnscope.scoring.masked import MaskedPositive
from turnscope.scoring.metrics import TaskScore

__all__ = ["TASK_NAMES", "aligned", "breakdown", "headline", "masked_lines"]

TASK_NAMES = {Task.EOT: "end of turn", Task.INTERRUPTION: "interruption"}
"""Tasks as people say them."""

_MOST_NAMED = 10


def aligned(rows: Sequence[Sequence[str]], *, left: int = 1, gap: str = "  ") -> list[str]:
    """Rows of cells as lines of equal columns; the first ``left`` columns are flush left."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(gap.join(cells).rstrip())
    return lines


def headline(scores: Mapping[Task, TaskScore]) -> list[str]:
    """The two rows a person came for, one a task; dashes for the rates of one not supported.

    For example::

        end of turn   recall 0.845 (5315/6293)   fp_rate 0.055 (176/3191)   latency 368 ms (...)
    """
    rows = []
    for task, score in scores.items():
        latency = score.latency_ms
        spread = f"(p10 {milliseconds(latency.p10)}, p90 {milliseconds(latency.p90)})"
        rows.append(
            [
                TASK_NAMES[task],
                f"recall {' '.join(_recall(score))}",
                f"fp_rate {' '.join(_fp_rate(score))}",
                f"latency {milliseconds(latency.p50)} ms {spread}",
                _remark(score),
            ]
        )
    return aligned(rows, left=5, gap="   ")


def _recall(score: TaskScore) -> list[str]:
    """Recall and its counts; a dash where it is undefined or the task is not supported."""
    shown = rate(score.recall) if score.supported else rate(math.nan)
    return [shown, count_of(score.tp, score.n_positives)]


def _fp_rate(score: TaskScore) -> list[str]:
    """The false-positive rate and its counts; a dash as for recall."""
    shown = rate(score.fp_rate) if score.supported else rate(math.nan)
    return [shown, count_of(score.fp, score.n_negatives)]


def _remark(score: TaskScore) -> str:
    if not score.supported:
        return "not supported: no such event in the whole file"
    if score.n_masked:
        return f"{score.n_masked} masked"
    return ""


def breakdown(title: str, scores: Mapping[str, Mapping[Task, TaskScore]]) -> list[str]:
    """One row a key: recall, false-positive rate with counts, and median latency, per task."""
    header = [title]
    for task in Task:
        header += [f"{task.upper()} recall", "", "fp_rate", "", "ms"]
    rows = [header]
    for key, by_task in scores.items():
        row = [key]
        for task in Task:
            score = by_task[task]
            row += [*_recall(score), *_fp_rate(score), milliseconds(score.latency_ms.p50)]
        rows.append(row)
    return aligned(rows)


def masked_lines(masked: Mapping[Task, Sequence[MaskedPositive]]) -> list[str]:
    """Each masked positive by name, the first few of them; nothing if there is none."""
    named = [
        f"  {each.conversation_id}/speaker_{each.speaker} {task} at {each.time_s:g} s"
        + (" (hit all the same)" if each.hit else "")
        for task, positives in masked.items()
        for each in positives
    ]
    if not named:
        return []
    more = [f"  ... and {len(named) - _MOST_NAMED} more"] if len(named) > _MOST_NAMED else []
    head = f"masked (their own time is excluded, counted all the same): {len(named)}"
    return [head, *named[:_MOST_NAMED], *more]

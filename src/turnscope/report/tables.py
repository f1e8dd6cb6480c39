"""Plain text tables: what a person reads first, aligned, each rate beside its counts."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Mapping, Sequence

from turnscope.core.protocol import Task
from turnscope.report.numbers import count_of, milliseconds, rate
from turnscope.scoring.masked import MaskedPositive
from turnscope.scoring.metrics import TaskScore

__all__ = ["TASK_NAMES", "WIDTH", "aligned", "breakdown", "headline", "masked_lines", "wrapped"]

TASK_NAMES = {Task.EOT: "end of turn", Task.INTERRUPTION: "interruption"}
"""Tasks as people say them."""

WIDTH = 80
"""Columns of the narrowest terminal that people use; no table is wider."""

_MOST_NAMED = 10
_LEAST_PROSE = 20


def aligned(
    rows: Sequence[Sequence[str]], *, left: int = 1, gap: str = "  ", prose: bool = False
) -> list[str]:
    """Rows of cells as lines of equal columns, within :data:`WIDTH` wherever that can be.

    A first cell too long for that has a line of its own, and its row follows below it.

    Args:
        rows: of equally many cells.
        left: so many first columns are flush left, the others flush right.
        gap: between columns.
        prose: the last column is text, flush left, that goes on in lines below.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    rest = sum(widths[1:]) + len(gap) * (len(widths) - 1)
    if prose:
        rest -= widths[-1]
        widths[-1] = max(_LEAST_PROSE, WIDTH - rest - widths[0])
        rest += widths[-1]
    if widths[0] + rest > WIDTH:
        fitting = [len(row[0]) for row in rows if len(row[0]) + rest <= WIDTH]
        widths[0] = max(fitting, default=0)
    lines = []
    for row in rows:
        first = row[0]
        if len(first) > widths[0]:
            lines.append(first)
            first = ""
        # One row a line of prose; without prose there is one.
        told = textwrap.wrap(row[-1], widths[-1], break_on_hyphens=False) if prose else [row[-1]]
        for k, last in enumerate(told or [""]):
            cells = [first, *row[1:-1], last] if k == 0 else [""] * (len(row) - 1) + [last]
            placed = [
                cell.ljust(width)
                if column < left or (prose and column == len(row) - 1)
                else cell.rjust(width)
                for column, (cell, width) in enumerate(zip(cells, widths, strict=True))
            ]
            lines.append(gap.join(placed).rstrip())
    return lines


def wrapped(text: str, *, indent: str = "") -> list[str]:
    """A sentence as lines within :data:`WIDTH`; no word is broken."""
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent + "  " if indent else "",
        break_long_words=False,
        break_on_hyphens=False,
    )


def headline(scores: Mapping[Task, TaskScore], *, title: str = "task") -> list[str]:
    """The numbers a person came for: a row a task, and below it what to know of a row.

    For example::

        task          recall               fp_rate              p50 ms  p10   p90
        end of turn    0.845  (5315/6293)    0.055  (176/3191)     368  -57  1537
    """
    rows = [[title, "recall", "", "fp_rate", "", "p50 ms", "p10", "p90"]]
    remarks = []
    for task, score in scores.items():
        spread = (score.latency_ms.p50, score.latency_ms.p10, score.latency_ms.p90)
        cells = [*_recall(score), *_fp_rate(score), *map(milliseconds, spread)]
        rows.append([TASK_NAMES[task], *cells])
        if remark := _remark(score):
            remarks.append(f"{TASK_NAMES[task]}: {remark}")
    return [*aligned(rows), *remarks]


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
    """A table a task: one row a key with recall, false-positive rate and median latency."""
    lines: list[str] = []
    for task in Task:
        rows = [[f"{TASK_NAMES[task]} by {title}", "recall", "", "fp_rate", "", "p50 ms"]]
        for key, by_task in scores.items():
            score = by_task[task]
            p50 = milliseconds(score.latency_ms.p50)
            rows.append([key, *_recall(score), *_fp_rate(score), p50])
        lines += [*([""] if lines else []), *aligned(rows)]
    return lines


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

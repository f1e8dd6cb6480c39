"""Recall beside what chance gets, for people and as JSON."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict

from turnscope.analysis.chance import Chance
from turnscope.core.protocol import Task
from turnscope.report.layouts import Column, Table
from turnscope.report.tables import TASK_NAMES

__all__ = ["chance_document", "chance_table"]

_COLUMNS = (
    Column("task", "task"),
    Column("recall", "recall"),
    Column("chance", "chance"),
    Column("low", "low"),
    Column("high", "high"),
    Column("skill", "skill"),
    Column("p", "p", 4),
    Column("fp_rate", "fp_rate"),
    Column("chance_fp_rate", "by chance"),
)


def chance_table(system: str, found: Mapping[Task, Chance]) -> Table:
    """A row a task; what is undefined is a dash."""
    rows = tuple(
        (
            TASK_NAMES[task],
            each.recall,
            each.chance,
            each.low,
            each.high,
            each.skill,
            each.p,
            each.fp_rate,
            each.chance_fp_rate,
        )
        for task, each in found.items()
    )
    n_moves = next(iter(found.values())).n_moves
    notes = (
        f"chance: mean recall of the system's own events, moved in time {n_moves} times (low, "
        "high: the middle 95 %). skill: (recall - chance) / (1 - chance). p: share of moves that "
        "do as well. Beside the official recall, not in its place.",
    )
    return Table("chance", f"{system}: recall beyond chance", _COLUMNS, rows, notes)


def chance_document(found: Mapping[Task, Chance]) -> dict[str, object]:
    """By task; nothing is rounded, undefined numbers are null."""
    return {
        task.value: {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in asdict(each).items()
        }
        for task, each in found.items()
    }

"""Positives whose own time is excluded: no prediction at that time can hit them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnscope.core.outcomes import Kind, Outcomes
from turnscope.core.protocol import Task

__all__ = ["MaskedPositive", "masked_positives"]


@dataclass(frozen=True, slots=True)
class MaskedPositive:
    """One of them.

    Attributes:
        conversation_id: where.
        speaker: 1 or 2.
        time_s: its gold time.
        hit: whether a prediction elsewhere in its window hit it all the same.
    """

    conversation_id: str
    speaker: int
    time_s: float
    hit: bool


def masked_positives(outcomes: Outcomes) -> dict[Task, tuple[MaskedPositive, ...]]:
    """All of them by task, in the order of the outcome table.

    They are usually interruptions within the extent of an interruption that did not get the
    floor. They count as hit or missed like all others (TurnBench, section V-B).
    """
    rows, ids = outcomes.gold, outcomes.roster.ids
    found = {}
    for number, task in enumerate(Task):
        which = np.flatnonzero(rows.masked & (rows.task == number))
        found[task] = tuple(
            MaskedPositive(
                ids[int(rows.group[row]) // 2],
                int(rows.group[row]) % 2 + 1,
                float(rows.start_s[row]),
                bool(rows.kind[row] == Kind.HIT),
            )
            for row in which
        )
    return found

"""The power table: conversations needed to see differences, on the events of simulated talk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from turnscope.analysis.power import Assumptions, conversations_needed, power_at
from turnscope.core.columns import Ints
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError
from turnscope.study.recovery import golds_of
from turnscope.study.simulate import MINUTES, Simulation

__all__ = ["BASES", "SIZES", "PowerTable", "power_table"]

BASES = {"recall": 0.8, "fp_rate": 0.08}
"""Rate of the system compared with: what the better published ones have within the budget."""

SIZES = (38, 116)
"""Conversations of TurnBench's dev and test splits."""


@dataclass(frozen=True, slots=True)
class PowerTable:
    """What it takes.

    Attributes:
        differences: between two systems, shares.
        needed: (task, measure) -> conversations for each difference; infinite if too many.
        power: (task, measure) -> size -> how often each difference is seen there.
        events: (task, measure) -> mean number of events a conversation.
    """

    differences: tuple[float, ...]
    needed: dict[tuple[Task, str], tuple[float, ...]]
    power: dict[tuple[Task, str], dict[int, tuple[float, ...]]]
    events: dict[tuple[Task, str], float]


def power_table(
    differences: Sequence[float] = (0.01, 0.02, 0.05),
    *,
    assumptions: Assumptions | None = None,
    n_conversations: int = 60,
    minutes: float = MINUTES,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
) -> PowerTable:
    """Draw corpora and count how often the difference is seen.

    Args:
        differences: shares above 0.
        assumptions: about the two systems; None for the defaults.
        n_conversations: simulated, over all kinds, for how many events a conversation holds.
        minutes: length of each.
        seed: of everything.
        progress: told 1 after each conversation and each cell of the table.

    Raises:
        ProtocolError: for differences that cannot be, and what cannot be simulated.
    """
    faults = [
        Fault("power: difference", f"{d:g}", "above 0, at most 0.2", "In shares: 0.01 is a point")
        for d in differences
        if not 0.0 < d <= 1.0 - BASES["recall"]
    ]
    if faults or not differences:
        raise ProtocolError(faults or Fault("power: differences", "none", "one or more"))
    assumptions = assumptions or Assumptions()
    _, gold = golds_of(Simulation(("all",), n_conversations, minutes, seed), progress=progress)
    table = PowerTable(tuple(differences), {}, {}, {})
    for task in Task:
        for measure, counts in _counts(gold, task).items():
            key, base = (task, measure), BASES[measure]
            table.events[key] = float(counts.mean())
            needed = []
            for difference in differences:
                needed.append(
                    conversations_needed(counts, base, difference, assumptions, seed=seed)
                )
                progress(1.0)
            table.needed[key] = tuple(needed)
            table.power[key] = {
                size: tuple(
                    power_at(size, counts, base, difference, assumptions, seed=seed)
                    for difference in differences
                )
                for size in SIZES
            }
    return table


def _counts(gold: Gold, task: Task) -> dict[str, Ints]:
    """Events and negatives of each conversation."""
    n, of_task = len(gold.roster), gold.task(task)
    return {
        "recall": np.bincount(of_task.positives.group // 2, minlength=n).astype(np.int64),
        "fp_rate": np.bincount(of_task.negatives.group // 2, minlength=n).astype(np.int64),
    }

"""Time two ways of doing one thing in turn, so that a noisy machine slows both alike.

Beside the clock on the wall stands the processor time of this process and of those it started:
other work on the machine does not count in it, so it is what to compare between days. On several
cores it may be more than the wall's.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple

__all__ = ["Taken", "medians"]


class Taken(NamedTuple):
    """Seconds that something took."""

    cpu_s: float
    wall_s: float

    def __str__(self) -> str:
        return f"{_told(self.cpu_s)} processor, {_told(self.wall_s)} wall"


def medians(*actions: Callable[[], object], rounds: int = 5) -> list[Taken]:
    """Medians of each action over interleaved rounds, after one round not counted."""
    taken: list[list[Taken]] = [[] for _ in actions]
    for turn in range(rounds + 1):
        for column, action in zip(taken, actions, strict=True):
            cpu_s, wall_s = _cpu_s(), time.perf_counter()
            action()
            if turn:
                column.append(Taken(_cpu_s() - cpu_s, time.perf_counter() - wall_s))
    return [
        Taken(
            statistics.median(each.cpu_s for each in column),
            statistics.median(each.wall_s for each in column),
        )
        for column in taken
    ]


def _cpu_s() -> float:
    """Of this process with its threads, finely; of processes that it waited for, in 10 ms."""
    times = os.times()
    return time.process_time() + times.children_user + times.children_system


def _told(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds:.2f} s"

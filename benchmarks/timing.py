"""Time two ways of doing one thing in turn, so that a noisy machine slows both alike."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

__all__ = ["median_s"]


def median_s(*actions: Callable[[], object], rounds: int = 5) -> list[float]:
    """Median seconds of each action over interleaved rounds, after one round not counted."""
    taken: list[list[float]] = [[] for _ in actions]
    for turn in range(rounds + 1):
        for column, action in zip(taken, actions, strict=True):
            begin = time.perf_counter()
            action()
            if turn:
                column.append(time.perf_counter() - begin)
    return [statistics.median(column) for column in taken]

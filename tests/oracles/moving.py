"""The same case on another clock: what the laws of shifting compare with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.oracles.consensus import Interval
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import PlainConversation

__all__ = ["moved", "moved_gold", "moved_intervals", "shift"]


def moved(change: Callable[[float], float], case: PlainConversation) -> PlainConversation:
    first, second = (
        [[(change(s), change(e), label) for s, e, label in track] for track in tracks]
        for tracks in case.tracks
    )
    return replace(case, tracks=(first, second), duration=change(case.duration))


def moved_intervals(change: Callable[[float], float], intervals: list[Interval]) -> list[Interval]:
    return [(change(s), change(e)) for s, e in intervals]


def moved_lists(change: Callable[[float], float], lists: TaskLists) -> TaskLists:
    return TaskLists(
        [change(t) for t in lists.positives],
        moved_intervals(change, lists.negatives),
        moved_intervals(change, lists.excluded),
    )


def moved_gold(change: Callable[[float], float], gold: PlainGold) -> PlainGold:
    return PlainGold(
        (moved_lists(change, gold.eot[0]), moved_lists(change, gold.eot[1])),
        (moved_lists(change, gold.int[0]), moved_lists(change, gold.int[1])),
    )


def shift(by_s: int) -> Callable[[float], float]:
    """Whole seconds later, as the decimal it would be spelled (to 100 microseconds)."""
    return lambda t: (round(t * 10_000) + by_s * 10_000) / 10_000

"""Oracle of 2.2 and 2.3: what a conversation's consensus says about the floor."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from tests.oracles.consensus import Agreed, Event, Interval, consensus
from tests.oracles.rules import Rules

__all__ = ["PlainGold", "TaskLists", "floor", "gold"]

Pair = tuple[Agreed, Agreed]
"""The consensus of speakers 1 and 2."""


class TaskLists(NamedTuple):
    """The gold of one task and one speaker, each list in ascending order."""

    positives: list[float]
    negatives: list[Interval]
    excluded: list[Interval]


class PlainGold(NamedTuple):
    """The gold of one conversation: for each task, speakers 1 and 2."""

    eot: tuple[TaskLists, TaskLists]
    int: tuple[TaskLists, TaskLists]


def gold(
    tracks: tuple[Sequence[Sequence[Event]], Sequence[Sequence[Event]]], rules: Rules
) -> PlainGold:
    """The gold of one conversation from the annotators' tracks of speakers 1 and 2."""
    turn = tuple(consensus(t, "turn", rules) for t in tracks)
    label = tuple(consensus(t, "label", rules) for t in tracks)
    return floor((turn[0], turn[1]), (label[0], label[1]), rules)


def floor(turn: Pair, label: Pair, rules: Rules) -> PlainGold:
    """The gold of one conversation from its consensus in both views."""
    return PlainGold(
        (_eot(0, turn, label, rules), _eot(1, turn, label, rules)),
        (_interruption(label[0]), _interruption(label[1])),
    )


def _eot(me: int, turn: Pair, label: Pair, rules: Rules) -> TaskLists:
    you = 1 - me
    grid = rules.grid
    own = [(grid(s), grid(e)) for s, e, _ in turn[me].events]
    other = [(grid(s), grid(e)) for s, e, _ in turn[you].events]
    excluded = [
        (grid(s), grid(e))
        for agreed in (*turn, *label)  # either view, either speaker
        for s, e in agreed.excluded
    ]
    cutting = [grid(s) for s, _, name in label[me].events if name != "Turn"]
    cutting += [
        grid(s)
        for s, _, name in label[you].events
        if name in ("Interruption", "NonFloorTakingInterruption")
    ]
    positives: set[float] = set()
    negatives: set[Interval] = set()
    for position, (_, e) in enumerate(own):
        contained = False
        for another, (s2, e2) in enumerate(own):
            if another != position and s2 < e < e2:
                contained = True
        if contained:
            continue
        next_self = min((s for s, _ in own if s > e), default=inf)
        next_other = min((s for s, _ in other if s > e), default=inf)
        other_speaking = any(s < e < e2 for s, e2 in other)
        if next_self == inf or next_other < next_self or other_speaking:
            positives.add(e)
            continue
        cuts = [next_self]
        cuts += [s for s, e2 in excluded if s < next_self and e < e2]
        cuts += [s for s in cutting if e < s < next_self]
        if min(cuts) > e:
            negatives.add((e, min(cuts)))
    return TaskLists(
        sorted(rules.seconds(e) for e in positives),
        sorted((rules.seconds(s), rules.seconds(e)) for s, e in negatives),
        sorted(turn[me].excluded),
    )


def _interruption(label: Agreed) -> TaskLists:
    def extents(*names: str) -> list[Interval]:
        return [(s, e) for s, e, name in label.events if name in names]

    return TaskLists(
        sorted(s for s, _ in extents("Interruption")),
        sorted(extents("Backchannel", "NonContent")),
        sorted(label.excluded + extents("NonFloorTakingInterruption")),
    )

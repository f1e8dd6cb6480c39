"""How much of the annotation survives the consensus: the right half of the paper's Table III.

::

    a     [turn      ]   [turn   ]   [backchannel]       4 of 6 events are kept:
    b      [turn     ]   [interr.]   [backchannel]       one consensus event has the same label
    gold  [turn      ]               [backchannel]       and both ends within 0.2 s

Kept is not *used*: an event that came too late for its group is kept if the group's median lies
near enough, and a member of a group is not if the median moved away from it.

Source: TurnBench paper, Table III.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Ints, count_until
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label
from turnscope.core.protocol import Protocol
from turnscope.gold.annotations import AnnotatedEvents, annotated_events
from turnscope.gold.consensus import ConsensusEvents, consensus_of

__all__ = ["Kept", "kept", "pooled"]

_LABELS = tuple(label for label in Label if label is not Label.NONE)


@dataclass(frozen=True, slots=True)
class Kept:
    """What the label-view consensus keeps of some conversations.

    Attributes:
        n_kept: annotators' events with a consensus event of the same speaker and label, both
            ends within the protocol's tolerance.
        n_annotated: all annotators' events with a known label.
        by_label: consensus events of each canonical label.
    """

    n_kept: int
    n_annotated: int
    by_label: dict[Label, int]

    @property
    def share(self) -> float:
        """Kept share of the annotators' events, pooled, in [0, 1]; NaN if n = 0."""
        return self.n_kept / self.n_annotated if self.n_annotated else float("nan")

    @property
    def n_consensus(self) -> int:
        """All consensus events."""
        return sum(self.by_label.values())


def kept(
    conversations: Sequence[Conversation], *, protocol: Protocol | None = None
) -> tuple[Kept, ...]:
    """What the consensus keeps of each conversation, in their order; :func:`pooled` adds.

    Times are compared as the protocol compares them: officially as floats, the consensus
    rounded to four decimals.
    """
    protocol = protocol or Protocol()
    events = annotated_events(conversations, clock=protocol.clock)
    gold = consensus_of(events, protocol=protocol)
    survives = _near(events, gold, protocol)
    n = len(conversations)
    n_annotated = np.bincount(events.group // 2, minlength=n)
    n_kept = np.bincount(events.group[survives] // 2, minlength=n)
    counts = np.bincount(gold.group // 2 * len(_LABELS) + gold.label, minlength=n * len(_LABELS))
    return tuple(
        Kept(int(some), int(total), dict(zip(_LABELS, row, strict=True)))
        for some, total, row in zip(
            n_kept, n_annotated, counts.reshape(n, len(_LABELS)).tolist(), strict=True
        )
    )


def pooled(parts: Iterable[Kept]) -> Kept:
    """Several conversations' counts, added."""
    each = list(parts)
    return Kept(
        sum(part.n_kept for part in each),
        sum(part.n_annotated for part in each),
        {label: sum(part.by_label[label] for part in each) for label in _LABELS},
    )


def _near(events: AnnotatedEvents, gold: ConsensusEvents, protocol: Protocol) -> NDArray[np.bool_]:
    """Which events have a consensus event of their speaker and label near at both ends."""
    clock = protocol.clock
    tolerance = clock.tick(protocol.endpoint_tolerance_s)
    lane = gold.group * len(Label) + gold.label
    start, end = clock.ticks(gold.start_s), clock.ticks(gold.end_s)
    order = np.lexsort((start, lane))
    lane, start, end = lane[order], start[order], end[order]
    mine = events.group * len(Label) + events.label

    # One float wider on each side than the tolerance: the subtraction below decides.
    reach = tolerance * (1 + 1e-9) + np.abs(events.start) * 1e-12
    first = count_until(lane, start, at_group=mine, at=events.start - reach, side="left")
    last = count_until(lane, start, at_group=mine, at=events.start + reach, side="right")
    found = np.zeros(len(events), np.bool_)
    candidate = first
    open_rows: Ints = np.flatnonzero(candidate < last)
    while len(open_rows):
        at = candidate[open_rows]
        found[open_rows] |= (np.abs(events.start[open_rows] - start[at]) <= tolerance) & (
            np.abs(events.end[open_rows] - end[at]) <= tolerance
        )
        candidate = candidate + 1
        open_rows = open_rows[(candidate[open_rows] < last[open_rows]) & ~found[open_rows]]
    return found

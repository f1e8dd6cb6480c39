"""How people themselves respond: the timing that systems are held against.

::

    speaker 1   [turn          ]· anchor (end of turn)
    speaker 2            [turn    ...    open at the anchor: offset = its start - anchor < 0
    speaker 2                      [turn       none open: the first one after it, offset > 0

    speaker 1   [turn           ]        held on for 1.4 s after the interruption's onset
    speaker 2              [interruption      ]

People plan what they say while the other still speaks, and often begin before the end: median
-281 ms in the published corpus, -151 ms without interruptions. A causal system that waits for the
end cannot come near it.

Source: TurnBench paper, section IV-B; details as its public analysis settles
them. Spans are half open here: a response that starts at the very anchor is open, offset 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Points, Spans, count_until, running_max
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label, View
from turnscope.core.protocol import Protocol
from turnscope.gold.annotations import annotated_events
from turnscope.gold.consensus import consensus_of
from turnscope.gold.derive import gold_of

__all__ = ["HumanReference", "human_reference"]

_DECIMALS = 3


@dataclass(frozen=True, eq=False, slots=True)
class HumanReference:
    """Responses to ends of turns, and what interrupted speakers did, all conversations pooled.

    Attributes:
        offset_s: response start minus anchor, seconds, shape (n,), negative where the response
            began first; one for each end of turn that was responded to.
        is_interruption: which responses are a consensus interruption, shape (n,).
        conversation: of each offset, a position in the roster, shape (n,).
        n_unanswered: ends of turn with no segment of the other open or after them, left out.
        held_s: from an interruption's onset to the end of the interrupted speaker's
            latest-starting open segment, seconds, shape (m,), > 0.
        held_conversation: of each of them, shape (m,).
        n_unopposed: interruptions during which the other held no segment open, left out.
    """

    offset_s: Floats
    is_interruption: NDArray[np.bool_]
    conversation: Ints
    n_unanswered: int
    held_s: Floats
    held_conversation: Ints
    n_unopposed: int

    @property
    def median_offset_s(self) -> float:
        """Median over all responses, seconds; NaN without any."""
        return _median(self.offset_s)

    @property
    def median_uninterrupting_s(self) -> float:
        """Median over the responses that are no interruption, seconds; NaN without any."""
        return _median(self.offset_s[~self.is_interruption])

    @property
    def median_held_s(self) -> float:
        """Median time that an interrupted speaker held on, seconds; NaN without any."""
        return _median(self.held_s)


def human_reference(
    conversations: Sequence[Conversation], *, protocol: Protocol | None = None
) -> HumanReference:
    """The human reference of some conversations, on the consensus of their annotators.

    Anchors are the gold's ends of turn, segments the turn-view consensus, interruptions the
    label-view consensus; a response is an interruption if it starts in the same millisecond as
    one of its speaker.
    """
    protocol = protocol or Protocol()
    events = annotated_events(conversations, clock=protocol.clock)
    floor = consensus_of(events.in_view(View.TURN), protocol=protocol)
    labelled = consensus_of(events, protocol=protocol)
    turns = Spans.sorted(floor.group, floor.start_s, floor.end_s)

    anchors = gold_of(conversations, protocol=protocol).eot.positives
    other = anchors.group ^ 1
    found = _latest_open(turns, other, anchors.time_s)
    found = np.where(found >= 0, found, _first_after(turns, other, anchors.time_s))
    answered = found >= 0
    response = found[answered]

    taken = labelled.label == Label.INTERRUPTION
    onsets = Points(labelled.group[taken], labelled.start_s[taken])
    held = _latest_open(turns, onsets.group ^ 1, onsets.time_s)
    opposed = held >= 0
    return HumanReference(
        turns.start_s[response] - anchors.time_s[answered],
        _same_onset(turns, response, onsets),
        anchors.group[answered] // 2,
        int(np.count_nonzero(~answered)),
        turns.end_s[held[opposed]] - onsets.time_s[opposed],
        onsets.group[opposed] // 2,
        int(np.count_nonzero(~opposed)),
    )


def _latest_open(turns: Spans, group: Ints, at: Floats) -> Ints:
    """Row of the latest-starting segment of each group with start <= time < end, or -1.

    Of segments that start together it is the longest.
    """
    row = count_until(turns.group, turns.start_s, at_group=group, at=at, side="right") - 1
    latest_end = np.append(running_max(turns.group, turns.end_s), -np.inf)
    is_open = (np.append(turns.group, -1)[row] == group) & (latest_end[row] > at)
    row = np.where(is_open, row, -1)
    end = np.append(turns.end_s, np.inf)
    while len(closed := np.flatnonzero(end[row] <= at)):
        row[closed] -= 1  # one that started earlier is open, so this ends in its group
    return row


def _first_after(turns: Spans, group: Ints, at: Floats) -> Ints:
    """Row of the first segment of each group that starts strictly later, or -1."""
    row = count_until(turns.group, turns.start_s, at_group=group, at=at, side="right")
    return np.where(np.append(turns.group, -1)[row] == group, row, -1)


def _same_onset(turns: Spans, rows: Ints, onsets: Points) -> NDArray[np.bool_]:
    """Which segments start in the same millisecond as one of their speaker's onsets."""

    def keys(group: Ints, time_s: Floats) -> list[tuple[int, float]]:
        times = [round(time, _DECIMALS) for time in time_s.tolist()]
        return list(zip(group.tolist(), times, strict=True))

    known = set(keys(onsets.group, onsets.time_s))
    mine = keys(turns.group[rows], turns.start_s[rows])
    return np.array([key in known for key in mine], np.bool_)


def _median(values: Floats) -> float:
    return float(np.median(values)) if len(values) else float("nan")

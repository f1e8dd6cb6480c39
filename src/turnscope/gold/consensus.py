"""Three annotators' tracks become one: the majority consensus and its excluded intervals.

::

    a   ──[Turn      ]────────[Turn  ]──        accepted: the first, all agree on both ends
    b   ───[Turn    ]─────────[Turn      ]──              the second, b and c agree
    c   ──[Turn     ]─────────[Turn     ]───
    gold ─[Turn     ]─────────[Turn     ]───   a's second event is settled by the majority

An event nobody else confirms, and which no accepted event overlaps, becomes an excluded
interval: the annotators do not agree on what happened there, so nobody is scored on it.

Source: TurnBench paper, section IV-A; details as its public scorer settles them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core import protocol as rules
from turnscope.core.columns import Floats, Ints, Spans, count_until, running_max
from turnscope.core.conversation import Conversation
from turnscope.core.labels import View
from turnscope.core.tolerance import Arithmetic
from turnscope.gold.annotations import AnnotatedEvents, annotated_events
from turnscope.gold.candidates import Candidate, Limits, anchored, order_free

__all__ = ["ConsensusEvents", "consensus", "consensus_of"]


@dataclass(frozen=True, eq=False, slots=True)
class ConsensusEvents:
    """What the annotators of a corpus agree on, in one view.

    Attributes:
        group: speaker of a conversation, shape (n,); sorted by (group, start, end, label).
        start_s: seconds, rounded to four decimals.
        end_s: seconds, rounded to four decimals.
        label: canonical label codes, int8.
        excluded: where they disagree; disjoint within a group.
    """

    group: Ints
    start_s: Floats
    end_s: Floats
    label: NDArray[np.int8]
    excluded: Spans

    def __len__(self) -> int:
        return len(self.group)


def consensus(
    conversations: Sequence[Conversation],
    view: View,
    *,
    protocol: rules.Protocol | None = None,
) -> ConsensusEvents:
    """The consensus of many conversations in one view.

    With one annotator the track itself is the gold; with two, both must agree.
    """
    protocol = protocol or rules.Protocol()
    events = annotated_events(conversations, clock=protocol.clock)
    return consensus_of(events.in_view(view), protocol=protocol)


def consensus_of(events: AnnotatedEvents, *, protocol: rules.Protocol) -> ConsensusEvents:
    """The consensus of events already gathered in one view."""
    clock = protocol.clock
    members = _accepted(events, protocol)
    group = events.group[members[:, 0]]
    start = clock.rounded(_median(events.start, members))
    end = clock.rounded(_median(events.end, members))
    label = events.label[members[:, 0]]
    order = np.lexsort((label, end, start, group))
    group, start, end, label = group[order], start[order], end[order], label[order]

    unused = np.ones(len(events), np.bool_)
    unused[members[members >= 0]] = False
    dissent = unused & ~_overlapping(
        Spans(group, start, end), Spans(events.group, events.start, events.end)
    )
    excluded = _merged(
        Spans.sorted(events.group[dissent], events.start[dissent], events.end[dissent]), clock
    )
    return ConsensusEvents(group, clock.seconds(start), clock.seconds(end), label, excluded)


def _accepted(events: AnnotatedEvents, protocol: rules.Protocol) -> Ints:
    """Rows of each accepted group's members, shape (n accepted, most annotators), -1 padded."""
    clock = protocol.clock
    tolerance = clock.tick(protocol.endpoint_tolerance_s)
    window = clock.tick(protocol.match_window_s)
    width = int(events.n_annotators.max(initial=1))
    cluster, order = _clusters(events, max(window, tolerance))
    n_clusters = int(cluster[-1]) + 1 if len(cluster) else 0

    # The row of each annotator's event in each cluster: with one at most and no more than three
    # annotators, who agrees with whom is a closed form over this table.
    rows = np.full((n_clusters, max(width, 3)), -1, np.int64)
    rows[cluster, events.annotator[order]] = order
    first = order[np.searchsorted(cluster, np.arange(n_clusters))]
    size = np.bincount(cluster, minlength=n_clusters)
    needed = np.minimum(protocol.agreement, events.n_annotators[events.group[first]])
    several = (rows >= 0).sum(axis=1) < size
    sequential = several | (needed != 2) | (width > 3)
    if protocol.consensus is not rules.Consensus.OFFICIAL:
        sequential[:] = True
    sequential &= size >= needed
    alone = events.n_annotators[events.group[first]] == 1

    simple = rows[~sequential & ~alone & (size >= needed)]
    settled = _closed_form(events, simple[:, :3], tolerance, window)
    singles = order[alone[cluster]]
    found = [
        np.pad(settled, ((0, 0), (0, rows.shape[1] - 3)), constant_values=-1),
        np.pad(singles[:, None], ((0, 0), (0, rows.shape[1] - 1)), constant_values=-1),
        _settled_in_turn(
            events,
            cluster,
            order,
            np.flatnonzero(sequential & ~alone),
            needed,
            protocol,
            rows.shape[1],
        ),
    ]
    return np.concatenate(found)


def _clusters(events: AnnotatedEvents, reach: float) -> tuple[Ints, Ints]:
    """Number the clusters of same-speaker, same-label events whose starts chain within reach.

    Returns:
        The cluster of each event in (group, label, start) order, ascending, and that order.
    """
    order = np.lexsort((events.start, events.label, events.group))
    group, label, start = events.group[order], events.label[order], events.start[order]
    new = np.ones(len(order), np.bool_)
    # Rounding is monotone, so events on either side of a gap wider than the reach are too far
    # apart by float subtraction as well.
    new[1:] = (
        (group[1:] != group[:-1]) | (label[1:] != label[:-1]) | (start[1:] - start[:-1] > reach)
    )
    return np.cumsum(new) - 1, order


def _closed_form(events: AnnotatedEvents, rows: Ints, tolerance: float, window: float) -> Ints:
    """Two of up to three annotators with one event each: abc, else ab, else ac, else bc."""
    start = np.where(rows >= 0, events.start[rows], np.nan)
    end = np.where(rows >= 0, events.end[rows], np.nan)

    def agree(x: int, y: int) -> NDArray[np.bool_]:
        apart = np.abs(start[:, x] - start[:, y])
        ends = np.abs(end[:, x] - end[:, y])
        near: NDArray[np.bool_] = (apart <= tolerance) & (ends <= tolerance) & (apart <= window)
        return near

    ab, ac, bc = agree(0, 1), agree(0, 2), agree(1, 2)
    apart_bc = np.abs(start[:, 1] - start[:, 2])
    # All three need b and c within tolerance; the window is only ever measured from the anchor.
    abc = ab & ac & (apart_bc <= tolerance) & (np.abs(end[:, 1] - end[:, 2]) <= tolerance)
    used = np.zeros(rows.shape, np.bool_)
    used[abc] = True
    used[ab & ~abc] = (True, True, False)
    used[ac & ~ab] = (True, False, True)
    used[bc & ~ab & ~ac] = (False, True, True)
    settled = np.where(used, rows, -1)[used.any(axis=1)]
    # Members first, padding last, so that column 0 always names a member.
    return -np.sort(-settled, axis=1)


def _settled_in_turn(
    events: AnnotatedEvents,
    cluster: Ints,
    order: Ints,
    which: Ints,
    needed: Ints,
    protocol: rules.Protocol,
    width: int,
) -> Ints:
    """Clusters that need the rule event by event."""
    clock = protocol.clock
    rule = anchored if protocol.consensus is rules.Consensus.OFFICIAL else order_free
    groups: list[list[int]] = []
    begins = np.searchsorted(cluster, which)
    ends = np.searchsorted(cluster, which, side="right")
    for number, begin, stop in zip(which, begins, ends, strict=True):
        rows = order[begin:stop]
        candidates = [
            Candidate(*event)
            for event in zip(
                events.annotator[rows].tolist(),
                events.start[rows].tolist(),
                events.end[rows].tolist(),
                rows.tolist(),
                strict=True,
            )
        ]
        limits = Limits(
            int(needed[number]),
            clock.tick(protocol.endpoint_tolerance_s),
            clock.tick(protocol.match_window_s),
        )
        groups.extend([m.row for m in members] for members in rule(candidates, limits))
    table = np.full((len(groups), width), -1, np.int64)
    for row, members in enumerate(groups):
        table[row, : len(members)] = members
    return table


def _median(column: Floats, members: Ints) -> Floats:
    """Median over each row's members: the middle one, or the mean of the middle two."""
    values = np.sort(np.where(members >= 0, column[members], np.inf), axis=1)
    count = (members >= 0).sum(axis=1)
    row = np.arange(len(members))
    low, high = values[row, (count - 1) // 2], values[row, count // 2]
    median: Floats = np.where(low == high, low, (low + high) / 2)
    return median


def _overlapping(accepted: Spans, events: Spans) -> NDArray[np.bool_]:
    """Which events overlap, strictly, an accepted one of their group."""
    before = count_until(
        accepted.group, accepted.start_s, at_group=events.group, at=events.end_s, side="left"
    )
    latest_end = running_max(accepted.group, accepted.end_s)
    candidate = np.maximum(before - 1, 0)
    overlap = np.zeros(len(events), np.bool_)
    if len(accepted):
        overlap = (
            (before > 0)
            & (accepted.group[candidate] == events.group)
            & (latest_end[candidate] > events.start_s)
        )
    return overlap


def _merged(spans: Spans, clock: Arithmetic) -> Spans:
    """Spans joined where they touch or overlap, then rounded; in seconds."""
    if not len(spans):
        return spans
    latest_end = running_max(spans.group, spans.end_s)
    new = np.ones(len(spans), np.bool_)
    new[1:] = (spans.group[1:] != spans.group[:-1]) | (spans.start_s[1:] > latest_end[:-1])
    first = np.flatnonzero(new)
    last = np.append(first[1:], len(spans)) - 1
    return Spans(
        spans.group[first],
        clock.seconds(clock.rounded(spans.start_s[first])),
        clock.seconds(clock.rounded(latest_end[last])),
    )

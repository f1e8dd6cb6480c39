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
from turnscope.core.columns import Floats, Ints, Spans, count_until, order_by, running_max
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label, View
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
    member = members.max(axis=0)
    group = events.group[member]
    start = clock.rounded(_median(events.start, members))
    end = clock.rounded(_median(events.end, members))
    label = events.label[member]
    order = _event_order(group, start, end, label)
    group, start, end, label = group[order], start[order], end[order], label[order]

    unused = np.ones(len(events), np.bool_)
    unused[members[members >= 0]] = False
    left = Spans.sorted(events.group[unused], events.start[unused], events.end[unused])
    dissent = ~_overlapping(Spans(group, start, end), left)
    excluded = _merged(
        Spans(left.group[dissent], left.start_s[dissent], left.end_s[dissent]), clock
    )
    return ConsensusEvents(group, clock.seconds(start), clock.seconds(end), label, excluded)


def _event_order(group: Ints, start: Floats, end: Floats, label: NDArray[np.int8]) -> Ints:
    """The order that sorts events by (group, start, end, label)."""
    order = order_by(group, start)
    tied = (group[order][1:] == group[order][:-1]) & (start[order][1:] == start[order][:-1])
    return np.lexsort((label, end, start, group)) if tied.any() else order


def _accepted(events: AnnotatedEvents, protocol: rules.Protocol) -> Ints:
    """Rows of each accepted group's members, shape (at least 3, n accepted), -1 for nobody."""
    clock = protocol.clock
    tolerance = clock.tick(protocol.endpoint_tolerance_s)
    window = clock.tick(protocol.match_window_s)
    width = int(events.n_annotators.max(initial=1))
    cluster, order = _clusters(events, max(window, tolerance))
    n_clusters = int(cluster[-1]) + 1 if len(cluster) else 0

    # The row of each annotator's event in each cluster: with one at most and no more than three
    # annotators, who agrees with whom is a closed form over this table.
    rows = np.full((max(width, 3), n_clusters), -1, np.int64)
    rows[events.annotator[order], cluster] = order
    first = order[np.searchsorted(cluster, np.arange(n_clusters))]
    size = np.bincount(cluster, minlength=n_clusters)
    needed = np.minimum(protocol.agreement, events.n_annotators[events.group[first]])
    several = np.count_nonzero(rows >= 0, axis=0) < size
    sequential = several | (needed != 2) | (width > 3)
    if protocol.consensus is not rules.Consensus.OFFICIAL:
        sequential[:] = True
    sequential &= size >= needed
    alone = events.n_annotators[events.group[first]] == 1

    simple = np.flatnonzero(~sequential & ~alone & (size >= needed))
    settled = _closed_form(events, [column[simple] for column in rows[:3]], tolerance, window)
    singles = order[alone[cluster]]
    found = [
        _padded(settled, len(rows)),
        _padded(singles[None, :], len(rows)),
        _settled_in_turn(
            events,
            cluster,
            order,
            np.flatnonzero(sequential & ~alone),
            needed,
            protocol,
            len(rows),
        ),
    ]
    return np.concatenate(found, axis=1)


def _padded(members: Ints, width: int) -> Ints:
    """Members of groups in a table of ``width`` rows."""
    table = np.full((width, members.shape[1]), -1, np.int64)
    table[: len(members)] = members
    return table


def _clusters(events: AnnotatedEvents, reach: float) -> tuple[Ints, Ints]:
    """Number the clusters of same-speaker, same-label events whose starts chain within reach.

    Returns:
        The cluster of each event in (group, label, start) order, ascending, and that order.
    """
    kind = events.group * len(Label) + events.label
    order = order_by(kind, events.start)
    kind, start = kind[order], events.start[order]
    new = np.ones(len(order), np.bool_)
    # Rounding is monotone, so events on either side of a gap wider than the reach are too far
    # apart by float subtraction as well.
    new[1:] = (kind[1:] != kind[:-1]) | (start[1:] - start[:-1] > reach)
    return np.cumsum(new) - 1, order


def _closed_form(
    events: AnnotatedEvents, member: list[Ints], tolerance: float, window: float
) -> Ints:
    """Two of up to three annotators with one event each: abc, else ab, else ac, else bc."""
    start = [events.start[column] for column in member]
    end = [events.end[column] for column in member]

    def agree(x: int, y: int) -> NDArray[np.bool_]:
        near: NDArray[np.bool_] = np.abs(start[x] - start[y]) <= tolerance
        near &= np.abs(end[x] - end[y]) <= tolerance
        # Row -1 is no member: what it names above is some other event.
        near &= (member[x] >= 0) & (member[y] >= 0)
        return near

    def offered(x: int, y: int) -> NDArray[np.bool_] | bool:
        return window >= tolerance or np.abs(start[x] - start[y]) <= window

    # Whether b and c are offered at all is measured from the anchor a, so in a group of three
    # they need only be within tolerance of each other.
    within_bc = agree(1, 2)
    ab, ac, bc = agree(0, 1) & offered(0, 1), agree(0, 2) & offered(0, 2), within_bc & offered(1, 2)
    abc = ab & ac & within_bc
    taken = [ab | ac, ab | (bc & ~ac), abc | (ac & ~ab) | (bc & ~ab)]
    agreed = np.flatnonzero(taken[0] | bc)
    return np.stack(
        [
            np.where(used[agreed], column[agreed], -1)
            for used, column in zip(taken, member, strict=True)
        ]
    )


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
    table = np.full((width, len(groups)), -1, np.int64)
    for column, members in enumerate(groups):
        table[: len(members), column] = members
    return table


def _median(column: Floats, members: Ints) -> Floats:
    """Median over each group's members: the middle one, or the mean of the middle two."""
    values = np.where(members >= 0, column[members], np.inf)
    count = np.count_nonzero(members >= 0, axis=0)
    if len(members) > 3:
        values = np.sort(values, axis=0)
        group = np.arange(members.shape[1])
        low, high = values[(count - 1) // 2, group], values[count // 2, group]
    else:
        # Of up to three, with infinity for nobody, the second smallest is the median of three
        # and the larger of two.
        one, two, three = values
        smaller, larger = np.minimum(one, two), np.maximum(one, two)
        second = np.maximum(smaller, np.minimum(larger, three))
        low = np.where(count == 3, second, np.minimum(smaller, three))
        high = np.where(count == 1, low, second)
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

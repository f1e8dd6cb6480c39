"""Which annotators' events are one and the same, decided event by event.

The official rule is sequential: an anchor takes its nearest candidates, and what it takes is
gone for the next anchor. :func:`anchored` follows it to the letter, for the few clusters of
events in which one annotator has several; :mod:`turnscope.gold.consensus` settles the rest in
closed form. :func:`order_free` is the option that does not ask who came first.

Both work on one cluster at a time: events of one speaker and label, near one another in time.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

__all__ = ["Candidate", "Limits", "anchored", "order_free"]


class Candidate(NamedTuple):
    """One annotator's event; ``row`` is where it stands, ascending in (annotator, file) order."""

    annotator: int
    start: float
    end: float
    row: int


class Limits(NamedTuple):
    """What makes events the same: how many must agree, and how closely (in ticks)."""

    agreement: int
    tolerance: float
    window: float


def _together(members: Sequence[Candidate], tolerance: float) -> bool:
    starts = [m.start for m in members]
    ends = [m.end for m in members]
    return max(starts) - min(starts) <= tolerance and max(ends) - min(ends) <= tolerance


class _Column:
    """One annotator's events of a cluster, to look up the unused one nearest to a time."""

    def __init__(self, events: list[Candidate]) -> None:
        self.events = sorted(events, key=lambda e: e.start)
        self.starts = [e.start for e in self.events]

    def nearest(self, start: float, window: float, used: set[int]) -> Candidate | None:
        # One float wider on each side than the window: the subtraction below decides.
        slack = window * 1e-9 + abs(start) * 1e-12
        first = bisect_left(self.starts, start - window - slack)
        last = bisect_right(self.starts, start + window + slack)
        near = [
            (abs(e.start - start), e.row, e)
            for e in self.events[first:last]
            if e.row not in used and abs(e.start - start) <= window
        ]
        return min(near)[2] if near else None


def anchored(cluster: Sequence[Candidate], limits: Limits) -> list[tuple[Candidate, ...]]:
    """Accepted groups by the official rule (specified in TurnBench's section IV-A, scorer).

    Each still unused event in annotator and file order anchors; each *later* annotator offers
    its unused event with the nearest start; of the subsets with the anchor, the largest first,
    the first within tolerance at both ends is accepted and its members are used up.
    """
    by_annotator: dict[int, list[Candidate]] = {}
    for event in sorted(cluster, key=lambda e: e.row):
        by_annotator.setdefault(event.annotator, []).append(event)
    columns = {annotator: _Column(events) for annotator, events in by_annotator.items()}
    used: set[int] = set()
    accepted = []
    for annotator in sorted(by_annotator):
        later = [columns[other] for other in sorted(columns) if other > annotator]
        for anchor in by_annotator[annotator]:
            if anchor.row in used:
                continue
            offers = [column.nearest(anchor.start, limits.window, used) for column in later]
            matches = [offer for offer in offers if offer is not None]
            for members in _subsets(anchor, matches, limits.agreement):
                if _together(members, limits.tolerance):
                    accepted.append(members)
                    used.update(m.row for m in members)
                    break
    return accepted


def _subsets(
    anchor: Candidate, matches: list[Candidate], agreement: int
) -> Iterator[tuple[Candidate, ...]]:
    for size in range(len(matches) + 1, agreement - 1, -1):
        for others in combinations(matches, size - 1):
            yield (anchor, *others)


def order_free(cluster: Sequence[Candidate], limits: Limits) -> list[tuple[Candidate, ...]]:
    """Accepted groups by the order-free rule: the largest first, then the tightest.

    All groups of enough annotators within tolerance compete; a group is accepted if none of its
    members is used. Ties in size and tightness (span of starts plus span of ends) go to the
    group whose sorted (start, end) pairs come first, so the order of annotators never matters.
    """
    competing = []
    for members in _compatible(sorted(cluster, key=lambda e: e.start), limits):
        starts = [m.start for m in members]
        ends = [m.end for m in members]
        spread = (max(starts) - min(starts)) + (max(ends) - min(ends))
        times = sorted((m.start, m.end) for m in members)
        competing.append((-len(members), spread, times, members))
    used: set[int] = set()
    accepted = []
    for *_, members in sorted(competing, key=lambda c: c[:3]):
        if used.isdisjoint(m.row for m in members):
            accepted.append(members)
            used.update(m.row for m in members)
    return accepted


def _compatible(by_start: list[Candidate], limits: Limits) -> Iterator[tuple[Candidate, ...]]:
    for position, first in enumerate(by_start):
        near = []
        for event in by_start[position + 1 :]:
            if event.start - first.start > limits.tolerance:
                break
            if event.annotator != first.annotator:
                near.append(event)
        for size in range(limits.agreement - 1, len(near) + 1):
            for others in combinations(near, size):
                members = (first, *others)
                distinct = len({m.annotator for m in members}) == len(members)
                if distinct and _together(members, limits.tolerance):
                    yield members

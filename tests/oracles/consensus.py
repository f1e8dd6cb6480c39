"""Oracle of 2.1: which events enough annotators agree on, and which stretches stay disputed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, product
from typing import NamedTuple

from tests.oracles.rules import Rules

__all__ = ["CLASS_OF", "Agreed", "Event", "Interval", "consensus", "view_label"]

Event = tuple[float, float, str]
"""(start, end, label): fine label going in, canonical label coming out."""

Interval = tuple[float, float]

CLASS_OF = {
    "Normal Turn": "Turn",
    "Regular Turn": "Turn",
    "Strong Floor Hold": "Turn",
    "Bounded Response": "Turn",
    "Filler": "Turn",
    "Overlap": "Turn",
    "Floor-taking Competitive Interruption": "Interruption",
    "Floor-taking Cooperative Interruption": "Interruption",
    "Non-floor Taking Competitive Interruption": "NonFloorTakingInterruption",
    "Non-floor Taking Cooperative Interruption": "NonFloorTakingInterruption",
    "Acknowledgement Backchannel": "Backchannel",
    "Continuer Backchannel": "Backchannel",
    "Reaction Backchannel": "Backchannel",
    "Laughter": "Laughter",
    "Awkward Silence": "AwkwardSilence",
    "Non-Speech Noise": "NonContent",
    "Channel Bleed": "NonContent",
    "Speech, Non-Linguistic": "NonContent",
}


class Agreed(NamedTuple):
    """Consensus events sorted by (start, end) and merged excluded intervals of one speaker."""

    events: list[Event]
    excluded: list[Interval]


class _Item(NamedTuple):
    annotator: int
    position: int
    start: float
    end: float
    label: str


def view_label(fine: str, view: str) -> str | None:
    """The canonical label of a fine one in a view ("label" or "turn"), None if it is dropped."""
    label = CLASS_OF.get(fine)
    if view == "label":
        return label
    return "Turn" if label in ("Turn", "Interruption") else None


def consensus(tracks: Sequence[Sequence[Event]], view: str, rules: Rules) -> Agreed:
    """Consensus of one speaker's tracks, given in annotator order and each in file order."""
    items: list[list[_Item]] = []
    for annotator, track in enumerate(tracks):
        mine = []
        for position, (start, end, fine) in enumerate(track):
            label = view_label(fine, view)
            if label is not None:
                mine.append(_Item(annotator, position, rules.grid(start), rules.grid(end), label))
        items.append(mine)
    needed = min(rules.agreement, len(tracks))
    groups = (
        _order_free(items, needed, rules) if rules.order_free else _in_order(items, needed, rules)
    )
    used = {member for group in groups for member in group}
    accepted = [
        (
            _rounded(_median([m.start for m in group], rules), rules),
            _rounded(_median([m.end for m in group], rules), rules),
            group[0].label,
        )
        for group in groups
    ]
    disputed = []
    for track_items in items:
        for item in track_items:
            if item in used:
                continue
            if not any(item.start < end and start < item.end for start, end, _ in accepted):
                disputed.append((item.start, item.end))
    return Agreed(
        sorted((rules.seconds(s), rules.seconds(e), label) for s, e, label in accepted),
        [
            (rules.seconds(_rounded(s, rules)), rules.seconds(_rounded(e, rules)))
            for s, e in _merged(disputed)
        ],
    )


def _in_order(items: list[list[_Item]], needed: int, rules: Rules) -> list[list[_Item]]:
    used: set[_Item] = set()
    groups = []
    for annotator, track in enumerate(items):
        for anchor in track:
            if anchor in used:
                continue
            matches = []
            for later in items[annotator + 1 :]:
                best = None
                for candidate in later:
                    if candidate in used or candidate.label != anchor.label:
                        continue
                    distance = abs(candidate.start - anchor.start)
                    if distance > rules.grid(rules.window):
                        continue
                    if best is None or distance < abs(best.start - anchor.start):
                        best = candidate
                if best is not None:
                    matches.append(best)
            group = _first_fitting(anchor, matches, needed, rules)
            if group is not None:
                groups.append(group)
                used.update(group)
    return groups


def _first_fitting(
    anchor: _Item, matches: list[_Item], needed: int, rules: Rules
) -> list[_Item] | None:
    for n_matches in range(len(matches), -1, -1):
        if 1 + n_matches < needed:
            return None
        for chosen in combinations(matches, n_matches):
            group = [anchor, *chosen]
            if _fits(group, rules):
                return group
    return None


def _fits(group: Sequence[_Item], rules: Rules) -> bool:
    starts = [m.start for m in group]
    ends = [m.end for m in group]
    tolerance = rules.grid(rules.tolerance)
    return max(starts) - min(starts) <= tolerance and max(ends) - min(ends) <= tolerance


def _order_free(items: list[list[_Item]], needed: int, rules: Rules) -> list[list[_Item]]:
    candidates = []
    for size in range(needed, len(items) + 1):
        for annotators in combinations(range(len(items)), size):
            for members in product(*(items[a] for a in annotators)):
                if len({m.label for m in members}) == 1 and _fits(members, rules):
                    candidates.append(list(members))

    def rank(group: list[_Item]) -> tuple[float, float, list[tuple[float, float]]]:
        starts = [m.start for m in group]
        ends = [m.end for m in group]
        spread = (max(starts) - min(starts)) + (max(ends) - min(ends))
        return (-len(group), spread, sorted((m.start, m.end) for m in group))

    used: set[_Item] = set()
    groups = []
    for group in sorted(candidates, key=rank):
        if not used.intersection(group):
            groups.append(group)
            used.update(group)
    return groups


def _median(times: list[float], rules: Rules) -> float | Fraction:
    ordered = sorted(times)
    middle = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[middle]
    if rules.exact:
        return Fraction(int(ordered[middle - 1]) + int(ordered[middle]), 2)
    return (ordered[middle - 1] + ordered[middle]) / 2


def _rounded(time: float | Fraction, rules: Rules) -> float:
    if rules.exact:
        return round(Fraction(time) / 100) * 100  # half to even, on 100 microseconds
    return round(float(time), 4)


def _merged(intervals: list[Interval]) -> list[Interval]:
    merged: list[Interval] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged

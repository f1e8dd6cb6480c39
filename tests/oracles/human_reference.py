"""Responses and interrupted speakers, the slow and obvious way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["PlainReference", "plain_reference"]

Interval = tuple[float, float]


class PlainReference(NamedTuple):
    """Offsets with whether the response interrupts, unanswered; times held, unopposed."""

    offsets: list[tuple[float, bool]]
    n_unanswered: int
    held: list[float]
    n_unopposed: int


def _open(segments: Sequence[Interval], at: float) -> Interval | None:
    running = [s for s in segments if s[0] <= at < s[1]]
    return max(running) if running else None


def plain_reference(
    segments: Sequence[Sequence[Interval]],
    anchors: Sequence[Sequence[float]],
    interruptions: Sequence[Sequence[float]],
) -> PlainReference:
    """One conversation; each argument holds speaker 1's and speaker 2's."""
    found = PlainReference([], 0, [], 0)
    for speaker in (0, 1):
        theirs = segments[1 - speaker]
        interrupting = {round(t, 3) for t in interruptions[1 - speaker]}
        for anchor in anchors[speaker]:
            response = _open(theirs, anchor)
            if response is None:
                later = sorted(s for s in theirs if s[0] > anchor)
                response = later[0] if later else None
            if response is None:
                found = found._replace(n_unanswered=found.n_unanswered + 1)
            else:
                interrupts = round(response[0], 3) in interrupting
                found.offsets.append((response[0] - anchor, interrupts))
    for speaker in (0, 1):
        for onset in interruptions[speaker]:
            held = _open(segments[1 - speaker], onset)
            if held is None:
                found = found._replace(n_unopposed=found.n_unopposed + 1)
            else:
                found.held.append(held[1] - onset)
    return found

"""Whether two annotators hear something begin at the same moments: boundary F1.

::

    a     |      |   |          |
    b      |     |      |    |  |        3 matches within 0.2 s; 4 and 5 onsets: F1 = 6/9
          ‾‾     ‾              ‾

Onsets match one to one, greedily in time order, whatever their labels. The official number puts
both speakers' onsets in one list, so that one speaker's onset may meet the other's; with each
speaker apart it is a little lower.

Source: TurnBench paper, section IV-A ("boundary F1").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import Label
from turnscope.core.protocol import Protocol

__all__ = ["Onsets", "matched_onsets", "onsets_of"]


class Onsets(NamedTuple):
    """Onsets of two annotators: how many each has, and how many match."""

    n_first: int
    n_second: int
    n_matched: int

    @property
    def f1(self) -> float:
        """2 matched / (first + second), in [0, 1]; NaN where neither heard anything."""
        n = self.n_first + self.n_second
        return 2 * self.n_matched / n if n else float("nan")

    def plus(self, other: Onsets) -> Onsets:
        """Counts added."""
        return Onsets(*(mine + its for mine, its in zip(self, other, strict=True)))


def matched_onsets(first: Sequence[float], second: Sequence[float], *, tolerance: float) -> int:
    """How many onsets of two ascending lists match one to one within ``tolerance`` (included).

    Each of ``first`` in time order takes the earliest of ``second`` that is still free and near;
    no other way of matching finds more.
    """
    i = j = matched = 0
    while i < len(first) and j < len(second):
        if abs(first[i] - second[j]) <= tolerance:
            matched += 1
            i += 1
            j += 1
        elif first[i] < second[j]:
            i += 1
        else:
            j += 1
    return matched


def onsets_of(
    conversation: Conversation,
    first: str,
    second: str,
    *,
    label: Label | None = None,
    apart: bool = False,
    protocol: Protocol | None = None,
) -> Onsets:
    """Onsets of two annotators in one conversation.

    Args:
        conversation: annotated by both.
        first: one annotator.
        second: the other.
        label: count the onsets of events with this label alone; by default of all events with
            a known label.
        apart: match each speaker's onsets among themselves, and add; officially both are one
            list.
        protocol: for its arithmetic and its tolerance of 0.2 s.
    """
    protocol = protocol or Protocol()
    clock = protocol.clock
    tolerance = clock.tick(protocol.endpoint_tolerance_s)

    def heard(annotator: str, speakers: Sequence[int]) -> list[float]:
        tracks = [conversation.track(speaker, annotator) for speaker in speakers]
        starts = [
            t.start_s[t.canonical != Label.NONE if label is None else t.canonical == label]
            for t in tracks
        ]
        onsets: list[float] = np.sort(clock.ticks(np.concatenate(starts))).tolist()
        return onsets

    total = Onsets(0, 0, 0)
    for speakers in [(speaker,) for speaker in SPEAKERS] if apart else [SPEAKERS]:
        one, other = heard(first, speakers), heard(second, speakers)
        matched = matched_onsets(one, other, tolerance=tolerance)
        total = total.plus(Onsets(len(one), len(other), matched))
    return total

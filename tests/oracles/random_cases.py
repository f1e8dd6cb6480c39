"""Adversarial conversations, gold lists and predictions, from one generator with two drivers.

Everything is built from small choices. :class:`RandomPick` draws them from ``random.Random`` (fast,
for thousands of cases); :func:`conversations` and its like draw them from hypothesis, which can
shrink what it finds.

Times lie on a millisecond grid and mostly at or one millisecond beside a tolerance from an earlier
time, because that is where two implementations part. A few conversations lie on a grid of 50
microseconds (medians and boundaries then fall on halves of the fourth decimal), some run for
hours (few bits left for the fraction), and some make their seconds as an SRT reader does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from hypothesis import strategies as st

from tests.oracles.consensus import Event, Interval
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import PlainConversation, PlainPredictions
from tests.oracles.rules import Rules

__all__ = [
    "Pick",
    "RandomPick",
    "any_rules",
    "conversation",
    "conversations",
    "gold_and_predictions",
    "gold_lists",
    "predictions_for",
    "rules",
    "scoring_cases",
]

T = TypeVar("T")

EDGES_MS = (0, 1, 37, 100, 199, 200, 201, 249, 250, 251, 300, 499, 500, 501, 700, 1300, 2400)
LONG_EDGES_MS = (*EDGES_MS, 2750, 2999, 3000, 3001, 3250, 5200)
LENGTHS_MS = (0, 1, 50, 150, 199, 200, 201, 250, 399, 400, 500, 900, 1700, 3000, 5200)
CALM_MS = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 30, 100, 100, 199, 200)
WILD_MS = (0, 0, 0, 0, 1, 20, 100, 150, 199, 200, 200, 201, 300, 400, 499, 500, 501)

FINE = (
    "Normal Turn",
    "Normal Turn",
    "Regular Turn",
    "Strong Floor Hold",
    "Bounded Response",
    "Filler",
    "Overlap",
    "Floor-taking Competitive Interruption",
    "Floor-taking Competitive Interruption",
    "Floor-taking Cooperative Interruption",
    "Floor-taking Cooperative Interruption",
    "Non-floor Taking Competitive Interruption",
    "Non-floor Taking Cooperative Interruption",
    "Acknowledgement Backchannel",
    "Acknowledgement Backchannel",
    "Continuer Backchannel",
    "Reaction Backchannel",
    "Laughter",
    "Awkward Silence",
    "Non-Speech Noise",
    "Channel Bleed",
    "Speech, Non-Linguistic",
    "",
    "normal turn",
    "Cough?",
)
NARROW = ("Normal Turn", "Normal Turn", "Floor-taking Competitive Interruption")


class Pick(Protocol):
    """A source of small choices."""

    def of(self, options: Sequence[T]) -> T: ...

    def integer(self, low: int, high: int) -> int: ...


class RandomPick:
    """Choices from a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def of(self, options: Sequence[T]) -> T:
        return options[int(self._random.random() * len(options))]

    def integer(self, low: int, high: int) -> int:
        return low + int(self._random.random() * (high - low + 1))


class _DrawnPick:
    """Choices from hypothesis; the first option and the lowest number are the simplest."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self._draw = draw

    def of(self, options: Sequence[T]) -> T:
        drawn: T = self._draw(st.sampled_from(options))
        return drawn

    def integer(self, low: int, high: int) -> int:
        drawn: int = self._draw(st.integers(low, high))
        return drawn


def rules(pick: Pick) -> Rules:
    """Either arithmetic, either consensus rule, any agreement; mostly the published constants."""
    plain = Rules(
        agreement=pick.of((2, 2, 2, 3, 1)),
        exact=pick.of((False, True)),
        order_free=pick.of((False, True)),
    )
    if pick.of((False, False, True)):
        return replace(
            plain,
            tolerance=pick.of((0.0, 0.1, 0.3)),
            window=pick.of((0.0, 0.2, 1.0)),
            tau_pre=pick.of((0.0, 0.5)),
            tau_max=pick.of((0.0, 0.3, 5.0)),
        )
    return plain


def _clock(pick: Pick, units_per_ms: int) -> Callable[[int], float]:
    scale = 1000 * units_per_ms
    if pick.of((False, True)):
        return lambda units: units / scale

    def as_read(units: int) -> float:
        hours, rest = divmod(units, 3600 * scale)
        minutes, rest = divmod(rest, 60 * scale)
        seconds, fraction = divmod(rest, scale)
        return hours * 3600 + minutes * 60 + seconds + fraction / scale

    return as_read


def conversation(
    pick: Pick, *, n_annotators: int | None = None, name: str = "c0", milliseconds: bool = False
) -> PlainConversation:
    """One conversation by 1 to 4 annotators; ``milliseconds`` keeps off the 50 us grid."""
    n_annotators = n_annotators or pick.of((3, 3, 3, 3, 3, 2, 2, 1, 4))
    units_per_ms = 1 if milliseconds else pick.of((1, 1, 1, 1, 1, 20))
    seconds = _clock(pick, units_per_ms)
    origin = pick.of((0, 0, 2_000, 65_123, 3_599_000, 35_999_700)) * units_per_ms
    inventory = pick.of((FINE, FINE, NARROW))
    chance_of = pick.of((4, 10, 40, 40))  # one in so many events is odd
    jitter = pick.of((CALM_MS, CALM_MS, WILD_MS))

    def rarely() -> bool:
        return pick.integer(1, chance_of) == chance_of

    def step(edges: Sequence[int]) -> int:
        return pick.of(edges) * units_per_ms + (pick.integer(0, 40) if units_per_ms > 1 else 0)

    known = [origin]
    truth: list[tuple[int, int, int, str]] = []
    for _ in range(pick.integer(0, 16)):
        start = pick.of(known[-5:]) + step(LONG_EDGES_MS)
        end = start + step(LENGTHS_MS)
        known += [start, end]
        truth.append((pick.of((0, 0, 1)), start, end, pick.of(inventory)))

    tracks: tuple[list[list[Event]], list[list[Event]]] = ([], [])
    for _ in range(n_annotators):
        heard: tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]] = ([], [])
        for speaker, start, end, label in truth:
            if rarely():
                continue
            mine_start = max(0, start + pick.of((1, -1)) * step(jitter))
            mine_end = max(mine_start, end + pick.of((1, -1)) * step(jitter))
            mine_label = pick.of(inventory) if rarely() else label
            heard[speaker].append((mine_start, mine_end, mine_label))
            if rarely():  # the same event once more, or a neighbour
                again = mine_start + step(EDGES_MS) if rarely() else mine_start
                heard[speaker].append((again, max(again, mine_end), mine_label))
        if rarely():
            start = pick.of(known)
            heard[pick.of((0, 1))].append((start, start + step(LENGTHS_MS), pick.of(inventory)))
        for speaker in (0, 1):
            mine = heard[speaker]
            if not rarely():
                mine.sort(key=lambda event: event[0])
            elif mine:
                turn = pick.integer(0, len(mine) - 1)
                mine = mine[turn:][::-1] + mine[:turn]
            tracks[speaker].append([(seconds(s), seconds(e), label) for s, e, label in mine])
    duration = seconds(max(known) + 10_000 * units_per_ms)
    kind = pick.of(("Casual/Spontaneous", "Instructional"))
    return PlainConversation(name, tracks, duration, kind)


NUDGES_MS = (0, 0, 0, -1, 1, -250, -249, -251, 3000, 2999, 3001, 40, 120, -100, 600, 1500, 2800)


def predictions_for(pick: Pick, lists: TaskLists) -> list[float]:
    """Strictly increasing times at and around everything the gold of one speaker speaks of."""
    marks = list(lists.positives)
    for start, end in (*lists.negatives, *lists.excluded):
        marks += [start, end]
    times = set()
    for mark in marks:
        for _ in range(pick.of((0, 1, 1, 2, 3))):
            nudge = pick.of(NUDGES_MS)
            if pick.of((False, True)):
                time = mark + nudge / 1000  # as the scorer's own floats fall
            else:
                time = round(round(mark, 4) + nudge / 1000, 4)  # as a file spells it
            times.add(time)
    if pick.of((False, True)):
        times.add(pick.integer(0, 20_000) / 1000)
    return sorted(t for t in times if t >= 0)


def gold_lists(pick: Pick) -> TaskLists:
    """Positives, negatives and excluded intervals of one speaker, free to overlap and repeat."""
    t = pick.of((0, 0, 300, 65_123, 35_999_700))
    known = [t]

    def spans(n: int) -> list[Interval]:
        found = []
        for _ in range(n):
            start = pick.of(known[-6:]) + pick.of(LONG_EDGES_MS)
            end = start + pick.of(LENGTHS_MS)
            known.extend((start, end))
            found.append((start / 1000, end / 1000))
        return sorted(found)

    positives = []
    for _ in range(pick.integer(0, 7)):
        time = pick.of(known[-3:]) + pick.of(LONG_EDGES_MS)
        known.append(time)
        half = 0.0005 if pick.of((False, False, True)) else 0.0  # a mean of two milliseconds
        positives.append(round(time / 1000 + half, 4))
    return TaskLists(sorted(positives), spans(pick.integer(0, 5)), spans(pick.of((0, 0, 1, 2, 3))))


def gold_and_predictions(pick: Pick) -> tuple[PlainGold, PlainPredictions]:
    """Gold of one conversation, made of loose lists, and predictions that tease it."""
    lists = [gold_lists(pick) for _ in range(4)]
    times = [predictions_for(pick, one) for one in lists]
    return (
        PlainGold((lists[0], lists[1]), (lists[2], lists[3])),
        PlainPredictions((times[0], times[1]), (times[2], times[3])),
    )


@st.composite
def conversations(
    draw: Callable[[Any], Any], *, n_annotators: int | None = None, milliseconds: bool = False
) -> PlainConversation:
    """Hypothesis strategy for :func:`conversation`."""
    return conversation(_DrawnPick(draw), n_annotators=n_annotators, milliseconds=milliseconds)


@st.composite
def scoring_cases(draw: Callable[[Any], Any]) -> tuple[PlainGold, PlainPredictions]:
    """Hypothesis strategy for :func:`gold_and_predictions`."""
    return gold_and_predictions(_DrawnPick(draw))


@st.composite
def any_rules(draw: Callable[[Any], Any]) -> Rules:
    """Hypothesis strategy for :func:`rules`."""
    return rules(_DrawnPick(draw))

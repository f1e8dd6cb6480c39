"""The two forms of every random case: plain lists for the oracles, core objects for the package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from tests.oracles.consensus import Event
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.rules import Rules
from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.core.tracks import Track

__all__ = [
    "TASKS",
    "PlainConversation",
    "PlainPredictions",
    "core_gold",
    "core_predictions",
    "core_protocol",
    "core_roster",
    "task_lists",
]

TASKS = ("eot", "int")


@dataclass(frozen=True)
class PlainConversation:
    """Tracks of speakers 1 and 2, each a list of (start, end, fine label) per annotator."""

    name: str
    tracks: tuple[list[list[Event]], list[list[Event]]]
    duration: float = 600.0
    kind: str = "Casual/Spontaneous"

    def core(self) -> Conversation:
        """As the package's object."""
        first, second = (
            {
                "abcdefgh"[k]: Track.of(
                    [e[0] for e in track], [e[1] for e in track], [e[2] for e in track]
                )
                for k, track in enumerate(tracks)
            }
            for tracks in self.tracks
        )
        metadata = Metadata(conversation_type=self.kind)
        return Conversation(self.name, self.duration, (first, second), metadata)

    def swapped(self) -> PlainConversation:
        """The same conversation with the channels exchanged."""
        return replace(self, tracks=(self.tracks[1], self.tracks[0]))

    def annotators(self, order: Sequence[int]) -> PlainConversation:
        """The same conversation with its annotators in another order."""
        first, second = ([tracks[k] for k in order] for tracks in self.tracks)
        return replace(self, tracks=(first, second))


class PlainPredictions(NamedTuple):
    """Ascending times of speakers 1 and 2, for each task."""

    eot: tuple[list[float], list[float]] = ([], [])
    int: tuple[list[float], list[float]] = ([], [])


def task_lists(gold: PlainGold, task: str, speaker: int) -> TaskLists:
    """The gold of one task ("eot" or "int") and speaker (0 or 1)."""
    lists: TaskLists = getattr(gold, task)[speaker]
    return lists


def core_protocol(rules: Rules) -> Protocol:
    """The rules as the package states them."""
    return Protocol(
        agreement=rules.agreement,
        endpoint_tolerance_s=rules.tolerance,
        match_window_s=rules.window,
        tau_pre_s=rules.tau_pre,
        tau_max_s=rules.tau_max,
        arithmetic="exact" if rules.exact else "official",
        consensus=Consensus.ORDER_FREE if rules.order_free else Consensus.OFFICIAL,
    )


def core_roster(
    n: int, names: Sequence[str] | None = None, kinds: Sequence[str] | None = None
) -> Roster:
    """A roster of ``n`` conversations, named c0, c1, ... if no names are given."""
    return Roster(
        tuple(names) if names is not None else tuple(f"c{k}" for k in range(n)),
        np.full(n, 600.0),
        tuple(Metadata(conversation_type=kinds[k] if kinds else None) for k in range(n)),
    )


def core_gold(golds: Sequence[PlainGold], rules: Rules, roster: Roster | None = None) -> Gold:
    """The gold of some conversations as the package's object."""
    tasks = {}
    for task in TASKS:
        points: list[tuple[int, float]] = []
        negatives: list[tuple[int, float, float]] = []
        excluded: list[tuple[int, float, float]] = []
        for conversation, gold in enumerate(golds):
            for speaker in (0, 1):
                group = 2 * conversation + speaker
                lists = task_lists(gold, task, speaker)
                points += [(group, t) for t in lists.positives]
                negatives += [(group, s, e) for s, e in lists.negatives]
                excluded += [(group, s, e) for s, e in lists.excluded]
        tasks[task] = TaskGold(
            Points.sorted(_ints(points), _floats(points, 1)), _spans(negatives), _spans(excluded)
        )
    return Gold(
        roster if roster is not None else core_roster(len(golds)),
        tasks["eot"],
        tasks["int"],
        core_protocol(rules),
    )


def core_predictions(
    predictions: Sequence[PlainPredictions], names: Sequence[str] | None = None
) -> Predictions:
    """Predictions over conversations c0, c1, ... (or ``names``) as the package's object."""
    ids = names if names is not None else [f"c{k}" for k in range(len(predictions))]
    return Predictions.of(
        {
            ids[k]: {
                speaker: {
                    Task.EOT: plain.eot[speaker - 1],
                    Task.INTERRUPTION: plain.int[speaker - 1],
                }
                for speaker in (1, 2)
            }
            for k, plain in enumerate(predictions)
        },
        system="oracle",
    )


def _ints(rows: Sequence[tuple[float, ...]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([int(row[0]) for row in rows], dtype=np.int64)


def _floats(
    rows: Sequence[tuple[float, ...]], column: int
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([row[column] for row in rows], dtype=np.float64)


def _spans(rows: Sequence[tuple[float, ...]]) -> Spans:
    return Spans.sorted(_ints(rows), _floats(rows, 1), _floats(rows, 2))

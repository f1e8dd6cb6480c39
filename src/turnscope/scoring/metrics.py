"""The numbers: counts, rates and latencies as group-bys of the outcome table.

Recall is hits over positives, the false-positive rate false alarms over negative spans, latency
the signed time from gold to the prediction that hit. What these numbers cannot see, events
outside all windows and spans, is counted by :func:`unscored`.

Source: TurnBench paper, section V-C.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.outcomes import Fate, Kind, Outcomes
from turnscope.core.protocol import Task

__all__ = ["PERCENTILES", "By", "Latency", "TaskScore", "Unscored", "summarise", "unscored"]

PERCENTILES = (10, 50, 90)
"""The latency percentiles reported, by linear interpolation."""

By = Literal["type", "conversation", "speaker"]


@dataclass(frozen=True, slots=True)
class Latency:
    """Percentiles of signed latency over hits, in milliseconds; NaN without a hit."""

    p10: float
    p50: float
    p90: float


@dataclass(frozen=True, slots=True)
class TaskScore:
    """The numbers of one task over some conversations.

    Attributes:
        tp: positives hit.
        fn: positives missed, masked ones included.
        fp: negative spans with a false alarm, at most one each.
        tn: negative spans without.
        n_masked: positives whose own time is excluded, so that a prediction at that time is
            dropped; they are counted as hit or missed like all others.
        latency_ms: over hits.
        supported: False if the whole submission has no event of this task.
    """

    tp: int
    fn: int
    fp: int
    tn: int
    n_masked: int
    latency_ms: Latency
    supported: bool

    @property
    def recall(self) -> float:
        """Tp / (tp + fn); NaN when there is no positive."""
        return self.tp / self.n_positives if self.n_positives else float("nan")

    @property
    def fp_rate(self) -> float:
        """Fp / (fp + tn); NaN when there is no negative span."""
        return self.fp / self.n_negatives if self.n_negatives else float("nan")

    @property
    def n_positives(self) -> int:
        """Denominator of recall."""
        return self.tp + self.fn

    @property
    def n_negatives(self) -> int:
        """Denominator of the false-positive rate."""
        return self.fp + self.tn


def summarise(outcomes: Outcomes, *, by: By | None = None) -> dict[str, dict[Task, TaskScore]]:
    """Scores pooled over all conversations, or over parts of them.

    Pooling sums counts and concatenates latencies.

    Args:
        outcomes: the table.
        by: None pools everything under the key ``"all"``; ``"type"`` uses the short name of
            the conversation type (``"(no type)"`` where only some have one; nothing where none
            has); ``"conversation"`` the id; ``"speaker"`` ``"<id>/1"`` and ``"<id>/2"``.

    Returns:
        Key -> task -> score, keys in the roster's order (types: in order of first appearance).
        Conversations without a gold row are there, with all counts 0.
    """
    keys, key_of_group = _keys(outcomes, by)
    scores: dict[str, dict[Task, TaskScore]] = {key: {} for key in keys}
    for number, task in enumerate(Task):
        rows = np.flatnonzero(outcomes.gold.task == number)
        key = key_of_group[outcomes.gold.group[rows]]
        rows, key = rows[key >= 0], key[key >= 0]
        kind = outcomes.gold.kind[rows]
        counts = np.bincount(key * len(Kind) + kind, minlength=len(keys) * len(Kind))
        counts = counts.reshape(len(keys), len(Kind))
        masked = np.bincount(key[outcomes.gold.masked[rows]], minlength=len(keys))
        hits = kind == Kind.HIT
        latencies = _split(key[hits], outcomes.gold.latency_s[rows[hits]], len(keys))
        for position, name in enumerate(keys):
            count = counts[position]
            scores[name][task] = TaskScore(
                int(count[Kind.HIT]),
                int(count[Kind.MISS]),
                int(count[Kind.FALSE_ALARM]),
                int(count[Kind.CORRECT_REJECTION]),
                int(masked[position]),
                _latency(latencies[position]),
                task in outcomes.supported,
            )
    return scores


def _keys(outcomes: Outcomes, by: By | None) -> tuple[list[str], Ints]:
    """The group-by keys, and for each group the position of its key or -1."""
    roster = outcomes.roster
    if by is None:
        return ["all"], np.zeros(2 * len(roster), np.int64)
    if by == "conversation":
        return list(roster.ids), np.repeat(np.arange(len(roster)), 2)
    if by == "speaker":
        keys = [f"{i}/{speaker}" for i in roster.ids for speaker in outcomes.speakers]
        of_group = np.full((len(roster), 2), -1, np.int64)
        for column, speaker in enumerate(outcomes.speakers):
            of_group[:, speaker - 1] = np.arange(len(roster)) * len(outcomes.speakers) + column
        return keys, of_group.ravel()
    names = roster.type_names()
    types = list(dict.fromkeys(name for name in names if name))
    positions = [types.index(name) if name else -1 for name in names]
    return types, np.repeat(np.array(positions, np.int64), 2)


def _split(key: Ints, value: Floats, n_keys: int) -> list[Floats]:
    order = np.argsort(key, kind="stable")
    return np.split(value[order], np.searchsorted(key[order], np.arange(1, n_keys)))


def _latency(seconds: Floats) -> Latency:
    if not len(seconds):
        return Latency(float("nan"), float("nan"), float("nan"))
    return Latency(*(float(value) for value in np.percentile(seconds, PERCENTILES) * 1000.0))


@dataclass(frozen=True, slots=True)
class Unscored:
    """What the official numbers do not see, of one task.

    Attributes:
        n_predictions: committed events.
        fates: how many of each :class:`Fate`.
        precision: hits / (hits + false alarms + outside); NaN when that is 0. Excluded and
            exempt events are neither rewarded nor charged, as in scoring.
        false_alarms_per_hour: events charged or outside, per hour of conversation (two scored
            speakers are heard in the same hour); NaN if the durations are unknown.
    """

    n_predictions: int
    fates: dict[Fate, int]
    precision: float
    false_alarms_per_hour: float


def unscored(outcomes: Outcomes) -> dict[Task, Unscored]:
    """Where the predictions went, for each task, over all conversations."""
    found = {}
    hours = float(np.sum(outcomes.roster.duration_s)) / 3600.0
    for number, task in enumerate(Task):
        fate: NDArray[np.int8] = outcomes.predictions.fate[outcomes.predictions.task == number]
        count = np.bincount(fate, minlength=len(Fate))
        wrong = int(count[Fate.FALSE_ALARM] + count[Fate.OUTSIDE])
        judged = int(count[Fate.HIT]) + wrong
        found[task] = Unscored(
            len(fate),
            {f: int(count[f]) for f in Fate},
            int(count[Fate.HIT]) / judged if judged else float("nan"),
            wrong / hours if hours > 0 else float("nan"),
        )
    return found

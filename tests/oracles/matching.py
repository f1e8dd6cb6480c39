"""Oracle of section 3: what becomes of each gold positive, each negative and each prediction.

One call scores one task of one speaker of one conversation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf, nan

from tests.oracles.floor import TaskLists
from tests.oracles.rules import Rules

__all__ = ["Counts", "Fate", "Row", "Scored", "counts", "match", "percentile"]


@dataclass
class Row:
    """One gold positive or negative; ``prediction`` is a position in the list of predictions."""

    kind: str
    reason: str
    masked: bool
    start: float
    end: float
    window: tuple[float, float]
    prediction: int | None
    latency: float | None


@dataclass
class Fate:
    """What became of one prediction; ``row`` is what it hit or was first charged to.

    A row is a position in the list of positives (for a hit) or of negatives (for a false alarm).
    """

    name: str
    row: int | None = None


@dataclass
class Scored:
    """Rows of positives, rows of negatives, and a fate for each prediction."""

    positives: list[Row]
    negatives: list[Row]
    fates: list[Fate]


@dataclass
class Counts:
    """The official numbers over any number of scored lists."""

    tp: int = 0
    fn: int = 0
    fp: int = 0
    tn: int = 0
    n_masked: int = 0
    latencies: list[float] = field(default_factory=list)

    @property
    def recall(self) -> float:
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else nan

    @property
    def fp_rate(self) -> float:
        return self.fp / (self.fp + self.tn) if self.fp + self.tn else nan


def match(gold: TaskLists, predictions: Sequence[float], rules: Rules) -> Scored:
    """Score ascending predictions against the gold of the same speaker and task."""
    grid = rules.grid
    times = [grid(t) for t in predictions]
    positives = [grid(g) for g in gold.positives]
    excluded = [(grid(s), grid(e)) for s, e in gold.excluded]
    pre, post = grid(rules.tau_pre), grid(rules.tau_max)

    def in_excluded(t: float) -> bool:
        return any(s <= t <= e for s, e in excluded)

    windows = []
    for g in positives:
        following = min((later for later in positives if later > g), default=inf)
        windows.append((g - pre, min(g + post, following)))

    dropped = {i for i, t in enumerate(times) if in_excluded(t)}
    claimed: dict[int, int] = {}
    positive_rows: list[Row] = []
    for g, (opens, closes) in zip(positives, windows, strict=True):
        inside = [i for i, t in enumerate(times) if opens <= t <= closes]
        free = [i for i in inside if i not in dropped and i not in claimed]
        row = Row(
            kind="hit" if free else "miss",
            reason="matched"
            if free
            else "silent"
            if not inside
            else "excluded"
            if all(i in dropped for i in inside)
            else "claimed",
            masked=in_excluded(g),
            start=rules.seconds(g),
            end=rules.seconds(g),
            window=(rules.seconds(opens), rules.seconds(closes)),
            prediction=free[0] if free else None,
            latency=rules.seconds(times[free[0]] - g) if free else None,
        )
        if free:
            claimed[free[0]] = len(positive_rows)
        positive_rows.append(row)

    def in_positive_window(t: float) -> bool:
        return any(opens <= t <= closes for opens, closes in windows)

    negative_rows: list[Row] = []
    charged: dict[int, int] = {}
    for start_s, end_s in gold.negatives:
        start, end = grid(start_s), grid(end_s)
        opens, closes = start - pre, end
        inside = [i for i, t in enumerate(times) if opens <= t <= closes]
        guilty = [
            i
            for i in inside
            if i not in dropped and i not in claimed and not in_positive_window(times[i])
        ]
        row = Row(
            kind="false_alarm" if guilty else "correct_rejection",
            reason="fired"
            if guilty
            else "silent"
            if not inside
            else "excluded"
            if all(i in dropped for i in inside)
            else "exempt",
            masked=False,
            start=rules.seconds(start),
            end=rules.seconds(end),
            window=(rules.seconds(opens), rules.seconds(closes)),
            prediction=guilty[0] if guilty else None,
            latency=None,
        )
        for i in guilty:
            charged.setdefault(i, len(negative_rows))
        negative_rows.append(row)

    fates = []
    for i, t in enumerate(times):
        if i in dropped:
            fates.append(Fate("excluded"))
        elif i in claimed:
            fates.append(Fate("hit", claimed[i]))
        elif i in charged:
            fates.append(Fate("false_alarm", charged[i]))
        elif in_positive_window(t):
            fates.append(Fate("exempt"))
        else:
            fates.append(Fate("outside"))
    return Scored(positive_rows, negative_rows, fates)


def counts(scored: Sequence[Scored]) -> Counts:
    """Pool: sums of counts and the latencies of all hits together."""
    total = Counts()
    for one in scored:
        for row in one.positives:
            total.n_masked += row.masked
            if row.kind == "hit":
                total.tp += 1
                assert row.latency is not None
                total.latencies.append(row.latency)
            else:
                total.fn += 1
        for row in one.negatives:
            if row.kind == "false_alarm":
                total.fp += 1
            else:
                total.tn += 1
    return total


def percentile(values: Sequence[float], percent: float) -> float:
    """Linear percentile: the value at position (n - 1) * percent / 100 of the sorted values."""
    if not values:
        return nan
    ordered = sorted(values)
    position = (len(ordered) - 1) * percent / 100
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (position - below)

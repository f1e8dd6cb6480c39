"""Oracle of 3.4: the obvious loop over thresholds, commit by commit and match by match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tests.oracles.commit import commit
from tests.oracles.floor import PlainGold
from tests.oracles.forms import task_lists
from tests.oracles.matching import match, percentile
from tests.oracles.rules import Rules

__all__ = ["Point", "sweep"]

Pair = tuple[Sequence[float], Sequence[float]]


class Point(NamedTuple):
    """Counts and latency percentiles (10, 50, 90; seconds) at one threshold."""

    tp: int
    fn: int
    fp: int
    tn: int
    latency: tuple[float | None, float | None, float | None]


def sweep(
    golds: Mapping[str, PlainGold],
    scores: Mapping[str, Pair],
    task: str,
    frame_rate_hz: float,
    thetas: Sequence[float],
    rules: Rules,
) -> list[Point]:
    """Every threshold by itself, over all conversations and speakers."""
    return [_point(golds, scores, task, frame_rate_hz, theta, rules) for theta in thetas]


def _point(
    golds: Mapping[str, PlainGold],
    scores: Mapping[str, Pair],
    task: str,
    frame_rate_hz: float,
    theta: float,
    rules: Rules,
) -> Point:
    tally = {"hit": 0, "miss": 0, "false_alarm": 0, "correct_rejection": 0}
    latencies: list[float] = []
    for name, gold in golds.items():
        for speaker in (0, 1):
            times = commit(scores[name][speaker], theta, frame_rate_hz)
            scored = match(task_lists(gold, task, speaker), times, rules)
            for row in (*scored.positives, *scored.negatives):
                tally[row.kind] += 1
                if row.latency is not None:
                    latencies.append(row.latency)
    spread = tuple(percentile(latencies, p) for p in (10, 50, 90)) if latencies else (None,) * 3
    return Point(
        tally["hit"],
        tally["miss"],
        tally["false_alarm"],
        tally["correct_rejection"],
        (spread[0], spread[1], spread[2]),
    )

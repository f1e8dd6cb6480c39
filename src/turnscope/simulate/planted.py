"""A system whose faults were planted: it knows the truth and errs at rates that are known.

::

    truth      ──────────e───────────────── pause ────────
                         │← latency + drift →c        c     false alarm somewhere in the pause
                                             ↑ left out at the miss rate

Scored like any other, its planted values must come back: what a scorer makes of them beyond chance
is the scorer's fault. It acts on the truth and is best scored against annotations of it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Points
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.errors import Fault, ProtocolError

__all__ = ["Behaviour", "planted"]

_SMALLEST_S = 1e-6


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What is planted; the same for both tasks.

    Attributes:
        latency_s: median of the time from an event to its commit, in seconds; may be negative.
        spread_s: standard deviation of that time, normal.
        miss_rate: share of events without a commit, 0 to 1.
        false_alarm_rate: share of negatives (pauses, backchannels) with one commit in them.
        drift_s_per_min: how much later it gets with each minute of the conversation.
    """

    latency_s: float = 0.3
    spread_s: float = 0.05
    miss_rate: float = 0.1
    false_alarm_rate: float = 0.05
    drift_s_per_min: float = 0.0

    def __post_init__(self) -> None:
        faults = [
            Fault(f"planted {name}", f"{value}", rule)
            for name, value in asdict(self).items()
            for rule, fits in [_rule(name, value)]
            if not fits
        ]
        if faults:
            raise ProtocolError(faults)


def _rule(name: str, value: float) -> tuple[str, bool]:
    if name.endswith("_rate"):
        return "a share from 0 to 1", 0.0 <= value <= 1.0
    if name == "spread_s":
        return "a finite number of seconds, not negative", 0.0 <= value < float("inf")
    return "a finite number", bool(np.isfinite(value))


def planted(truth: Gold, behaviour: Behaviour, *, seed: int, name: str = "planted") -> Predictions:
    """What such a system commits to.

    Args:
        truth: the gold of what truly happened (of annotators who err in nothing).
        behaviour: what is planted.
        seed: of its luck; the same truth, behaviour and seed give the same predictions.
        name: of the system.

    Returns:
        A valid submission: times at least a microsecond apart, within each conversation. A commit
        that would fall outside the audio is moved to its edge. False alarms are put where they
        count: in what of a negative is in no positive's window and not excluded; a negative of
        which nothing remains gets none.
    """
    rng = np.random.default_rng([seed, 7_411])
    columns = {
        task: _within(truth, _commits(truth.task(task), behaviour, truth.protocol, rng))
        for task in Task
    }
    return Predictions(
        truth.roster.ids,
        columns[Task.EOT],
        columns[Task.INTERRUPTION],
        name,
        frozenset(task for task, points in columns.items() if len(points)),
    )


def _commits(
    gold: TaskGold, behaviour: Behaviour, protocol: Protocol, rng: np.random.Generator
) -> Points:
    """Hits and false alarms of one task, unbounded."""
    events, negatives = gold.positives, gold.negatives
    caught = rng.random(len(events)) >= behaviour.miss_rate
    late = behaviour.latency_s + behaviour.spread_s * rng.standard_normal(len(events))
    late += behaviour.drift_s_per_min * events.time_s / 60.0
    fooled = rng.random(len(negatives)) < behaviour.false_alarm_rate
    where = rng.random(len(negatives))
    group, time_s = _false_alarms(gold, protocol, fooled, where)
    return Points.sorted(
        np.concatenate([events.group[caught], group]),
        np.concatenate([(events.time_s + late)[caught], time_s]),
    )


def _false_alarms(
    gold: TaskGold, protocol: Protocol, fooled: NDArray[np.bool_], where: Floats
) -> tuple[Ints, Floats]:
    groups, times = [], []
    for k in np.flatnonzero(fooled):
        group = int(gold.negatives.group[k])
        free = _free(gold, protocol, group, gold.negatives.start_s[k], gold.negatives.end_s[k])
        lengths = free[:, 1] - free[:, 0]
        if lengths.sum() > 0:
            reached = where[k] * lengths.sum()
            part = min(int(np.searchsorted(np.cumsum(lengths), reached)), len(free) - 1)
            groups.append(group)
            times.append(free[part, 0] + reached - lengths[:part].sum())
    return np.array(groups, np.int64), np.array(times, np.float64)


def _free(gold: TaskGold, protocol: Protocol, group: int, start_s: float, end_s: float) -> Floats:
    """The parts of a span in no positive's window and not excluded, rows (start, end)."""
    events = gold.positives.of(group)
    taken = [gold.excluded.of(group)]
    taken.append(np.stack([events - protocol.tau_pre_s, events + protocol.tau_max_s], axis=1))
    free = []
    at = start_s
    for first, last in sorted(map(tuple, np.concatenate(taken))):
        if first > end_s:
            break
        if first > at:
            free.append((at, first))
        at = max(at, last)
    if at < end_s:
        free.append((at, end_s))
    return np.array(free, np.float64).reshape(-1, 2)


def _within(truth: Gold, points: Points) -> Points:
    """Times within the audio, each later than the one before it on the same channel."""
    duration_s = truth.roster.duration_s[points.group // 2]
    bounded = np.clip(points.time_s, 0.0, duration_s)
    points = Points.sorted(points.group, bounded)
    new = np.ones(len(points), np.bool_)
    new[1:] = (np.diff(points.group) != 0) | (np.diff(points.time_s) > _SMALLEST_S)
    return Points(points.group[new], points.time_s[new])

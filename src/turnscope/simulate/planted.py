"""A system whose faults were planted: it knows the truth and errs at rates that are known.

::

    truth      ──────────e───────────────── pause ────────
                         │← latency + drift →c        c     false alarm somewhere in the pause
                                             ↑ left out at the miss rate

Scored like any other, its planted values must come back: what a scorer makes of them beyond chance
is the scorer's fault. It acts on the truth and is best scored against annotations of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Points
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError

__all__ = ["Behaviour", "Expected", "Planting", "planted"]

_SMALLEST_S = 1e-6
_FARTHEST = 4.0
"""Standard deviations at which the noise is cut: one draw in sixteen thousand."""


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


@dataclass(frozen=True, slots=True)
class Expected:
    """What a scorer must find, within chance, where all that was planted counts.

    Attributes:
        recall: the share caught times the share of events that can be hit at this latency.
        fp_rate: the share fooled times the share of negatives in which a false alarm counts.
        p50_ms: the median latency over the events that can be hit, drift included.
        n_reachable: events that can be hit: the commit lies within the audio, within the event's
            own window and in nothing excluded, with four standard deviations to spare.
        n_positives: all events.
        n_placeable: negatives with some time that is in no window, not excluded, and in no other
            negative; one false alarm then costs one of them.
        n_negatives: all negatives.
    """

    recall: float
    fp_rate: float
    p50_ms: float
    n_reachable: int
    n_positives: int
    n_placeable: int
    n_negatives: int


@dataclass(frozen=True, eq=False, slots=True)
class Planting:
    """What a planted system commits to, and what is expected of its score on the truth."""

    predictions: Predictions
    expected: Mapping[Task, Expected]


def planted(truth: Gold, behaviour: Behaviour, *, seed: int, name: str = "planted") -> Planting:
    """Let such a system hear a corpus whose truth it knows.

    Args:
        truth: the gold of what truly happened (of annotators who err in nothing).
        behaviour: what is planted.
        seed: of its luck; the same truth, behaviour and seed give the same predictions.
        name: of the system.

    Returns:
        A valid submission: times within each conversation, at least a microsecond apart. It is
        silent about what it cannot hit or be fooled by so that it counts; see :class:`Expected`.
    """
    rng = np.random.default_rng([seed, 7_411])
    columns, expected = {}, {}
    for task in Task:
        points, expected[task] = _task(truth, truth.task(task), behaviour, rng)
        columns[task] = points
    supported = frozenset(task for task, points in columns.items() if len(points))
    predictions = Predictions(
        truth.roster.ids, columns[Task.EOT], columns[Task.INTERRUPTION], name, supported
    )
    return Planting(predictions, MappingProxyType(expected))


def _task(
    truth: Gold, gold: TaskGold, behaviour: Behaviour, rng: np.random.Generator
) -> tuple[Points, Expected]:
    events = gold.positives
    reachable = _reachable(truth, gold, behaviour)
    caught = reachable & (rng.random(len(events)) >= behaviour.miss_rate)
    noise = np.clip(rng.standard_normal(len(events)), -_FARTHEST, _FARTHEST)
    middle = _middle(behaviour, events.time_s)
    late = middle + behaviour.spread_s * noise
    fooled = rng.random(len(gold.negatives)) < behaviour.false_alarm_rate
    where = rng.random(len(gold.negatives))
    group, time_s, placeable = _false_alarms(truth, gold, where)
    points = Points.sorted(
        np.concatenate([events.group[caught], group[fooled & placeable]]),
        np.concatenate([(events.time_s + late)[caught], time_s[fooled & placeable]]),
    )
    n, m = len(events), len(gold.negatives)
    n_reachable, n_placeable = int(reachable.sum()), int(placeable.sum())
    expected = Expected(
        (1.0 - behaviour.miss_rate) * n_reachable / n if n else float("nan"),
        behaviour.false_alarm_rate * n_placeable / m if m else float("nan"),
        float(np.median(middle[reachable])) * 1000.0 if n_reachable else float("nan"),
        n_reachable,
        n,
        n_placeable,
        m,
    )
    return _apart(points), expected


def _middle(behaviour: Behaviour, time_s: Floats) -> Floats:
    """How late its commits are at these times, noise aside."""
    return behaviour.latency_s + behaviour.drift_s_per_min * time_s / 60.0


def _reachable(truth: Gold, gold: TaskGold, behaviour: Behaviour) -> NDArray[np.bool_]:
    """Whether an event's commit counts for it, whatever the noise."""
    events, protocol = gold.positives, truth.protocol
    middle = _middle(behaviour, events.time_s)
    earliest = events.time_s + middle - _FARTHEST * behaviour.spread_s - _SMALLEST_S
    latest = events.time_s + middle + _FARTHEST * behaviour.spread_s + _SMALLEST_S
    fits = (earliest >= 0.0) & (latest <= truth.roster.duration_s[events.group // 2])
    for k, group in enumerate(events.group):
        own = events.of(int(group))
        later = own[own > events.time_s[k]]
        earlier = own[own < events.time_s[k]]
        until = min(events.time_s[k] + protocol.tau_max_s, later.min(initial=np.inf))
        # In the window of an event before it, that one might claim the commit first.
        before = min(earlier.max(initial=-np.inf) + protocol.tau_max_s, events.time_s[k])
        since = max(events.time_s[k] - protocol.tau_pre_s, before)
        excluded = gold.excluded.of(int(group))
        clear = (excluded[:, 1] < earliest[k]) | (excluded[:, 0] > latest[k])
        alone = np.count_nonzero(own == events.time_s[k]) == 1
        fits[k] &= alone and earliest[k] > since and latest[k] < until and bool(clear.all())
    return fits


def _false_alarms(
    truth: Gold, gold: TaskGold, where: Floats
) -> tuple[Ints, Floats, NDArray[np.bool_]]:
    """A time in each negative at which a false alarm costs that one, and whether there is one."""
    negatives, protocol = gold.negatives, truth.protocol
    times = np.full(len(negatives), np.nan)
    for k, group in enumerate(negatives.group):
        events, spans = gold.positives.of(int(group)), negatives.of(int(group))
        mine = np.array([negatives.start_s[k], negatives.end_s[k]])
        others = spans[(spans != mine).any(axis=1)] - np.array([protocol.tau_pre_s, 0.0])
        windows = events[:, None] + np.array([-protocol.tau_pre_s, protocol.tau_max_s])
        if np.count_nonzero((spans == mine).all(axis=1)) > 1:
            continue
        end_s = min(mine[1], truth.roster.duration_s[group // 2])
        taken = np.concatenate([gold.excluded.of(int(group)), windows, others])
        free = _free(taken, float(mine[0]), float(end_s))
        lengths = free[:, 1] - free[:, 0]
        if lengths.sum() > 4 * _SMALLEST_S:
            reached = where[k] * lengths.sum()
            part = min(int(np.searchsorted(np.cumsum(lengths), reached)), len(free) - 1)
            within = reached - lengths[:part].sum()
            margin = min(_SMALLEST_S, lengths[part] / 4)
            times[k] = free[part, 0] + np.clip(within, margin, lengths[part] - margin)
    return negatives.group, times, ~np.isnan(times)


def _free(taken: Floats, start_s: float, end_s: float) -> Floats:
    """The parts of a span that no taken one covers, rows (start, end)."""
    free = []
    at = start_s
    for first, last in taken[np.argsort(taken[:, 0], kind="stable")]:
        if first > end_s:
            break
        if first > at:
            free.append((at, float(first)))
        at = max(at, float(last))
    if at < end_s:
        free.append((at, end_s))
    return np.array(free, np.float64).reshape(-1, 2)


def _apart(points: Points) -> Points:
    """Times each later than the one before it on the same channel."""
    new = np.ones(len(points), np.bool_)
    new[1:] = (np.diff(points.group) != 0) | (np.diff(points.time_s) > 0.0)
    return Points(points.group[new], points.time_s[new])

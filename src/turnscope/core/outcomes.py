"""What became of every gold event and of every prediction: the one table all numbers come from.

::

    gold rows         hit, miss            one per positive
                      false alarm,         one per negative span
                      correct rejection
    prediction rows   hit, false alarm, exempt, excluded, outside
                                           one per committed event

Official counts are sums over gold rows. Prediction rows tell where the rest went: a prediction
that no gold row speaks of is ``exempt`` (inside the window of a positive that another
prediction claimed), ``excluded`` (dropped beforehand) or ``outside`` (of every window and span).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster

__all__ = ["Fate", "GoldRows", "Kind", "Outcomes", "PredictionRows", "Reason"]


class Kind(IntEnum):
    """What became of a gold row."""

    HIT = 0
    MISS = 1
    FALSE_ALARM = 2
    CORRECT_REJECTION = 3


class Reason(IntEnum):
    """Why a gold row is what it is."""

    MATCHED = 0
    """Hit: a prediction was claimed."""
    SILENT = 1
    """Miss or correct rejection: no prediction in the window."""
    EXCLUDED = 2
    """Miss or correct rejection: predictions in the window, all in excluded stretches."""
    CLAIMED = 3
    """Miss: predictions in the window, all claimed by earlier positives (or excluded)."""
    FIRED = 4
    """False alarm: an unclaimed prediction in the span, outside all windows of positives."""
    EXEMPT = 5
    """Correct rejection: predictions in the span, but claimed or in a positive's window."""


class Fate(IntEnum):
    """What became of a prediction."""

    HIT = 0
    FALSE_ALARM = 1
    EXEMPT = 2
    EXCLUDED = 3
    OUTSIDE = 4


@dataclass(frozen=True, eq=False, slots=True)
class GoldRows:
    """One row for each positive and negative, sorted by task, then group, then as in the gold.

    All columns have shape (n,). Positives precede negatives within a task.

    Attributes:
        task: index into ``tuple(Task)``, int8.
        group: speaker of a conversation, see :mod:`turnscope.core.columns`.
        kind: :class:`Kind`, int8.
        reason: :class:`Reason`, int8.
        masked: a positive whose time lies in an excluded stretch of its speaker, so that a
            prediction at that very time is dropped; False for negatives.
        start_s: gold time, or start of the span.
        end_s: gold time, or end of the span.
        window_start_s: from when on a prediction counts (closed).
        window_end_s: until when (closed).
        prediction: row of the claimed or charged prediction in the prediction rows, -1 if none.
        prediction_s: its time, NaN if none.
        latency_s: prediction minus gold time for hits, else NaN. Negative is early.
    """

    task: NDArray[np.int8]
    group: Ints
    kind: NDArray[np.int8]
    reason: NDArray[np.int8]
    masked: NDArray[np.bool_]
    start_s: Floats
    end_s: Floats
    window_start_s: Floats
    window_end_s: Floats
    prediction: Ints
    prediction_s: Floats
    latency_s: Floats

    def __len__(self) -> int:
        return len(self.task)


@dataclass(frozen=True, eq=False, slots=True)
class PredictionRows:
    """One row for each committed event, sorted by task, group and time; columns of shape (n,).

    Attributes:
        task: index into ``tuple(Task)``, int8.
        group: speaker of a conversation.
        time_s: when it was committed.
        fate: :class:`Fate`, int8.
        gold: the gold row it hit, or the first one it was charged to; -1 if none.
    """

    task: NDArray[np.int8]
    group: Ints
    time_s: Floats
    fate: NDArray[np.int8]
    gold: Ints

    def __len__(self) -> int:
        return len(self.task)


@dataclass(frozen=True, eq=False, slots=True)
class Outcomes:
    """The outcome table of one submission against one gold.

    Attributes:
        roster: the conversations scored.
        gold: a row for each gold positive and negative.
        predictions: a row for each prediction.
        protocol: the rules applied.
        supported: tasks the system takes part in.
        speakers: the speakers scored, (1, 2) unless one-sided.
    """

    roster: Roster
    gold: GoldRows
    predictions: PredictionRows
    protocol: Protocol
    supported: frozenset[Task]
    speakers: tuple[int, ...] = (1, 2)

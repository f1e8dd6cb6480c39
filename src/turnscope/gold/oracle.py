"""The system that knows the answers: the gold's own events, as predictions."""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Points
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task

__all__ = ["oracle"]


def oracle(gold: Gold) -> Predictions:
    """Commit every positive at its gold time: recall 1 and latency 0, unless masked.

    Times past the end of the audio are moved to the end, and a time is committed once however
    many positives share it, so that the result is a valid submission.
    """
    columns = {task: _distinct(_clamped(gold, task)) for task in Task}
    return Predictions(
        gold.roster.ids,
        columns[Task.EOT],
        columns[Task.INTERRUPTION],
        "oracle",
        frozenset(task for task, points in columns.items() if len(points)),
    )


def _clamped(gold: Gold, task: Task) -> Points:
    points = gold.task(task).positives
    duration = gold.roster.duration_s[points.group // 2]
    return Points.sorted(points.group, np.fmin(points.time_s, duration))


def _distinct(points: Points) -> Points:
    new = np.ones(len(points), np.bool_)
    new[1:] = (points.group[1:] != points.group[:-1]) | (points.time_s[1:] != points.time_s[:-1])
    return Points(points.group[new], points.time_s[new])

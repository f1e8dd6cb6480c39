"""What differs, and from when, between two hearings of one conversation."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task

__all__ = ["TOLERANCE", "Change", "Hearing", "drift", "first_change"]

TOLERANCE = 1e-6
"""Scores that differ by no more than this are the same: sums of floats depend on their order,
which depends on shapes and threads. Thresholds are told to four or five decimals."""

_SLACK_S = 1e-9


class Hearing(Protocol):
    """What was said in one conversation: the runner's ``Heard``, or anything with these two."""

    @property
    def commits(self) -> Mapping[int, Mapping[Task, Sequence[float]]]:
        """Speaker -> task -> seconds."""

    @property
    def scores(self) -> Mapping[Task, tuple[Floats, Floats]]:
        """Task -> the tracks of speakers 1 and 2, shape (n frames,)."""


class Change(NamedTuple):
    """Something said in one hearing and not, or otherwise, in the other.

    Attributes:
        speaker: 1 or 2.
        task: what it is said of.
        kind: a commit or a score.
        stamp_s: when it is known: a commit's time, the end of a score's frame.
        before: the score in the first hearing, None where there is none; of a commit its time.
        after: the same of the second hearing.
    """

    speaker: int
    task: Task
    kind: Literal["commit", "score"]
    stamp_s: float
    before: float | None
    after: float | None


def first_change(
    before: Hearing,
    after: Hearing,
    *,
    score_rate_hz: float | None = None,
    until_s: float = math.inf,
    tolerance: float = TOLERANCE,
) -> Change | None:
    """The change with the earliest stamp, among those stamped up to ``until_s``; None if none.

    Commits must be identical. Scores may differ by ``tolerance``; a track that has frames which
    the other lacks has changed there.

    Args:
        before: the first hearing.
        after: the second.
        score_rate_hz: frames a second of the score tracks, where there are any.
        until_s: what is stamped later is not compared.
        tolerance: greatest difference of equal scores.
    """
    found = []
    for speaker in SPEAKERS:
        for task in Task:
            commits = (heard.commits.get(speaker, {}).get(task, ()) for heard in (before, after))
            found += _commit_changes(speaker, task, *map(frozenset, commits))
            if score_rate_hz is not None:
                tracks = (_track(heard, speaker, task) for heard in (before, after))
                found += _score_changes(
                    speaker, task, *tracks, rate_hz=score_rate_hz, tolerance=tolerance
                )
    within = [change for change in found if change.stamp_s <= until_s + _SLACK_S]
    return min(within, key=lambda change: change.stamp_s, default=None)


def drift(before: Hearing, after: Hearing, *, score_rate_hz: float | None, until_s: float) -> float:
    """The greatest difference between scores stamped up to ``until_s``; 0 if they are equal."""
    if score_rate_hz is None:
        return 0.0
    most = 0.0
    for task, pair in before.scores.items():
        for one, two in zip(pair, after.scores.get(task, ()), strict=False):
            n = min(len(one), len(two), _known_frames(until_s, score_rate_hz))
            if n:
                most = max(most, float(np.abs(one[:n] - two[:n]).max()))
    return most


def _known_frames(until_s: float, rate_hz: float) -> int:
    return max(0, math.floor((until_s + _SLACK_S) * rate_hz))


def _track(heard: Hearing, speaker: int, task: Task) -> Floats:
    pair = heard.scores.get(task)
    return np.empty(0) if pair is None else pair[speaker - 1]


def _commit_changes(
    speaker: int, task: Task, before: frozenset[float], after: frozenset[float]
) -> list[Change]:
    return [
        Change(
            speaker,
            task,
            "commit",
            time_s,
            time_s if time_s in before else None,
            time_s if time_s in after else None,
        )
        for time_s in sorted(before ^ after)[:1]
    ]


def _score_changes(
    speaker: int, task: Task, before: Floats, after: Floats, *, rate_hz: float, tolerance: float
) -> list[Change]:
    n = min(len(before), len(after))
    differs = np.flatnonzero(~(np.abs(before[:n] - after[:n]) <= tolerance))
    if len(differs):
        frame = int(differs[0])
    elif len(before) != len(after):
        frame = n
    else:
        return []
    values = [float(track[frame]) if frame < len(track) else None for track in (before, after)]
    return [Change(speaker, task, "score", (frame + 1) / rate_hz, values[0], values[1])]

"""From scores to commits: one event at each rising edge, with a refractory period.

::

    p > theta    . . # # . # . . . . # .        one frame each
    committed        ↑     lost      ↑          the edge at 5 falls into the refractory period
                     └── refractory ──┘         and does not extend it

Source: TurnBench paper, section VII (the common commit rule of all swept systems).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.commit_rule import CommitRule
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks

__all__ = ["commit_frames", "commit_times", "commits"]


_OFFICIAL = CommitRule()


def commit_frames(
    score: Floats, theta: float, frame_rate_hz: float, *, rule: CommitRule = _OFFICIAL
) -> Ints:
    """The frames at which a track commits, ascending.

    Args:
        score: one track, shape (n,).
        theta: commit where the score is greater than this.
        frame_rate_hz: frames a second.
        rule: the official one by default.
    """
    above = _above(score, theta, rule)
    held = max(1, round(rule.min_above_s * frame_rate_hz)) if rule.min_above_s else 1
    if held > 1:
        above = _held(above, held)
    gap = rule.refractory_frames(frame_rate_hz)
    if rule.recommit:
        return _spaced(np.flatnonzero(above), gap)
    edge = above.copy()
    edge[1:] &= ~above[:-1]
    return _spaced(np.flatnonzero(edge), gap)


def commit_times(frames: Ints, frame_rate_hz: float) -> Floats:
    """When frames are known: at their end, (i + 1) / rate seconds."""
    times: Floats = (frames + 1) / frame_rate_hz
    return times


def commits(
    scores: ScoreTracks, theta: float, *, rule: CommitRule = _OFFICIAL, system: str = ""
) -> Predictions:
    """The events of every track of one task at one threshold; the other task has none."""
    empty: Floats = np.empty(0)
    return Predictions.of(
        {
            conversation_id: {
                speaker: {
                    task: commit_times(
                        commit_frames(track, theta, scores.frame_rate_hz, rule=rule),
                        scores.frame_rate_hz,
                    )
                    if task is scores.task
                    else empty
                    for task in Task
                }
                for speaker, track in enumerate(pair, start=1)
            }
            for conversation_id, pair in scores.tracks.items()
        },
        system=system,
    )


def _above(score: Floats, theta: float, rule: CommitRule) -> NDArray[np.bool_]:
    above: NDArray[np.bool_] = score > theta
    if not rule.hysteresis:
        return above
    # Between the two levels a frame keeps the state of the last frame that was outside them.
    decided = above | (score <= theta - rule.hysteresis)
    last = np.maximum.accumulate(np.where(decided, np.arange(len(score)), -1))
    return np.where(last >= 0, above[last], False)


def _held(above: NDArray[np.bool_], n: int) -> NDArray[np.bool_]:
    """Frames at which the score has been above for ``n`` frames, this one included."""
    index = np.arange(len(above))
    last_below = np.maximum.accumulate(np.where(above, -1, index))
    held: NDArray[np.bool_] = above & (index - last_below >= n)
    return held


def _spaced(frames: Ints, gap: int) -> Ints:
    """Frames taken from the first on, each at least ``gap`` after the one taken before."""
    taken = []
    position = 0
    while position < len(frames):
        frame = int(frames[position])
        taken.append(frame)
        position = int(np.searchsorted(frames, frame + gap))
    return np.array(taken, np.int64)

"""From scores to commits: one event at each rising edge, with a refractory period.

::

    p > theta    . . # # . # . . . . # .        one frame each
    committed        ↑     lost      ↑          the edge at 5 falls into the refractory period
                     └── refractory ──┘         and does not extend it

Source: TurnBench paper, section VII (the common commit rule of all swept systems).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.errors import Fault, ProtocolError

__all__ = ["CommitRule", "commit_frames", "commit_times", "commits"]


@dataclass(frozen=True, slots=True)
class CommitRule:
    """How a score becomes events. The defaults are the official rule.

    Attributes:
        refractory_s: no second commit sooner than this after one.
        recommit: whether a score that stays above the threshold commits again as soon as the
            refractory period is over; officially it needs a new edge.
        hysteresis: how far below the threshold a score must fall before it can rise again.
        min_above_s: how long a score must have been above before it commits; the commit is
            stamped when that is known.
    """

    refractory_s: float = 2.0
    recommit: bool = False
    hysteresis: float = 0.0
    min_above_s: float = 0.0

    def __post_init__(self) -> None:
        for name in ("refractory_s", "hysteresis", "min_above_s"):
            value = getattr(self, name)
            if not 0.0 <= value < float("inf"):
                raise ProtocolError(Fault(name, str(value), "a finite number, not negative"))

    @property
    def name(self) -> str:
        """``official``, or ``custom`` if any option is set."""
        return "official" if self == CommitRule() else "custom"

    def stamp(self) -> dict[str, object]:
        """Name and options for a result file."""
        return {"name": self.name, **asdict(self)}

    def refractory_frames(self, frame_rate_hz: float) -> int:
        """Frames from one commit to the next, at least one: max(1, round(seconds * rate))."""
        return max(1, round(self.refractory_s * frame_rate_hz))


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

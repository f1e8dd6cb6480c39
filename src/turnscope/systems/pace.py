"""How long a system took to answer, and when its answers would have been there in real time.

A stamp is the audio heard by then, as if thinking took no time. On a real machine it does::

    audio (playback)  ──1────2────3────4────5────▶ s     chunks, each complete at its end
    at work             ├──1──┤├─2──┤├─3┤   ├4┤          one after the other, as they come
    stamp               1    2    3    4
    answered                  1     2   3     4          what somebody talking to it would feel

A chunk waits until the one before it is done, so a system that is slower than real time falls
behind more and more. Measured on this machine, at this hour; never part of the official stamps.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from turnscope.core.columns import Floats
from turnscope.core.protocol import Task

__all__ = ["Backlog", "Pace"]


@dataclass(frozen=True, slots=True)
class Pace:
    """How one conversation went, by the clock of the machine that heard it.

    Attributes:
        answered_s: speaker -> task -> for each commit, in their order, the second of a playback
            in real time at which it would have been there; never before its stamp.
        delay_s: task -> for both speakers, one value a frame of the score track: how long after
            its stamp the score in that frame would have been there; 0 before the first.
        opening_s: seconds that opening the sessions took: before the playback, in no delay.
        compute_s: seconds spent in the sessions, both speakers together.
        audio_s: seconds of audio they heard, both together.
    """

    answered_s: Mapping[int, Mapping[Task, Sequence[float]]]
    delay_s: Mapping[Task, tuple[Floats, Floats]]
    opening_s: float
    compute_s: float
    audio_s: float

    @property
    def real_time_factor(self) -> float:
        """Seconds of computing for a second of one speaker's audio; NaN without audio."""
        return self.compute_s / self.audio_s if self.audio_s else float("nan")


class Backlog:
    """One session's work, chunk after chunk, against a playback in real time."""

    def __init__(self) -> None:
        self.compute_s = 0.0
        self._done_s = 0.0
        self._since_s = 0.0

    def begin(self) -> None:
        """The session is given a chunk."""
        self._since_s = time.perf_counter()

    def answered_s(self, heard_s: float) -> float:
        """It has answered: when that would have been, of a chunk complete at ``heard_s``."""
        took_s = time.perf_counter() - self._since_s
        self.compute_s += took_s
        self._done_s = max(self._done_s, heard_s) + took_s
        return self._done_s

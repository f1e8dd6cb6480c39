"""The floor of the benchmark: energy above a fixed threshold is speech, its edges are events.

::

    RMS > 0.01   0  0  1  1  1  0  0          one decision every 20 ms
                       ↑        ↑
                  interruption  end of turn   stamped at the end of their window

Source: TurnBench paper, section VI-A. Knows no refractory period and has no threshold to sweep.
"""

from __future__ import annotations

import numpy as np

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Audio, Said, Session, System, SystemCard

__all__ = ["THRESHOLD", "WINDOW_S", "RmsVad"]

WINDOW_S = 0.02
"""Seconds of audio behind one decision."""

THRESHOLD = 0.01
"""RMS above which a window is speech."""

_CARD = SystemCard("rms_vad", "1", frozenset(Task), WINDOW_S, parameters={"threshold": THRESHOLD})


class RmsVad(System):
    """As published: windows of int(0.02 * rate) samples, RMS > 0.01, own channel, own rate.

    Off-edges are ends of turn, on-edges interruptions, from the second window on; a partial
    window at the end is dropped and the ends of the file are no edges.
    """

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return _CARD

    def open(self, rate_hz: int) -> Session:
        """A session at any rate of at least 50 Hz."""
        del rate_hz
        return _RmsSession()


class _RmsSession(Session):
    def __init__(self) -> None:
        self._active: bool | None = None

    def feed(self, audio: Audio) -> Said:
        # float64 sum of squares: the float32 one would depend on the order of summation.
        power = float(np.dot(wide := audio.astype(np.float64), wide)) / len(audio)
        active = power**0.5 > THRESHOLD
        before, self._active = self._active, active
        if before is None or before == active:
            return NOTHING
        return Said((Task.INTERRUPTION if active else Task.EOT,))

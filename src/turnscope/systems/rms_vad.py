"""The floor of the benchmark: energy above a fixed threshold is speech, its edges are events.

::

    RMS > 0.01   0  0  1  1  1  0  0          one decision every 20 ms
                       ↑        ↑
                  interruption  end of turn   stamped at the end of their window

Source: TurnBench paper, section VI-A. Knows no refractory period and has no threshold to sweep.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turnscope.core.protocol import Task
from turnscope.systems.base import Commit, Session, System, SystemCard

__all__ = ["THRESHOLD", "WINDOW_S", "RmsVad"]

WINDOW_S = 0.02
"""Seconds of audio behind one decision."""

THRESHOLD = 0.01
"""RMS above which a window is speech."""


class RmsVad(System):
    """As published: windows of int(0.02 * rate) samples, RMS > 0.01, own channel.

    Off-edges are ends of turn, on-edges interruptions, from the second window on; a partial
    window at the end is dropped and the ends of the file are no edges. The published stamp of
    window i is (i + 1) * 0.02 s. Where 0.02 s is no whole number of samples (11,025 Hz) that
    stamp would drift away from the audio; there the true end of the window is used.
    """

    @property
    def card(self) -> SystemCard:
        """Name, version, tasks and settings."""
        return SystemCard(
            "rms_vad",
            "1",
            frozenset(Task),
            causal=True,
            parameters={"window_s": WINDOW_S, "threshold": THRESHOLD},
        )

    def open(self, rate_hz: int) -> Session:
        """A session at any rate of at least 50 Hz."""
        return _RmsSession(rate_hz)


class _RmsSession(Session):
    def __init__(self, rate_hz: int) -> None:
        self._window = int(WINDOW_S * rate_hz)
        whole = abs(WINDOW_S * rate_hz - self._window) < 1e-9
        self._step_s = WINDOW_S if whole else self._window / rate_hz
        self._rest = np.empty(0, np.float32)
        self._n_windows = 0
        self._active: bool | None = None

    def feed(self, audio: NDArray[np.float32]) -> Sequence[Commit]:
        heard = np.concatenate([self._rest, audio])
        n = len(heard) // self._window
        self._rest = heard[n * self._window :]
        if n == 0:
            return []
        frames = heard[: n * self._window].reshape(n, self._window).astype(np.float64)
        active = np.sqrt(np.mean(frames**2, axis=1)) > THRESHOLD
        before = active[0] if self._active is None else self._active
        edges = np.flatnonzero(np.diff(active, prepend=before))
        commits = [
            Commit(
                Task.INTERRUPTION if active[edge] else Task.EOT,
                (self._n_windows + int(edge) + 1) * self._step_s,
            )
            for edge in edges
        ]
        self._active = bool(active[-1])
        self._n_windows += n
        return commits

    def close(self) -> Sequence[Commit]:
        return []

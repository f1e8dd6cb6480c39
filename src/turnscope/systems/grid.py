"""Scores on the frame grid of a score track, each from when it was known.

::

    heard (s)      0.08   0.16         0.32        a score was said then
    frame (25 Hz)  1 1 0  1 0 1 ...                frame i is known at (i + 1) / rate
    track          0 .2 .2 .4 .4 .4 .4 .9          held until the next score

A frame has the latest score known at its end; before the first there is 0. Of several scores
known at the same moment the highest counts, since any of them would have fired.
"""

from __future__ import annotations

import math
from array import array

import numpy as np

from turnscope.core.columns import Floats

__all__ = ["ScoreGrid"]

_SLACK = 1e-6
"""Of a frame: times are sums and products of floats, so a frame's end may be missed by less."""


class ScoreGrid:
    """One score track in the making."""

    def __init__(self, frame_rate_hz: float) -> None:
        self._rate_hz = frame_rate_hz
        # Eight bytes each, where a list would take five times as much of a long recording.
        self._frames = array("q")
        self._scores = array("d")

    def __len__(self) -> int:
        return len(self._scores)

    def put(self, heard_s: float, score: float) -> None:
        """Add a score known when ``heard_s`` seconds had been heard; times must not fall."""
        frame = max(0, math.ceil(heard_s * self._rate_hz - _SLACK) - 1)
        self._frames.append(frame)
        self._scores.append(score)

    def track(self, n_frames: int) -> Floats:
        """The track, shape (n_frames,); scores known after its last frame are not in it."""
        track = np.zeros(n_frames)
        if not self._frames or not n_frames:
            return track
        frames, scores = np.array(self._frames), np.array(self._scores)
        # The last score said for a frame wins; frames without one hold what came before.
        last = np.searchsorted(frames, np.arange(n_frames), side="right") - 1
        said = last >= 0
        track[said] = scores[last[said]]
        return track

"""What a system thought, frame by frame, before it committed: score tracks of one task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.errors import Fault, SubmissionError

__all__ = ["ScoreTracks", "n_frames"]


def n_frames(duration_s: float, frame_rate_hz: float) -> int:
    """Frames a score track of ``duration_s`` seconds must have: floor(duration * rate)."""
    return int(np.floor(duration_s * frame_rate_hz))


@dataclass(frozen=True, eq=False, slots=True)
class ScoreTracks:
    """Probabilities of one task on a fixed frame grid.

    Frame ``i`` covers ``[i / rate, (i + 1) / rate)`` seconds and is known at its end::

        frame      0        1        2
        time   0 ────── 1/rate ── 2/rate ──
                        ↑ score 0 is known here

    Attributes:
        task: what the scores speak of.
        frame_rate_hz: frames a second, finite and > 0.
        tracks: conversation id -> (speaker 1, speaker 2), each float64, shape (n frames,), in
            [0, 1].
    """

    task: Task
    frame_rate_hz: float
    tracks: Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]]

    def subset(self, ids: Iterable[str]) -> ScoreTracks:
        """The tracks of some conversations, in that order; those without tracks are left out."""
        kept = {i: self.tracks[i] for i in ids if i in self.tracks}
        return replace(self, tracks=kept)

    def __post_init__(self) -> None:
        faults = []
        if not (np.isfinite(self.frame_rate_hz) and self.frame_rate_hz > 0):
            faults.append(
                Fault("frame_rate_hz", str(self.frame_rate_hz), "a finite number above 0")
            )
        for conversation_id, pair in self.tracks.items():
            for speaker, track in zip(SPEAKERS, pair, strict=True):
                bad = np.flatnonzero(~((track >= 0) & (track <= 1)))
                if len(bad):
                    first = int(bad[0])
                    faults.append(
                        Fault(
                            f"{conversation_id}/speaker_{speaker}/prob[{first}]",
                            f"{track[first]} ({len(bad)} such values)",
                            "a probability from 0 to 1",
                        )
                    )
        if faults:
            raise SubmissionError(faults)

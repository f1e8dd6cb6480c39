"""What is odd about the audio a session hears, so that its result does not look like any other.

A run hears what it is given; ``turnscope corpus check`` says more about it.
"""

from __future__ import annotations

import numpy as np

from turnscope.corpus.meter import CLIP_LEVEL
from turnscope.errors import CorpusError, Fault
from turnscope.systems.base import Audio

__all__ = ["AudioWatch"]

_CLIPPED_SHARE = 0.001
_HINT = "turnscope corpus check tells more"


class AudioWatch:
    """Looks at a speaker's own channel while it is heard."""

    def __init__(self, own_rate_hz: int, heard_rate_hz: int) -> None:
        self._own_rate_hz = own_rate_hz
        self._heard_rate_hz = heard_rate_hz
        self._peak = 0.0
        self._are_numbers = True
        self._n_samples = 0
        self._n_at_full_scale = 0

    def take(self, audio: Audio) -> None:
        """Samples as the system hears them, shape (n,) or (2, n) with the speaker's own first."""
        own = audio if audio.ndim == 1 else audio[0]
        if not len(own):
            return
        peak = float(max(own.max(), -own.min()))
        if not np.isfinite(peak if audio.ndim == 1 else float(np.abs(audio).max())):
            self._are_numbers = False
        self._peak = max(self._peak, peak)
        self._n_samples += len(own)
        if peak >= CLIP_LEVEL:
            self._n_at_full_scale += int(np.count_nonzero(np.abs(own) >= CLIP_LEVEL))

    def check(self, where: str) -> None:
        """Raise CorpusError if a sample was no number: nothing that rests on it means anything."""
        if not self._are_numbers:
            found = "a sample that is NaN or infinite"
            raise CorpusError(Fault(where, found, "finite samples", "Write the file anew"))

    def faults(self, where: str) -> list[Fault]:
        """What is odd: silence all the way, clipping, a band that is not there."""
        found = []
        if self._n_samples and self._peak == 0.0:
            found.append("all samples are 0: a silent channel, on which nothing can be detected")
        share = self._n_at_full_scale / max(1, self._n_samples)
        if share >= _CLIPPED_SHARE:
            found.append(f"{100 * share:.2g} % of the samples are at full scale: clipped")
        if self._own_rate_hz < self._heard_rate_hz:
            band = f"nothing above {self._own_rate_hz / 2000:g} kHz is there"
            found.append(
                f"recorded at {self._own_rate_hz} Hz, heard at {self._heard_rate_hz} Hz: {band}"
            )
        return [Fault(where, told, "", _HINT) for told in found]

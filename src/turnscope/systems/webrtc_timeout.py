"""WebRTC's voice activity detector read out by time-outs: Gaussian mixtures over six bands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnscope.errors import ProtocolError
from turnscope.models.packages import need_package
from turnscope.systems.base import Audio, SystemCard
from turnscope.systems.parameters import between
from turnscope.systems.timeout import Detector, TimeoutSystem

__all__ = ["WebrtcTimeout"]

_CHUNK_S = 0.02
_RATE_HZ = 16_000
_FULL_SCALE = 32_768.0


@dataclass(frozen=True)
class WebrtcTimeout(TimeoutSystem):
    """A chunk of 20 ms is speech if WebRTC's detector says so, in 16 bits at 16 kHz.

    Attributes:
        aggressiveness: 0 to 3, the last the most reluctant to say speech.
    """

    aggressiveness: int = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        if faults := between(self.card.name, {"aggressiveness": self.aggressiveness}, 0, 3):
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return self._card(
            "webrtc_timeout", "1", _CHUNK_S, _RATE_HZ, aggressiveness=self.aggressiveness
        )

    def detector(self, rate_hz: int) -> Detector:
        """A detector with a memory of its own.

        Raises:
            ModelError: if webrtcvad is not installed.
        """
        need_package("webrtcvad", "webrtc", of=self.card.name)
        from webrtcvad import Vad

        vad = Vad(self.aggressiveness)

        def speech(audio: Audio) -> bool:
            # Full scale is the most that 16 bits hold; resampled speech may go a little beyond.
            scaled = np.clip(np.rint(audio * _FULL_SCALE), -_FULL_SCALE, _FULL_SCALE - 1)
            return bool(vad.is_speech(scaled.astype("<i2").tobytes(), rate_hz))

        return speech

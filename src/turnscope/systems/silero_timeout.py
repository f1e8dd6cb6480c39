"""Silero's voice activity read out by time-outs: what most voice agents ran before turn models."""

from __future__ import annotations

from dataclasses import dataclass

from turnscope.errors import ProtocolError
from turnscope.models.silero import CHUNK_S, RATE_HZ, Silero, silero_mark
from turnscope.systems.base import Audio, SystemCard
from turnscope.systems.parameters import between
from turnscope.systems.timeout import Detector, TimeoutSystem

__all__ = ["SileroTimeout"]


@dataclass(frozen=True)
class SileroTimeout(TimeoutSystem):
    """A chunk of 32 ms is speech if Silero's P(speech) is above a threshold.

    Attributes:
        threshold: on P(speech).
    """

    threshold: float = 0.5

    def __post_init__(self) -> None:
        super().__post_init__()
        if faults := between(self.card.name, {"threshold": self.threshold}, 0.0, 1.0):
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        version = f"1, {silero_mark()}"
        return self._card("silero_timeout", version, CHUNK_S, RATE_HZ, threshold=self.threshold)

    def detector(self, rate_hz: int) -> Detector:
        """A stream of the model.

        Raises:
            ModelError: if onnxruntime or the weights are missing.
        """
        del rate_hz
        model = Silero()

        def speech(audio: Audio) -> bool:
            return model(audio) > self.threshold

        return speech

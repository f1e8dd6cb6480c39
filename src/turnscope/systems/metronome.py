"""A commit to both tasks every so many seconds: what regularity alone is worth."""

from __future__ import annotations

from dataclasses import dataclass

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.parameters import between

__all__ = ["Metronome"]

_LEAST_S = 0.01


@dataclass(frozen=True)
class Metronome(System):
    """Commits at period_s, 2 period_s, ... of audio heard, whatever it is.

    Attributes:
        period_s: seconds from one commit to the next.
    """

    period_s: float = 5.0

    def __post_init__(self) -> None:
        if faults := between("metronome", {"period_s": self.period_s}, _LEAST_S):
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings; a chunk is a period."""
        settings = {"period_s": self.period_s}
        return SystemCard("metronome", "1", frozenset(Task), self.period_s, parameters=settings)

    def open(self, rate_hz: int) -> Session:
        """A session at any rate."""
        del rate_hz
        return _Beat()


class _Beat(Session):
    def feed(self, audio: Audio) -> Said:
        del audio
        return Said((Task.EOT, Task.INTERRUPTION))

"""The system that never says anything: the low end of every scale, recall 0 at no false alarm."""

from __future__ import annotations

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Audio, Said, Session, System, SystemCard

__all__ = ["Never"]

_CARD = SystemCard("never", "1", frozenset(Task), chunk_s=1.0)


class Never(System):
    """Hears everything and commits to nothing."""

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return _CARD

    def open(self, rate_hz: int) -> Session:
        """A session at any rate."""
        del rate_hz
        return _Silent()


class _Silent(Session):
    def feed(self, audio: Audio) -> Said:
        del audio
        return NOTHING

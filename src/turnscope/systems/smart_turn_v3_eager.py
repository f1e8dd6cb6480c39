"""Smart Turn v3 asked early: from 0.2 s of silence on, so that an end of turn need not wait 1 s.

The published read-out cannot commit before a second of silence has passed; this one can, at the
price of more askings, among them in many pauses within a turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from turnscope.systems.base import SystemCard
from turnscope.systems.smart_turn_v3 import SmartTurnV3

__all__ = ["SmartTurnV3Eager"]


@dataclass(frozen=True)
class SmartTurnV3Eager(SmartTurnV3):
    """The same model and read-out as :class:`SmartTurnV3`, with other defaults."""

    silence_s: float = 0.2
    asked_for_s: float = 2.8

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return self._card("smart_turn_v3_eager")

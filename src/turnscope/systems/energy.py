"""Energy over a noise floor that follows the channel, read out by time-outs. Needs no model.

::

    level (dB)   ....▂▂..▇▇▇█▇▃▇▇█▇▇...▂..     speech: margin_db above the floor, and not below
    floor        ────────╱╱╱╱╱╲──────╲────     least_db; the floor falls at once, rises slowly
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from turnscope.errors import ProtocolError
from turnscope.systems.base import Audio, SystemCard
from turnscope.systems.parameters import between
from turnscope.systems.timeout import Detector, TimeoutSystem

__all__ = ["Energy"]

_CHUNK_S = 0.02
_LOWEST_DB = -70.0
"""Below it a channel is silent for all that matters; digital silence is minus infinity."""

_FIRST_DB = -40.0
"""The floor begins no higher, lest a file that begins within speech be taken for noise."""


@dataclass(frozen=True)
class Energy(TimeoutSystem):
    """A chunk of 20 ms is speech if its energy stands out from the noise floor of its channel.

    Attributes:
        margin_db: by how much.
        least_db: what is weaker than this, relative to full scale, is never speech.
        rise_db_per_s: how fast the floor rises while the level is above it; it falls at once.
    """

    margin_db: float = 12.0
    least_db: float = -55.0
    rise_db_per_s: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        levels = {"margin_db": self.margin_db, "rise_db_per_s": self.rise_db_per_s}
        faults = between(self.card.name, levels, 0.0)
        faults += between(self.card.name, {"least_db": self.least_db}, -200.0, 0.0)
        if faults:
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return self._card(
            "energy",
            "1",
            _CHUNK_S,
            None,
            margin_db=self.margin_db,
            least_db=self.least_db,
            rise_db_per_s=self.rise_db_per_s,
        )

    def detector(self, rate_hz: int) -> Detector:
        """A detector at any rate of at least 50 Hz."""
        del rate_hz
        floor_db = math.inf
        rise_db = self.rise_db_per_s * _CHUNK_S

        def speech(audio: Audio) -> bool:
            nonlocal floor_db
            power = float(np.dot(wide := audio.astype(np.float64), wide)) / len(audio)
            level_db = 10.0 * math.log10(power) if power > 0.0 else -math.inf
            start_db = _FIRST_DB if math.isinf(floor_db) else floor_db + rise_db
            floor_db = max(_LOWEST_DB, min(level_db, start_db))
            return level_db > max(self.least_db, floor_db + self.margin_db)

        return speech

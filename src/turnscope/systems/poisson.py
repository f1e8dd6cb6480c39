"""Commits at random, at a rate: what chance alone is worth.

The same conversation gives the same commits, however many are heard, in which order and in how
many processes, and yet a session must not be told which one it hears. So luck is drawn from the
seed and a hash of the audio heard so far: one other sample and all later draws are others, so
the commits are as good as independent of what is said. They rest on the past alone. (What follows:
channels that begin with the same samples, such as digital silence, share their luck until they
differ, and so do two copies of one conversation.)
"""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.parameters import between

__all__ = ["Poisson"]

_CHUNK_S = 0.02
_MOST_PER_MINUTE = 60.0 / _CHUNK_S


@dataclass(frozen=True)
class Poisson(System):
    """Commits of either task with the same small chance in every 20 ms, apart from one another.

    Attributes:
        per_minute: commits a minute of each task, on average.
        seed: other seeds, other luck.
    """

    per_minute: float = 6.0
    seed: int = 0

    def __post_init__(self) -> None:
        rate = {"per_minute": self.per_minute}
        if faults := between("poisson", rate, 0.0, _MOST_PER_MINUTE):
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return SystemCard("poisson", "1", frozenset(Task), _CHUNK_S, parameters=asdict(self))

    def open(self, rate_hz: int) -> Session:
        """A session at any rate of at least 50 Hz."""
        del rate_hz
        return _Luck(self.seed, self.per_minute / _MOST_PER_MINUTE)


class _Luck(Session):
    def __init__(self, seed: int, chance: float) -> None:
        self._heard = hashlib.blake2b(str(seed).encode(), digest_size=16)
        self._below = round(chance * 2**64)

    def feed(self, audio: Audio) -> Said:
        self._heard.update(audio.astype("<f4", copy=False).tobytes())
        drawn = self._heard.digest()
        luck = {
            Task.EOT: int.from_bytes(drawn[:8], "little"),
            Task.INTERRUPTION: int.from_bytes(drawn[8:], "little"),
        }
        return Said([task for task, number in luck.items() if number < self._below])

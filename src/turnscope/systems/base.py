"""What a system is: something that hears audio piece by piece and commits to events.

::

    runner   ── feed(piece) ──▶ session ── commits ──▶ runner
                                  │
             heard so far: the sum of all pieces; a commit is never stamped later than needed
             nor earlier than the audio it rests on

A session knows nothing but the audio it was fed: no gold, no annotations, no future. What it
says does not depend on the size of the pieces.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnscope.core.protocol import Task

__all__ = ["Commit", "Session", "System", "SystemCard"]


class Commit(NamedTuple):
    """One event a system commits to.

    Attributes:
        task: end of turn, or interruption by the speaker heard.
        time_s: seconds of audio that had been heard when it was decided.
    """

    task: Task
    time_s: float


@dataclass(frozen=True, slots=True)
class SystemCard:
    """What a system declares of itself; stamped into results.

    Attributes:
        name: as used on the command line.
        version: of the rules or weights.
        tasks: what it detects.
        causal: whether each commit rests only on audio up to its time.
        parameters: settings, by name.
    """

    name: str
    version: str
    tasks: frozenset[Task]
    causal: bool
    parameters: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))


class Session(ABC):
    """One speaker's channel being heard, from its first sample to its last."""

    @abstractmethod
    def feed(self, audio: NDArray[np.float32]) -> Sequence[Commit]:
        """Hear the next samples of the speaker's own channel, shape (n,), any n.

        Returns:
            The events decided by now, ascending in time within each task.
        """

    @abstractmethod
    def close(self) -> Sequence[Commit]:
        """The audio is over: whatever is still to be said."""


class System(ABC):
    """A turn-taking system."""

    @property
    @abstractmethod
    def card(self) -> SystemCard:
        """Name, version, tasks and settings."""

    @abstractmethod
    def open(self, rate_hz: int) -> Session:
        """A new session for a channel of ``rate_hz`` samples a second."""

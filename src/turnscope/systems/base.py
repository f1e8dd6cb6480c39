"""What a system is: something that hears audio chunk by chunk and says what it thinks.

::

    runner  ── chunk k ──▶ session ── scores, commits ──▶ runner
                                                           │ stamped with the audio
             heard by then: chunks 0..k, all of them ──────┘ heard by then

A session knows nothing but the audio it was fed: no gold, no annotations, no future, no clock.
It does not stamp what it says; the runner does, with the audio fed so far. So whatever a system
waits for (windows, padding, look-ahead, a buffer to fill) costs it what it costs a listener.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError

__all__ = ["NOTHING", "Audio", "Hears", "Said", "Session", "System", "SystemCard"]

Audio = NDArray[np.float32]
"""Samples, shape (n,); (2, n) for systems that hear both channels, the speaker's own first."""

Hears = Literal["own", "both", "mix"]
"""Which channels a system hears: the speaker's own, both apart, or their mean."""


@dataclass(frozen=True, slots=True)
class SystemCard:
    """What a system declares of itself; stamped into results.

    Attributes:
        name: as used on the command line.
        version: of rules and weights; another version is another system.
        tasks: what it detects.
        chunk_s: seconds of audio it takes at a time. What it says is stamped at the end of a
            chunk, so its times are no finer.
        sample_rate_hz: what it wants to hear; None takes the recording's own rate.
        hears: own channel, both, or the mix.
        score_rate_hz: frames a second of its score tracks; None if it only commits.
        causal: whether what it says rests only on audio it had heard.
        parameters: settings by name.
    """

    name: str
    version: str
    tasks: frozenset[Task]
    chunk_s: float
    sample_rate_hz: int | None = None
    hears: Hears = "own"
    score_rate_hz: float | None = None
    causal: bool = True
    parameters: Mapping[str, float | str] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        if not 0.0 < self.chunk_s < float("inf"):
            raise ProtocolError(
                Fault(f"{self.name}: chunk_s", str(self.chunk_s), "a number of seconds above 0")
            )
        if self.score_rate_hz is not None and not 0.0 < self.score_rate_hz < float("inf"):
            raise ProtocolError(
                Fault(f"{self.name}: score_rate_hz", str(self.score_rate_hz), "above 0, or None")
            )

    def chunk_samples(self, rate_hz: int) -> int:
        """Samples in a chunk at a rate: the whole ones that fit.

        Raises:
            ProtocolError: if not even one fits.
        """
        samples = int(self.chunk_s * rate_hz + 1e-9)
        if samples < 1:
            raise ProtocolError(
                Fault(f"{self.name}: chunk_s", f"{self.chunk_s} s at {rate_hz} Hz", "a sample")
            )
        return samples

    def stamp(self) -> dict[str, object]:
        """All of it, for a result file."""
        told = {each.name: getattr(self, each.name) for each in fields(self)}
        return {**told, "tasks": sorted(self.tasks), "parameters": dict(self.parameters)}


class Said(NamedTuple):
    """What a system says after a chunk.

    Attributes:
        commits: tasks whose event it commits to now.
        scores: by task, probabilities from 0 to 1 that it knows now and did not know before, in
            order. Usually one or none; a system that thinks in larger steps may give several,
            all of which count as known now.
    """

    commits: Sequence[Task] = ()
    scores: Mapping[Task, Sequence[float]] = MappingProxyType({})


NOTHING = Said()
"""Nothing to say."""


class Session(ABC):
    """One speaker of one conversation being heard, from the first sample to the last."""

    @abstractmethod
    def feed(self, audio: Audio) -> Said:
        """Hear the next chunk, of ``chunk_samples`` samples at the system's rate."""

    def close(self, rest: Audio) -> Said:
        """The audio is over; ``rest`` is what did not fill a chunk, perhaps nothing.

        By default it goes unheard, as in systems that only think in whole chunks.
        """
        del rest
        return NOTHING


class System(ABC):
    """A turn-taking system. One instance serves many sessions, one after the other."""

    @property
    @abstractmethod
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""

    @abstractmethod
    def open(self, rate_hz: int) -> Session:
        """A session for one speaker, at the card's rate or, if that is None, the recording's.

        Sessions of one system do not influence one another.
        """

    def close(self) -> None:
        """Let go of what is held between sessions: a process, a connection, a device.

        Whoever makes a system closes it when its run is over, also if that failed or was
        interrupted, with sessions still open perhaps; none of them is used any more. It may be
        called twice, and a closed system can be opened again. By default nothing is held.
        """
        return

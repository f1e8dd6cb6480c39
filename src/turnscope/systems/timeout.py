"""End of turn by a time-out, interruption by an onset: what a voice activity detector can tell.

::

    other   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
    own     ▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
                       ↑                     ↑
                 onset_s: it began       silence_s: end of turn
                 while the other
                 spoke: interruption

Both commit once: an end of turn needs new speech before the next one, an interruption a pause.
If both speakers begin in the same chunk, neither interrupts.

The scores are the same clocks, so that a sweep over thresholds is one over time-outs: the
end-of-turn score is the silence since own speech as a part of 4 s, the interruption score the own
speech since an onset in the other's speech as a part of 2 s. Both stop at 1 and are 0 otherwise.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.activity import Activity, chunks_of
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.parameters import between

__all__ = ["EOT_SPAN_S", "INT_SPAN_S", "Detector", "TimeoutSession", "TimeoutSystem"]

EOT_SPAN_S = 4.0
"""Seconds of silence at which the end-of-turn score is 1."""

INT_SPAN_S = 2.0
"""Seconds of speech at which the interruption score is 1."""

Detector = Callable[[Audio], bool]
"""From the next chunk of one channel, shape (n,), to whether it is speech. Has a memory."""


@dataclass(frozen=True)
class TimeoutSystem(System):
    """A detector of speech on both channels, read out by time-outs.

    Attributes:
        silence_s: silence after own speech that ends a turn.
        onset_s: speech in a row that makes an onset, on either channel.
        pause_s: silence after which an onset is a new one, and the other no longer speaks.
    """

    silence_s: float = 0.7
    onset_s: float = 0.1
    pause_s: float = 0.2

    def __post_init__(self) -> None:
        times = {"silence_s": self.silence_s, "onset_s": self.onset_s, "pause_s": self.pause_s}
        if faults := between(self.card.name, times, 0.0):
            raise ProtocolError(faults)

    def _card(
        self,
        name: str,
        version: str,
        chunk_s: float,
        rate_hz: int | None,
        **more: float,
    ) -> SystemCard:
        """The card of such a system; its detector's settings are ``more``."""
        times = {"silence_s": self.silence_s, "onset_s": self.onset_s, "pause_s": self.pause_s}
        parameters: Mapping[str, float] = times | more
        return SystemCard(
            name,
            version,
            frozenset(Task),
            chunk_s,
            rate_hz,
            hears="both",
            score_rate_hz=1.0 / chunk_s,
            parameters=parameters,
        )

    @abstractmethod
    def detector(self, rate_hz: int) -> Detector:
        """A new detector for one channel at this rate."""

    def open(self, rate_hz: int) -> Session:
        """A session for one speaker, with a detector for each channel."""
        chunk_s = self.card.chunk_s
        return TimeoutSession(
            self.detector(rate_hz),
            self.detector(rate_hz),
            chunk_s=chunk_s,
            silence=chunks_of(self.silence_s, chunk_s),
            onset=chunks_of(self.onset_s, chunk_s),
            pause=chunks_of(self.pause_s, chunk_s),
        )


class TimeoutSession(Session):
    """The read-out over two detectors; times are numbers of chunks."""

    def __init__(
        self,
        own: Detector,
        other: Detector,
        *,
        chunk_s: float,
        silence: int,
        onset: int,
        pause: int,
    ) -> None:
        self._detectors = own, other
        self._own, self._other = Activity(onset, pause), Activity(onset, pause)
        self._chunk_s = chunk_s
        self._silence = silence
        self._onset = onset
        self._turn_open = False
        self._since_onset: int | None = None

    def feed(self, audio: Audio) -> Said:
        """Hear the next chunk of both channels, shape (2, n), own first."""
        other_spoke = self._other.speaking
        for channel, detector, activity in zip(
            audio, self._detectors, (self._own, self._other), strict=True
        ):
            activity.hear(detector(channel))
        own, commits = self._own, []
        if own.speaking and own.n_silent == 0:
            self._turn_open = True
        elif self._turn_open and own.n_speech == 0 and (own.n_silent or 0) >= self._silence:
            self._turn_open = False
            commits.append(Task.EOT)
        if own.began:
            self._since_onset = self._onset if other_spoke and self._other.speaking else None
            if self._since_onset is not None:
                commits.append(Task.INTERRUPTION)
        elif not own.speaking:
            self._since_onset = None
        elif self._since_onset is not None:
            self._since_onset += 1
        return Said(commits, {Task.EOT: [self._eot()], Task.INTERRUPTION: [self._interruption()]})

    def _eot(self) -> float:
        own = self._own
        silent = 0 if own.n_silent is None else own.n_silent
        return min(1.0, silent * self._chunk_s / EOT_SPAN_S)

    def _interruption(self) -> float:
        return min(1.0, (self._since_onset or 0) * self._chunk_s / INT_SPAN_S)

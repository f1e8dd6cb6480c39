"""Smart Turn v3 after Silero: asked in silences whether the turn was complete.

::

    Silero p > 0.5   ▁▁▁▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▔▔▔▔
    asked                         ╰─ silence_s ─╯↑  ↑  ↑  ↑  ↑ every_chunks, for asked_for_s
    EOT score        0 ──────────────────────────P──P──P──P──P────────0   held in between
    INT score        1 - the EOT score

It hears the turn so far: from 200 ms before the first speech to now, at most 8 s. A turn goes on
through silences in which it is still asked; speech after that begins a new one.

Source: TurnBench paper and its public configuration (`smart_turn_v3`; silences of 1 s, then every
8th chunk of 32 ms for 2 s more). Since the interruption score is the complement, it is 1 in all
speech and has an edge only where speech follows a P near 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.models.silero import CHUNK_S, RATE_HZ, Silero, silero_mark
from turnscope.models.smart_turn import WINDOW, SmartTurn, smart_turn_mark
from turnscope.systems.activity import chunks_of
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.heard_so_far import HeardSoFar
from turnscope.systems.parameters import between

__all__ = ["SmartTurnSession", "SmartTurnV3"]

_SCORE_RATE_HZ = 12.5


@dataclass(frozen=True)
class SmartTurnV3(System):
    """As published; hears the speaker's own channel, scores both tasks, commits to neither.

    Attributes:
        threshold: on Silero's P(speech), chunk by chunk of 32 ms.
        silence_s: silence after which the model is asked first.
        every_chunks: chunks of silence from one asking to the next.
        asked_for_s: how long it is asked again.
        pre_roll_s: audio before the first speech that belongs to a turn.
    """

    threshold: float = 0.5
    silence_s: float = 1.0
    every_chunks: int = 8
    asked_for_s: float = 2.0
    pre_roll_s: float = 0.2

    def __post_init__(self) -> None:
        name = self.card.name
        times = {
            "silence_s": self.silence_s,
            "asked_for_s": self.asked_for_s,
            "pre_roll_s": self.pre_roll_s,
        }
        faults = between(name, {"threshold": self.threshold}, 0.0, 1.0)
        faults += between(name, times, 0.0)
        faults += between(name, {"every_chunks": self.every_chunks}, 1)
        if faults:
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return self._card("smart_turn_v3")

    def _card(self, name: str) -> SystemCard:
        return SystemCard(
            name,
            f"1, {smart_turn_mark()}, {silero_mark()}",
            frozenset(Task),
            CHUNK_S,
            RATE_HZ,
            score_rate_hz=_SCORE_RATE_HZ,
            parameters=asdict(self),
        )

    def open(self, rate_hz: int) -> Session:
        """A session for one speaker.

        Raises:
            ModelError: if onnxruntime or the weights are missing.
        """
        del rate_hz
        return SmartTurnSession(self, Silero(), SmartTurn())


class SmartTurnSession(Session):
    """One channel: the turn so far, and how long it has been silent."""

    def __init__(
        self,
        settings: SmartTurnV3,
        p_speech: Callable[[Audio], float],
        p_complete: Callable[[Audio], float],
    ) -> None:
        """Start before any turn.

        Args:
            settings: of the read-out.
            p_speech: from the next chunk, shape (512,).
            p_complete: from a turn's audio, shape (n,), n at most 8 s.
        """
        self._p_speech = p_speech
        self._p_complete = p_complete
        self._threshold = settings.threshold
        self._first = chunks_of(settings.silence_s, CHUNK_S)
        self._last = self._first + int(settings.asked_for_s / CHUNK_S + 1e-6)
        self._every = settings.every_chunks
        self._pre_roll = round(settings.pre_roll_s * RATE_HZ)
        self._recent = HeardSoFar(WINDOW + self._pre_roll)
        self._n_turn = 0
        self._silent = 0
        self._score = 0.0

    def feed(self, audio: Audio) -> Said:
        """Hear the next chunk of the speaker's own channel, shape (512,)."""
        self._recent.hear(audio)
        if self._p_speech(audio) > self._threshold:
            if not self._n_turn:
                self._n_turn = min(self._pre_roll, len(self._recent) - len(audio))
            self._n_turn += len(audio)
            self._silent, self._score = 0, 0.0
        elif self._n_turn:
            self._n_turn += len(audio)
            self._silent += 1
            asked = self._silent - self._first
            if asked >= 0 and asked % self._every == 0:
                self._score = self._p_complete(self._recent.last(min(self._n_turn, WINDOW)))
            if self._silent >= self._last:
                self._n_turn = 0
        return Said(scores={Task.EOT: [self._score], Task.INTERRUPTION: [1.0 - self._score]})

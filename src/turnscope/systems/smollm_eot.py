"""End of turn by words alone: is what was said so far a whole message?

::

    own     ▁▁▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
                      │↔ silence_s                │↔ silence_s
    words               "so I went"                 "so I went to the store"
    score   0 ──────────P─────0─────────────────────P──────────────── held until speech

In each silence Whisper writes down the stretch before it, the words are added to those of the turn
so far, and SmolLM2 says how probable it is that the message ends there. After ``turn_gap_s`` of
silence the next speech begins a new turn. Prosody is not heard, nor what the other said.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.models.silero import CHUNK_S, RATE_HZ, Silero, silero_mark
from turnscope.models.smollm import SmolLm, smollm_mark
from turnscope.models.whisper import Whisper, whisper_mark
from turnscope.systems.activity import chunks_of
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.heard_so_far import HeardSoFar
from turnscope.systems.parameters import between

__all__ = ["SmolLmEot", "SmolLmEotSession"]

_LONGEST_S = 20.0
"""Speech without a pause is written down in pieces of this length."""


@dataclass(frozen=True)
class SmolLmEot(System):
    """Hears the speaker's own channel at 16 kHz; scores ends of turn only, commits to none.

    Attributes:
        threshold: on Silero's P(speech), chunk by chunk of 32 ms.
        silence_s: silence after which the words are judged.
        turn_gap_s: silence after which speech begins a new turn.
        pre_roll_s: audio before a stretch of speech that Whisper hears too.
    """

    threshold: float = 0.5
    silence_s: float = 0.2
    turn_gap_s: float = 2.0
    pre_roll_s: float = 0.2

    def __post_init__(self) -> None:
        name = self.card.name
        faults = between(name, {"threshold": self.threshold}, 0.0, 1.0)
        faults += between(name, {"silence_s": self.silence_s}, 0.0)
        faults += between(name, {"turn_gap_s": self.turn_gap_s}, self.silence_s)
        faults += between(name, {"pre_roll_s": self.pre_roll_s}, 0.0, 5.0)
        if faults:
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return SystemCard(
            "smollm_eot",
            f"2, {smollm_mark()}, {whisper_mark()}, {silero_mark()}",
            frozenset({Task.EOT}),
            CHUNK_S,
            RATE_HZ,
            score_rate_hz=1.0 / CHUNK_S,
            parameters=asdict(self),
        )

    def open(self, rate_hz: int) -> Session:
        """A session for one speaker.

        Raises:
            ModelError: if a package or the weights are missing.
        """
        del rate_hz
        return SmolLmEotSession(self, Silero(), Whisper(), SmolLm())


class SmolLmEotSession(Session):
    """One channel: the words of the turn so far, and the stretch not yet written down."""

    def __init__(
        self,
        settings: SmolLmEot,
        p_speech: Callable[[Audio], float],
        text_of: Callable[[Audio], str],
        p_complete: Callable[[str], float],
    ) -> None:
        """Start before any turn.

        Args:
            settings: of the read-out.
            p_speech: from the next chunk, shape (512,).
            text_of: from a stretch of audio, shape (n,), to what is said in it.
            p_complete: from the words of a turn so far.
        """
        self._p_speech = p_speech
        self._text_of = text_of
        self._p_complete = p_complete
        self._threshold = settings.threshold
        self._ask = chunks_of(settings.silence_s, CHUNK_S)
        self._gap = chunks_of(settings.turn_gap_s, CHUNK_S)
        self._pre_roll = round(settings.pre_roll_s * RATE_HZ)
        self._longest = round(_LONGEST_S * RATE_HZ)
        self._heard = HeardSoFar(self._longest + self._pre_roll + round(CHUNK_S * RATE_HZ))
        self._pending = 0
        self._skipped = 0
        self._silent = 0
        self._words: list[str] = []
        self._score = 0.0

    def feed(self, audio: Audio) -> Said:
        """Hear the next chunk of the speaker's own channel, shape (512,)."""
        self._heard.hear(audio)
        if self._p_speech(audio) > self._threshold:
            if not self._pending:
                # The silence before it belongs to it, but not what was written down already.
                self._pending = min(self._pre_roll, self._skipped)
            self._pending += len(audio)
            self._silent, self._score = 0, 0.0
            if self._pending >= self._longest:
                self._write_down()
        else:
            self._silent += 1
            if self._pending:
                self._pending += len(audio)
            else:
                self._skipped += len(audio)
            if self._silent == self._ask:
                self._judge()
            if self._silent == self._gap:
                self._words.clear()
        return Said(scores={Task.EOT: [self._score]})

    def _judge(self) -> None:
        if self._pending:
            self._write_down()
        self._score = self._p_complete(" ".join(self._words)) if self._words else 0.0

    def _write_down(self) -> None:
        if text := self._text_of(self._heard.last(self._pending)):
            self._words.append(text)
        self._pending = self._skipped = 0

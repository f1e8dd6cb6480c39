"""Interruption by words: own speech over the other's that says more than a listener would.

::

    other   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁
    own     ▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁▁▁▁▁▁▁▁
                ↑ onset   ↑     ↑     ↑     ↑      asked every ask_s of own speech, at most
    words                "yeah" "yeah  "yeah but   listen_s of it, and when it pauses
                                but"    we can't"
    score   0 ────────────0─────.25────.5──────0   words beyond the lexicon / 4

Whether the other spoke is judged at the onset, as in the time-out systems. Words that the lexicon
of backchannels accounts for do not count, nor do hums however Whisper spells them. What began in
the other's silence is never asked about: it is a turn.

Its ends of turn would be those of a time-out, so it has none. The lexicon is
:mod:`turnscope.core.lexicon`, the words are :mod:`turnscope.models.whisper`'s.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import asdict, dataclass

from turnscope.core.lexicon import n_beyond
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.models.silero import CHUNK_S, RATE_HZ, Silero, silero_mark
from turnscope.models.whisper import LONGEST_S, Whisper, whisper_mark
from turnscope.systems.activity import Activity, chunks_of
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.heard_so_far import HeardSoFar
from turnscope.systems.parameters import between

__all__ = ["FULL_SCORE_WORDS", "WhisperLexicon", "WhisperLexiconSession", "words_beyond"]

FULL_SCORE_WORDS = 4
"""Words beyond the lexicon at which the score is 1."""

_ASIDE = re.compile(r"\[[^\]]*\]|\([^)]*\)|\*[^*]*\*")
_HUM = re.compile(r"(?<![^\W\d_])[mhn]+(?:[-' ][mhn]+)*(?![^\W\d_])")


def words_beyond(text: str) -> int:
    """Words of a transcript that are neither backchannels nor hums (``MMM``, ``Hmm-mm``).

    Remarks in brackets or stars, such as ``[BLANK_AUDIO]``, are not words.
    """
    return n_beyond(_HUM.sub(" ", _ASIDE.sub(" ", text).lower()))


@dataclass(frozen=True)
class WhisperLexicon(System):
    """Hears both channels at 16 kHz; scores and commits to interruptions only.

    Attributes:
        threshold: on Silero's P(speech), chunk by chunk of 32 ms.
        onset_s: speech in a row that makes an onset, on either channel.
        pause_s: silence after which the other no longer speaks.
        gap_s: own silence after which speech is a new stretch with an onset of its own.
        ask_s: own speech since the onset, and again since the last asking, before Whisper is asked.
        listen_s: how much of the stretch is heard at most; afterwards the score is held.
        pre_roll_s: audio before the onset's first chunk that Whisper hears too.
        words: beyond the lexicon at which it commits.
    """

    threshold: float = 0.5
    onset_s: float = 0.1
    pause_s: float = 0.2
    gap_s: float = 0.5
    ask_s: float = 0.48
    listen_s: float = 5.0
    pre_roll_s: float = 0.2
    words: int = 2

    def __post_init__(self) -> None:
        name = self.card.name
        faults = between(name, {"threshold": self.threshold}, 0.0, 1.0)
        times = {"onset_s": self.onset_s, "pause_s": self.pause_s, "gap_s": self.gap_s}
        faults += between(name, times, 0.0)
        faults += between(name, {"pre_roll_s": self.pre_roll_s}, 0.0, 2.0)
        faults += between(name, {"ask_s": self.ask_s}, CHUNK_S)
        faults += between(name, {"listen_s": self.listen_s}, self.ask_s, LONGEST_S - 3.0)
        faults += between(name, {"words": self.words}, 1)
        if faults:
            raise ProtocolError(faults)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return SystemCard(
            "whisper_lexicon",
            f"2, {whisper_mark()}, {silero_mark()}",
            frozenset({Task.INTERRUPTION}),
            CHUNK_S,
            RATE_HZ,
            hears="both",
            score_rate_hz=1.0 / CHUNK_S,
            parameters=asdict(self),
        )

    def open(self, rate_hz: int) -> Session:
        """A session for one speaker.

        Raises:
            ModelError: if a package or the weights are missing.
        """
        del rate_hz
        return WhisperLexiconSession(self, (Silero(), Silero()), Whisper())


class WhisperLexiconSession(Session):
    """One speaker against the other: since when the own speech interrupts, and its words."""

    def __init__(
        self,
        settings: WhisperLexicon,
        p_speech: tuple[Callable[[Audio], float], Callable[[Audio], float]],
        text_of: Callable[[Audio], str],
    ) -> None:
        """Start in silence.

        Args:
            settings: of the read-out.
            p_speech: of the own and of the other channel, from the next chunk, shape (512,).
            text_of: from a stretch of own audio, shape (n,), to what is said in it.
        """
        self._settings = settings
        self._p_speech = p_speech
        self._text_of = text_of
        onset = chunks_of(settings.onset_s, CHUNK_S)
        gap = chunks_of(settings.gap_s, CHUNK_S)
        self._own = Activity(onset, gap)
        self._other = Activity(onset, chunks_of(settings.pause_s, CHUNK_S))
        self._lead = onset * round(CHUNK_S * RATE_HZ) + round(settings.pre_roll_s * RATE_HZ)
        self._ask = chunks_of(settings.ask_s, CHUNK_S)
        self._listen = chunks_of(settings.listen_s, CHUNK_S)
        chunk = round(CHUNK_S * RATE_HZ)
        self._heard = HeardSoFar(self._lead + (self._listen + gap + 1) * chunk)
        self._stretch: int | None = None
        self._since_asked = 0
        self._n_beyond = 0
        self._committed = False

    def feed(self, audio: Audio) -> Said:
        """Hear the next chunk of both channels, shape (2, 512), own first."""
        own, other = self._own, self._other
        self._heard.hear(audio[0])
        other_spoke = other.speaking
        for channel, p_speech, activity in zip(audio, self._p_speech, (own, other), strict=True):
            activity.hear(p_speech(channel) > self._settings.threshold)
        if own.began:
            # The onset's own chunks are part of the lead, and count as speech since it.
            both = other_spoke and other.speaking
            self._stretch = 0 if both else None
            self._since_asked = chunks_of(self._settings.onset_s, CHUNK_S)
            self._n_beyond, self._committed = 0, False
        elif self._stretch is not None:
            self._stretch += 1
            self._since_asked += 1
        if self._stretch is not None:
            self._listen_on()
        if not own.speaking:
            self._stretch, self._n_beyond = None, 0
        commits = [Task.INTERRUPTION] if self._commits() else []
        score = min(1.0, self._n_beyond / FULL_SCORE_WORDS)
        return Said(commits, {Task.INTERRUPTION: [score]})

    def _listen_on(self) -> None:
        """Ask if it is time to; the words never become fewer within a stretch."""
        stretch = self._stretch or 0
        # At a pause the last words are out; what is shorter than half a waiting holds no two.
        due = self._ask // 2 if self._own.n_silent == 1 else self._ask
        if stretch > self._listen or self._since_asked < due:
            return
        self._since_asked = 0
        n = self._lead + stretch * round(CHUNK_S * RATE_HZ)
        self._n_beyond = max(self._n_beyond, words_beyond(self._text_of(self._heard.last(n))))

    def _commits(self) -> bool:
        if self._committed or self._n_beyond < self._settings.words:
            return False
        self._committed = True
        return True

"""From a wish ("about two seconds of a backchannel") to what is really said, and where.

All times here are whole milliseconds; the voices decide how long a text takes, so the words asked
for are as many as the voice was found to say in that time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from turnscope.models.speech import Speak, Spoken
from turnscope.simulate.happenings import Happening

__all__ = ["Luck", "Placed", "Talkers", "Wording", "heard_text", "middle_of_a_word"]

_MS_A_WORD = 290.0
_WORDS_TAKEN_FOR_KNOWN = 40.0
_ATTEMPTS = 5
_SHORTEN = 0.6
_SENTENCE_ENDS = (".", "?", "!")
_BETWEEN = ("--", "-", "\N{EN DASH}", "\N{EM DASH}")


class Wording(Protocol):
    """What the timeline asks of a script: the words of one conversation."""

    def turn(self, speaker: int, n_words: int, *, complete: bool = True) -> str:
        """About ``n_words`` of a turn; left hanging where it is not complete."""

    def hold(self, speaker: int, n_words: int) -> str:
        """Words that keep the floor against a rival."""

    def answer(self, speaker: int) -> str:
        """A short answer that the other's turn asked for."""

    def filler(self) -> str:
        """A filled pause."""

    def overlap(self, speaker: int, n_words: int) -> str:
        """Floor-holding speech over the other's."""

    def backchannel(self, label: str) -> str:
        """A backchannel with one of the three fine labels."""

    def interruption(
        self, speaker: int, n_words: int, *, cooperative: bool, floor_taking: bool
    ) -> str:
        """An interruption, successful or not."""


class Luck:
    """Draws of one conversation, in milliseconds where they are times."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def yes(self, share: float) -> bool:
        """True with this probability."""
        return bool(self.rng.random() < share)

    def between(self, low: float, high: float) -> int:
        """A whole number of milliseconds, evenly from ``low`` to ``high``."""
        return int(low + (high - low) * self.rng.random())

    def log_ms(self, median_s: float, spread: float) -> int:
        """A log-normal time, at least 1 ms."""
        return max(1, int(1000.0 * median_s * math.exp(spread * self.rng.standard_normal())))

    def about_ms(self, mean_s: float, spread: float) -> int:
        """A log-normal time with this mean, at least 1 ms."""
        return self.log_ms(mean_s * math.exp(-0.5 * spread * spread), spread)

    def exponential_ms(self, mean_s: float) -> int:
        """An exponential time."""
        return int(1000.0 * mean_s * self.rng.standard_exponential())

    def count(self, mean: float) -> int:
        """A Poisson count."""
        return int(self.rng.poisson(mean)) if mean > 0 else 0


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """Something spoken with its place, in milliseconds; it may end before all was said."""

    speaker: int
    start: int
    end: int
    label: str
    spoken: Spoken
    complete: bool

    def happening(self) -> Happening:
        """The same in seconds, with the text that is heard."""
        said_s = (self.end - self.start) / 1000.0
        cut = self.spoken.duration_s > said_s + 0.0005
        text = heard_text(self.spoken, said_s) if cut else self.spoken.text
        complete = self.complete and not cut
        return Happening(
            self.speaker,
            self.start / 1000.0,
            self.end / 1000.0,
            self.label,
            text,
            self.spoken,
            complete,
        )


class Talkers:
    """Two voices, and how fast each was found to be.

    Args:
        voices: of speakers 1 and 2.
        duration: of the conversation; nothing is said beyond it.
    """

    def __init__(self, voices: Sequence[Speak], duration: int) -> None:
        self._voices = voices
        self._words = [_WORDS_TAKEN_FOR_KNOWN] * 2
        self._ms = [_WORDS_TAKEN_FOR_KNOWN * _MS_A_WORD] * 2
        self.duration = duration
        self.free = [0, 0]

    def n_words(self, speaker: int, ms: float) -> int:
        """How many words to ask for to fill about that time."""
        k = speaker - 1
        return max(1, round(ms * self._words[k] / self._ms[k]))

    def say(
        self,
        speaker: int,
        start: int,
        label: str,
        words: Callable[[int], str],
        ms: float,
        *,
        until: int | None = None,
        complete: bool = False,
    ) -> Placed | None:
        """Say about ``ms`` milliseconds from ``start`` on.

        Args:
            speaker: 1 or 2.
            start: milliseconds.
            label: the fine label.
            words: makes a text of about so many words.
            ms: how long it is meant to last.
            until: it must be over by then; the end of the conversation by default.
            complete: whether the words make a complete turn.

        Returns:
            What is said; None where even the fewest words do not fit.
        """
        room = (self.duration if until is None else min(until, self.duration)) - start
        n = self.n_words(speaker, min(ms, room))
        for _ in range(_ATTEMPTS):
            if room <= 0:
                break
            placed = self.placed(speaker, start, label, words(n), n, complete=complete)
            if placed.end - start <= room:
                return placed
            if n == 1:
                break
            n = max(1, int(n * _SHORTEN))
        return None

    def placed(
        self, speaker: int, start: int, label: str, text: str, n: int = 0, *, complete: bool = False
    ) -> Placed:
        """Say this text from ``start`` on; ``n`` words had been asked for (0: not counted)."""
        spoken = self._voices[speaker - 1](text)
        lasts = max(1, math.ceil(spoken.duration_s * 1000.0 - 1e-6))
        if n:
            self._words[speaker - 1] += n
            self._ms[speaker - 1] += lasts
        return Placed(speaker, start, start + lasts, label, spoken, complete)


def _tokens(spoken: Spoken) -> list[str]:
    """The text's words with their punctuation, one for each spoken word."""
    tokens: list[str] = []
    for token in spoken.text.split():
        if tokens and token in _BETWEEN:
            tokens[-1] += token
        else:
            tokens.append(token)
    return tokens if len(tokens) == len(spoken.words) else [word.text for word in spoken.words]


def heard_text(spoken: Spoken, said_s: float) -> str:
    """The words that started before ``said_s`` and a dash."""
    said = [
        token
        for token, word in zip(_tokens(spoken), spoken.words, strict=True)
        if word.start_s < said_s
    ]
    return (" ".join(said) + "--") if said else "--"


def middle_of_a_word(spoken: Spoken, near: int) -> int | None:
    """A time in ms, near a given one, within a word that ends no sentence; None without one."""
    best: int | None = None
    for token, word in zip(_tokens(spoken)[:-1], spoken.words[:-1], strict=True):
        if token.endswith(_SENTENCE_ENDS):
            continue
        at = int(1000.0 * (0.4 * word.start_s + 0.6 * word.end_s))
        if at < 1 or at <= 1000.0 * word.start_s:
            continue
        if best is None or abs(at - near) < abs(best - near):
            best = at
    return best

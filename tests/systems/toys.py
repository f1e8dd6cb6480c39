"""Small systems with known behaviour, to test what plays audio to them."""

from __future__ import annotations

from collections.abc import Callable

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Audio, Hears, Said, Session, System, SystemCard

__all__ = ["Toy"]

Answer = Callable[[int, Audio], Said]
"""From the number of the chunk (1, 2, ...) and its audio to what is said."""


class Toy(System):
    """Answers each chunk by a function, and keeps what it was fed."""

    def __init__(
        self,
        answer: Answer = lambda _, __: NOTHING,
        *,
        chunk_s: float = 0.1,
        sample_rate_hz: int | None = None,
        hears: Hears = "own",
        score_rate_hz: float | None = None,
    ) -> None:
        self.answer = answer
        self.fed: list[list[Audio]] = []
        self.rests: list[Audio] = []
        self.rates_hz: list[int] = []
        self._card = SystemCard(
            "toy", "1", frozenset(Task), chunk_s, sample_rate_hz, hears, score_rate_hz
        )

    @property
    def card(self) -> SystemCard:
        return self._card

    def open(self, rate_hz: int) -> Session:
        self.rates_hz.append(rate_hz)
        self.fed.append([])
        return _ToySession(self, self.fed[-1])


class _ToySession(Session):
    def __init__(self, toy: Toy, fed: list[Audio]) -> None:
        self._toy = toy
        self._fed = fed

    def feed(self, audio: Audio) -> Said:
        self._fed.append(audio)
        return self._toy.answer(len(self._fed), audio)

    def close(self, rest: Audio) -> Said:
        self._toy.rests.append(rest)
        return NOTHING

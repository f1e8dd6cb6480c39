"""Decks of texts: shuffled once, drawn without putting back, shuffled again when they are empty.

::

    ["I see.", "Fair enough.", "Good."]   draw  Good. · I see. · Fair enough. · I see. · ...
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from turnscope.simulate.grammar import Text

__all__ = ["Chance", "Deck", "Decks"]

_BLOCK = 1024
_FEW = 8


class Chance:
    """Draws of one conversation, taken from the generator in blocks for speed."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        self._drawn: list[float] = []

    def draw(self) -> float:
        """Uniform in [0, 1)."""
        if not self._drawn:
            self._drawn = self._rng.random(_BLOCK).tolist()
        return self._drawn.pop()

    def below(self, n: int) -> int:
        """One of 0 to n - 1, all equally likely."""
        return int(self.draw() * n)

    def shuffled(self, texts: Sequence[Text]) -> list[Text]:
        """The texts in a random order."""
        order = list(texts)
        for k in range(len(order) - 1, 0, -1):
            j = self.below(k + 1)
            order[k], order[j] = order[j], order[k]
        return order


class Deck:
    """One list of texts, of which none comes back before all others were drawn."""

    def __init__(self, texts: Sequence[Text], chance: Chance) -> None:
        self._texts = texts
        self._chance = chance
        self._left: list[Text] = []
        self._last: Text | None = None

    def draw(self) -> Text:
        """The next text."""
        self._fill()
        self._last = self._left.pop()
        return self._last

    def near(self, n_words: float, *, ahead: int, questions: bool = True) -> Text:
        """Of the next texts, as many as ``ahead``, the one whose length is nearest.

        Without ``questions`` none that asks, unless all of them do. Few texts fit no length, so
        the deck is filled up before the last of them are drawn.
        """
        self._fill()
        if len(self._left) < min(_FEW, len(self._texts) // 2):
            self._left[:0] = self._chance.shuffled(self._texts)
        left = self._left
        if not questions and all(text.asking for text in left[-ahead:]):
            left += self._chance.shuffled(self._texts)
        best, cost = len(left) - 1, float("inf")
        for k in range(len(left) - 1, max(-1, len(left) - 1 - ahead), -1):
            costs = abs(left[k].n_words - n_words) + (0.0 if questions else 99.0 * left[k].asking)
            if costs < cost:
                best, cost = k, costs
        self._last = left.pop(best)
        return self._last

    def _fill(self) -> None:
        if not self._left:
            self._left = self._chance.shuffled(self._texts)
            if len(self._left) > 1 and self._left[-1] is self._last:
                self._left[0], self._left[-1] = self._left[-1], self._left[0]


class Decks:
    """The decks of one conversation, made when they are first drawn from."""

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._decks: dict[int, Deck] = {}

    def of(self, texts: tuple[Text, ...]) -> Deck:
        """The deck of this very list; lists are told apart by identity, not by their texts."""
        deck = self._decks.get(id(texts))
        if deck is None:
            deck = self._decks[id(texts)] = Deck(texts, self._chance)
        return deck

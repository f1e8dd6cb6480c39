"""How one speaker talks: favourite openers and hesitations, and words said twice.

::

    smooth    "We went down to the station."
    opened    "I mean, we went down to the station."
    hesitant  "We went down to the, um, station."
    repeated  "We went, we went down to the station."

A sentence gets one of these at most, and one that has an opening of its own gets no other.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnscope.simulate.decks import Chance, Deck
from turnscope.simulate.grammar import WORD, Text

__all__ = ["Habits", "tidy"]

_FAVOURITE_OPENERS = 5
_FAVOURITE_HESITATIONS = 2
_OPENER_SHARE = 0.22
_HESITATION_SHARE = 0.1
_REPEAT_SHARE = 0.06
_START_SHARE = 0.04
_LEAST_WORDS = 6


def tidy(text: str) -> str:
    """Single spaces, none before punctuation, a capital letter at the start."""
    text = " ".join(text.split())
    for mark in ",.?!":
        text = text.replace(" " + mark, mark)
    return text[:1].upper() + text[1:]


class Habits:
    """What one speaker does to smooth sentences.

    Args:
        lists: the speaker's lists; favourites are drawn from ``opener`` and ``hesitation``.
        words: the lists of single words.
        chance: to draw from.
    """

    def __init__(
        self,
        lists: Mapping[str, tuple[Text, ...]],
        words: Mapping[str, frozenset[str]],
        chance: Chance,
    ) -> None:
        self._chance = chance
        self._words = words
        openers = chance.shuffled(lists["opener"])[:_FAVOURITE_OPENERS]
        hesitations = chance.shuffled(lists["hesitation"])[:_FAVOURITE_HESITATIONS]
        self._openers = Deck(tuple(openers), chance)
        self._hesitations = Deck(tuple(hesitations), chance)

    def hesitation(self) -> str:
        """A filled pause, the way this speaker has them."""
        return self._hesitations.draw().parts[0]

    def loosened(self, sentence: str, spare: float, *, first: bool) -> str:
        """The sentence with one disfluency, or as it was.

        Args:
            sentence: smooth.
            spare: how many words may be added.
            first: whether it begins a turn; openers are for beginnings above all.
        """
        words = sentence.split()
        if spare < 1 or len(words) < _LEAST_WORDS or ", no," in sentence:
            return sentence
        luck = self._chance.draw()
        share = _OPENER_SHARE if first else _OPENER_SHARE / 3
        if luck < share:
            return self._opened(sentence, words, spare)
        luck -= share
        if luck < _HESITATION_SHARE + _REPEAT_SHARE:
            return self._halting(words, repeats=luck > _HESITATION_SHARE)
        if luck < _HESITATION_SHARE + _REPEAT_SHARE + _START_SHARE and spare >= 2:
            return self._restarted(words)
        return sentence

    def _opened(self, sentence: str, words: list[str], spare: float) -> str:
        opener = self._openers.draw()
        first = words[0].lower().split("'")[0]
        plain = first in self._words["small"] or words[0].lower() in self._words["small"]
        if not (plain or first == "i") or opener.n_words > spare + 0.5:
            return sentence
        return tidy(f"{opener.parts[0]} {self.lowered(sentence)}")

    def lowered(self, sentence: str) -> str:
        """Without the capital letter, unless its first word always has one."""
        found = WORD.match(sentence)
        word = found.group().lower() if found else ""
        lowers = {word, word.split("'")[0]} & (self._words["joined"] | self._words["small"])
        return sentence[:1].lower() + sentence[1:] if lowers else sentence

    def _halting(self, words: list[str], *, repeats: bool) -> str:
        dangling = self._words["dangling"]
        places = [k for k in range(1, len(words) - 1) if words[k].lower() in dangling]
        if not places:
            return " ".join(words)
        k = places[self._chance.below(len(places))]
        added = words[k] if repeats else f"{self.hesitation()},"
        return " ".join([*words[:k], f"{words[k]},", added, *words[k + 1 :]])

    def _restarted(self, words: list[str]) -> str:
        """The first two words said twice."""
        head = words[:2]
        plain = not any(mark in "".join(head) for mark in ",.?!")
        if not plain or head[1].lower() in self._words["dangling"]:
            return " ".join(words)
        again = self.lowered(head[0])
        return " ".join([head[0], f"{head[1]},", again, head[1], *words[2:]])

"""What is said in one conversation: turns, answers, holds, fillers, backchannels, interruptions.

::

    turn, complete     "Well, I think the rent is too high. So we, uh, should talk to them."
    turn, incomplete   "I think the rent is too high, but if we just,"
    interruption       "No, wait, that's not what they said."

The words come from a :class:`~turnscope.simulate.grammar.Grammar`; a conversation has one topic.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from turnscope.core.labels import FINE_LABELS, Label
from turnscope.errors import Fault, ProtocolError
from turnscope.simulate.grammar import WORD, Parts, load_grammar

__all__ = ["Script"]

_BACKCHANNELS = tuple(fine.spelling for fine in FINE_LABELS if fine.label is Label.BACKCHANNEL)
_BLOCK = 1024
_TRIES = 12
_LONG = 4
_NEAR_SHARE = 0.1
_OPENER_SHARE = 0.25
_HESITATION_SHARE = 0.05
_REPEAT_SHARE = 0.025


def _n_words(text: str) -> int:
    return len(WORD.findall(text))


def _tidy(text: str) -> str:
    """Single spaces, none before punctuation, a capital letter at the start."""
    text = " ".join(text.split())
    for mark in ",.?!":
        text = text.replace(" " + mark, mark)
    return text[:1].upper() + text[1:]


class Script:
    """The words of one conversation.

    Args:
        kind: of the conversation: the name of a file of words.
        rng: of all that is drawn; the same state gives the same words.
        language: the name of a folder of words.

    Raises:
        ProtocolError: for a kind or language without words.
    """

    def __init__(self, kind: str, rng: np.random.Generator, language: str = "en") -> None:
        grammar = load_grammar(kind, language)
        self._rng = rng
        self._luck: list[float] = []
        names = tuple(grammar.topics)
        self.topic = names[int(self._draw() * len(names))]
        self._lists = {**grammar.lists, **grammar.topics[self.topic]}
        self._dangling = grammar.dangling
        self._fixed: dict[str, str] = {}
        for slot in sorted(grammar.fixed):
            self._fixed[slot] = self._fill(slot)
        self._said: set[str] = set()
        self._sentences: set[str] = set()

    def turn(self, speaker: int, n_words: int, *, complete: bool = True) -> str:
        """A turn of about ``n_words``; an incomplete one hangs on a word that wants more.

        A text of four words or more is never the same twice.
        """
        del speaker  # both speak alike
        least = 1 if complete else 2
        if n_words < 1:
            raise ProtocolError(Fault("n_words", f"{n_words}", "1 or more"))
        build = self._complete if complete else self._incomplete
        return self._new(lambda: build(max(n_words, least)))

    def hold(self, speaker: int, n_words: int) -> str:
        """Speech of one who keeps the floor against the other: "hang on, let me finish, ..."."""
        return self._opened("hold", speaker, n_words)

    def answer(self, speaker: int) -> str:
        """A short answer that closes what was asked."""
        del speaker
        return _tidy(self._fill("answer"))

    def filler(self) -> str:
        """A hesitation that holds a silence open: "um", "so, uh"."""
        return self._fill("filler") + ","

    def overlap(self, speaker: int, n_words: int) -> str:
        """Speech of about ``n_words`` over the other's, complete."""
        return self.turn(speaker, n_words)

    def backchannel(self, label: str) -> str:
        """A backchannel of one of the three fine labels.

        Raises:
            ProtocolError: for another label.
        """
        if label not in _BACKCHANNELS:
            raise ProtocolError(
                Fault("backchannel", repr(label), "one of " + ", ".join(_BACKCHANNELS))
            )
        return _tidy(self._fill(label.split()[0].lower()))

    def interruption(
        self, speaker: int, n_words: int, *, cooperative: bool, floor_taking: bool
    ) -> str:
        """What cuts the other off, or (not floor-taking) is said into the other's speech.

        One that takes the floor may go on for a turn of about ``n_words``; one that does not
        stays with its opening words where these are long enough.
        """
        name = "cooperative" if cooperative else "competitive"
        if floor_taking:
            return self._opened(name, speaker, n_words)
        return self._new(lambda: self._nearest((name,), n_words))

    def _draw(self) -> float:
        if not self._luck:
            self._luck = self._rng.random(_BLOCK).tolist()
        return self._luck.pop()

    def _fill(self, slot: str) -> str:
        if slot in self._fixed:
            return self._fixed[slot]
        entries = self._lists[slot]
        return self._expand(entries[int(self._draw() * len(entries))])

    def _expand(self, parts: Parts) -> str:
        if len(parts) == 1:
            return parts[0]
        said = [parts[0]]
        for slot, literal in zip(parts[1::2], parts[2::2], strict=True):
            filled = self._fill(slot)
            if len(self._lists[slot]) > 5 and filled in said:
                filled = self._fill(slot)
            said += (filled, literal)
        return "".join(said)

    def _new(self, build: Callable[[], str]) -> str:
        """The first of some tries that was not yet said, if it is more than a few words."""
        text = build()
        for _ in range(8 * _TRIES):
            if text not in self._said or _n_words(text) < _LONG:
                break
            text = build()
        while text in self._said and _n_words(text) >= _LONG:
            text = _tidy(f"{self._fill('hesitation')}, {text}")
        self._said.add(text)
        return text

    def _nearest(self, names: tuple[str, ...], n_words: int) -> str:
        """Of some texts not yet said, the one whose length is nearest."""
        best, cost = "", float("inf")
        for k in range(2 * _TRIES):
            text = _tidy(self._fill(names[k % len(names)]))
            n = _n_words(text)
            said = text in self._sentences or text in self._said
            costs = abs(n - n_words) + (1 if said and n >= _LONG else 0)
            if costs < cost:
                best, cost = text, costs
            if not cost:
                break
        self._sentences.add(best)
        return best

    def _complete(self, n_words: int) -> str:
        """Sentences until the words are reached, the last chosen for its length."""
        sentences: list[str] = []
        left = n_words
        while left > 0 and not (sentences and left <= max(2.0, _NEAR_SHARE * n_words)):
            if left < 24:
                names = ("brief",) if left < 4 else ("sentence", "brief")
                text = self._nearest(names, left)
                if sentences and _n_words(text) > 2 * left:
                    break
            else:
                text = self._fresh()
            text = self._spoken(text, left - _n_words(text))
            sentences.append(text)
            left -= _n_words(text)
        return " ".join(sentences)

    def _fresh(self) -> str:
        text = _tidy(self._fill("sentence"))
        for _ in range(_TRIES):
            if text not in self._sentences:
                break
            text = _tidy(self._fill("sentence"))
        self._sentences.add(text)
        return text

    def _incomplete(self, n_words: int) -> str:
        hang = self._nearest(("hang",), min(n_words, 4 + int(self._draw() * 6)))
        left = n_words - _n_words(hang)
        end = "," if self._draw() < 0.6 else "--"
        if left < 3:
            return hang + end
        return f"{self._complete(left)} {hang}{end}"

    def _opened(self, name: str, speaker: int, n_words: int) -> str:
        def build() -> str:
            opening = self._nearest((name,), min(n_words, 3 + int(self._draw() * 7)))
            left = n_words - _n_words(opening)
            return opening if left < 3 else f"{opening} {self.turn(speaker, left)}"

        return self._new(build)

    def _spoken(self, sentence: str, spare: int) -> str:
        """The sentence with an opener, hesitations and repeated words, as far as there is room."""
        words = sentence.split()
        if spare < 1 or len(words) < 5:
            return sentence
        said = []
        for k, word in enumerate(words):
            said.append(word)
            if k + 1 == len(words) or word.lower() not in self._dangling:
                continue
            luck = self._draw()
            if spare > 0 and luck < _REPEAT_SHARE:
                said[-1] = f"{word}, {word if word == 'I' else word.lower()}"
                spare -= 1
            elif spare > 0 and luck < _REPEAT_SHARE + _HESITATION_SHARE:
                said[-1] = f"{word}, {self._fill('hesitation')},"
                spare -= 1
        text = " ".join(said)
        if spare > 1 and self._draw() < _OPENER_SHARE:
            first = words[0]
            keeps = first.startswith("I") and first.rstrip(",") in (
                "I",
                "I'm",
                "I've",
                "I'd",
                "I'll",
            )
            text = _tidy(f"{self._fill('opener')} {text if keeps else text[0].lower() + text[1:]}")
        return text

"""What is said in one conversation: turns, answers, holds, fillers, backchannels, interruptions.

::

    1  turn, left hanging   "Well, we drove down to the,"
    1  turn, goes on        "old harbor. Do you know where that is?"
    2  answer               "No idea."
    1  turn                 "It's behind the market."
    2  interruption         "Behind the market, right."

What is said comes from a :class:`~turnscope.simulate.grammar.Grammar`: the scenes of a topic in
order, with looser talk from lists between; then the next topic.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from turnscope.core.labels import FINE_LABELS, Label
from turnscope.errors import Fault, ProtocolError
from turnscope.simulate.decks import Chance, Decks
from turnscope.simulate.grammar import WORD, Text, load_grammar
from turnscope.simulate.plot import Plot
from turnscope.simulate.speech_habits import Habits, tidy

__all__ = ["Script"]

_BACKCHANNELS = tuple(fine.spelling for fine in FINE_LABELS if fine.label is Label.BACKCHANNEL)
_TRIES = 6
_LONG = 4
_AHEAD = 24
_NEAR_SHARE = 0.12
_LEAST_STORY = 6
_BRIEF = 8.5
_ASK_SHARE = 0.22
_LEAST_ASK = 12
_ECHO_SHARE = 0.2
_COMPLETION_SHARE = 0.5
_REPAIR_SHARE = 0.035


def _n_words(text: str) -> int:
    return len(WORD.findall(text))


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
        self._grammar = load_grammar(kind, language)
        self._chance = Chance(rng)
        self._decks = Decks(self._chance)
        self._plot = Plot(self._grammar, self._chance)
        self._words = self._grammar.words
        self._habits = [
            Habits(self._plot.lists(speaker), self._words, self._chance) for speaker in (1, 2)
        ]
        self._fixed: dict[str, str] = {}
        self._fixed_for = -1
        self._said: set[str] = set()
        self._last = ["", ""]
        self._rest = ["", ""]
        self._broken = ["", ""]
        self._speaker = 1
        self._asked = ("", 0)
        self._may_repair = False

    @property
    def topic(self) -> str:
        """What they are talking about now."""
        return self._plot.topic

    def turn(self, speaker: int, n_words: int, *, complete: bool = True) -> str:
        """A turn of about ``n_words``; an incomplete one hangs on a word that wants more.

        What was left hanging, the same speaker's next turn goes on with. A turn that follows
        the other's question begins with an answer. A text of four words or more is never the
        same twice.

        Raises:
            ProtocolError: for less than a word.
        """
        if n_words < 1:
            raise ProtocolError(Fault("n_words", f"{n_words}", "1 or more"))
        self._plot.enter(speaker, n_words)
        build = self._complete if complete else self._incomplete
        text = self._new(speaker, lambda: build(speaker, max(n_words, 1 if complete else 2)))
        self._speaker = speaker
        self._last[speaker - 1] = text
        return text

    def hold(self, speaker: int, n_words: int) -> str:
        """Speech of one who keeps the floor against the other: "hang on, let me finish, ..."."""
        broken = self._broken[speaker - 1]
        self._rest[speaker - 1] = ""
        return self._opened("hold", speaker, n_words, broken)

    def answer(self, speaker: int) -> str:
        """A short answer, of the kind that the other's last question asks for."""
        kind, asker = self._asked
        self._asked = ("", 0)
        name = kind if kind and asker != speaker else "answer"
        self._last[speaker - 1] = text = tidy(self._fill(name, speaker))
        return text

    def filler(self) -> str:
        """A hesitation that holds a silence open: "um", "so, uh"."""
        return self._fill("filler", self._speaker) + ","

    def overlap(self, speaker: int, n_words: int) -> str:
        """Speech of about ``n_words`` over the other's, complete; the plot stays where it is."""
        return self._new(speaker, lambda: self._aside(speaker, n_words))

    def backchannel(self, label: str) -> str:
        """A backchannel of one of the three fine labels.

        Raises:
            ProtocolError: for another label.
        """
        if label not in _BACKCHANNELS:
            raise ProtocolError(
                Fault("backchannel", repr(label), "one of " + ", ".join(_BACKCHANNELS))
            )
        return tidy(self._fill(label.split()[0].lower(), 3 - self._speaker))

    def interruption(
        self, speaker: int, n_words: int, *, cooperative: bool, floor_taking: bool
    ) -> str:
        """What cuts the other off, or (not floor-taking) is said into the other's speech.

        A cooperative one agrees, or says the end of the other's sentence. One that takes the
        floor goes on with a turn, to about ``n_words`` in all.
        """
        if floor_taking:
            self._rest[2 - speaker] = ""
            self._asked = ("", 0)
        name = "competitive"
        if cooperative:
            completes = self._phrase(speaker) and self._chance.draw() < _COMPLETION_SHARE
            name = "completion" if completes else "cooperative"
        if floor_taking:
            return self._opened(name, speaker, n_words)
        return self._new(speaker, lambda: self._opening(name, speaker, n_words, aside=True))

    def _fill(self, slot: str, speaker: int) -> str:
        if slot == "phrase":
            return self._phrase(speaker)
        if slot in self._grammar.fixed:
            if self._fixed_for != self._plot.visit:
                self._fixed_for = self._plot.visit
                self._fixed = {}
            if slot not in self._fixed:
                self._fixed[slot] = self._drawn(slot, speaker)
            filled = self._fixed[slot]
        else:
            filled = self._drawn(slot, speaker)
        repaired = self._may_repair and slot in self._grammar.repaired
        if repaired and self._chance.draw() < _REPAIR_SHARE:
            self._may_repair = False
            wrong = self._drawn(slot, speaker)
            if wrong != filled:
                return f"{wrong}, {self._fill('edit', speaker)} {filled}"
        return filled

    def _drawn(self, slot: str, speaker: int) -> str:
        return self._expand(self._decks.of(self._plot.lists(speaker)[slot]).draw(), speaker)

    def _expand(self, text: Text, speaker: int) -> str:
        parts = text.parts
        if len(parts) == 1:
            return parts[0]
        said = [parts[0]]
        for slot, literal in zip(parts[1::2], parts[2::2], strict=True):
            said += (self._fill(slot, speaker), literal)
        return "".join(said)

    def _near(self, name: str, speaker: int, n_words: float, *, questions: bool = True) -> Text:
        deck = self._decks.of(self._plot.lists(speaker)[name])
        return deck.near(
            n_words, ahead=_AHEAD if n_words > _LONG else 3 * _AHEAD, questions=questions
        )

    def _new(self, speaker: int, build: Callable[[], str]) -> str:
        """The first of some tries that was not yet said, if it is more than a few words."""
        text = build()
        for _ in range(_TRIES):
            if text not in self._said or _n_words(text) < _LONG:
                break
            text = build()
        while text in self._said and _n_words(text) >= _LONG:
            habits = self._habits[speaker - 1]
            text = tidy(f"{habits.hesitation()}, {habits.lowered(text)}")
        self._said.add(text)
        return text

    def _sentence(
        self, speaker: int, left: float, slack: float, *, story: bool, questions: bool
    ) -> Text:
        """The next line of the plot if there is room for it, else looser talk of that length."""
        if story and left + slack >= _LEAST_STORY:
            line = self._plot.line(speaker, left + slack, questions=questions)
            if line is not None:
                return line
        name = "brief" if left < _BRIEF else "say"
        return self._near(name, speaker, left if left < 24 else 14, questions=questions)

    def _complete(self, speaker: int, n_words: int) -> str:
        return self._body(speaker, n_words, self._begun(speaker, n_words), story=True)

    def _begun(self, speaker: int, n_words: int) -> list[str]:
        """What a turn begins with: the rest of what was left hanging, or an answer."""
        rest = self._rest[speaker - 1]
        self._rest[speaker - 1] = self._broken[speaker - 1] = ""
        if rest and _n_words(rest) <= n_words + max(2.0, _NEAR_SHARE * n_words):
            return [rest]
        kind, asker = self._asked
        if kind and asker != speaker:
            text = self._near(kind, speaker, min(n_words, 5))
            if text.n_words <= n_words + 2:
                self._asked = ("", 0)
                return [tidy(self._expand(text, speaker))]
        return []

    def _body(self, speaker: int, n_words: int, said: list[str], *, story: bool) -> str:
        """Sentences until the words are reached; of questions there is one, the last."""
        left: float = n_words - sum(map(_n_words, said))
        slack = max(2.0, _NEAR_SHARE * n_words)
        last, asks = "", ""
        if story and left >= _LEAST_ASK and self._chance.draw() < _ASK_SHARE:
            question = self._near("ask", speaker, min(left / 2, 8))
            last, asks = tidy(self._expand(question, speaker)), question.asks
            left -= _n_words(last)
        while left > 0 and not ((said or last) and left <= slack):
            if story and n_words <= _LONG + 1 and self._echoes(speaker):
                self._asked = ("", 0)
                return tidy(self._expand(self._near("echo", speaker, left), speaker))
            text = self._sentence(speaker, left, slack, story=story, questions=not last)
            self._may_repair = left > text.n_words + 2
            sentence = tidy(self._expand(text, speaker))
            self._may_repair = False
            for _ in range(_TRIES):
                if sentence not in said:
                    break
                text = self._near("brief", speaker, left, questions=not last)
                sentence = tidy(self._expand(text, speaker))
            if _n_words(sentence) > left + slack:
                text = self._near("brief", speaker, left, questions=not last)
                sentence = tidy(self._expand(text, speaker))
                if (said or last) and _n_words(sentence) > left + slack + 1:
                    break
            if text.asking:
                last, asks = sentence, text.asks
            else:
                spare = left + slack / 2 - _n_words(sentence)
                habits = self._habits[speaker - 1]
                if story:
                    sentence = habits.loosened(sentence, spare, first=not said)
                said.append(sentence)
            left -= _n_words(sentence)
        if story:
            self._asked = (asks, speaker if asks else 0)
        return " ".join([*said, last] if last else said)

    def _echoes(self, speaker: int) -> bool:
        return bool(self._phrase(speaker)) and self._chance.draw() < _ECHO_SHARE

    def _incomplete(self, speaker: int, n_words: int) -> str:
        """Sentences, the last of them broken off at a word that wants more."""
        said = self._begun(speaker, n_words - 2)
        left: float = n_words - sum(map(_n_words, said))
        slack = max(1.0, _NEAR_SHARE * n_words)
        end = "," if self._chance.draw() < 0.6 else "--"
        while left > 0:
            text = self._sentence(speaker, max(left + 4, 9), 24, story=True, questions=False)
            sentence = tidy(self._expand(text, speaker))
            words = sentence.split()
            k = self._break(words, left, slack)
            if k:
                self._rest[speaker - 1] = " ".join(words[k:])
                self._broken[speaker - 1] = sentence
                return " ".join([*said, *words[:k]]) + end
            if len(words) > left - 2:
                if left < _BRIEF:
                    break
                text = self._near("brief", speaker, left - 3, questions=False)
                words = (sentence := tidy(self._expand(text, speaker))).split()
            said.append(sentence)
            left -= len(words)
        hang = self._near("hang", speaker, max(left, 1.0))
        if left - hang.n_words > 2:
            brief = self._near("brief", speaker, left - hang.n_words, questions=False)
            said.append(tidy(self._expand(brief, speaker)))
        return " ".join([*said, tidy(self._expand(hang, speaker))]) + end

    def _break(self, words: list[str], left: float, slack: float) -> int:
        """After how many words, about ``left`` of them, a sentence can be left hanging."""
        best, cost = 0, slack + 0.5
        for k in range(2, len(words) - 1):
            costs = abs(k - left)
            if costs < cost and words[k - 1].lower() in self._words["dangling"]:
                best, cost = k, costs
        return best

    def _opened(self, name: str, speaker: int, n_words: int, again: str = "") -> str:
        def build() -> str:
            opening = self._opening(name, speaker, min(n_words, 3 + self._chance.below(6)))
            left = n_words - _n_words(opening)
            said = [again] if again and _n_words(again) <= left + 2 else []
            if left < 3 and not said:
                return opening
            return f"{opening} {self._body(speaker, left, said, story=True)}"

        self._plot.enter(speaker, n_words)
        text = self._new(speaker, build)
        self._speaker = speaker
        self._last[speaker - 1] = text
        return text

    def _opening(self, name: str, speaker: int, n_words: int, *, aside: bool = False) -> str:
        text = tidy(self._expand(self._near(name, speaker, n_words), speaker))
        left = n_words - _n_words(text)
        if not aside or left <= max(2, n_words / 5):
            return text
        return f"{text} {self._aside(speaker, left)}"

    def _aside(self, speaker: int, n_words: int) -> str:
        return self._body(speaker, n_words, [], story=False)

    def _phrase(self, speaker: int) -> str:
        """The end of what the other is saying, in few words; "" where there is no good one."""
        rest = self._rest[2 - speaker].rstrip(".?!").lower()
        words = rest.split()
        if not 1 <= len(words) <= 4:
            last = self._last[2 - speaker]
            words = last.rstrip(".").split() if last.endswith(".") else []
            leading = self._words["leading"]
            starts = [k for k in range(-4, -1) if -k < len(words) and words[k] in leading]
            words = words[starts[0] :] if starts else []
        foreign = self._words["personal"]
        if not words or any(word.lower() in foreign or word[-1] in ",.?!-" for word in words):
            return ""
        return " ".join(words)

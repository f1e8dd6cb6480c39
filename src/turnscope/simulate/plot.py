"""Where a conversation is: its topic, the scene, who leads, and which lines are still to come.

::

    scene 1   first   ✓ ✓ ✓        second  ✓ ✓
    scene 2   first   ✓ → next     second  → next
    scene 3   ...

The scenes come in order, the topics in a random one. A speaker without a line left opens the next
scene if both may, or if it is the one who leads; the other has no line till then. Before it opens,
the other is given some time to say what is left. Where roles swap, whoever opens a scene leads it.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnscope.simulate.decks import Chance
from turnscope.simulate.grammar import Grammar, Scene, Text

__all__ = ["Plot"]

_AHEAD = 3
_LEAST_LEAD = 6
_FEW = 2
_PATIENCE = 3


class Plot:
    """The course of one conversation.

    Args:
        grammar: of its kind.
        chance: to draw the order of topics from.
    """

    def __init__(self, grammar: Grammar, chance: Chance) -> None:
        self._grammar = grammar
        names = list(grammar.topics)
        for k in range(len(names) - 1, 0, -1):
            j = chance.below(k + 1)
            names[k], names[j] = names[j], names[k]
        self._order = names
        self._leader = 0 if grammar.leads else 1
        self.visit = 0
        self._scene = 0
        self._left: list[list[Text]] = [[], []]
        self._begun = False
        self._waits = 0
        self._open()

    @property
    def topic(self) -> str:
        """The name of the present topic."""
        return self._order[self.visit % len(self._order)]

    def enter(self, speaker: int, n_words: int) -> None:
        """Somebody speaks; where one leads, the first long turn tells who."""
        if not self._leader:
            self._leader = speaker if n_words >= _LEAST_LEAD else 3 - speaker

    def role(self, speaker: int) -> int:
        """0 for who leads, or else speaker 1; 1 for the other."""
        return 0 if speaker == (self._leader or 1) else 1

    def lists(self, speaker: int) -> Mapping[str, tuple[Text, ...]]:
        """The lists of this speaker in this topic."""
        return self._grammar.topics[self.topic].lists[self.role(speaker)]

    def line(self, speaker: int, most: float, *, questions: bool) -> Text | None:
        """The speaker's next line of at most so many words; a few may wait for it.

        Where one leads, what was passed over is left out: a story must not go back.

        Returns:
            None where no line that comes soon is short enough, or the speaker has none now.
        """
        role = self.role(speaker)
        left = self._left[role]
        if not left:
            if len(self._left[1 - role]) > _FEW and self._waits < _PATIENCE:
                self._waits += 1
                return None
            if self._grammar.swaps:
                self._leader, role = speaker, 0
            elif role and self._grammar.leads:
                return None
            self._advance(role)
            left = self._left[role]
        if role and not self._begun and self._grammar.leads:
            return None
        for k, text in enumerate(left[:_AHEAD]):
            if text.n_words <= most and (questions or not text.asking):
                if self._grammar.leads and not self._grammar.swaps:
                    del left[:k]
                else:
                    left.insert(0, left.pop(k))
                del left[0]
                self._begun = True
                return text
        return None

    def _advance(self, role: int) -> None:
        self._scene += 1
        if self._scene == len(self._scenes):
            self._scene = 0
            self.visit += 1
            self._open()
            bridge = self._grammar.topics[self.topic].lists[role]["bridge"]
            self._left[role].insert(0, bridge[self.visit % len(bridge)])
        else:
            self._open()

    @property
    def _scenes(self) -> tuple[Scene, ...]:
        return self._grammar.topics[self.topic].scenes

    def _open(self) -> None:
        first, second = self._scenes[self._scene]
        self._begun = False
        self._waits = 0
        self._left = [list(first), list(second)]

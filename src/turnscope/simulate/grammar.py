"""Grammars of spoken text, read from TOML: scenes of lines in order, lists of texts with {slots}.

::

    say = ["It was {day}, I think."]        a list; a slot is filled from the list of its name
    [first]                                 lists of the one speaker, e.g. the teacher
    [second]                                lists of the other
    [topics.bread]                          lists of a topic
    [[topics.bread.scenes]]                 what is said in order: each has lines of both
    first = ["Now we mix the flour and the water."]
    second = ["How much water do we need? {>amount}"]

The nearest list of a name counts: the topic's, else the speaker's, else the kind's, else the
common one. A line that ends in ``{>amount}`` asks for a text of the list ``answer_amount``.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources

from turnscope.errors import Fault, ProtocolError

__all__ = [
    "ENTRIES",
    "WORD",
    "WORDS",
    "Grammar",
    "Lists",
    "Scene",
    "Text",
    "Topic",
    "grammar_of",
    "load_grammar",
]

ENTRIES = (
    "say",
    "brief",
    "ask",
    "echo",
    "bridge",
    "opener",
    "hang",
    "hesitation",
    "edit",
    "hold",
    "answer",
    "filler",
    "competitive",
    "cooperative",
    "completion",
    "acknowledgement",
    "continuer",
    "reaction",
)
"""The lists that every kind needs; all others are slots of these or answers."""

WORDS = ("dangling", "joined", "small", "leading", "personal")
"""Lists of single words: after which anybody waits for more; at the start of a sentence that
takes no opener; that lose their capital letter after one; that may begin a phrase said along by
the other; that are wrong in the other's mouth."""

_NAMES = ("fixed", "repaired")
_ROLES = ("first", "second")

WORD = re.compile(r"[^\W\d_]+(?:['-]+[^\W\d_]+)*'?")
"""What counts as a word, in any script that puts spaces between words."""

_SLOT = re.compile(r"\{([^{}>]*)\}")
_ASKS = re.compile(r"\s*\{>([^{}]*)\}$")
_COMMON = "common"
_PHRASE = "phrase"


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """A text split at its slots.

    Attributes:
        parts: literal, slot, literal, slot, ..., literal.
        n_words: about how many words it has when it is filled.
        asks: the list from which an answer comes; "" for a text that asks nothing.
        asking: whether it ends in a question mark.
    """

    parts: tuple[str, ...]
    n_words: float
    asks: str
    asking: bool


Lists = Mapping[str, tuple[Text, ...]]
"""Texts by the name of their list."""

Scene = tuple[tuple[Text, ...], tuple[Text, ...]]
"""Lines of the first and of the second speaker, in order."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What one conversation is about: for each speaker all lists, and scenes in order."""

    lists: tuple[Lists, Lists]
    scenes: tuple[Scene, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """What can be said in one kind of conversation.

    Attributes:
        topics: name -> topic.
        words: the lists of single words, lower case, by their names in ``WORDS``.
        fixed: slots that keep their text while the topic lasts.
        repaired: slots whose text a speaker may correct: "on Monday, no, Tuesday".
        leads: whether one speaker opens each scene, before the other has a line of it.
        swaps: whether that may be the other one the next time.
    """

    topics: Mapping[str, Topic]
    words: Mapping[str, frozenset[str]]
    fixed: frozenset[str]
    repaired: frozenset[str]
    leads: bool
    swaps: bool


@lru_cache(maxsize=64)
def load_grammar(kind: str, language: str = "en") -> Grammar:
    """The grammar of one kind in one language, as the package has it.

    Raises:
        ProtocolError: for a language or kind that there is not, and for faulty files.
    """
    root = resources.files("turnscope.simulate").joinpath("words")
    languages = sorted(each.name for each in root.iterdir() if each.is_dir())
    if language not in languages:
        raise ProtocolError(Fault("language", repr(language), "one of " + ", ".join(languages)))
    files = {each.name: each for each in root.joinpath(language).iterdir()}
    kinds = sorted(name.removesuffix(".toml") for name in files if name.endswith(".toml"))
    if kind not in kinds or kind == _COMMON:
        there = ", ".join(name for name in kinds if name != _COMMON)
        raise ProtocolError(Fault("kind", repr(kind), f"one of {there}"))
    texts = {
        f"words/{language}/{name}.toml": files[f"{name}.toml"].read_text(encoding="utf-8")
        for name in (_COMMON, kind)
        if f"{name}.toml" in files
    }
    return grammar_of(texts)


def grammar_of(texts: Mapping[str, str]) -> Grammar:
    """The grammar in one or more TOML texts (name of the file -> text), later lists counting.

    Raises:
        ProtocolError: for what is not TOML or not lists of texts, empty or missing lists, slots
            that no list fills, lists of the last text that nothing uses, lists that fill
            themselves, digits, and a hanging text whose last word is not in ``dangling``.
    """
    read = _Reader()
    for name, text in texts.items():
        try:
            tables = tomllib.loads(text)
        except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
            raise ProtocolError(Fault(name, f"not TOML: {error}")) from error
        read.file(name, tables)
    return read.grammar()


class _Reader:
    """Gathers lists level by level, and what is wrong with them."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._kind: dict[str, list[str]] = {}
        self._roles: tuple[dict[str, list[str]], ...] = ({}, {})
        self._topics: dict[str, dict[str, list[str]]] = {}
        self._scenes: dict[str, list[tuple[list[str], list[str]]]] = {}
        self._flags = {"leads": False, "swaps": False}
        self._own: dict[str, str] = {}
        self._texts: dict[int, tuple[Text, ...]] = {}
        self._lengths: dict[str, float] = {}

    def file(self, name: str, tables: dict[str, object]) -> None:
        self._own = {}
        for flag in self._flags:
            given = tables.pop(flag, self._flags[flag])
            if isinstance(given, bool):
                self._flags[flag] = given
            else:
                self.faults.append(Fault(f"{name}: {flag}", repr(given), "true or false"))
        topics = self._table(f"{name}: topics", tables.pop("topics", {}))
        for k, role in enumerate(_ROLES):
            table = self._table(f"{name}: {role}", tables.pop(role, {}))
            self._roles[k].update(self._lists(f"{name}: {role}.", table))
        self._kind.update(self._lists(f"{name}: ", tables))
        for topic, given in topics.items():
            where = f"{name}: topics.{topic}"
            table = self._table(where, given)
            scenes = table.pop("scenes", [])
            if not isinstance(scenes, list) or not scenes:
                self.faults.append(Fault(f"{where}.scenes", repr(scenes), "one scene or more"))
                scenes = []
            self._topics[topic] = self._lists(f"{where}.", table)
            self._scenes[topic] = [
                self._scene(f"{where}.scenes[{k}]", each) for k, each in enumerate(scenes)
            ]

    def _table(self, where: str, given: object) -> dict[str, object]:
        if isinstance(given, dict):
            return dict(given)
        self.faults.append(Fault(where, repr(given), "a table of lists"))
        return {}

    def _lists(self, where: str, table: dict[str, object]) -> dict[str, list[str]]:
        read = {name: self._list(f"{where}{name}", given) for name, given in table.items()}
        self._own.update((name, f"{where}{name}") for name in read)
        return read

    def _list(self, where: str, given: object) -> list[str]:
        if not isinstance(given, list) or not given:
            self.faults.append(Fault(where, repr(given), "a list with at least one text"))
            return []
        for k, text in enumerate(given):
            if not isinstance(text, str):
                self.faults.append(Fault(f"{where}[{k}]", repr(text), "a text"))
            elif re.search(r"[{}\d]", _SLOT.sub("", _ASKS.sub("", text))):
                hint = "Numbers are written out; a slot is {name}"
                self.faults.append(
                    Fault(f"{where}[{k}]", repr(text), "no digits or lone braces", hint)
                )
        return [text for text in given if isinstance(text, str)]

    def _scene(self, where: str, given: object) -> tuple[list[str], list[str]]:
        table = self._table(where, given)
        for name in sorted(set(table) - set(_ROLES)):
            self.faults.append(Fault(f"{where}.{name}", "unknown", "first and second"))
        first, second = (self._list(f"{where}.{role}", table.get(role)) for role in _ROLES)
        return first, second

    def grammar(self) -> Grammar:
        levels = [self._kind, *self._roles, *self._topics.values()]
        missing = [name for name in (*ENTRIES, *WORDS) if name not in self._kind]
        self.faults += [
            Fault(name, "missing", "a list of texts outside topics")
            for name in missing
            if not all(name in role for role in self._roles)
        ]
        if not self._topics:
            self.faults.append(Fault("topics", "missing", "at least one topic"))
        special = {name: self._kind.get(name, []) for name in (*WORDS, *_NAMES)}
        words = {name: frozenset(word.lower() for word in special[name]) for name in WORDS}
        for text in (text for level in levels for text in level.get("hang", ())):
            last = WORD.findall(text)[-1:] or [""]
            if last[0].lower() not in words["dangling"]:
                expected = "a last word that is in dangling"
                self.faults.append(Fault("hang", f"{text!r}", expected))
        used = {*ENTRIES, *special}
        for topic in self._topics:
            for role in _ROLES:
                used |= self._walk(topic, role)
        for name, where in self._own.items():
            if name not in used:
                self.faults.append(Fault(where, "never used", "a slot of some text"))
        known = {name for level in levels for name in level}
        for name in _NAMES:
            for slot in special[name]:
                if slot not in known:
                    self.faults.append(Fault(name, f"unknown slot {slot!r}", "name of a list"))
        if self.faults:
            raise ProtocolError(list(dict.fromkeys(self.faults)))
        self._measure(levels)
        topics = {topic: self._topic(topic) for topic in self._topics}
        fixed, repaired = (frozenset(special[name]) for name in _NAMES)
        return Grammar(topics, words, fixed, repaired, **self._flags)

    def _merged(self, topic: str, role: str) -> dict[str, list[str]]:
        merged = {**self._kind, **self._roles[_ROLES.index(role)], **self._topics[topic]}
        return {name: texts for name, texts in merged.items() if name not in (*WORDS, *_NAMES)}

    def _walk(self, topic: str, role: str) -> set[str]:
        """The lists that can be reached; what leads nowhere or in a circle is a fault."""
        merged = self._merged(topic, role)
        lines = [line for scene in self._scenes[topic] for line in scene[_ROLES.index(role)]]
        others = [line for scene in self._scenes[topic] for both in scene for line in both]
        answers = {f"answer_{slot}" for text in others for slot in _ASKS.findall(text)}
        answers |= {
            f"answer_{slot}"
            for texts in merged.values()
            for t in texts
            for slot in _ASKS.findall(t)
        }
        done: set[str] = set()

        def visit(name: str, above: tuple[str, ...], where: str) -> None:
            if name in above:
                self.faults.append(Fault(name, "fills itself", "slots without recursion"))
            elif name not in merged and name != _PHRASE:
                found = f"unknown slot {{{name}}} in topic {topic!r}, {role}"
                self.faults.append(Fault(where, found, "the name of a list"))
            elif name not in done and name != _PHRASE:
                for slot in _slots(merged[name]):
                    visit(slot, (*above, name), name)
                done.add(name)

        for name in sorted({*ENTRIES, *answers} & set(merged)):
            visit(name, (), name)
        for name in sorted(answers - set(merged)):
            self.faults.append(Fault(name, "missing", "a list of answers", "A text asks for it"))
        for slot in _slots(lines):
            visit(slot, (), f"topics.{topic}.scenes")
        return done

    def _measure(self, levels: list[dict[str, list[str]]]) -> None:
        union: dict[str, list[str]] = {}
        for level in levels:
            for name, texts in level.items():
                union.setdefault(name, []).extend(texts)
        self._lengths[_PHRASE] = 3.0

        def length(name: str) -> float:
            if name not in self._lengths:
                lengths = [self._n_words(text, length) for text in union[name]]
                self._lengths[name] = sum(lengths) / len(lengths)
            return self._lengths[name]

        for name in union:
            length(name)

    @staticmethod
    def _n_words(text: str, length: object) -> float:
        assert callable(length)
        bare = _ASKS.sub("", text)
        filled = sum(float(length(slot)) for slot in _SLOT.findall(bare))
        return len(WORD.findall(_SLOT.sub(" ", bare))) + filled

    def _made(self, texts: list[str]) -> tuple[Text, ...]:
        """The same list gives the same tuple, so that both speakers draw from one deck."""
        if id(texts) not in self._texts:
            self._texts[id(texts)] = tuple(
                Text(
                    tuple(_SLOT.split(_ASKS.sub("", text))),
                    self._n_words(text, self._lengths.__getitem__),
                    "".join(f"answer_{slot}" for slot in _ASKS.findall(text)),
                    _ASKS.sub("", text).endswith("?"),
                )
                for text in texts
            )
        return self._texts[id(texts)]

    def _topic(self, topic: str) -> Topic:
        first, second = (
            {name: self._made(texts) for name, texts in self._merged(topic, role).items()}
            for role in _ROLES
        )
        scenes = tuple((self._made(one), self._made(two)) for one, two in self._scenes[topic])
        return Topic((first, second), scenes)


def _slots(texts: Iterable[str]) -> list[str]:
    return sorted({slot for text in texts for slot in _SLOT.findall(_ASKS.sub("", text))})

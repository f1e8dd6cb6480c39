"""Grammars of spoken text, read from TOML: lists of texts with {slots} that other lists fill.

::

    sentence = ["{view} {claim}."]          "I think the rent is too high."
    view = ["I think", "for me,"]
    [topics.flat]                           a conversation has one topic: its lists fill
    claim = ["the rent is too high"]        the slots that all topics of the kind have

A list of a kind adds to the common list of the same name. A slot in ``fixed`` is filled once a
conversation. What is wrong with the files is found when they are loaded, all of it in one error.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from types import MappingProxyType

from turnscope.errors import Fault, ProtocolError

__all__ = ["ENTRIES", "WORD", "Grammar", "grammar_of", "load_grammar"]

ENTRIES = (
    "sentence",
    "brief",
    "opener",
    "hang",
    "dangling",
    "hesitation",
    "hold",
    "answer",
    "filler",
    "competitive",
    "cooperative",
    "acknowledgement",
    "continuer",
    "reaction",
)
"""The lists that a script draws on; all others are slots of these."""

WORD = re.compile(r"[^\W\d_]+(?:['-]+[^\W\d_]+)*'?")
"""What counts as a word, in any script that puts spaces between words."""

_SLOT = re.compile(r"\{([^{}]*)\}")
_COMMON = "common"

Parts = tuple[str, ...]
"""A text split at its slots: literal, slot, literal, slot, ..., literal."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The lists of one kind of conversation.

    Attributes:
        lists: name -> its texts, for all topics.
        topics: topic -> name -> its texts.
        fixed: slots filled once a conversation.
        dangling: words, lower case, after which anybody waits for more.
    """

    lists: Mapping[str, tuple[Parts, ...]]
    topics: Mapping[str, Mapping[str, tuple[Parts, ...]]]
    fixed: frozenset[str]
    dangling: frozenset[str]


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
    kinds.remove(_COMMON)
    if kind not in kinds:
        raise ProtocolError(Fault("kind", repr(kind), "one of " + ", ".join(kinds)))
    texts = {
        f"words/{language}/{name}.toml": files[f"{name}.toml"].read_text(encoding="utf-8")
        for name in (_COMMON, kind)
    }
    return grammar_of(texts)


def grammar_of(texts: Mapping[str, str]) -> Grammar:
    """The grammar in one or more TOML texts (name of the file -> text), later ones adding.

    Raises:
        ProtocolError: for what is not TOML or not lists of texts, an empty list, an unknown or
            unused slot, recursion, topics with different slots, and a hanging text whose last
            word is not in ``dangling``.
    """
    faults: list[Fault] = []
    lists: dict[str, tuple[Parts, ...]] = {}
    topics: dict[str, dict[str, tuple[Parts, ...]]] = {}
    fixed: list[str] = []
    for name, text in texts.items():
        try:
            tables = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ProtocolError(Fault(name, f"not TOML: {error}")) from error
        named = tables.pop("topics", {})
        once = tables.pop("fixed", [])
        tables_of_topics = isinstance(named, dict) and all(
            isinstance(each, dict) for each in named.values()
        )
        if not tables_of_topics:
            faults.append(Fault(f"{name}: topics", repr(named), "a table of lists a topic"))
            named = {}
        if isinstance(once, list) and all(isinstance(each, str) for each in once):
            fixed += once
        else:
            faults.append(Fault(f"{name}: fixed", repr(once), "a list of names of slots"))
        for slot, entries in tables.items():
            lists[slot] = lists.get(slot, ()) + _parts(f"{name}: {slot}", entries, faults)
        for topic, table in named.items():
            where = f"{name}: topics.{topic}"
            topics[topic] = {
                slot: _parts(f"{where}.{slot}", entries, faults) for slot, entries in table.items()
            }
    where = ", ".join(texts)
    dangling = frozenset(parts[0].lower() for parts in lists.get("dangling", ()))
    faults += _faults(where, lists, topics, fixed, dangling)
    if faults:
        raise ProtocolError(faults)
    return Grammar(MappingProxyType(lists), MappingProxyType(topics), frozenset(fixed), dangling)


def _parts(where: str, entries: object, faults: list[Fault]) -> tuple[Parts, ...]:
    if not isinstance(entries, list) or not entries:
        faults.append(Fault(where, repr(entries), "a list with at least one text"))
        return ()
    read = []
    for k, text in enumerate(entries):
        if not isinstance(text, str):
            faults.append(Fault(f"{where}[{k}]", repr(text), "a text"))
            continue
        parts = tuple(_SLOT.split(text))
        literal = "".join(parts[::2])
        if re.search(r"[{}\d]", literal):
            hint = "Numbers are written out; a slot is {name}"
            faults.append(Fault(f"{where}[{k}]", repr(text), "no digits or lone braces", hint))
        read.append(parts)
    return tuple(read)


def _faults(
    where: str,
    lists: Mapping[str, tuple[Parts, ...]],
    topics: Mapping[str, Mapping[str, tuple[Parts, ...]]],
    fixed: list[str],
    dangling: frozenset[str],
) -> Iterator[Fault]:
    missing = [name for name in ENTRIES if name not in lists]
    for name in missing:
        yield Fault(f"{where}: {name}", "missing", "a list of texts")
    if not topics:
        yield Fault(f"{where}: topics", "missing", "at least one topic")
    slots = {name for table in topics.values() for name in table}
    for topic, table in topics.items():
        for name in sorted(slots - set(table)):
            yield Fault(f"{where}: topics.{topic}", f"no {name!r}", "the slots of the other topics")
        for name in sorted(set(table) & set(lists)):
            yield Fault(
                f"{where}: topics.{topic}.{name}", "also a list outside topics", "one place"
            )
    graph: dict[str, set[str]] = {}
    for table in (lists, *topics.values()):
        for name, entries in table.items():
            graph.setdefault(name, set()).update(s for parts in entries for s in parts[1::2])
    for name, used in graph.items():
        for slot in sorted(used - set(graph)):
            yield Fault(f"{where}: {name}", f"unknown slot {{{slot}}}", "the name of a list")
    for slot in fixed:
        if slot not in graph:
            yield Fault(f"{where}: fixed", f"unknown slot {slot!r}", "the name of a list")
    reached = _reached(graph, ENTRIES)
    for name in sorted(set(graph) - reached):
        yield Fault(f"{where}: {name}", "never used", "a slot of some text")
    for name in graph:
        if name in _reached(graph, graph[name]):
            yield Fault(f"{where}: {name}", "fills itself", "slots without recursion")
    for parts in lists.get("hang", ()):
        words = WORD.findall(parts[-1])
        if not words or words[-1].lower() not in dangling:
            found = f"{parts[-1]!r} at the end"
            yield Fault(f"{where}: hang", found, "a last word that is in dangling")


def _reached(graph: Mapping[str, set[str]], names: Iterator[str] | set[str] | Parts) -> set[str]:
    found: set[str] = set()
    ahead = [name for name in names if name in graph]
    while ahead:
        name = ahead.pop()
        if name not in found:
            found.add(name)
            ahead += [slot for slot in graph[name] if slot in graph]
    return found

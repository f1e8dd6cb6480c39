r"""The mapping file: which foreign tier is which speaker, and which foreign label is which of ours.

TOML or YAML, every key optional::

    ignore = ["comments", "UNK"]         # tiers that are left out
    others = "ignore"                    # tiers and recordings not named: "refuse" (default)
    brackets = "known"                   # "[Filler] uh": "known" labels only, "any", or "none"
    default_label = "Normal Turn"        # for entries that have no label after all the rest

    [speakers]                           # tier -> 1 or 2; speaker 1 is the first channel
    caller = 1
    agent = 2
    "agent (2nd)" = 2

    [annotators]                         # tier -> a, b or c, where tiers are of several people
    caller = "a"
    agent = "a"
    "agent (2nd)" = "b"

    [labels]                             # foreign label, or /pattern/ found in the text
    turn = "Normal Turn"
    bc = "Continuer Backchannel"
    "/^(uh-huh|mm+)[.]?$/i" = "Acknowledgement Backchannel"

The same in YAML::

    ignore: [comments, UNK]
    speakers: {caller: 1, agent: 2}
    labels:
      turn: Normal Turn
      '/^(uh-huh|mm+)[.]?$/i': Acknowledgement Backchannel

A conversation none of whose tiers is named goes by the rules for folders without a mapping:
tiers that say it (``A``/``B``, ``speaker_1``/``speaker_2``, ...), or two in order of appearance.

A label is looked up as it stands; an entry without one is tried on the patterns (Python's, in
file order, ``i`` after the slash for any case), the first that is found wins. A label that is
not listed is kept as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, TypeVar

from turnscope.corpus.labelling import KNOWN_LABELS, Brackets, split_label
from turnscope.errors import CorpusError, Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.wording import described

if TYPE_CHECKING:
    import yaml

__all__ = ["ANNOTATORS", "AnnotationMapping", "Others", "parse_mapping", "read_mapping"]

Others = Literal["refuse", "ignore"]
"""What happens to tiers and recordings that nobody named."""

ANNOTATORS = ("a", "b", "c")
"""Annotator names, in the order that the consensus takes them."""

_KEYS = ("speakers", "annotators", "labels", "default_label", "ignore", "others", "brackets")


def _nothing() -> Mapping[str, str]:
    return MappingProxyType({})


_OTHERS: dict[str, Others] = {"refuse": "refuse", "ignore": "ignore"}
_BRACKETS: dict[str, Brackets] = {"any": "any", "known": "known", "none": "none"}
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class AnnotationMapping:
    """What a mapping file says; the default says nothing and changes nothing.

    Attributes:
        speakers: tier name -> speaker number; conversations without such a tier go by rule.
        annotators: tier name -> annotator; empty: all tiers of a file are one annotator's.
        labels: foreign label -> fine label.
        patterns: (pattern as written, its fine label), tried in order on texts without a label.
        default_label: for entries without a label after all the rest.
        ignore: tiers that are left out.
        others: what happens to tiers that are not named, and to recordings not in the corpus.
        brackets: which brackets at the head of a text are labels; None leaves it to the layout.
    """

    speakers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    annotators: Mapping[str, str] = field(default_factory=_nothing)
    labels: Mapping[str, str] = field(default_factory=_nothing)
    patterns: tuple[tuple[str, str], ...] = ()
    default_label: str = ""
    ignore: tuple[str, ...] = ()
    others: Others = "refuse"
    brackets: Brackets | None = None

    def labeller(self, brackets: Brackets) -> Callable[[str, str], tuple[str, str]]:
        """The function ``(label field, text) -> (label, text)`` for every entry.

        Args:
            brackets: what the layout takes for a label where the mapping does not say.
        """
        rule = self.brackets or brackets
        patterns = [(_compiled(pattern), fine) for pattern, fine in self.patterns]

        def label_of(label: str, text: str) -> tuple[str, str]:
            if not label:
                label, text = split_label(text, brackets=rule)
            if not label and rule != "any" and text.startswith("["):
                # A foreign label in brackets is one too, if the mapping names it.
                foreign, rest = split_label(text)
                if foreign in self.labels and rule != "none":
                    label, text = foreign, rest
            if not label:
                label = next((fine for found, fine in patterns if found.search(text)), "")
            label = self.labels.get(label, label)
            return label or self.default_label, text

        return label_of

    def stamp(self) -> dict[str, object]:
        """All of it in plain values, for hashes and result files."""
        return {
            "speakers": dict(self.speakers),
            "annotators": dict(self.annotators),
            "labels": dict(self.labels),
            "patterns": [list(pair) for pair in self.patterns],
            "default_label": self.default_label,
            "ignore": sorted(self.ignore),
            "others": self.others,
            "brackets": self.brackets,
        }


def read_mapping(path: Path) -> AnnotationMapping:
    """Read a mapping file, TOML by its ending ``.toml``, else YAML.

    Raises:
        CorpusError: if it cannot be opened.
        FormatError: with every fault, see :func:`parse_mapping`.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CorpusError(
            Fault(str(path), error.strerror or str(error), "a readable mapping file")
        ) from None
    return parse_mapping(data, str(path))


def parse_mapping(data: bytes, name: str) -> AnnotationMapping:
    """Parse the bytes of a mapping file; ``name`` tells TOML from YAML and stands in messages.

    Raises:
        FormatError: with all faults: broken syntax, keys that repeat or are unknown, labels
            outside the inventory, speakers other than 1 and 2, patterns that do not compile.
    """
    faults: list[Fault] = []
    text = decode(data, name)
    if name.lower().endswith(".toml"):
        entries = _from_toml(text, name)
    else:
        entries = _from_yaml(text, name, faults)
    check = _Checker(name, faults)
    mapping = check.mapping(entries)
    if faults:
        raise FormatError(faults)
    return mapping


def _from_toml(text: str, name: str) -> object:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also numbers of thousands of digits
        hint = "A key may stand once only" if "overwrite" in str(error) else ""
        raise FormatError.at(name, None, str(error), expected="TOML", hint=hint) from None


def _from_yaml(text: str, name: str, faults: list[Fault]) -> object:
    import yaml

    class Loader(yaml.SafeLoader):
        """Safe, and aware of keys that repeat."""

    def pairs(loader: yaml.SafeLoader, node: yaml.MappingNode) -> dict[Hashable, object]:
        entries: dict[Hashable, object] = {}
        for key_node, value_node in node.value:
            where = f"{name}:{key_node.start_mark.line + 1}"
            key = loader.construct_object(key_node, deep=True)
            if type(key) is int and isinstance(key_node, yaml.ScalarNode):
                key = key_node.value  # a tier may be called 1
            if not isinstance(key, str):
                faults.append(Fault(where, f"key {key!r}", "text", "Put it in quotes"))
                key = str(key)
            if key in entries:
                faults.append(Fault(where, f"key {key!r} appears again", "each key once"))
            entries[key] = loader.construct_object(value_node, deep=True)
        return entries

    Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, pairs)
    try:
        entries: object = yaml.load(text, Loader)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error) or "nested too deeply"
        line = None if mark is None else mark.line + 1
        raise FormatError.at(name, line, problem, expected="YAML") from None
    return {} if entries is None else entries


def _compiled(pattern: str) -> re.Pattern[str]:
    body, _, flags = pattern[1:].rpartition("/")
    return re.compile(body, re.IGNORECASE if flags == "i" else re.NOFLAG)


def _is_pattern(key: str) -> bool:
    return len(key) > 2 and key.startswith("/") and key.endswith(("/", "/i"))


def _shown(value: object) -> str:
    # Not the repr of a list or table: aliases can make it as long as the universe is old.
    return described(value) if isinstance(value, (list, dict)) else repr(value)


class _Checker:
    """Turns plain values into a mapping and collects what is wrong with them."""

    def __init__(self, name: str, faults: list[Fault]) -> None:
        self.name = name
        self.faults = faults

    def fault(self, key: str, value: object, expected: str, hint: str = "") -> None:
        where = f"{self.name}: {key}" if key else self.name
        self.faults.append(Fault(where, _shown(value), expected, hint))

    def mapping(self, entries: object) -> AnnotationMapping:
        if not isinstance(entries, dict):
            self.fault("", entries, f"a table with the keys {', '.join(_KEYS)}")
            return AnnotationMapping()
        for key in entries:
            if key not in _KEYS:
                self.fault(str(key), entries[key], f"one of the keys {', '.join(_KEYS)}")
        labels: dict[str, str] = {}
        patterns: list[tuple[str, str]] = []
        for key, fine in self.table(entries, "labels").items():
            if not self.is_fine(f"labels.{key}", fine):
                continue
            if not _is_pattern(key):
                labels[key] = str(fine)
            elif self.compiles(key):
                patterns.append((key, str(fine)))
        default = entries.get("default_label", "")
        if default != "" and not self.is_fine("default_label", default):
            default = ""
        hint = "Only two speakers are scored; other tiers go under ignore"
        speakers = self.chosen(entries, "speakers", (1, 2), hint)
        annotators = self.chosen(entries, "annotators", ANNOTATORS)
        ignore = self.ignored(entries)
        self.agree(speakers, annotators, ignore)
        return AnnotationMapping(
            speakers=speakers,
            annotators=annotators,
            labels=labels,
            patterns=tuple(patterns),
            default_label=str(default),
            ignore=ignore,
            others=self.choice(entries, "others", _OTHERS) or "refuse",
            brackets=self.choice(entries, "brackets", _BRACKETS),
        )

    def table(self, entries: dict[str, object], key: str) -> dict[str, object]:
        value = entries.get(key, {})
        if not isinstance(value, dict):
            self.fault(key, value, "a table")
            return {}
        return value

    def chosen(
        self, entries: dict[str, object], key: str, allowed: tuple[_T, ...], hint: str = ""
    ) -> dict[str, _T]:
        kept: dict[str, _T] = {}
        rule = " or ".join(repr(one) for one in allowed)
        for tier, value in self.table(entries, key).items():
            match = [one for one in allowed if type(one) is type(value) and one == value]
            if match:
                kept[tier] = match[0]
            else:
                self.fault(f"{key}.{tier}", value, rule, hint)
        return kept

    def choice(self, entries: dict[str, object], key: str, allowed: dict[str, _T]) -> _T | None:
        value = entries.get(key)
        if isinstance(value, str) and value in allowed:
            return allowed[value]
        if value is not None:
            self.fault(key, value, " or ".join(allowed))
        return None

    def is_fine(self, key: str, value: object) -> bool:
        if isinstance(value, str) and value in KNOWN_LABELS:
            return True
        said = value.lower() if isinstance(value, str) else ""
        near = [fine for fine in KNOWN_LABELS if fine.lower() == said]
        hint = f"Did you mean {near[0]!r}" + "?" if near else ""
        self.fault(key, value, "a fine label of the inventory", hint)
        return False

    def compiles(self, pattern: str) -> bool:
        try:
            _compiled(pattern)
        except re.error as error:
            self.fault(f"labels.{pattern}", pattern, "a Python pattern", str(error))
            return False
        return True

    def ignored(self, entries: dict[str, object]) -> tuple[str, ...]:
        value = entries.get("ignore", [])
        if not isinstance(value, list) or not all(isinstance(tier, str) for tier in value):
            self.fault("ignore", value, "a list of tier names")
            return ()
        return tuple(value)

    def agree(
        self, speakers: dict[str, int], annotators: dict[str, str], ignore: tuple[str, ...]
    ) -> None:
        for tier in ignore:
            if tier in speakers:
                self.fault(f"ignore.{tier}", speakers[tier], "a tier that is not a speaker too")
        if annotators and speakers:
            for tier in speakers.keys() - annotators.keys():
                self.fault(f"speakers.{tier}", speakers[tier], "its annotator under annotators")
            for tier in annotators.keys() - speakers.keys():
                self.fault(f"annotators.{tier}", annotators[tier], "its speaker under speakers")

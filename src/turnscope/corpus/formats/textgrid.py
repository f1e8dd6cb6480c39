"""TextGrid, Praat's tiers of intervals and points, in its long and its short text form.

An interval without text is silence, not a cue; how many there are is told in the header, tier by
tier. A point is a cue that ends where it starts. As Praat itself does, the reader takes free
standing numbers and quoted strings and passes over everything else, so both forms are one.

Written (long form, UTF-8): intervals of one tier cannot overlap, so overlapping cues go on
further tiers ``name [2]``, ... and are read back under ``name`` (see ``layers``); cues without
extent go on a point tier of the same name; a cue without text is written ``<NA>``, which reads as
no text.

Ours, because praatio 6.2 takes a truncated file for whole, strips labels, and gives a file up for
one reversed or overlapping interval, two tiers of one name, or a label with ``IntervalTier``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.layers import fold_notes, folded
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.praat_tokens import Kind, Token, tokens_of
from turnscope.corpus.formats.praat_writing import NO_TEXT, serialise
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode

__all__ = ["TEXTGRID"]

_CLASSES = {"IntervalTier": 2, "TextTier": 1}
"""Tier classes, with how many times stand before the text of an entry."""


@dataclass(slots=True)
class _Tier:
    """One tier of a file as it stands there."""

    kind: str
    name: str
    line: int
    start_s: float
    end_s: float
    size: int
    cues: list[Cue] = field(default_factory=list)
    spans: list[tuple[float, float, int]] = field(default_factory=list)
    blank_lines: list[int] = field(default_factory=list)
    n_entries: int = 0
    n_empty: int = 0


class _Reader:
    """Goes through the tokens of one file once, from tier to tier."""

    def __init__(self, tokens: Sequence[Token], name: str) -> None:
        self.tokens = tokens
        self.name = name
        self.at = 0
        self.unread: list[Fault] = []

    def fail(self, found: str, expected: str, hint: str) -> FormatError:
        token = self.tokens[min(self.at, len(self.tokens) - 1)] if self.tokens else None
        return FormatError.at(
            self.name, token.line if token else 1, found, expected=expected, hint=hint
        )

    def peek(self, kind: Kind) -> Token | None:
        if self.at < len(self.tokens) and self.tokens[self.at].kind is kind:
            return self.tokens[self.at]
        return None

    def number(self, what: str) -> float:
        token = self.peek(Kind.NUMBER)
        if token is None or token.number is None:
            found = "the file ends" if self.at >= len(self.tokens) else "something else"
            if token is not None:
                found = repr(token.text)
            raise self.fail(found, what, "Cut short, or a line lost?")
        self.at += 1
        return token.number

    def size(self, what: str) -> int:
        value = self.number(what)
        if value < 0 or value != int(value):
            self.at -= 1
            raise self.fail(f"{value}", what, "A line lost above?")
        return int(value)

    def header(self, hint: str) -> tuple[float, float, int]:
        """Times of the whole file and the number of its tiers; ``hint`` for what has no head."""
        first, second = self.tokens[0:1], self.tokens[1:2]
        opening = 'a first line `File type = "ooTextFile"` and a class "TextGrid"'
        if not first or first[0].kind is not Kind.TEXT:
            raise self.fail("no head of a Praat text file", opening, hint)
        if not first[0].text.startswith("ooTextFile"):
            hint = "A chronological TextGrid? Save it as a text file in Praat"
            raise self.fail(repr(first[0].text[:60]), opening, hint)
        self.at = 1
        if not second or second[0].kind is not Kind.TEXT or second[0].text != "TextGrid":
            found = repr(second[0].text[:60]) if second else "no class"
            raise self.fail(found, opening, "Another kind of Praat object, or cut short?")
        self.at = 2
        start_s, end_s = self.number("the start of the file"), self.number("the end of the file")
        flag = self.peek(Kind.FLAG)
        if flag is None:
            raise self.fail("no `<exists>`", "`tiers? <exists>` after the times", "Cut short?")
        self.at += 1
        return start_s, end_s, 0 if flag.text == "<absent>" else self.size("the number of tiers")

    def at_tier(self) -> bool:
        """Whether the next token is the class of a tier; an entry begins with a number."""
        token = self.peek(Kind.TEXT)
        return token is not None and token.text in _CLASSES

    def tier(self) -> _Tier:
        """The tier that begins here, with its entries."""
        following = self.tokens[self.at + 1 : self.at + 2]
        if not self.at_tier() or not following or following[0].kind is not Kind.TEXT:
            found = "the file ends" if self.at >= len(self.tokens) else "something else"
            raise self.fail(found, "a tier (its class and its name)", "Cut short, or lines lost?")
        kind, name = self.tokens[self.at : self.at + 2]
        self.at += 2
        tier = _Tier(
            kind.text,
            name.text,
            kind.line,
            self.number(f"the start of tier {name.text!r}"),
            self.number(f"the end of tier {name.text!r}"),
            self.size(f"the number of entries of tier {name.text!r}"),
        )
        while self.at < len(self.tokens) and not self.at_tier():
            self.entry(tier)
        return tier

    def entry(self, tier: _Tier) -> None:
        """One interval or point: its times and its text."""
        times: list[Token] = []
        while (token := self.peek(Kind.NUMBER)) is not None:
            times.append(token)
            self.at += 1
        if self.at >= len(self.tokens):
            self.at -= 1
            raise self.fail("the file ends inside an entry", "its text", "Cut short in copying?")
        text = self.tokens[self.at]
        self.at += 1
        tier.n_entries += 1
        line = times[0].line if times else text.line
        values = [token.number for token in times if token.number is not None]
        if text.kind is Kind.TEXT and len(times) == len(values) == _CLASSES[tier.kind]:
            self.keep(tier, values[0], values[-1], text.text, line)
            return
        if text.kind is Kind.TEXT:
            said = ", ".join(repr(token.text) for token in times) or "none"
            found, rule = f"times {said} before {text.text[:40]!r}", _rule(tier.kind)
        else:
            found = f"{text.text[:40]!r}"
            rule = "a string in quotes, quotes inside it doubled"
        self.unread.append(Fault(f"{self.name}:{line}", found, rule))

    def keep(self, tier: _Tier, start_s: float, end_s: float, text: str, line: int) -> None:
        tier.spans.append((start_s, end_s, line))
        if tier.kind == "IntervalTier" and not text.strip():
            tier.n_empty += 1
            if text:
                tier.blank_lines.append(line)
            return
        text = "" if text == NO_TEXT else text
        tier.cues.append(Cue(start_s, end_s, tier.name, text, line=line))


def _rule(kind: str) -> str:
    return "a start and an end" if kind == "IntervalTier" else "one time"


def _parse(data: bytes, name: str) -> Document:
    if data.startswith(b"ooBinaryFile"):
        hint = "Save it as a text file in Praat"
        raise FormatError.at(name, 1, "a binary TextGrid", expected="a text file", hint=hint)
    text = decode(data, name)
    reader = _Reader(tokens_of(text, name), name)
    start_s, end_s, n_tiers = reader.header(foreign(text))
    tiers: list[_Tier] = []
    while len(tiers) < n_tiers or reader.at < len(reader.tokens):
        tiers.append(reader.tier())
    last = tiers[-1] if tiers else None
    if last and last.n_entries < last.size:
        reader.at = len(reader.tokens)
        found = f"the file ends after {last.n_entries} of {last.size} entries of {last.name!r}"
        raise reader.fail(found, f"{last.size} entries", "Cut short in copying?")
    layers = folded(tier.name for tier in tiers)
    notes = fold_notes(layers, name)
    if len(tiers) != n_tiers:
        notes.append(Fault(name, f"{len(tiers)} tiers", f"{n_tiers} by its head"))
    header = {"start_s": f"{start_s}", "end_s": f"{end_s}"}
    seen: set[tuple[str, str]] = set()
    for number, tier in enumerate(tiers, start=1):
        header[f"tier[{number}]"] = (
            f"{tier.kind} {tier.name!r}: {tier.n_entries} entries, {tier.n_empty} of them empty, "
            f"from {tier.start_s} to {tier.end_s} s"
        )
        notes += _notes(tier, name, start_s, end_s)
        if (tier.kind, tier.name) in seen:
            notes.append(Fault(f"{name}:{tier.line}", f"a second tier called {tier.name!r}"))
        seen.add((tier.kind, tier.name))
    cues = tuple(replace(cue, tier=layers[cue.tier]) for tier in tiers for cue in tier.cues)
    return Document(cues, tuple(reader.unread), tuple(notes), MappingProxyType(header))


def _notes(tier: _Tier, name: str, start_s: float, end_s: float) -> list[Fault]:
    notes = []
    where = f"{name}:{tier.line}"
    if tier.n_entries != tier.size:
        found = f"tier {tier.name!r} has {tier.n_entries} entries"
        notes.append(Fault(where, found, f"{tier.size} by its own count", "Edited by hand?"))
    if (tier.start_s, tier.end_s) != (start_s, end_s):
        found = f"tier {tier.name!r} lasts from {tier.start_s} to {tier.end_s} s"
        notes.append(Fault(where, found, f"{start_s} to {end_s} s as the file does"))
    if tier.blank_lines:
        found = f"{len(tier.blank_lines)} labels of tier {tier.name!r} are mere white space"
        where = f"{name}:{tier.blank_lines[0]}"
        notes.append(Fault(where, found, hint="Read as silence"))
    if tier.kind == "IntervalTier":
        breaks = [b[2] for a, b in pairwise(tier.spans) if b[0] != a[1]]
        if breaks:
            found = (
                f"{len(breaks)} intervals of tier {tier.name!r} do not begin where the one "
                f"before ends"
            )
            notes.append(Fault(f"{name}:{breaks[0]}", found))
    return notes


TEXTGRID = Format("textgrid", (".textgrid",), _parse, serialise)

"""Where things stand in a JSON text: line and column, and the places of doubtful ones.

The reader of the standard library is fast but tells no places of what it accepts. These walks
over the tokens are slower and run only once something doubtful is known to be there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from turnscope.errors import Fault
from turnscope.files.wording import named, quoted

__all__ = ["doubtful_places", "nesting_beyond", "place"]

_MOST_FAULTS = 200
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


def place(name: str, text: str, position: int) -> str:
    """``name:line:column`` of a position in a text, both counted from 1."""
    line = text.count("\n", 0, position) + 1
    return f"{name}:{line}:{position - text.rfind(chr(10), 0, position)}"


def nesting_beyond(text: str, depth: int) -> int:
    """Position of the bracket that opens level ``depth + 1``; the text's length if none does."""
    level = 0
    for token in _TOKEN.finditer(text):
        bracket = token.group()
        if bracket in ("{", "["):
            level += 1
            if level > depth:
                return token.start()
        elif bracket in ("}", "]"):
            level -= 1
    return len(text)


@dataclass(slots=True)
class _Level:
    """An open list or object."""

    is_object: bool
    index: int = 0
    key: str = ""
    awaits_key: bool = False
    first_lines: dict[str, int] = field(default_factory=dict)

    @property
    def step(self) -> str:
        return f".{named(self.key)}" if self.is_object else f"[{self.index}]"


def doubtful_places(text: str, name: str, *, constants: bool) -> Iterator[Fault]:
    """Duplicate keys, unpaired surrogates and, if asked, NaN and Infinity of a valid JSON text.

    After 200 of them the rest is counted in one last fault.
    """
    n = 0
    for fault in _doubtful(text, name, constants):
        n += 1
        if n <= _MOST_FAULTS:
            yield fault
    if n > _MOST_FAULTS:
        yield Fault(name, f"{n - _MOST_FAULTS} more of these")


def _doubtful(text: str, name: str, constants: bool) -> Iterator[Fault]:
    levels: list[_Level] = []
    line, counted = 1, 0
    for token in _TOKEN.finditer(text):
        word, start = token.group(), token.start()
        top = levels[-1] if levels else None
        line += text.count("\n", counted, start)
        counted = start
        match word:
            case "{" | "[":
                levels.append(_Level(word == "{", awaits_key=word == "{"))
            case "}" | "]":
                levels.pop()
            case ",":
                if top is not None:
                    top.index += 1
                    top.awaits_key = top.is_object
            case ":":
                pass
            case _:
                where = f"{name}:{line}:{start - text.rfind(chr(10), 0, start)}"
                if word.startswith('"'):
                    value = json.loads(word)
                    if any("\ud800" <= c <= "\udfff" for c in value):
                        rule = "text that can be written as UTF-8"
                        yield Fault(where, f"an unpaired surrogate in {quoted(value)}", rule)
                    if top is not None and top.awaits_key:
                        yield from _key_fault(levels, top, value, line, where)
                elif constants and word in ("NaN", "Infinity", "-Infinity"):
                    at = _path(levels)
                    yield Fault(where, f"{word}{at}", "a finite number, as JSON has no other")


def _key_fault(
    levels: list[_Level], top: _Level, key: str, line: int, where: str
) -> Iterator[Fault]:
    top.awaits_key = False
    top.key = key
    first = top.first_lines.get(key)
    if first is None:
        top.first_lines[key] = line
        return
    told = "on the same line" if first == line else f"on line {first}"
    found = f"the key {quoted(key)}{_path(levels[:-1])} again (first {told})"
    yield Fault(where, found, "each key once")


def _path(levels: list[_Level]) -> str:
    steps = "".join(level.step for level in levels).removeprefix(".")
    return f" in {steps}" if steps else ""

"""Praat's text files as tokens: quoted strings, numbers and flags, each with its line.

Whatever else stands there (``xmin =``, ``intervals [3]:``, comments after ``!``) is for people.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from turnscope.corpus.formats import seconds
from turnscope.errors import FormatError

__all__ = ["SWALLOWED", "Kind", "Token", "tokens_of"]


class Kind(Enum):
    """What a token is; BROKEN is a string whose quotes do not match."""

    TEXT = "text"
    NUMBER = "number"
    FLAG = "flag"
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Token:
    """One token: its text without quotes, its 1-based line and, for a number, its value.

    ``number`` is None for what begins like a number and is none ("0,5").
    """

    kind: Kind
    text: str
    line: int
    number: float | None = None


SWALLOWED = re.compile(r"\n\s*(?:intervals|points|item)\s*\[[0-9]+\]:?[ \t]*\n")
"""The head of an entry of the long form; inside a string it betrays a lost quote."""

_TOKEN = re.compile(
    r"""(?P<text>"(?P<inside>[^"]*+(?:""[^"]*+)*+)"(?!\S))
    | (?P<broken>")
    | (?<![^\s="]) (?: (?P<comment>![^\n]*)
        | (?P<number>[-+.0-9][^\s="]*)
        | (?P<flag><(?:exists|absent)>)(?![^\s="]) )""",
    re.VERBOSE,
)
"""What counts; the search itself passes over the rest."""


def tokens_of(text: str, name: str) -> list[Token]:
    """All tokens of a file.

    In the long form a string whose quotes do not match gives one BROKEN token, and reading goes
    on at the next entry. The short form has nothing by which to find that.

    Raises:
        FormatError: where quotes do not match in the short form.
    """
    tokens: list[Token] = []
    at, line, counted = 0, 1, 0
    while match := _TOKEN.search(text, at):
        begins, at = match.span()
        line += text.count("\n", counted, begins)
        counted = begins
        inside, number, flag = match["inside"], match["number"], match["flag"]
        if number is not None:
            tokens.append(Token(Kind.NUMBER, number, line, seconds.read(number)))
        elif inside is not None and not SWALLOWED.search(inside):
            tokens.append(Token(Kind.TEXT, inside.replace('""', '"'), line))
        elif flag is not None:
            tokens.append(Token(Kind.FLAG, flag, line))
        elif match["comment"] is None:
            at = _after_broken(text, begins, line, name, tokens)
    return tokens


def _after_broken(text: str, at: int, line: int, name: str, tokens: list[Token]) -> int:
    """Note the string that breaks at ``at``; where to go on reading."""
    if not SWALLOWED.search(text):
        raise FormatError.at(
            name,
            line,
            f"a string that does not end as it should: {text[at : at + 40]!r}",
            expected="quotes around it, and quotes inside it doubled",
            hint="Cut short in copying, or edited by hand?",
        )
    head = SWALLOWED.search(text, at)
    end = head.start() if head else len(text)
    tokens.append(Token(Kind.BROKEN, text[at:end], line))
    return end

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

_STRING = re.compile(r'"([^"]*+(?:""[^"]*+)*+)"(?![^\s])')
_WORD = re.compile(r'[^\s"=]+')
_SKIP = re.compile(r"[\s=]+")


def tokens_of(text: str, name: str) -> list[Token]:
    """All tokens of a file.

    In the long form a string whose quotes do not match gives one BROKEN token, and reading goes
    on at the next entry. The short form has nothing by which to find that.

    Raises:
        FormatError: where quotes do not match in the short form.
    """
    tokens: list[Token] = []
    at, line, counted = 0, 1, 0
    while at < len(text):
        if skip := _SKIP.match(text, at):
            at = skip.end()
            continue
        line += text.count("\n", counted, at)
        counted = at
        if text[at] == '"':
            match = _STRING.match(text, at)
            if match and not SWALLOWED.search(match[1]):
                tokens.append(Token(Kind.TEXT, match[1].replace('""', '"'), line))
                at = match.end()
            else:
                at = _after_broken(text, at, line, name, tokens)
            continue
        word = _WORD.match(text, at)
        assert word is not None
        at = word.end()
        if word[0].startswith("!"):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif word[0] in ("<exists>", "<absent>"):
            tokens.append(Token(Kind.FLAG, word[0], line))
        elif word[0][0] in "+-.0123456789":
            tokens.append(Token(Kind.NUMBER, word[0], line, seconds.read(word[0])))
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

"""How values met in files are shown in messages: short, quoted where odd, with near misses."""

from __future__ import annotations

import difflib
import math
from collections.abc import Iterable

__all__ = ["closest", "described", "named", "quoted"]

_LONGEST = 60


def quoted(text: str) -> str:
    """Text in quotes, odd characters escaped, cut after 60 characters."""
    return repr(text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "...")


def named(text: str) -> str:
    """A name as a message shows it: as it is, or quoted where that could mislead."""
    plain = bool(text) and len(text) <= _LONGEST and text.isprintable() and text == text.strip()
    return text if plain else quoted(text)


def described(value: object) -> str:
    """A JSON value in a few words, whatever its size or depth."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            return f"the text {quoted(value)}"
        case float() if not math.isfinite(value):
            return "NaN" if math.isnan(value) else ("Infinity" if value > 0 else "-Infinity")
        case int() | float():
            shown = repr(value)
            return shown if len(shown) <= _LONGEST else f"a number of {len(shown)} digits"
        case list():
            return f"a list of {len(value)} values" if value else "an empty list"
        case dict():
            keys = ", ".join(named(str(key)) for key in list(value)[:4])
            return f"an object with {keys}{', ...' if len(value) > 4 else ''}" if keys else "{}"
        case _:
            return f"a {type(value).__name__}"


def closest(word: str, known: Iterable[str]) -> str | None:
    """The known word that ``word`` was probably meant to be, None if there is none near.

    Words that differ in digits alone (``speaker_3``, conversation ``170``) are names of
    different things, not misspellings; spaces around and zeros in front are.
    """
    words = list(known)
    if len(word) > _LONGEST:
        return None
    bare = word.strip().lower()
    for other in words:
        if other.lower() == bare or (bare.isdecimal() and other == bare.lstrip("0")):
            return other
    letters = _without_digits(bare)
    return next(
        (
            other
            for other in difflib.get_close_matches(bare, words, n=3, cutoff=0.6)
            if _without_digits(other.lower()) != letters
        ),
        None,
    )


def _without_digits(word: str) -> str:
    return "".join(c for c in word if not c.isdecimal())

"""Characters that a line format has no place for, written as numeric character references.

``&#10;`` stands for a line break, ``&#32;`` for a space inside a field, and so on; an ampersand
that happens to begin such a reference is written ``&#38;``. Reading undoes it exactly, so that
names with spaces and texts with line breaks survive RTTM, STM, CTM, UEM and CHAT.
"""

from __future__ import annotations

import re

__all__ = ["EMPTY", "escape", "escape_field", "unescape", "unescape_field"]

EMPTY = "<NA>"
"""What stands for an empty field where fields are told apart by white space, after RTTM."""

_REFERENCE = re.compile(r"&#([0-9]{1,7});")
_AMPERSAND = re.compile(r"&(?=#[0-9]{1,7};)")
_NOT_IN_FIELDS = re.compile(r"[\s\0\ufeff]")


def escape(text: str, unfit: re.Pattern[str]) -> str:
    """``text`` with every match of ``unfit`` and every false reference written as references."""
    text = _AMPERSAND.sub("&#38;", text)
    return unfit.sub(lambda m: "".join(f"&#{ord(c)};" for c in m[0]), text)


def unescape(text: str) -> str:
    """``text`` with decimal character references replaced by what they name, others left."""
    return _REFERENCE.sub(_named, text) if "&#" in text else text


def escape_field(text: str) -> str:
    """``text`` as one field without white space; ``<NA>`` if it is empty."""
    if not text:
        return EMPTY
    if text == EMPTY:
        return "&#60;NA>"
    field = escape(text, _NOT_IN_FIELDS)
    # Two semicolons at the head of a line begin a comment.
    return "&#59;" + field[1:] if field.startswith(";;") else field


def unescape_field(field: str) -> str:
    """The text of one field; "" for ``<NA>``."""
    return "" if field == EMPTY else unescape(field)


def _named(match: re.Match[str]) -> str:
    code = int(match[1])
    if code > 0x10FFFF or 0xD800 <= code <= 0xDFFF:
        return match[0]
    return chr(code)

"""The file that chooses conversations: one id a line.

::

    # the hard ones
    20
    38      # noisy

Blank lines do not count, nor does what follows a ``#`` at the start of a line or after a space.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection

from turnscope.errors import Fault, FormatError
from turnscope.files.coverage import unknown_conversation
from turnscope.files.decoding import decode
from turnscope.files.reading import read_bytes
from turnscope.files.wording import closest, named

__all__ = ["parse_ids", "read_ids"]

_COMMENT = re.compile(r"(?:^|\s)#.*")
_MOST_GUESSES = 20


def read_ids(
    path: str | os.PathLike[str], *, known: Collection[str] | None = None
) -> tuple[str, ...]:
    """The ids in a file, in its order.

    Args:
        path: the file.
        known: the ids there are; None leaves that check out.

    Raises:
        TurnscopeError: if it cannot be read.
        FormatError: with every duplicate and every unknown id, by line; or if there is no id.
    """
    return parse_ids(read_bytes(path), str(path), known=known)


def parse_ids(
    content: bytes, name: str, *, known: Collection[str] | None = None
) -> tuple[str, ...]:
    """As :func:`read_ids`, from the bytes of a file called ``name``."""
    first_line: dict[str, int] = {}
    faults = []
    n_unknown = 0
    text = decode(content, name)
    if text.lstrip().startswith(("{", "[", "<")):
        line = text.lstrip().split("\n", 1)[0]
        raise FormatError.at(name, 1, f"begins with {line[:20]!r}", expected="one id a line")
    for number, line in enumerate(text.split("\n"), 1):
        conversation_id = _COMMENT.sub("", line).strip()
        if not conversation_id:
            continue
        where = f"{name}:{number}"
        if conversation_id in first_line:
            found = f"conversation {named(conversation_id)} again"
            first = f"It is also on line {first_line[conversation_id]}"
            faults.append(Fault(where, found, "each conversation once", first))
            continue
        first_line[conversation_id] = number
        if known is not None and conversation_id not in known:
            n_unknown += 1
            meant = closest(conversation_id, known) if n_unknown <= _MOST_GUESSES else None
            hint = f"Did you mean {named(meant)}?" if meant else ""
            if any(mark in conversation_id for mark in ",; \t"):
                hint = "One id a line"
            faults.append(unknown_conversation(conversation_id, where, hint))
    if faults:
        raise FormatError(faults)
    if not first_line:
        raise FormatError.at(name, None, "no ids in the file", expected="one id a line")
    return tuple(first_line)

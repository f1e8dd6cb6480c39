"""Line formats of white-space-separated fields (RTTM, STM, CTM, UEM): one way to read them all.

Lines that begin with ``;;`` are comments. Written by us, an empty field is ``<NA>`` and a
character that a field cannot hold is a numeric character reference (see ``references``), so that
any tier and text comes back as it was.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.references import EMPTY
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode

__all__ = ["RowError", "Rows", "read_rows", "split_fields", "time_field", "write_rows"]

_BLANKS = re.compile(r"[ \t]+")
_NO_TIME = {EMPTY, "-", "*"}


class RowError(ValueError):
    """A line that is no entry: what was found, what was expected, the likely cause."""

    def __init__(self, found: str, expected: str = "", hint: str = "") -> None:
        super().__init__(found)
        self.found, self.expected, self.hint = found, expected, hint


@dataclass(slots=True)
class Rows:
    """What has been read of a file so far.

    Attributes:
        cues: the entries.
        channels: speaker -> the channels on which it was met.
        odd: what was met beside cues, counted.
    """

    odd: Oddities
    cues: list[Cue] = field(default_factory=list)
    channels: dict[str, dict[str, None]] = field(default_factory=dict)

    def heard(self, speaker: str, channel: str) -> None:
        """Remember that ``speaker`` was met on ``channel``."""
        self.channels.setdefault(speaker, {})[channel] = None


def split_fields(line: str, most: int = 0) -> list[str]:
    """Fields of a line, the last one with the rest after ``most`` splits if that is not 0."""
    return _BLANKS.split(line.strip(" \t"), maxsplit=most)


def time_field(text: str, what: str) -> float | None:
    """The time in a field, None where it says that there is none (``<NA>``, ``-``, ``*``).

    Raises:
        RowError: if it is anything else than a finite decimal number.
    """
    if text in _NO_TIME:
        return None
    time_s = seconds.read(text)
    if time_s is None:
        hint = "A decimal comma?" if re.fullmatch(r"[0-9]+,[0-9]+", text) else ""
        raise RowError(f"{what} {text!r}", "seconds as a decimal number", hint)
    return time_s


def read_rows(
    data: bytes, name: str, layout: str, read_line: Callable[[str, int, Rows], None]
) -> Document:
    """Read every line that is neither blank nor a comment.

    Args:
        data: the whole file.
        name: its name, for messages.
        layout: the fields of a line, for messages.
        read_line: adds what a line (with its number) holds to the rows; raises RowError for a
            line that is no entry.

    Raises:
        FormatError: if there are lines and not one is of this format.
    """
    rows = Rows(Oddities(name))
    unread: list[Fault] = []
    comments: list[str] = []
    n_lines = 0
    text = decode(data, name)
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        if line.lstrip(" \t").startswith(";;"):
            comments.append(line.strip(" \t")[2:].strip(" \t"))
            continue
        n_lines += 1
        try:
            read_line(line, number, rows)
        except RowError as error:
            expected = error.expected or f"`{layout}`"
            unread.append(Fault(f"{name}:{number}", error.found, expected, error.hint))
    if unread and len(unread) == n_lines:
        first = unread[0]
        found = f"{first.found} (none of {n_lines} lines can be read)"
        hint = foreign(text) or first.hint
        raise FormatError(Fault(first.where, found, f"`{layout}`", hint))
    notes = list(rows.odd.notes())
    header = {f"channel/{who}": ", ".join(where) for who, where in rows.channels.items()}
    if comments:
        header["comments"] = "\n".join(comments)
    for speaker, where in rows.channels.items():
        if len(where) > 1:
            notes.append(Fault(name, f"{speaker!r} is heard on channels {', '.join(where)}"))
    return Document(tuple(rows.cues), tuple(unread), tuple(notes), MappingProxyType(header))


def write_rows(
    cues: Sequence[Cue], limits: Limits, write_line: Callable[[Cue], Sequence[str]]
) -> bytes:
    """One line a cue, its fields joined by single blanks.

    Raises:
        FormatError: naming every cue that the format cannot hold.
    """
    limits.check(cues)
    return "".join(" ".join(write_line(cue)) + "\n" for cue in cues).encode()

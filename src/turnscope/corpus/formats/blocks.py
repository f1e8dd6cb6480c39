"""Blocks of an index, a time line and body lines: what SubRip and SBV files are made of.

How a file is taken apart::

    1                                    index: digits alone before a time line; may be missing
    00:00:01,000 --> 00:00:02,500        time line: begins an entry
    so I said                            body, to the next entry, blank lines around it cut off
    no

    2                                    digits at the head of a block without a time line:
    lost                                 an entry that cannot be read
    00:00:0x,000 --> 00:00:04,000        a broken time line: an entry that cannot be read

A block that is neither is the rest of the body before it, blank lines kept. Lines of spaces are
blank. So every index and every time line, good or broken, is exactly one entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.clock import read_clock
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.oddities import Oddities
from turnscope.errors import Fault, FormatError
from turnscope.files.wording import quoted

__all__ = ["Grammar", "read_blocks", "read_time_line"]


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one format writes its time lines.

    Attributes:
        mark: what stands between the two times; a line without it is no time line.
        usual: matches a time line as it should be, eight groups of digits.
        loose: matches what may be a time line written otherwise (see :func:`read_time_line`).
        alike: matches, inside a body, a time line that is broken.
        broken: matches, at the head of a block, a time line that is broken.
        indexed: whether entries are numbered.
        example: a good time line, for messages.
        kind: the format's name, for messages.
    """

    mark: str
    usual: re.Pattern[str]
    loose: re.Pattern[str]
    alike: re.Pattern[str]
    broken: re.Pattern[str]
    indexed: bool
    example: str
    kind: str


def read_time_line(line: str, mark: str) -> tuple[float, float, str, tuple[str, ...]] | None:
    """Read a time line that need not be written as it should.

    Returns:
        Start and end in seconds, what follows the end, and what is odd; None if it is broken.
    """
    left, found, right = line.partition(mark)
    words = right.split(None, 1)
    if not found or not words:
        return None
    start, end = read_clock(left.strip()), read_clock(words[0])
    if start is None or end is None or ":" not in left or ":" not in words[0]:
        return None
    rest = words[1].strip() if len(words) > 1 else ""
    return start.seconds, end.seconds, rest, tuple({start.oddity, end.oddity} - {""})


_Entry = tuple[int, float | None, float | None]
"""Index of a time line in the file's lines, and its times: None, None for a broken one."""


def read_blocks(text: str, name: str, grammar: Grammar) -> Document:
    """Take a file apart into cues.

    Raises:
        FormatError: if no line of a file that is not blank looks like a time line.
    """
    lines = text.split("\n")
    odd = Oddities(name)
    entries = list(_entries(lines, grammar, odd))
    reader = _Reader(lines, name, grammar, odd)
    bounds = [entry[0] for entry in entries] + [len(lines)]
    reader.read_head(bounds[0])
    for (at, start_s, end_s), stop in zip(entries, bounds[1:], strict=True):
        reader.read_entry(at, start_s, end_s, stop)
    if not entries and text.strip():
        first = next(k for k, line in enumerate(lines) if line.strip())
        raise FormatError.at(
            name,
            first + 1,
            f"{quoted(lines[first].strip())}, and no time line in {len(lines)} lines",
            expected=f"{grammar.kind} with lines like {grammar.example}",
            hint=foreign(text),
        )
    return Document(tuple(reader.cues), tuple(reader.unread), odd.notes())


def _entries(lines: list[str], grammar: Grammar, odd: Oddities) -> Iterator[_Entry]:
    mark, usual = grammar.mark, grammar.usual.fullmatch
    for at, line in enumerate(lines):
        if mark not in line:
            continue
        match = usual(line)
        if match is not None:
            h, m, s, ms, h2, m2, s2, ms2 = match.groups()
            yield (
                at,
                int(h) * 3600 + int(m) * 60 + int(s) + int(ms) / 1000,
                int(h2) * 3600 + int(m2) * 60 + int(s2) + int(ms2) / 1000,
            )
            continue
        times = read_time_line(line, mark) if grammar.loose.match(line) else None
        if times is not None:
            start_s, end_s, rest, oddities = times
            for oddity in oddities:
                odd.add(at + 1, oddity)
            if rest:
                odd.add(at + 1, "text after the times, not kept", "Coordinates on the screen?")
            yield at, start_s, end_s
        elif grammar.alike.match(line) or (
            _heads_block(lines, at, grammar.indexed) and grammar.broken.match(line)
        ):
            yield at, None, None


def _heads_block(lines: list[str], at: int, indexed: bool) -> bool:
    """Whether a line comes first in its block, or right after the index that does."""
    before = lines[at - 1].strip() if at else ""
    if not before:
        return True
    return indexed and _is_index(before) and (at < 2 or not lines[at - 2].strip())


def _is_index(line: str) -> bool:
    return line.isdigit() and line.isascii()


class _Reader:
    """Gives the lines between the entries to whom they belong."""

    def __init__(self, lines: list[str], name: str, grammar: Grammar, odd: Oddities) -> None:
        self.lines, self.name, self.grammar, self.odd = lines, name, grammar, odd
        self.cues: list[Cue] = []
        self.unread: list[Fault] = []

    def read_head(self, stop: int) -> None:
        """What stands before the first entry."""
        if stop < len(self.lines):
            stop = self._before_header(0, stop)
        first, end = self._body(0, stop)
        if self._split(first, end, is_kept=False) > first:
            self.odd.add(first + 1, "text before the first time line, not kept")

    def read_entry(self, at: int, start_s: float | None, end_s: float | None, stop: int) -> None:
        """One time line and the lines up to the next one, or to the end of the file."""
        lines = self.lines
        usual = self.grammar.indexed and stop - at == 4 and stop < len(lines)
        if usual and not lines[at + 2] and _is_index(lines[at + 3]):
            # an entry of one line needs no search
            first, end = at + 1, at + 2 if lines[at + 1].strip() else at + 1
        else:
            if stop < len(lines):
                stop = self._before_header(at + 1, stop)
            first, end = self._body(at + 1, stop)
        if start_s is None or end_s is None:
            self.unread.append(
                Fault(
                    f"{self.name}:{at + 1}",
                    f"time line {quoted(lines[at].strip())}",
                    self.grammar.example,
                )
            )
            self._split(first, end, is_kept=False)
            return
        if end - first == 1:
            text = lines[first]
        else:
            end = self._split(first, end, is_kept=True)
            text = "\n".join(lines[first:end])
        if first > at + 1 and text:
            self.odd.add(at + 1, "a blank line between the times and their text, left out")
        self.cues.append(Cue(start_s, end_s, "", text, "", at + 1))

    def _before_header(self, first: int, at: int) -> int:
        """Where the lines end that stand before the header (index, time line) of an entry."""
        lines = self.lines
        above = at - 1
        if above < first:
            return at
        if lines[above].strip():
            if self.grammar.indexed and _is_index(lines[above].strip()):
                return above
            alone = above == 0 or not lines[above - 1].strip()
            if alone and self.grammar.indexed:
                self.odd.add(above + 1, f"{quoted(lines[above])} in place of an index, not kept")
                return above
            return at
        while above > first and not lines[above].strip():
            above -= 1
        blank_before = above == 0 or not lines[above - 1].strip()
        if self.grammar.indexed and _is_index(lines[above].strip()) and blank_before:
            self.odd.add(above + 1, "a blank line between an index and its times")
            return above
        return at

    def _body(self, first: int, end: int) -> tuple[int, int]:
        lines = self.lines
        while end > first and not lines[end - 1].strip():
            end -= 1
        while first < end and not lines[first].strip():
            first += 1
        return first, end

    def _split(self, first: int, end: int, *, is_kept: bool) -> int:
        """Find the entries without a time line; returns where the body before them ends."""
        lines, stop = self.lines, end
        is_head = first == 0 or not lines[first - 1].strip()
        after_blank = False
        for at in range(first, end):
            line = lines[at].strip()
            if not line:
                after_blank = is_head = True
                continue
            if is_head:
                is_index = self.grammar.indexed and _is_index(line)
                is_broken = self.grammar.broken.match(line) is not None
                if is_index or is_broken:
                    self._lost(at, line, is_broken)
                    stop = min(stop, at)
                elif is_kept and after_blank and stop == end:
                    self.odd.add(at + 1, "a blank line inside a body, kept")
            is_head = False
        while stop > first and not lines[stop - 1].strip():
            stop -= 1
        return stop

    def _lost(self, at: int, line: str, is_broken: bool) -> None:
        kind = "time line" if is_broken else "index"
        lack = "" if is_broken else " without a time line after it"
        self.unread.append(
            Fault(f"{self.name}:{at + 1}", f"{kind} {quoted(line)}{lack}", self.grammar.example)
        )

"""Lines of a table to rows of cells, quotes understood, stray quotes survived.

Rows are split by the standard library's csv reader. A quote that does not pair (ELAN and
hand-made files quote nothing) would make it take everything up to the next quote for one cell,
and the rows between would be lost without a word. So a file that it refuses, or in which a
quoted cell holds what is a row of its own, is read again line by line: a line that makes no
sense as a row, even with those after it up to the next row, has its quotes taken as characters.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from turnscope.corpus.formats.clock import read_seconds
from turnscope.corpus.formats.columns import Columns, columns_of

__all__ = ["Row", "split_rows"]

Row = tuple[int, list[str]]
"""Line number and cells."""

_MOST_LINES = 100
"""A cell with more line breaks is taken for a stray quote, if the csv reader stumbled before."""


def split_rows(lines: Sequence[str], top: int, separator: str) -> tuple[list[Row], list[int]]:
    """Split the lines of a table from its header on.

    Args:
        lines: all lines of the file.
        top: index of the header, which must not be blank.
        separator: what stands between cells.

    Returns:
        All rows that are not blank, the header first, and the numbers of lines whose quotes were
        taken as characters.
    """
    # "start, end, text": blanks after every separator belong to it
    spaced = lines[top].count(f"{separator} ") == lines[top].count(separator) > 0
    splitter = _Splitter(separator, spaced=spaced and separator != "\t")
    try:
        return list(splitter.quoted(lines, top)), []
    except (csv.Error, _SwallowedError):
        stray: list[int] = []
        return list(splitter.mended(lines, top, stray)), stray


class _SwallowedError(Exception):
    """A quoted cell holds what looks like a row of its own."""


class _Splitter:
    def __init__(self, separator: str, *, spaced: bool) -> None:
        self.separator = separator
        self.dialect = csv.excel()
        self.dialect.delimiter = separator
        self.dialect.skipinitialspace = spaced
        self.dialect.strict = True
        self.columns: Columns | None = None

    def quoted(self, lines: Sequence[str], top: int) -> Iterator[Row]:
        """All rows as the csv reader has them; raises where they cannot be right."""
        reader = csv.reader(_as_file(lines[top:]), self.dialect)
        self.columns = None
        before = 0
        for cells in reader:
            first, before = before, reader.line_num
            if not _is_blank(cells):
                self._learn(cells)
                if any(map(self._is_row, lines[top + first + 1 : top + before])):
                    raise _SwallowedError
                yield top + first + 1, cells

    def mended(self, lines: Sequence[str], top: int, stray: list[int]) -> Iterator[Row]:
        """All rows, line by line; lines whose quotes are stray are added to ``stray``."""
        self.columns = None
        at = top
        while at < len(lines):
            stop, cells = self._one(lines, at)
            if cells is None:
                stray.append(at + 1)
                cells = lines[at].split(self.separator)
            if not _is_blank(cells):
                self._learn(cells)
                yield at + 1, cells
            at = stop

    def _one(self, lines: Sequence[str], at: int) -> tuple[int, list[str] | None]:
        """The row that begins at a line, and where the next one does; None for stray quotes."""
        for stop in range(at + 1, min(len(lines), at + _MOST_LINES) + 1):
            if stop > at + 1 and self._is_row(lines[stop - 1]):
                break
            try:
                rows = list(csv.reader(_as_file(lines[at:stop]), self.dialect))
            except csv.Error as error:
                if "unexpected end" not in str(error):
                    break
            else:
                return stop, rows[0] if rows else []
        return at + 1, None

    def _learn(self, cells: Sequence[str]) -> None:
        if self.columns is None:
            self.columns = columns_of([cell.strip() for cell in cells])

    def _is_row(self, line: str) -> bool:
        columns = self.columns
        if columns is None or columns.start is None:
            return False
        cells = line.split(self.separator)
        other = columns.end or columns.duration
        return len(cells) >= len(columns.names) and all(
            read_seconds(cells[column.at].strip(' "')) is not None
            for column in (columns.start, other)
            if column is not None
        )


def _as_file(lines: Sequence[str]) -> io.StringIO:
    return io.StringIO("\n".join(lines), newline="\n")


def _is_blank(cells: Sequence[str]) -> bool:
    return not any(map(str.strip, cells))

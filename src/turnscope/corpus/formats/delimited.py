r"""Tables of entries (``.csv``, ``.tsv``), and ELAN's tab-delimited export (``.txt``).

::

    start_s,end_s,speaker,label,text
    1.0,2.5,1,Normal Turn,"so I said ""no"" to him"

The first line names the columns, by any of the names in :mod:`turnscope.corpus.formats.columns`,
in any order; columns without a place in a cue are noted. Times are seconds or ``hh:mm:ss.mmm``; an
empty cell is a time not known. Comma, tab, semicolon and bar are all understood as separators,
whatever the file's ending. Rows are split by the standard library's csv reader, except that a file
whose quotes do not pair (ELAN and hand-made files quote nothing) is read again with quotes as
plain characters: the csv reader alone would take everything between two stray quotes for one cell
and lose the rows in it.

Without a header one layout is known: ELAN's export (tier, participant, begin, end, perhaps
duration, annotation). Audacity's labels have a format of their own.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from turnscope.corpus.formats.audacity import are_labels
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.clock import read_seconds
from turnscope.corpus.formats.columns import Columns, columns_of, cue_of
from turnscope.corpus.formats.decoding import decode
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.rows import RowError
from turnscope.corpus.formats.writing import write
from turnscope.errors import Fault, FormatError
from turnscope.files.wording import named, quoted

__all__ = ["CSV", "TSV"]

_Row = tuple[int, list[str]]
"""Line number and cells."""

_SEPARATORS = ",\t;|"
_COMMENT = re.compile(r'"?#')
_EXCEL_SEPARATOR = re.compile(r'"?sep=(.)"?$')
_DECIMAL_COMMA = re.compile(r"[-+]?[0-9]+,[0-9]+")
_ELAN = columns_of(("tier", "participants", "begin", "end", "duration", "annotation"))
_COLUMNS = ("start_s", "end_s", "speaker", "label", "text", "recording")


def _parse_csv(data: bytes, name: str) -> Document:
    return _parse(data, name, ",")


def _parse_tsv(data: bytes, name: str) -> Document:
    return _parse(data, name, "\t")


def _parse(data: bytes, name: str, preferred: str) -> Document:
    text = decode(data, name)
    lines = text.split("\n")
    top, comments, told = _top(lines)
    if top == len(lines):
        return Document((), header={"comments": comments} if comments else {})
    header = {"comments": comments} if comments else {}
    odd = Oddities(name)
    for separator in dict.fromkeys((told or preferred) + preferred + _SEPARATORS):
        rows, is_quoted = _rows(lines, top, separator)
        columns = columns_of([cell.strip() for cell in rows[0][1]])
        if columns.are_entries:
            break
    else:
        return _headerless(text, name, lines, top)
    header["columns"] = ", ".join(columns.names)
    if not is_quoted:
        odd.add(top + 1, "quotes that do not pair, read as plain characters")
    if columns.unused:
        odd.add(top + 1, f"columns not kept: {', '.join(map(named, columns.unused))}")
    reader = _TableReader(name, columns, separator, odd)
    for row in rows[1:]:
        reader.read(*row)
    return Document(tuple(reader.cues), tuple(reader.unread), odd.notes(), header)


def _top(lines: Sequence[str]) -> tuple[int, str, str]:
    """Index of the first line that is no comment, the comments, and Excel's separator if told."""
    comments: list[str] = []
    told = ""
    for at, line in enumerate(lines):
        if excel := _EXCEL_SEPARATOR.match(line.strip(" ")):
            told = excel.group(1)
        elif _COMMENT.match(line):
            comments.append(line.strip('"# '))
        elif line.strip():
            return at, "\n".join(comments), told
    return len(lines), "\n".join(comments), told


def _rows(lines: Sequence[str], top: int, separator: str) -> tuple[list[_Row], bool]:
    """All rows that are not blank, and whether their quotes were understood as quotes."""
    spaced = lines[top].count(f"{separator} ") == lines[top].count(separator) > 0
    try:
        rows = list(_quoted_rows(lines, top, separator, spaced=spaced and separator != "\t"))
    except (csv.Error, _SwallowedError):
        plain = ((at + 1, lines[at].split(separator)) for at in range(top, len(lines)))
        return [row for row in plain if any(map(str.strip, row[1]))], False
    return rows, True


class _SwallowedError(Exception):
    """A quoted cell holds what looks like a row of its own."""


def _quoted_rows(lines: Sequence[str], top: int, separator: str, *, spaced: bool) -> Iterator[_Row]:
    rest = io.StringIO("\n".join(lines[top:]), newline="\n")
    reader = csv.reader(rest, delimiter=separator, strict=True, skipinitialspace=spaced)
    columns: Columns | None = None
    before = 0
    for cells in reader:
        first, before = before, reader.line_num
        if not any(map(str.strip, cells)):
            continue
        if columns is None:
            columns = columns_of([cell.strip() for cell in cells])
        elif before - first > 1:
            inside = lines[top + first + 1 : top + before]
            if any(_is_row(columns, line.split(separator)) for line in inside):
                raise _SwallowedError
        yield top + first + 1, cells


def _is_row(columns: Columns, cells: Sequence[str]) -> bool:
    times = [column.at for column in (columns.start, columns.end or columns.duration) if column]
    return len(cells) >= len(columns.names) and all(
        read_seconds(cells[at].strip()) is not None for at in times
    )


class _TableReader:
    """Turns rows into cues, and remembers what it met."""

    def __init__(self, name: str, columns: Columns, separator: str, odd: Oddities) -> None:
        self.name, self.columns, self.separator, self.odd = name, columns, separator, odd
        self.cues: list[Cue] = []
        self.unread: list[Fault] = []
        self._line = 0

    def read(self, line: int, cells: list[str]) -> None:
        """Add one row, read or unread."""
        self._line = line
        try:
            values = self._fitted(cells)
            cue = cue_of(self.columns, values, number=self._number, text=self._text, line=line)
        except RowError as error:
            where = f"{self.name}:{line}"
            self.unread.append(Fault(where, error.found, error.expected, error.hint))
            return
        self.cues.append(cue)

    def _fitted(self, cells: list[str]) -> list[str]:
        columns = self.columns
        wanted = len(columns.names)
        if any(map(str.strip, cells[wanted:])):
            shown = quoted(self.separator.join(cells))
            hint = "A separator inside a text that is not in quotes?"
            raise RowError(f"{len(cells)} cells in {shown}", f"{wanted}, as the header has", hint)
        times = [c for c in (columns.start, columns.end or columns.duration) if c]
        if len(cells) <= max(column.at for column in times):
            shown = quoted(self.separator.join(cells))
            raise RowError(f"{len(cells)} cells in {shown}", f"{wanted}, as the header has")
        if len(cells) < wanted:
            self.odd.add(self._line, "fewer cells than the header has, the rest taken as empty")
        return cells + [""] * (wanted - len(cells))

    def _number(self, value: object, what: str) -> float | None:
        cell = str(value).strip()
        if not cell:
            return None
        if self.separator != "," and _DECIMAL_COMMA.fullmatch(cell):
            self.odd.add(self._line, "a decimal comma")
            cell = cell.replace(",", ".")
        time_s = read_seconds(cell)
        if time_s is None:
            raise RowError(f"{what} {quoted(cell)}", "seconds, such as 12.84, or hh:mm:ss.mmm")
        return time_s

    def _text(self, value: object, what: str) -> str:
        at = self.columns.text
        is_text = at is not None and what == named(self.columns.names[at])
        return str(value) if is_text else str(value).strip()


def _headerless(text: str, name: str, lines: list[str], top: int) -> Document:
    rows = [(at + 1, lines[at].split("\t")) for at in range(top, len(lines)) if lines[at].strip()]
    if any(_is_elan(cells) for _, cells in rows):
        odd = Oddities(name)
        reader = _TableReader(name, _ELAN, "\t", odd)
        if all(cell.strip().isdigit() for _, cells in rows for cell in cells[2:4]):
            odd.add(top + 1, "times are whole numbers, read as seconds", "Milliseconds?")
        for line, cells in rows:
            if len(cells) > 1 and cells[1].strip():
                odd.add(line, "names of participants, not kept")
            reader.read(line, [*cells[:4], "", *cells[4:]] if len(cells) == 5 else cells)
        return Document(tuple(reader.cues), tuple(reader.unread), odd.notes())
    labels = "Is it an Audacity label track?" if are_labels(lines[top]) else ""
    raise FormatError.at(
        name,
        top + 1,
        quoted(lines[top].strip()),
        expected="a line of column names with a start, and an end or a duration",
        hint=labels or foreign(text) or "For example start_s,end_s,speaker,label,text",
    )


def _is_elan(cells: Sequence[str]) -> bool:
    return len(cells) in (5, 6) and all(
        read_seconds(cell.strip()) is not None for cell in cells[2:-1]
    )


def _render(cues: Sequence[Cue], separator: str) -> str:
    names = _COLUMNS if any(cue.recording for cue in cues) else _COLUMNS[:-1]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\n")
    writer.writerow(names)
    for cue in cues:
        times = ("" if t is None else repr(float(t)) for t in (cue.start_s, cue.end_s))
        row = (*times, cue.tier, cue.label, cue.text, cue.recording)
        writer.writerow(row[: len(names)])
    return out.getvalue()


def _serialise(cues: Sequence[Cue], kind: str, separator: str) -> bytes:
    return write(
        cues,
        limits=Limits(kind, missing_times=True, labels=True, recordings=True),
        render=lambda some: _render(some, separator),
        parse=lambda data, name: _parse(data, name, separator),
        cannot="carriage returns, and names without blanks around them",
    )


CSV = Format(
    "csv",
    (".csv",),
    _parse_csv,
    lambda cues: _serialise(cues, "CSV", ","),
    carries_recordings=True,
)
TSV = Format(
    "tsv",
    (".tsv", ".tab", ".txt"),
    _parse_tsv,
    lambda cues: _serialise(cues, "TSV", "\t"),
    carries_recordings=True,
)

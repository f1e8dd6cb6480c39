r"""Tables of entries (``.csv``, ``.tsv``), and ELAN's tab-delimited export (``.txt``).

::

    start_s,end_s,speaker,label,text
    1.0,2.5,1,Normal Turn,"so I said ""no"" to him"

The first line names the columns, by any of the names in :mod:`turnscope.corpus.formats.columns`,
in any order; columns without a place in a cue are noted. Times are seconds or ``hh:mm:ss.mmm``; an
empty cell is a time not known. Comma, tab, semicolon and bar are all understood as separators,
whatever the file's ending (see :mod:`turnscope.corpus.formats.cells` for stray quotes).

Without a header one layout is known: ELAN's export (tier, participant, begin, end, perhaps
duration, annotation). Audacity's labels have a format of their own.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from types import MappingProxyType

from turnscope.corpus.formats.audacity import are_labels
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.cells import split_rows
from turnscope.corpus.formats.clock import read_seconds
from turnscope.corpus.formats.columns import Columns, columns_of, cue_of
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.rows import RowError
from turnscope.corpus.formats.writing import write
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.wording import named, quoted

__all__ = ["CSV", "TSV"]

_SEPARATORS = ",\t;|"
_COMMENT = re.compile(r'"?#')
_EXCEL_SEPARATOR = re.compile(r'"?sep=([,;\t|])"?$')
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
    header = {"comments": comments} if comments else {}
    if top == len(lines):
        return Document((), header=MappingProxyType(header))
    odd = Oddities(name)
    for separator in dict.fromkeys((told or preferred) + preferred + _SEPARATORS):
        rows, stray = split_rows(lines, top, separator)
        columns = columns_of([cell.strip() for cell in rows[0][1]] if rows else [])
        if columns.are_entries:
            break
    else:
        return _headerless(text, name, lines, top)
    header["columns"] = ", ".join(columns.names)
    for line in stray:
        odd.add(line, "quotes that do not pair, read as plain characters")
    if columns.unused:
        odd.add(rows[0][0], f"columns not kept: {', '.join(map(named, columns.unused))}")
    reader = _TableReader(name, columns, separator, odd)
    for row in rows[1:]:
        reader.read(*row)
    return Document(tuple(reader.cues), tuple(reader.unread), odd.notes(), MappingProxyType(header))


def _top(lines: Sequence[str]) -> tuple[int, str, str]:
    """Index of the first line that is no comment, the comments, and Excel's separator if told."""
    comments: list[str] = []
    told = ""
    for at, line in enumerate(lines):
        if excel := _EXCEL_SEPARATOR.match(line):
            told = excel.group(1)
        elif _COMMENT.match(line):
            comments.append(line.strip('"# '))
        elif line.strip():
            return at, "\n".join(comments), told
    return len(lines), "\n".join(comments), told


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
            cue = cue_of(self.columns, values, number=self._number, text=_text, line=line)
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
        cells = cells + [""] * (wanted - len(cells))
        return [cell if at == columns.text else cell.strip() for at, cell in enumerate(cells)]

    def _number(self, value: object, what: str) -> float | None:
        cell = str(value)
        if not cell:
            return None
        if self.separator != "," and _DECIMAL_COMMA.fullmatch(cell):
            self.odd.add(self._line, "a decimal comma")
            cell = cell.replace(",", ".")
        time_s = read_seconds(cell)
        if time_s is None:
            raise RowError(f"{what} {quoted(cell)}", "seconds, such as 12.84, or hh:mm:ss.mmm")
        return time_s


def _text(value: object, _what: str) -> str:
    return str(value)


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

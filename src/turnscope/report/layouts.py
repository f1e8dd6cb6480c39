"""One table, five ways to write it: plain text, CSV, JSON, LaTeX (booktabs) and Markdown.

Plain text, LaTeX and Markdown are for reading: numbers are rounded, a dash stands for what is
undefined. CSV and JSON are for going on: every digit, and nothing (null) where undefined.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from turnscope.report.tables import WIDTH, aligned, wrapped

__all__ = ["LAYOUTS", "Cell", "Column", "Table", "laid_out", "tables_document"]

Cell = str | int | float
"""A text, a count, or a number (NaN where undefined)."""

_Document = Mapping[str, object]
_DASH = "—"
_GAP = "  "
_LATEX = {
    "\\": r"\textbackslash{}",
    **{c: "\\" + c for c in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "κ": r"$\kappa$",
    _DASH: "--",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of numbers or texts.

    Attributes:
        key: its name in CSV and JSON, unit included (``turn_length_s``).
        head: what people read above it.
        decimals: of its numbers where people read them; counts and texts are as they are.
        group: what stands above several columns, "" for nothing.
        scale: what its numbers are multiplied by where people read them; 100 for percent.
    """

    key: str
    head: str
    decimals: int = 3
    group: str = ""
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its first column names the rows.

    Attributes:
        name: its key in JSON, and in the first column of a CSV of several tables.
        title: what it shows, a line.
        columns: the first one holds texts.
        rows: as many cells each as there are columns.
        notes: what a reader must know, a sentence each.
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.name}: {row} has not {len(self.columns)} cells")


def tables_document(tables: Sequence[Table]) -> dict[str, object]:
    """Table name -> its rows, each an object by column key; undefined numbers are null."""
    keys = {table.name: [column.key for column in table.columns] for table in tables}
    return {
        table.name: [
            dict(zip(keys[table.name], map(_null_if_nan, row), strict=True)) for row in table.rows
        ]
        for table in tables
    }


def laid_out(tables: Sequence[Table], layout: str, document: _Document | None = None) -> list[str]:
    """Tables as lines in one of :data:`LAYOUTS`.

    Args:
        tables: of one result.
        layout: a key of :data:`LAYOUTS`.
        document: what JSON holds, by default the tables alone.
    """
    return LAYOUTS[layout](tables, tables_document(tables) if document is None else document)


def _null_if_nan(cell: Cell) -> Cell | None:
    return None if isinstance(cell, float) and not math.isfinite(cell) else cell


def _shown(cell: Cell, column: Column) -> str:
    if not isinstance(cell, float):
        return str(cell)
    if math.isnan(cell):
        return _DASH
    text = f"{cell * column.scale:.{column.decimals}f}"
    return text.removeprefix("-") if not float(text) else text


def _cells(table: Table) -> list[list[str]]:
    return [
        [_shown(cell, column) for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]


def _text(tables: Sequence[Table], document: _Document) -> list[str]:
    del document
    lines: list[str] = []
    for table in tables:
        cells = _cells(table)
        columns = [
            [column.head, *(row[k] for row in cells)] for k, column in enumerate(table.columns)
        ]
        lines += [*([""] if lines else []), *wrapped(table.title)]
        for number, block in enumerate(_blocks(table.columns, columns)):
            groups = dict.fromkeys(table.columns[k].group for k in block)
            told = [f"{group}:" for group in groups if group and len(groups) == 1]
            lines += [*([""] if number else []), *told]
            shown = [columns[0], *(columns[k] for k in block)]
            lines += aligned(list(zip(*shown, strict=True)))
        for note in table.notes:
            lines += wrapped(note)
    return lines


def _blocks(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[list[int]]:
    """Columns after the first, in blocks that fit the terminal; groups stay whole if they can."""
    widths = [max(map(len, column)) + len(_GAP) for column in cells]
    room = WIDTH - widths[0] + len(_GAP)
    blocks: list[list[int]] = [[]]
    for _, alike in groupby(range(1, len(columns)), key=lambda k: columns[k].group):
        group = list(alike)
        if blocks[-1] and sum(widths[k] for k in blocks[-1] + group) > room:
            blocks.append([])
        for k in group:
            if blocks[-1] and sum(widths[j] for j in blocks[-1]) + widths[k] > room:
                blocks.append([])
            blocks[-1].append(k)
    return blocks


def _csv(tables: Sequence[Table], document: _Document) -> list[str]:
    del document
    several = len(tables) > 1
    keys = list(dict.fromkeys(column.key for table in tables for column in table.columns))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*(["table"] if several else []), *keys])
    for table in tables:
        for row in table.rows:
            by_key = dict(zip((c.key for c in table.columns), row, strict=True))
            cells = [_null_if_nan(by_key[key]) if key in by_key else None for key in keys]
            writer.writerow([*([table.name] if several else []), *cells])
    return out.getvalue().splitlines()


def _markdown(tables: Sequence[Table], document: _Document) -> list[str]:
    del document
    lines: list[str] = []
    for table in tables:
        head = [column.head for column in table.columns]
        rule = ["---", *["---:"] * (len(head) - 1)]
        lines += [*([""] if lines else []), f"**{table.title}**", ""]
        lines += [
            "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"
            for row in (head, rule, *_cells(table))
        ]
        for note in table.notes:
            lines += ["", note]
    return lines


def _latex(tables: Sequence[Table], document: _Document) -> list[str]:
    del document
    lines = ["% needs \\usepackage{booktabs}"]
    for table in tables:
        lines += [
            "\\begin{table}",
            "\\centering",
            f"\\caption{{{_escaped(' '.join((table.title + '.', *table.notes)))}}}",
            f"\\begin{{tabular}}{{l{'r' * (len(table.columns) - 1)}}}",
            "\\toprule",
            *_latex_groups(table.columns),
            _latex_row([column.head for column in table.columns]),
            "\\midrule",
            *map(_latex_row, _cells(table)),
            "\\bottomrule",
            "\\end{tabular}",
            "\\end{table}",
        ]
    return lines


def _latex_groups(columns: Sequence[Column]) -> list[str]:
    """The line of group names above the heads, with a rule under each; nothing without groups."""
    if not any(column.group for column in columns):
        return []
    cells, rules = [], []
    for name, alike in groupby(range(len(columns)), key=lambda k: columns[k].group):
        group = list(alike)
        cells.append(f"\\multicolumn{{{len(group)}}}{{c}}{{{_escaped(name)}}}")
        if name:
            rules.append(f"\\cmidrule(lr){{{group[0] + 1}-{group[-1] + 1}}}")
    return [" & ".join(cells) + " \\\\", "".join(rules)]


def _latex_row(cells: Sequence[str]) -> str:
    return " & ".join(map(_escaped, cells)) + " \\\\"


def _escaped(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)


def _json(tables: Sequence[Table], document: _Document) -> list[str]:
    del tables
    return json.dumps(document, indent=1, allow_nan=False).splitlines()


LAYOUTS: dict[str, Callable[[Sequence[Table], _Document], list[str]]] = {
    "text": _text,
    "csv": _csv,
    "json": _json,
    "latex": _latex,
    "markdown": _markdown,
}
"""How a table can be written: one line a layout."""

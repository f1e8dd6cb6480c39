"""Splitting tables whose quotes do and do not pair."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.corpus.formats.cells import split_rows


def split(
    *rows: str, header: str = "start,end,text", separator: str = ","
) -> tuple[list[list[str]], list[int]]:
    """Cells of the rows below a header, and the lines with stray quotes."""
    lines = "\n".join([header, *rows]).split("\n")
    found, stray = split_rows(lines, 0, separator)
    assert found[0] == (1, [cell.strip() for cell in header.split(separator)])
    for line, cells in found:
        assert lines[line - 1].strip().lstrip('"').startswith(cells[0].split("\n")[0])
    return [cells for _, cells in found[1:]], stray


def test_quotes_that_pair() -> None:
    assert split('1,2,"a, ""b"""', '"3","4",c', '5,6,"d', "", 'e"', "7,8,f") == (
        [["1", "2", 'a, "b"'], ["3", "4", "c"], ["5", "6", "d\n\ne"], ["7", "8", "f"]],
        [],
    )


def test_lines_are_those_where_rows_begin() -> None:
    found, _ = split_rows(["", "a,b", '"1', '2",x', "", " ,", "3,4"], 1, ",")
    assert [line for line, _ in found] == [2, 3, 7]


def test_blanks_after_every_separator() -> None:
    assert split('1, 2, "a, b"', header="start, end, text")[0] == [["1", "2", "a, b"]]
    assert split("1, 2, a")[0] == [["1", " 2", " a"]]


@pytest.mark.parametrize(
    ("rows", "stray"),
    [
        (['1,2,"open', "3,4,b", "5,6,c"], [2]),
        (['1,2,"open', "3,4,b", '5,6,c"'], [2]),
        (['1,2,"open', "3,4,b", '5,6,"c"d'], [2, 4]),
        (['1,2,"a" said he', "3,4,b", "5,6,c"], [2]),
        (["1,2,a", "3,4,b", '5,6,"open'], [4]),
        (['1,2,"', "3,4,b", '5,6,"'], [2, 4]),
    ],
)
def test_stray_quotes_swallow_no_rows(rows: list[str], stray: list[int]) -> None:
    assert split(*rows) == ([row.split(",") for row in rows], stray)


def test_one_stray_quote_spoils_no_other_row() -> None:
    rows, stray = split('1,2,"a, b"', '3,4,"open', '5,6,"c', 'd, ""e"""', "7,8,f")
    assert rows == [
        ["1", "2", "a, b"],
        ["3", "4", '"open'],
        ["5", "6", 'c\nd, "e"'],
        ["7", "8", "f"],
    ]
    assert stray == [3]


def test_a_quote_never_closed_ends_nowhere() -> None:
    rows, stray = split('1,2,"open', *["words"] * 500)
    assert len(rows) == 501
    assert stray == [2]


def test_a_cell_beyond_the_limit_of_the_csv_reader() -> None:
    long = "so " * 50_000
    rows, _ = split(f"1,2,{long}", "3,4,b")
    assert rows == [["1", "2", long], ["3", "4", "b"]]


@given(
    st.lists(st.lists(st.text('ab ,"\n', max_size=6), min_size=3, max_size=3), max_size=5),
    st.sampled_from(",\t;|"),
)
@settings(deadline=None)
def test_what_the_csv_writer_writes_is_split_as_it_was(
    rows: list[list[str]], separator: str
) -> None:
    rows = [row for row in rows if any(map(str.strip, row))]
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows([["x", "y", "z"], *rows])
    found, stray = split_rows(out.getvalue().removesuffix("\n").split("\n"), 0, separator)
    assert ([cells for _, cells in found[1:]], stray) == (rows, [])


@given(st.lists(st.text('ab,"\n12', max_size=8), max_size=6))
@settings(deadline=None)
def test_no_line_of_a_table_is_lost(lines: list[str]) -> None:
    lines = "\n".join(["start,end,text", *lines]).split("\n")
    found, _ = split_rows(lines, 0, ",")
    letters = "".join(cell for _, cells in found for cell in cells)
    for sign in "ab12":
        assert letters.count(sign) == "\n".join(lines).count(sign)
    assert [line for line, _ in found] == sorted({line for line, _ in found})

"""One table in five layouts: what each shows, hides and escapes."""

import csv
import io
import json
import math

import pytest

from turnscope.report.layouts import LAYOUTS, Column, Table, laid_out, tables_document
from turnscope.report.tables import WIDTH

SMALL = Table(
    "small",
    "A small table",
    (Column("who", "who"), Column("n", "n"), Column("share", "share %", 1, "of all", 100.0)),
    (("a & b|c_1", 3, 0.12345), ("none", 0, math.nan)),
    ("A note.",),
)
OTHER = Table("other", "Another", (Column("who", "who"), Column("m", "m")), (("x,y", -0.00001),))


def test_text() -> None:
    assert laid_out([SMALL, OTHER], "text") == [
        "A small table",
        "who        n  share %",
        "a & b|c_1  3     12.3",
        "none       0        —",
        "A note.",
        "",
        "Another",
        "who      m",
        "x,y  0.000",
    ]


def test_csv_holds_every_digit_and_nothing_for_nan() -> None:
    rows = list(csv.reader(io.StringIO("\n".join(laid_out([SMALL], "csv")))))
    assert rows == [["who", "n", "share"], ["a & b|c_1", "3", "0.12345"], ["none", "0", ""]]


def test_several_tables_make_one_csv() -> None:
    rows = list(csv.DictReader(io.StringIO("\n".join(laid_out([SMALL, OTHER], "csv")))))
    assert [row["table"] for row in rows] == ["small", "small", "other"]
    assert rows[2] == {"table": "other", "who": "x,y", "n": "", "share": "", "m": "-1e-05"}


def test_json_is_the_document_of_the_result_or_the_tables() -> None:
    tables = json.loads("\n".join(laid_out([SMALL], "json")))
    assert tables == tables_document([SMALL])
    assert tables["small"][1] == {"who": "none", "n": 0, "share": None}
    assert json.loads("\n".join(laid_out([SMALL], "json", {"a": 1}))) == {"a": 1}


def test_markdown() -> None:
    assert laid_out([SMALL], "markdown") == [
        "**A small table**",
        "",
        "| who | n | share % |",
        "| --- | ---: | ---: |",
        "| a & b\\|c_1 | 3 | 12.3 |",
        "| none | 0 | — |",
        "",
        "A note.",
    ]


def test_latex_escapes_and_names_groups() -> None:
    assert laid_out([SMALL], "latex") == [
        "% needs \\usepackage{booktabs}",
        "\\begin{table}",
        "\\centering",
        "\\caption{A small table. A note.}",
        "\\begin{tabular}{lrr}",
        "\\toprule",
        "\\multicolumn{2}{c}{} & \\multicolumn{1}{c}{of all} \\\\",
        "\\cmidrule(lr){3-3}",
        "who & n & share \\% \\\\",
        "\\midrule",
        "a \\& b|c\\_1 & 3 & 12.3 \\\\",
        "none & 0 & -- \\\\",
        "\\bottomrule",
        "\\end{tabular}",
        "\\end{table}",
    ]


def test_a_wide_table_is_broken_between_groups() -> None:
    columns = [Column("k", "name")]
    columns += [Column(f"a{k}", f"first head {k}", group="first") for k in range(4)]
    columns += [Column(f"b{k}", f"second head {k}", group="second") for k in range(7)]
    table = Table("wide", "Wide", tuple(columns), (("row", *range(11)),))
    lines = laid_out([table], "text")
    assert max(map(len, lines)) <= WIDTH
    assert [line for line in lines if line.endswith(":")] == ["first:", "second:", "second:"]
    assert sum(line.startswith("row") for line in lines) == 3
    assert all(any(column.head in line for line in lines) for column in columns)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_table_without_rows_can_be_written(layout: str) -> None:
    empty = Table("empty", "Empty", (Column("a", "a"), Column("b", "b")), ())
    assert laid_out([empty], layout)


def test_rows_of_another_length_are_refused() -> None:
    with pytest.raises(ValueError, match="has not 2 cells"):
        Table("t", "T", (Column("a", "a"), Column("b", "b")), (("x",),))

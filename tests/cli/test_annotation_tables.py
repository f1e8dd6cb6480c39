"""``turnscope corpus dynamics``, ``agreement`` and ``gold human``."""

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Command = Callable[..., Ran]

COMMANDS = [("corpus", "dynamics"), ("agreement",), ("gold", "human")]


@pytest.mark.parametrize("command", COMMANDS)
def test_text_fits_80_columns_and_tells_every_type(
    turnscope: Command, command: tuple[str, ...]
) -> None:
    ran = turnscope(*command, "mini")
    assert ran.status == 0
    assert ran.err == ""
    assert max(map(len, ran.lines)) <= 80
    assert sum(line.startswith("Task-Oriented") for line in ran.lines) >= 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_layout_holds_the_same_numbers(
    turnscope: Command, command: tuple[str, ...], tmp_path: Path
) -> None:
    out = tmp_path / "o.json"
    document = json.loads(turnscope(*command, "mini", "--as", "json", "--json", out).out)
    assert document == json.loads(out.read_text())
    assert document["protocol"]["name"] == "official"
    assert document["corpus"]["name"] == "mini"
    tables = document["tables"]
    read = list(csv.DictReader(io.StringIO(turnscope(*command, "mini", "--as", "csv").out)))
    flat = [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for table in tables.values()
        for row in table
    ]
    assert [{k: row[k] for k in right} for row, right in zip(read, flat, strict=True)] == flat
    assert "\\toprule" in turnscope(*command, "mini", "--as", "latex").out
    assert "| ---: |" in turnscope(*command, "mini", "--as", "markdown").out


def test_parts_and_groupings(turnscope: Command) -> None:
    ran = turnscope(
        "corpus", "dynamics", "mini", "--by", "conversation", "--ids", "2,1", "--as", "csv"
    )
    assert [line.split(",")[0] for line in ran.lines] == ["conversation", "1", "2", "all"]


def test_against_another_corpus(turnscope: Command) -> None:
    ran = turnscope("gold", "human", "--corpus", "mini", "--against", "mini")
    assert "mini against mini" in ran.lines
    name, distance, *counts = ran.lines[-1].split()
    assert (name, distance) == ("pauses", "0.000")
    assert counts[0] == counts[1] != "0"


def test_bad_questions_are_refused(turnscope: Command, tmp_path: Path) -> None:
    assert turnscope("agreement").status == 2
    assert turnscope("agreement", "mini", "--corpus", "mini").status == 2
    assert turnscope("agreement", "mini", "--as", "html").status == 2
    assert turnscope("corpus", "dynamics", "mini", "--ids", "99").status == 2
    (tmp_path / "c_1.csv").write_text("start,end,label\n0,2,Normal Turn\n")
    (tmp_path / "c_2.csv").write_text("start,end,label\n3,4,Normal Turn\n")
    (tmp_path / "durations.json").write_text('{"durations": {"c": 12}}')
    ran = turnscope("agreement", tmp_path, "--durations", tmp_path / "durations.json")
    assert ran.status == 2
    assert "two annotators or more" in ran.err


def test_exact_arithmetic_is_stamped(turnscope: Command) -> None:
    ran = turnscope("agreement", "mini", "--exact", "--as", "json")
    assert json.loads(ran.out)["protocol"]["arithmetic"] == "exact"


def test_words_alone_make_the_column_of_switchboard(turnscope: Command, tmp_path: Path) -> None:
    for channel, start in (("A", 0.0), ("B", 2.5)):
        name = f"sw2001{channel}-ms98-a"
        lines = [f"{name}-0001 {start + k} {start + k + 1} word\n" for k in range(2)]
        (tmp_path / f"{name}-word.text").write_text("".join(lines))
    ran = turnscope("corpus", "dynamics", tmp_path, "--words", "--last-end", "--as", "csv")
    assert ran.status == 0
    (row,) = csv.DictReader(io.StringIO(ran.out))
    assert row["turn_length_s"] == "2.0"
    assert row["speaker_changes"] == "1.0"
    assert row["median_gap_s"] == "0.5"
    text = turnscope("corpus", "dynamics", tmp_path, "--words", "--last-end")
    assert max(map(len, text.lines)) <= 80

"""``turnscope calibration``: the table, its JSON, and options that cannot be meant."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from turnscope.cli.main import app


def test_table_and_document(tmp_path: Path) -> None:
    path = tmp_path / "found.json"
    options = ["--conversations", "1", "--minutes", "3", "--seed", "4", "--json", str(path)]
    result = CliRunner().invoke(app, ["calibration", *options])
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["kind", "published", "simulated", "ratio"]
    assert len(lines) == 1 + 55 + 2
    assert max(map(len, lines)) <= 80
    document = json.loads(path.read_text())
    assert (document["seed"], document["minutes"]) == (4, 3.0)
    assert len(document["compared"]) == 55


def test_perfect_annotators_are_others() -> None:
    options = ["calibration", "--conversations", "1", "--minutes", "3"]
    erring = CliRunner().invoke(app, options).stdout
    assert CliRunner().invoke(app, [*options, "--perfect"]).stdout != erring


def test_no_conversations() -> None:
    result = CliRunner().invoke(app, ["calibration", "--conversations", "0"])
    assert result.exit_code != 0

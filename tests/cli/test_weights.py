"""``turnscope weights``: list, get, path; and settings of a system from the command line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.models.toy_weights import ONE, TWO, install, toy

Command = Callable[..., Ran]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(tmp_path / "weights"))
    install(monkeypatch, toy=toy())
    return tmp_path


def test_from_a_file_into_the_folder_and_found(turnscope: Command, home: Path) -> None:
    given = home / "given.bin"
    given.write_bytes(ONE)
    assert turnscope("weights", "path", "toy").status == 2
    got = turnscope("weights", "get", "toy", "--from", given)
    assert (got.status, got.lines) == (0, [str(home / "weights" / "toy" / "one.bin")])
    assert turnscope("weights", "path", "toy").lines == got.lines


def test_the_wrong_file_is_one_clear_line(turnscope: Command, home: Path) -> None:
    given = home / "given.bin"
    given.write_bytes(TWO)
    ran = turnscope("weights", "get", "toy", "--from", given)
    assert ran.status == 2
    assert ran.out == ""
    assert len(ran.err.strip().splitlines()) == 1
    assert "sha256" in ran.err
    assert "not kept" in ran.err


def test_what_is_missing_is_told_with_the_command(turnscope: Command, home: Path) -> None:
    assert home.exists()
    ran = turnscope("weights", "path", "toy")
    assert "Run: turnscope weights get toy." in ran.err
    assert "expected one of toy" in turnscope("weights", "get", "none").err


def test_the_list_and_its_document(turnscope: Command, home: Path) -> None:
    path = home / "w.json"
    ran = turnscope("weights", "list", "--json", path)
    assert ran.status == 0
    assert ran.lines[0].split()[:3] == ["toy", "MIT", "0.0"]
    document = json.loads(path.read_text())
    assert document["weights"]["toy"]["here"] is False
    (told,) = document["weights"]["toy"]["files"].values()
    assert told["sources"] == ["pypi:toy==1.0"]


def test_from_goes_with_one_name(turnscope: Command, home: Path) -> None:
    assert turnscope("weights", "get", "toy", "toy", "--from", home).status == 2

"""What goes where: results, warnings, files."""

import json
from pathlib import Path

import pytest

from turnscope.cli.console import (
    SHOWN_ALIKE,
    SHOWN_WARNINGS,
    json_text,
    progress,
    show,
    told_of,
    warn,
    write_json,
)
from turnscope.errors import Fault


def test_results_and_warnings_go_apart(capsys: pytest.CaptureFixture[str]) -> None:
    show(["a", "b"])
    warn([Fault("f.srt:3", "odd")])
    assert capsys.readouterr() == ("a\nb\n", "warning: f.srt:3: odd.\n")


def test_many_warnings_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    warn([Fault("f", "odd " + "x" * k) for k in range(SHOWN_WARNINGS + 7)])
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == SHOWN_WARNINGS + 1
    assert "and 7 more" in lines[-1]


def test_the_same_of_many_files_is_told_of_the_first(capsys: pytest.CaptureFixture[str]) -> None:
    quotes = ("'so I said'", '"I\'m here"')
    alike = [
        Fault(f"{k}.srt:7", f"{k} entries, first {quotes[k % 2]}", "a label") for k in range(30)
    ]
    warn([*alike, Fault("f", "3 entries, first 'so'", "a time")])
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        *(f"warning: {fault}" for fault in alike[:SHOWN_ALIKE]),
        "warning: f: 3 entries, first 'so'; expected a time.",
        f"warning: ... and {30 - SHOWN_ALIKE} more such (corpus info --json lists them all).",
    ]


def test_json_is_written_when_asked_and_never_with_nan(tmp_path: Path) -> None:
    write_json(None, {})
    write_json(tmp_path / "o", {"a": 1})
    assert json.loads((tmp_path / "o").read_text()) == {"a": 1}
    with pytest.raises(ValueError, match="JSON"):
        write_json(tmp_path / "p", {"a": float("nan")})
    assert not (tmp_path / "p").exists()


def test_progress_is_silent_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("x", 2.0) as advance:
        advance(1.0)
    assert capsys.readouterr() == ("", "")


def test_a_title_is_text_whatever_it_looks_like(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")  # a dumb terminal is shown no bar
    monkeypatch.setenv("COLUMNS", "80")
    with progress("cmd: awk '{print}' [red] " + "x" * 99, 2.0) as advance:
        advance(1.0)
    shown = capsys.readouterr().err
    assert "cmd: awk '{print}' [red] xxx" in shown
    assert "x" * 41 not in shown


def test_what_is_told_can_be_taken_as_lines() -> None:
    faults = [Fault(f"toy on {k}: cmd: x", "ended with exit status 3") for k in range(5)]
    assert told_of([], rest="") == []
    assert told_of(faults, rest="in r.json") == [
        *map(str, faults[:SHOWN_ALIKE]),
        "... and 3 more such (in r.json).",
    ]


def test_a_document_is_written_as_its_text(tmp_path: Path) -> None:
    write_json(tmp_path / "o", {"a": [1, None]})
    assert (tmp_path / "o").read_text() == json_text({"a": [1, None]})

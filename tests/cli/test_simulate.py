"""The command that simulates: what it prints, writes and refuses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Turnscope = Callable[..., Ran]


def test_a_corpus_is_written_and_read(turnscope: Turnscope, tmp_path: Path) -> None:
    out = tmp_path / "sim"
    ran = turnscope(
        *("simulate", "--type", "all", "--minutes", 2, "--seed", 7, "--no-audio", "--out", out)
    )
    assert ran.status == 0
    assert ran.lines[0].startswith("6 conversations, 0.20 h: ")
    assert len(list(out.iterdir())) == 6
    n = ran.lines[0].split()[-2]
    shown = turnscope("corpus", "info", out)
    assert shown.status == 0
    assert f"events         {n}, of them 0 without a label" in shown.out
    assert "6, 0.20 h" in shown.out
    assert "warning" not in shown.err
    checked = turnscope("corpus", "check", out)
    assert checked.status == 0
    assert " 0 warnings" in checked.out
    counted = turnscope("gold", "stats", "--corpus", out)
    assert counted.status == 0


def test_hours_and_annotators(turnscope: Turnscope, tmp_path: Path) -> None:
    out = tmp_path / "sim"
    ran = turnscope(
        *("simulate", "--type", "casual", "--minutes", 1, "--hours", "0.05", "--no-audio"),
        *("--annotators", "perfect", "--out", out),
    )
    assert ran.status == 0
    assert len(list(out.iterdir())) == 3
    assert len(list(out.rglob("*.srt"))) == 6


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--type", "casul"], "type: 'casul'; expected argumentative"),
        (["--minutes", "-3"], "minutes: -3"),
        (["--minutes", "nan"], "minutes: nan"),
        (["--minutes", "0.001"], "minutes: 0.001"),
        (["--seed", "-1"], "seed: -1"),
        (["--seed", str(2**64)], f"seed: {2**64}"),
        (["--annotators", "4"], "annotators: 4"),
        (["--annotators", "0"], "annotators: 0"),
        (["--annotators", "good"], "'good': expected 1, 2, 3 or perfect"),
        (["--conversations", "0"], "conversations: 0"),
        (["--hours", "-1"], "hours: -1"),
        (["--hours", "1", "--conversations", "2"], "both say how many"),
        (["--degrade", "telephone"], "none without voices"),
    ],
)
def test_what_cannot_be_meant(
    turnscope: Turnscope, tmp_path: Path, options: list[str], told: str
) -> None:
    if "--type" not in options:
        options = [*options, "--type", "casual"]
    ran = turnscope("simulate", *options, "--no-audio", "--out", tmp_path / "sim")
    assert ran.status == 2
    assert told in " ".join(ran.err.split())
    assert ran.out == ""
    assert not (tmp_path / "sim").exists()


def test_a_folder_in_use_is_refused_unless_told(turnscope: Turnscope, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    asked = ("simulate", "--type", "casual", "--minutes", 0.5, "--no-audio", "--out", tmp_path)
    ran = turnscope(*asked)
    assert ran.status == 2
    assert "holds 'notes.txt' already" in ran.err
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert turnscope(*asked, "--beside").status == 0
    assert turnscope(*asked, "--beside").status == 2  # the same conversation is there now
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert len(list(tmp_path.iterdir())) == 2


def test_voices_that_are_none(turnscope: Turnscope, tmp_path: Path) -> None:
    ran = turnscope(
        *("simulate", "--type", "casual", "--voices", "nobody", "--degrade", "echo"),
        *("--out", tmp_path / "sim"),
    )
    assert ran.status == 2
    assert "voice: 'nobody'; expected one of kokoro:" in ran.err
    assert "degradation: 'echo'" in ran.err
    assert not (tmp_path / "sim").exists()


def test_every_wrong_option_is_told_at_once(turnscope: Turnscope, tmp_path: Path) -> None:
    ran = turnscope(
        *("simulate", "--type", "casul", "--voices", "nobody", "--minutes", 0),
        *("--degrade", "reverb", "--out", tmp_path / "sim"),
    )
    assert ran.status == 2
    for told in ("'casul'", "'nobody'", "minutes: 0", "'reverb'"):
        assert told in ran.err
    assert not (tmp_path / "sim").exists()

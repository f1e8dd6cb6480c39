"""``turnscope demo``: the main job without anything but the package."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Command = Callable[..., Ran]


def test_it_shows_two_systems_and_says_what_the_corpus_is(
    turnscope: Command, tmp_path: Path
) -> None:
    ran = turnscope("demo", "--out", tmp_path / "d", "--json", tmp_path / "o")
    assert ran.status == 0
    assert "synthetic" in ran.lines[0]
    assert "rms_vad" in ran.lines
    assert "oracle (causal: no)" in ran.lines
    assert sorted(p.name for p in (tmp_path / "d").iterdir()) == [
        "oracle-result.json",
        "oracle.json",
        "rms_vad-result.json",
        "rms_vad.json",
    ]
    results = json.loads((tmp_path / "o").read_text())
    assert results["oracle"]["tasks"]["eot"]["recall"] == 1.0


def test_its_files_score_to_its_numbers(turnscope: Command, tmp_path: Path) -> None:
    shown = turnscope("demo", "--out", tmp_path / "d").lines
    again = turnscope("score", tmp_path / "d" / "rms_vad.json", "--corpus", "mini").lines
    assert again[0] in shown
    assert again[1] in shown

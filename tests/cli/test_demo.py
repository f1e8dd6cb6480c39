"""``turnscope demo``: the main job without anything but the package."""

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Command = Callable[..., Ran]


def test_it_places_four_systems_and_says_what_the_corpus_is(
    turnscope: Command, tmp_path: Path
) -> None:
    ran = turnscope("demo", "--out", tmp_path / "d", "--json", tmp_path / "o")
    assert ran.status == 0
    assert "synthetic" in ran.lines[0]
    for name in ("rms_vad", "energy", "metronome", "oracle (causal: no)"):
        assert any(line.startswith(f"{name} ") for line in ran.lines)
    assert any(line.startswith("energy eot: theta") for line in ran.lines)
    assert sorted(p.name for p in (tmp_path / "d").iterdir()) == sorted(
        f"{name}{end}"
        for name in ("rms_vad", "energy", "metronome", "oracle")
        for end in (".json", "-test-result.json")
    )
    results = json.loads((tmp_path / "o").read_text())
    assert results["oracle"]["tasks"]["eot"]["recall"] == 1.0
    assert results["oracle"]["protocol"]["hashes"]["causal"] == "no"


def test_its_files_score_to_its_numbers(turnscope: Command, tmp_path: Path) -> None:
    shown = turnscope("demo", "--out", tmp_path / "d").lines
    kept = ("--corpus", "mini", "--ids", "7,8,9,10,11,12")
    again = turnscope("score", tmp_path / "d" / "rms_vad.json", *kept).lines
    # Below the name: two tables of one file, of which only the demo knows the maker.
    assert [line.split() for line in again[1:3]] == [line.split() for line in shown[-5:-3]]

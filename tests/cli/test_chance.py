"""``turnscope chance`` from a file to skill."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Command = Callable[..., Ran]


def test_a_metronome_has_recall_but_no_skill(turnscope: Command, tmp_path: Path) -> None:
    path, out = tmp_path / "m.json", tmp_path / "o.json"
    assert turnscope("run", "metronome", "--corpus", "mini", "--out", path).status == 0
    ran = turnscope("chance", path, "--corpus", "mini", "--moves", "40", "--json", out)
    assert ran.status == 0
    assert max(map(len, ran.lines)) <= 80
    assert ran.lines[0] == "metronome: recall beyond chance"
    eot = json.loads(out.read_text())["tasks"]["eot"]
    assert eot["recall"] > 0.5
    assert eot["skill"] < 0.5
    assert eot["n_moves"] == 40
    assert turnscope("chance", path, "--corpus", "mini", "--moves", "3").status == 2

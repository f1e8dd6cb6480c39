"""``turnscope recovery`` as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran


def test_it_prints_and_writes_what_came_back(turnscope: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "out.json"
    done = turnscope(
        "recovery", "--conversations", "6", "--minutes", "2", "--misses", "0", "--json", file
    )
    assert done.status == 0
    assert "planted values lie in their interval" in done.out
    assert max(map(len, done.out.splitlines())) <= 80
    document = json.loads(file.read_text())
    assert len(document["recovered"]) == 8
    assert document["seed"] == 0


def test_every_impossible_value_is_told(turnscope: Callable[..., Ran]) -> None:
    done = turnscope("recovery", "--misses", "1.5", "--false-alarms", "-1", "--spread", "-1")
    assert done.status == 2
    assert done.out == ""
    assert done.err.count("planted ") == 3

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


def test_power_prints_and_writes_its_table(turnscope: Callable[..., Ran], tmp_path: Path) -> None:
    file = tmp_path / "power.json"
    small = ("--trials", "20", "--conversations", "6", "--minutes", "2", "--json", file)
    done = turnscope("power", "--differences", "15", *small)
    assert done.status == 0
    assert done.lines[0].split() == ["conversations", "events", "15", "pt"]
    document = json.loads(file.read_text())
    assert document["differences"] == [0.15]
    assert document["assumptions"]["n_trials"] == 20


def test_power_refuses_what_cannot_be_meant(turnscope: Callable[..., Ran]) -> None:
    for options in (("--differences", "1,x"), ("--differences", "50"), ("--shared", "2")):
        done = turnscope("power", *options)
        assert done.status == 2
        assert done.out == ""
        assert done.err.startswith("error: ")

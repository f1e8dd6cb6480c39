"""Cards from outside the package."""

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.systems.base import Hears, SystemCard
from turnscope.systems.card_check import card_faults
from turnscope.systems.registry import SYSTEMS

FIELDS = {
    "name": "x",
    "version": "1",
    "tasks": ["eot", "int"],
    "chunk_s": 0.02,
    "sample_rate_hz": None,
    "hears": "own",
    "score_rate_hz": 25,
    "causal": True,
    "parameters": {"theta": 0.5, "mode": "fast"},
}


def test_a_right_card_has_no_fault() -> None:
    assert card_faults(FIELDS, "x") == []
    assert card_faults(SystemCard("x", "1", frozenset(Task), 0.02), "x") == []


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_built_in_card_is_right(name: str) -> None:
    assert card_faults(SYSTEMS[name]().card, name) == []


@pytest.mark.parametrize("name", [n for n in FIELDS if not n.endswith("rate_hz")])
def test_what_is_missing_is_told(name: str) -> None:
    (fault,) = card_faults({k: v for k, v in FIELDS.items() if k != name}, "here")
    assert fault.where == f"here: {name}"
    assert fault.found == "nothing"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("name", " "),
        ("name", "a\nb"),
        ("name", 3),
        ("version", None),
        ("tasks", {"bc"}),
        ("tasks", {1}),
        ("tasks", "int"),
        ("chunk_s", float("nan")),
        ("chunk_s", float("inf")),
        ("chunk_s", True),
        ("sample_rate_hz", 16000.0),
        ("sample_rate_hz", 0),
        ("sample_rate_hz", True),
        ("hears", "left"),
        ("hears", []),
        ("score_rate_hz", "25"),
        ("score_rate_hz", 0.0),
        ("causal", "yes"),
        ("parameters", [1]),
        ("parameters", {"a": [1]}),
        ("parameters", {"a": True}),
        ("parameters", {"a": float("nan")}),
        ("parameters", {1: 2}),
        ("sample_rate_hz", 10**30),
        ("score_rate_hz", 1e9),
    ],
)
def test_what_is_wrong_is_told(name: str, value: object) -> None:
    (fault,) = card_faults({**FIELDS, name: value}, "here")
    assert fault.where == f"here: {name}"


def test_all_faults_are_told_and_long_values_cut() -> None:
    faults = card_faults({**FIELDS, "name": 1, "hears": "x" * 500}, "here")
    assert [fault.where for fault in faults] == ["here: name", "here: hears"]
    assert len(str(faults[1])) < 150


def test_a_card_with_odd_types_is_told() -> None:
    left: Hears = "own"
    card = SystemCard("x", "1", frozenset(), np.float64(0.02), hears=left)
    assert [fault.where for fault in card_faults(card, "x")] == ["x: tasks"]


def test_parameters_that_are_none_are_told_of_a_card_too() -> None:
    broken = SystemCard("x", "1", frozenset(Task), 0.02)
    object.__setattr__(broken, "parameters", [1])
    (fault,) = card_faults(broken, "x")
    assert fault.where == "x: parameters"

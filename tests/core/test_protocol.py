"""The protocol: published constants by default, everything else named custom and checked."""

from __future__ import annotations

from dataclasses import fields, replace
from math import inf, nan
from typing import Any

import pytest

from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.tolerance import EXACT, OFFICIAL
from turnscope.errors import ProtocolError


def test_the_default_is_the_published_protocol() -> None:
    assert Protocol().stamp() == {
        "name": "official",
        "agreement": 2,
        "endpoint_tolerance_s": 0.2,
        "match_window_s": 0.5,
        "tau_pre_s": 0.25,
        "tau_max_s": 3.0,
        "arithmetic": "official",
        "consensus": "official",
    }
    assert Protocol().clock is OFFICIAL


OTHER: dict[str, Any] = {
    "agreement": 3,
    "endpoint_tolerance_s": 0.1,
    "match_window_s": 1.0,
    "tau_pre_s": 0.0,
    "tau_max_s": 2.0,
    "arithmetic": "exact",
    "consensus": Consensus.ORDER_FREE,
}


@pytest.mark.parametrize("field", [field.name for field in fields(Protocol)])
def test_any_other_value_makes_it_custom(field: str) -> None:
    custom = replace(Protocol(), **{field: OTHER[field]})
    assert custom.name == custom.stamp()["name"] == "custom"
    assert custom.stamp()[field] == OTHER[field]
    assert replace(custom, **{field: getattr(Protocol(), field)}).name == "official"


def test_the_clock_is_the_arithmetic() -> None:
    assert Protocol(arithmetic="exact").clock is EXACT


@pytest.mark.parametrize(
    "field", ["endpoint_tolerance_s", "match_window_s", "tau_pre_s", "tau_max_s"]
)
@pytest.mark.parametrize("value", [-0.001, -3, nan, inf, -inf])
def test_times_must_be_finite_and_not_negative(field: str, value: float) -> None:
    changed: dict[str, Any] = {field: value}
    with pytest.raises(ProtocolError, match=rf"{field}: {value} s; expected a finite number"):
        replace(Protocol(), **changed)


@pytest.mark.parametrize("value", [0, -1])
def test_somebody_must_agree(value: int) -> None:
    with pytest.raises(ProtocolError, match=f"agreement: {value}; expected at least 1"):
        Protocol(agreement=value)


def test_unknown_options_are_refused() -> None:
    with pytest.raises(ProtocolError, match="arithmetic: 'decimal'; expected official or exact"):
        Protocol(arithmetic="decimal")
    unknown: Any = "majority"
    with pytest.raises(ProtocolError, match="consensus: 'majority'; expected official or order"):
        Protocol(consensus=unknown)


def test_tasks_are_named_as_in_json() -> None:
    assert [str(task) for task in Task] == ["eot", "int"]
    assert Task("int") is Task.INTERRUPTION


@pytest.mark.parametrize("agreement", ["2", 2.5, True, None])
def test_agreement_is_a_whole_number(agreement: int) -> None:
    with pytest.raises(ProtocolError, match="expected a whole number"):
        Protocol(agreement=agreement)


@pytest.mark.parametrize("tau_pre_s", ["0.25", True, None])
def test_windows_are_numbers(tau_pre_s: float) -> None:
    with pytest.raises(ProtocolError, match=r"tau_pre_s: .*; expected a number of seconds"):
        Protocol(tau_pre_s=tau_pre_s)

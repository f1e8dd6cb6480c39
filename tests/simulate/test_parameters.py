"""Parameters by kind: all files are whole, and what cannot be is refused, all of it at once."""

from __future__ import annotations

from dataclasses import replace
from importlib import resources
from typing import Any

import pytest

from turnscope.core.conversation import TYPE_NAMES
from turnscope.errors import ProtocolError
from turnscope.simulate.parameters import KINDS, Parameters, kind_parameters, parameters_of

CASUAL = resources.files("turnscope.simulate").joinpath("kinds", "casual.toml").read_text("utf-8")


def with_values(values: dict[str, Any]) -> Parameters:
    return replace(kind_parameters("casual"), **values)


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_a_file(kind: str) -> None:
    p = kind_parameters(kind)
    assert p.kind == kind
    assert TYPE_NAMES[p.conversation_type].lower() == kind


def test_kinds_are_the_papers() -> None:
    assert KINDS == (
        "argumentative",
        "casual",
        "collaborative",
        "instructional",
        "narrative",
        "task-oriented",
    )


def test_unknown_kind() -> None:
    with pytest.raises(ProtocolError, match=r"'Casual'; expected one of argumentative, casual"):
        kind_parameters("Casual")


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("transfer_overlap_share", 1.2, "1.2; expected a number, 0 to 1 (share)"),
        ("cue_mean_s", -2.0, "-2.0; expected a number, 0.3 or more (s)"),
        ("pause_median_s", 0.0, "0.0; expected a number, 0.001 or more (s)"),
        ("gap_spread", float("nan"), "nan; expected a number, 0 to 3"),
        ("noise_per_min", float("inf"), "inf; expected a number, 0 or more"),
        ("cues_per_turn", 0.5, "0.5; expected a number, 1 to 100"),
        ("bounded_share", True, "True; expected a number"),
        ("bounded_share", "0.1", "'0.1'; expected a number"),
    ],
)
def test_impossible_values(name: str, value: float, told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        with_values({name: value})
    assert f"casual: {name}: {told}" in str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(ProtocolError) as caught:
        replace(kind_parameters("casual"), bleed_share=-0.1, hold_on_median_s=-1.0)
    assert len(caught.value.faults) == 2


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"backchannels_per_min": 100.0}, "more speech than there is time"),
        ({"overlaps_per_min": 20.0, "overlap_mean_s": 3.0}, "more speech than there is time"),
        ({"taking_per_min": 30.0}, "more speech than there is time"),
        ({"noise_per_min": 200.0}, "no room for more"),
        ({"awkward_per_min": 20.0}, "awkward silence a minute"),
        ({"bleed_share": 0.7, "nonlinguistic_share": 0.5}, "0.7 + 0.5 = 1.2; expected 1 at most"),
        ({"acknowledgement_share": 0.9, "continuer_share": 0.3}, "= 1.2; expected 1 at most"),
    ],
)
def test_more_than_there_is_time_for(values: dict[str, float], told: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        with_values(values)
    assert told.lower() in str(caught.value).lower()


def test_a_file_is_read_as_it_stands() -> None:
    assert parameters_of(CASUAL, name="x.toml", kind="casual") == kind_parameters("casual")


def without(text: str, key: str) -> str:
    before, _, after = text.partition(f"[{key}]")
    return before + after.partition("\n\n")[2]


def test_faults_of_a_file() -> None:
    text = without(CASUAL, "gap_median_s") + "\n[gap_meidan_s]\nvalue = 1\n"
    text = text.replace('unit = "per min"', 'unit = "per hour"', 1)
    text = text.replace("[pause_spread]\nvalue", "[pause_spread]\nsize")
    with pytest.raises(ProtocolError) as caught:
        parameters_of(text, name="x.toml", kind="casual")
    told = str(caught.value)
    assert "x.toml: 'gap_meidan_s'; expected a known parameter. Misspelt?" in told
    assert "x.toml: gap_median_s: missing; expected value, unit and source" in told
    assert "unit 'per hour'; expected 'per min'" in told
    assert "x.toml: pause_spread: {'size'" in told
    assert len(caught.value.faults) == 4


def test_a_source_is_asked_for() -> None:
    head, _, tail = CASUAL.partition('source = "')
    text = head + 'source = ""\n' + tail.partition("\n")[2]
    with pytest.raises(ProtocolError, match="no source"):
        parameters_of(text, name="x.toml", kind="casual")


def test_not_toml() -> None:
    with pytest.raises(ProtocolError, match="not TOML"):
        parameters_of("[", name="x.toml", kind="casual")


def test_every_parameter_is_described() -> None:
    text = Parameters.__doc__ or ""
    assert [name for name in Parameters.__dataclass_fields__ if name not in text] == []


@pytest.mark.parametrize("text", ["a = 1" + "0" * 5000, "a = " + "[" * 20_000])
def test_what_no_reader_of_toml_takes_is_told(text: str) -> None:
    with pytest.raises(ProtocolError, match="not TOML"):
        parameters_of(text, name="x.toml", kind="casual")


def test_whole_numbers_past_any_float_are_told() -> None:
    with pytest.raises(ProtocolError, match="pause_median_s"):
        replace(kind_parameters("casual"), pause_median_s=10**400)

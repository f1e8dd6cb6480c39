"""Settings from texts."""

import math
from dataclasses import dataclass

import pytest

from tests.systems.toys import Toy
from turnscope.errors import ProtocolError
from turnscope.systems.parameters import between, made, named_values, settings_of
from turnscope.systems.rms_vad import RmsVad


@dataclass(frozen=True)
class Set(Toy):
    wait_s: float = 0.5
    count: int = 3
    name: str = "x"
    flag: bool = False


def test_texts_become_what_the_fields_are() -> None:
    texts = {"wait_s": "1", "count": "7", "name": "3", "flag": "true"}
    made_of = made("set", Set, texts)
    assert isinstance(made_of, Set)
    assert (made_of.wait_s, made_of.count, made_of.name, made_of.flag) == (1.0, 7, "3", True)
    assert isinstance(made_of.wait_s, float)
    assert made("set", Set, {}) == Set()
    assert made("set", Set, {"count": 4.0}) == Set(count=4)


def test_unknown_names_are_told_with_the_known_ones_and_all_at_once() -> None:
    with pytest.raises(ProtocolError) as caught:
        made("set", Set, {"wait": "1", "count": "2.5", "flag": "perhaps", "wait_s": "soon"})
    assert str(caught.value).splitlines() == [
        "set: the parameter wait; expected one of wait_s, count, name, flag.",
        "set: count: '2.5'; expected a whole number.",
        "set: flag: 'perhaps'; expected true or false.",
        "set: wait_s: 'soon'; expected a number.",
    ]
    with pytest.raises(ProtocolError, match=r"count: 2\.5; expected a whole number"):
        made("set", Set, {"count": 2.5})


def test_a_system_without_settings_says_so() -> None:
    assert settings_of(RmsVad) == {}
    with pytest.raises(ProtocolError, match="the parameter x; expected no parameters: it has none"):
        made("rms_vad", RmsVad, {"x": "1"})


def test_names_and_values() -> None:
    assert named_values(["a=1", " b = x=y "]) == {"a": "1", "b": "x=y"}
    with pytest.raises(ProtocolError) as caught:
        named_values(["a", "=1", "b=", "c=1", "c=2"])
    assert len(caught.value.faults) == 4
    assert "parameter c: 1, then 2" in str(caught.value)


@pytest.mark.parametrize(("value", "n"), [(0.0, 0), (1.0, 0), (-0.1, 1), (1.1, 1), (math.nan, 1)])
def test_between(value: float, n: int) -> None:
    assert len(between("x", {"y": value}, 0.0, 1.0)) == n


def test_between_without_an_end() -> None:
    assert between("x", {"y": 1e9}, 0.0) == []
    assert str(between("x", {"y": math.inf}, 0.0)[0]) == "x: y: inf; expected at least 0.0."

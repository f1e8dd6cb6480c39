"""The commit rule and its named options."""

from collections.abc import Callable

import pytest

from turnscope.core.commit_rule import CommitRule
from turnscope.errors import ProtocolError


def test_only_the_default_is_official() -> None:
    assert CommitRule().stamp()["name"] == "official"
    assert CommitRule(recommit=True).stamp() == {
        "name": "custom",
        "refractory_s": 2.0,
        "recommit": True,
        "hysteresis": 0.0,
        "min_above_s": 0.0,
    }


def test_a_refractory_period_is_at_least_a_frame() -> None:
    assert CommitRule(refractory_s=0.0).refractory_frames(25.0) == 1
    assert CommitRule().refractory_frames(12.5) == 25
    assert CommitRule().refractory_frames(1.25) == 2  # round half to even, as published


@pytest.mark.parametrize(
    ("name", "make"),
    [
        ("refractory_s", lambda value: CommitRule(refractory_s=value)),
        ("hysteresis", lambda value: CommitRule(hysteresis=value)),
        ("min_above_s", lambda value: CommitRule(min_above_s=value)),
    ],
)
@pytest.mark.parametrize("value", [-0.1, float("nan"), float("inf")])
def test_impossible_options_are_refused(
    name: str, make: Callable[[float], CommitRule], value: float
) -> None:
    with pytest.raises(ProtocolError, match=name):
        make(value)

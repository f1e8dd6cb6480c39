"""Power: no difference is seen at the level, large ones soon, and more with more data."""

from __future__ import annotations

import math

import numpy as np
import pytest

from turnscope.analysis.power import Assumptions, conversations_needed, power_at
from turnscope.errors import ProtocolError

COUNTS = np.array([40, 50, 60])
ALIKE = Assumptions(shared=0.0, spread=0.0, own_spread=0.0)


def test_without_a_difference_the_test_errs_at_its_level() -> None:
    many = Assumptions(n_trials=600)
    # one side only is counted where the difference asked for is 0: both are
    assert power_at(60, COUNTS, 0.8, 0.0, many, seed=1) == pytest.approx(0.05, abs=0.03)


def test_more_conversations_see_more() -> None:
    powers = [power_at(n, COUNTS, 0.8, 0.03, Assumptions(), seed=2) for n in (15, 60, 240)]
    assert powers == sorted(powers)
    assert powers[0] < 0.5 < powers[-1]


def test_independent_trials_need_what_the_formula_says() -> None:
    """Two proportions of 0.80 and 0.85: 903 each for 80 %, by the normal approximation."""
    z = 1.959964 + 0.841621
    variance = 0.8 * 0.2 + 0.85 * 0.15
    events = z**2 * variance / 0.05**2
    found = conversations_needed(np.array([10]), 0.8, 0.05, ALIKE, seed=3)
    assert found * 10 == pytest.approx(events, rel=0.15)


def test_shared_luck_helps_and_speakers_that_suit_one_system_hurt() -> None:
    plain = conversations_needed(COUNTS, 0.8, 0.03, ALIKE)
    shared = conversations_needed(COUNTS, 0.8, 0.03, Assumptions(0.9, 0.0, 0.0))
    suited = conversations_needed(COUNTS, 0.8, 0.03, Assumptions(0.0, 0.0, 0.8))
    assert shared < plain < suited


def test_what_cannot_be_seen_takes_infinitely_many() -> None:
    few = Assumptions(n_trials=10)
    assert conversations_needed(np.array([0]), 0.8, 0.05, few) == math.inf


def test_certain_systems() -> None:
    assert power_at(30, COUNTS, 0.0, 1.0, ALIKE, seed=1) == 1.0
    assert power_at(30, COUNTS, 1.0, 0.0, ALIKE, seed=1) == 0.0


def test_the_same_seed_gives_the_same() -> None:
    first, again = (power_at(30, COUNTS, 0.8, 0.03, Assumptions(), seed=4) for _ in range(2))
    assert first == again


def test_every_impossible_assumption_is_told_at_once() -> None:
    with pytest.raises(ProtocolError) as caught:
        Assumptions(1.5, -1.0, math.nan, 0.0, 1.0, 1)
    assert len(caught.value.faults) == 6
    with pytest.raises(ProtocolError, match="rates of the two"):
        power_at(10, COUNTS, 0.98, 0.05, ALIKE, seed=0)

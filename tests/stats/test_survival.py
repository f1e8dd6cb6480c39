"""Kaplan-Meier against the product over those at risk, a hand case, laws of the mean."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.stats.survival import kaplan_meier

# 1 at risk 5 of 5; 2 censored; 3 at risk 3 of 3, twice; 4 censored
#   S: 1 -> 4/5 -> (at 3) 4/5 * 1/3 = 4/15
TIMES = [1.0, 2.0, 3.0, 3.0, 4.0]
EVENTS = [True, False, True, True, False]


def test_a_case_by_hand() -> None:
    found = kaplan_meier(TIMES, EVENTS)
    assert found.time.tolist() == [1.0, 3.0]
    np.testing.assert_allclose(found.share, [4 / 5, 4 / 15])
    np.testing.assert_allclose(found.at([0.0, 1.0, 2.9, 3.0, 4.0]), [1, 0.8, 0.8, 4 / 15, 4 / 15])
    assert np.isnan(found.at(4.1))
    assert (found.n, found.n_events, found.last) == (5, 3, 4.0)
    assert found.quantile(0.5) == 3.0
    assert found.quantile(0.9) == float("inf")
    assert found.restricted_mean(4.0) == pytest.approx(1 + 2 * 0.8 + 4 / 15)
    assert np.isnan(found.restricted_mean(5.0))


def test_without_censoring_it_is_what_one_would_count() -> None:
    times = np.array([-0.2, 0.1, 0.4, 0.4, 1.5])
    found = kaplan_meier(times, np.ones(5))
    assert found.restricted_mean(3.0) == pytest.approx(times.mean())
    assert found.restricted_mean(1.0) == pytest.approx(np.minimum(times, 1.0).mean())
    assert found.at(99.0) == 0.0


def test_nothing_watched_is_not_a_number() -> None:
    found = kaplan_meier([], [])
    assert np.isnan(found.at(0.0))
    assert np.isnan(found.quantile(0.5))
    assert np.isnan(found.restricted_mean(1.0))
    assert np.isnan(found.last)


def test_nobody_reached_it() -> None:
    found = kaplan_meier([3.0, 3.0], [False, False])
    assert found.quantile(0.5) == float("inf")
    assert found.restricted_mean(3.0) == 3.0


@pytest.mark.parametrize(
    ("times", "events"), [([1.0], [True, False]), ([np.nan], [True]), ([np.inf], [False])]
)
def test_what_cannot_be_is_refused(times: list[float], events: list[bool]) -> None:
    with pytest.raises(ValueError, match="expected two columns"):
        kaplan_meier(times, events)


@given(
    st.lists(st.tuples(st.integers(-5, 30), st.booleans()), min_size=1, max_size=60),
)
def test_it_is_the_product_over_those_at_risk(watched: list[tuple[int, bool]]) -> None:
    found = kaplan_meier([t for t, _ in watched], [e for _, e in watched])
    for when in range(-6, 1 + int(found.last)):
        share = 1.0
        for step in {t for t, e in watched if e and t <= when}:
            at_risk = sum(t >= step for t, _ in watched)
            share *= 1 - sum(e and t == step for t, e in watched) / at_risk
        assert found.at(when) == pytest.approx(share, abs=1e-12)

"""KS distance: by hand, against its definition, and where it is undefined."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp

from turnscope.stats.distributions import ks_distance

SAMPLES = st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=12)


def by_definition(first: list[float], second: list[float]) -> float:
    return max(
        abs(sum(v <= x for v in first) / len(first) - sum(v <= x for v in second) / len(second))
        for x in first + second
    )


def test_by_hand() -> None:
    assert ks_distance([1, 2, 3, 4], [3, 4, 5, 6]) == 0.5
    assert ks_distance([1, 2], [3, 4]) == 1.0
    assert ks_distance([2, 1], [1, 2]) == 0.0


@given(SAMPLES, SAMPLES)
def test_agrees_with_the_definition(first: list[float], second: list[float]) -> None:
    assert ks_distance(first, second) == pytest.approx(by_definition(first, second), abs=1e-12)
    assert ks_distance(second, first) == ks_distance(first, second)


def test_an_empty_sample_has_no_distance() -> None:
    assert math.isnan(ks_distance([], [1.0]))
    assert math.isnan(ks_distance([1.0], np.empty(0)))


@given(SAMPLES, SAMPLES)
def test_agrees_with_scipy(first: list[float], second: list[float]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of its p-value
        right = ks_2samp(first, second, method="asymp").statistic
    assert ks_distance(first, second) == pytest.approx(right, abs=1e-12)

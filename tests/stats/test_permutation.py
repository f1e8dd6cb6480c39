"""Exchange of labels against scipy's exact test, and Holm against statsmodels."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import permutation_test
from statsmodels.stats.multitest import multipletests

from turnscope.stats.permutation import holm, sign_flip_p, sign_flip_ps


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(-4, 4), min_size=2, max_size=9))
def test_few_clusters_are_counted_out(difference: list[int]) -> None:
    theirs = permutation_test(
        (np.array(difference, float), np.zeros(len(difference))),
        lambda a, b, axis: np.sum(a - b, axis=axis),
        permutation_type="samples",
        n_resamples=np.inf,
        vectorized=True,
    )
    # scipy doubles the smaller tail; the distribution is symmetric
    assert sign_flip_p(difference) == pytest.approx(theirs.pvalue, abs=1e-9)


def test_many_clusters_come_near_what_counting_would_give() -> None:
    difference = np.array([1.0] * 9 + [-1.0] * 5 + [2.0] * 2)
    codes = np.arange(2**16)[:, None] >> np.arange(16)[None, :]
    sums = np.where(codes & 1, -1.0, 1.0) @ difference
    counted = np.mean(np.abs(sums) >= difference.sum())
    drawn = sign_flip_p(difference, n_resamples=20_000, seed=1)
    assert drawn != counted
    assert drawn == pytest.approx(counted, abs=4 * np.sqrt(counted / 20_000))


def test_no_difference_is_no_evidence() -> None:
    assert sign_flip_p(np.zeros(50)) == 1.0
    assert sign_flip_p([0.0, 1.0]) == 1.0
    assert math.isnan(sign_flip_p([]))


def test_p_is_never_0_and_repeats() -> None:
    strong = np.ones(100)
    assert sign_flip_p(strong, n_resamples=999) == pytest.approx(0.001)
    mixed = np.random.default_rng(0).normal(0.2, 1, 40)
    assert sign_flip_p(mixed, seed=1) == sign_flip_p(mixed, seed=1) == sign_flip_p(-mixed, seed=1)


def test_many_at_once_are_each_alone() -> None:
    rng = np.random.default_rng(3)
    differences = rng.integers(-3, 5, (30, 6)).astype(float)
    differences[:, 1] = 0.0
    differences[8:, 2] = 0.0  # few enough to be counted out
    together = sign_flip_ps(differences, n_resamples=70_001, seed=4)
    alone = [sign_flip_p(column, n_resamples=70_001, seed=4) for column in differences.T]
    assert together[1] == 1.0
    assert together[2] == alone[2] == sign_flip_p(differences[:8, 2])
    # blocks differ in size, the stream of signs does not
    np.testing.assert_array_equal(together, alone)
    assert np.isnan(sign_flip_ps(np.empty((0, 2)))).all()


def test_it_errs_as_often_as_it_says() -> None:
    rng = np.random.default_rng(7)
    ps = [sign_flip_p(rng.normal(size=20), n_resamples=400, seed=k) for k in range(600)]
    assert np.mean(np.array(ps) <= 0.05) == pytest.approx(0.05, abs=0.03)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_holm_is_what_statsmodels_says(ps: list[float]) -> None:
    np.testing.assert_allclose(holm(ps), multipletests(ps, method="holm")[1], atol=1e-12)


def test_undefined_comparisons_do_not_count() -> None:
    found = holm([0.01, float("nan"), 0.04])
    assert found[0] == 0.02
    assert math.isnan(found[1])
    assert found[2] == 0.04

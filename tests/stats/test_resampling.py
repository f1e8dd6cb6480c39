"""The bootstrap over clusters against resampling row by row, and scipy's BCa."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from turnscope.stats.intervals import Interval
from turnscope.stats.resampling import (
    Floats,
    bootstrap_intervals,
    cluster_weights,
    ratio_under,
    weighted_percentiles,
)


def test_weights_say_how_often_each_was_drawn() -> None:
    weights = cluster_weights(38, 2000, seed=3)
    assert weights.shape == (2000, 38)
    assert (weights.sum(axis=1) == 38).all()
    # each mean is 1 with a standard error of 1 / sqrt(2000)
    np.testing.assert_allclose(weights.mean(axis=0), 1.0, atol=5 / np.sqrt(2000))
    assert weights.var() == pytest.approx(1 - 1 / 38, rel=0.05)
    np.testing.assert_array_equal(weights, cluster_weights(38, 2000, seed=3))
    assert not np.array_equal(weights, cluster_weights(38, 2000, seed=4))


@given(st.integers(1, 12), st.integers(0, 60), st.integers(0, 2**31))
def test_percentiles_are_those_of_the_repeated_sample(n: int, m: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    values, cluster = np.round(rng.normal(size=m), 1), rng.integers(0, n, m)
    weights = cluster_weights(n, 20, seed=seed)
    found = weighted_percentiles(weights, values, cluster, (0, 10, 50, 90, 100))
    for row, weight in zip(found, weights, strict=True):
        sample = np.repeat(values, weight[cluster].astype(int))
        expected = (
            np.percentile(sample, (0, 10, 50, 90, 100)) if len(sample) else np.full(5, np.nan)
        )
        np.testing.assert_allclose(row, expected, atol=1e-12)


def test_ratios_are_those_of_the_repeated_clusters() -> None:
    rng = np.random.default_rng(5)
    over = rng.integers(0, 9, 20).astype(float)
    hits = np.floor(over * rng.random(20))
    weights = cluster_weights(20, 50, seed=1)
    for found, weight in zip(ratio_under(weights, hits, over), weights, strict=True):
        drawn = np.repeat(np.arange(20), weight.astype(int))
        assert found == pytest.approx(hits[drawn].sum() / over[drawn].sum(), abs=1e-12)
    assert np.isnan(ratio_under(np.ones((1, 2)), np.zeros(2), np.zeros(2))).all()


def bootstrap_interval(
    statistic: Callable[[Floats], Floats],
    weights: Floats,
    *,
    method: str = "percentile",
    level: float = 0.95,
) -> Interval:
    (found,) = bootstrap_intervals(
        lambda w: statistic(w)[:, None], weights, method=method, level=level
    )
    return found


def test_bca_is_scipys_up_to_the_luck_of_the_draw() -> None:
    sample = np.random.default_rng(2).exponential(size=30)

    def mean(weights: Floats) -> Floats:
        return np.asarray(weights @ sample / weights.sum(axis=1))

    for method, theirs in (("percentile", "percentile"), ("bca", "BCa")):
        found = bootstrap_interval(mean, cluster_weights(30, 40_000, seed=1), method=method)
        other = bootstrap(
            (sample,), np.mean, n_resamples=40_000, method=theirs, rng=np.random.default_rng(1)
        ).confidence_interval
        assert found.low == pytest.approx(other.low, abs=0.01)
        assert found.high == pytest.approx(other.high, abs=0.02)
    skewed = bootstrap_interval(mean, cluster_weights(30, 40_000, seed=1), method="bca")
    plain = bootstrap_interval(mean, cluster_weights(30, 40_000, seed=1))
    assert skewed.low > plain.low
    assert skewed.high > plain.high


def test_no_interval_of_nothing() -> None:
    def undefined(weights: Floats) -> Floats:
        return np.full(len(weights), np.nan)

    def rare(weights: Floats) -> Floats:
        return np.where(weights[:, 0] > 0, 1.0 / np.maximum(weights[:, 0], 1), np.nan)

    assert np.isnan(bootstrap_interval(undefined, cluster_weights(5, 100, seed=0)).low)
    one = bootstrap_interval(lambda w: w[:, 0], cluster_weights(1, 100, seed=0))
    assert np.isnan(one.high)
    weights = cluster_weights(5, 1000, seed=0)
    found = bootstrap_interval(rare, weights)
    assert found.n_failed == np.count_nonzero(weights[:, 0] == 0)
    assert 0.0 < found.low <= found.high <= 1.0


def test_what_never_varies_has_an_interval_of_one_point() -> None:
    for method in ("percentile", "bca"):
        found = bootstrap_interval(
            lambda w: np.ones(len(w)), cluster_weights(5, 100, seed=0), method=method
        )
        assert (found.low, found.high) == (1.0, 1.0)


def test_what_cannot_be_is_refused() -> None:
    for method, level in (("normal", 0.95), ("bca", 1.0)):
        with pytest.raises(ValueError, match="expected percentile or bca"):
            bootstrap_interval(lambda w: w[:, 0], np.ones((1, 2)), method=method, level=level)

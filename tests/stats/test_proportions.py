"""Wilson's interval against statsmodels, and where it is undefined."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from turnscope.stats.proportions import wilson


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_it_is_what_statsmodels_says(trial: tuple[int, int]) -> None:
    k, n = trial
    for level in (0.5, 0.9, 0.95, 0.999):
        low, high = proportion_confint(k, n, alpha=1 - level, method="wilson")
        found = wilson(k, n, level=level)
        assert found.low == pytest.approx(low, abs=1e-9)
        assert found.high == pytest.approx(high, abs=1e-9)
        assert k / n in found


def test_nothing_has_no_interval() -> None:
    found = wilson(0, 0)
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.n == 0


@pytest.mark.parametrize(("k", "n", "level"), [(2, 1, 0.95), (-1, 3, 0.95), (1, 3, 1.0)])
def test_what_cannot_be_is_refused(k: int, n: int, level: float) -> None:
    with pytest.raises(ValueError, match="expected 0 to n"):
        wilson(k, n, level=level)

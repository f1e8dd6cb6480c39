"""What an interval says of itself."""

from __future__ import annotations

import math

from turnscope.stats.intervals import Interval, no_interval


def test_its_ends_belong_to_it() -> None:
    found = Interval(0.1, 0.2, 0.95, "bca", 10)
    assert 0.1 in found
    assert 0.2 in found
    assert 0.21 not in found


def test_nothing_is_in_no_interval() -> None:
    nothing = no_interval(0.9, "percentile", n=1, n_failed=3)
    assert 0.0 not in nothing
    assert math.isnan(nothing.low)
    assert (nothing.n, nothing.n_failed, nothing.level) == (1, 3, 0.9)

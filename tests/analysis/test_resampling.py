"""What cannot be meant is refused, all of it at once."""

from __future__ import annotations

import pytest

from turnscope.analysis.resampling import Resampling
from turnscope.errors import ProtocolError


def test_the_defaults_can_be_meant() -> None:
    assert Resampling().stamp() == {
        "level": 0.95,
        "method": "percentile",
        "n_resamples": 10_000,
        "seed": 0,
    }


@pytest.mark.parametrize("level", [0.0, 1.0, 95.0, float("nan")])
def test_levels_are_shares(level: float) -> None:
    with pytest.raises(ProtocolError, match=r"resampling level"):
        Resampling(level=level)


def test_all_faults_are_told() -> None:
    with pytest.raises(ProtocolError) as caught:
        Resampling(95.0, "jackknife", 10, -1)
    assert len(caught.value.faults) == 4

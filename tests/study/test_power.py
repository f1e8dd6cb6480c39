"""The power table over simulated conversations."""

from __future__ import annotations

import pytest

from turnscope.analysis.power import Assumptions
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.study.power import SIZES, power_table


def test_larger_differences_need_fewer_conversations() -> None:
    seen: list[float] = []
    table = power_table(
        (0.05, 0.15),
        assumptions=Assumptions(n_trials=40),
        n_conversations=6,
        minutes=4.0,
        progress=seen.append,
    )
    assert len(seen) == 6 + 4 * 2
    assert list(table.needed) == [(t, m) for t in Task for m in ("recall", "fp_rate")]
    for key, (small, large) in table.needed.items():
        assert small >= large, key
        assert table.events[key] > 0
        assert set(table.power[key]) == set(SIZES)


@pytest.mark.parametrize("difference", [0.0, -0.1, 0.21, 5.0])
def test_differences_that_cannot_be(difference: float) -> None:
    with pytest.raises(ProtocolError, match=r"above 0, at most 0\.2"):
        power_table((difference,))


def test_none_asked_for() -> None:
    with pytest.raises(ProtocolError, match="one or more"):
        power_table(())

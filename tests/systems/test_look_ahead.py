"""The search for the look-ahead, on made-up listeners."""

from collections.abc import Callable

import pytest

from turnscope.core.protocol import Task
from turnscope.systems.changes import Change
from turnscope.systems.look_ahead import Trial, measure

Reach = Callable[[float], float]
"""From a stamp to how far beyond it the listener hears."""


def listener(reach: Reach, asked: list[tuple[float, float]]) -> Trial:
    def trial(at_s: float, until_s: float) -> Change | None:
        asked.append((at_s, until_s))
        if at_s - until_s >= reach(until_s):
            return None
        return Change(1, Task.EOT, "commit", until_s, None, until_s)

    return trial


def measured(
    reach: Reach, *, others_s: tuple[float, ...] = (), heard_s: float = 10.001
) -> tuple[float, float | None, float, int]:
    asked: list[tuple[float, float]] = []
    found = measure(
        listener(reach, asked),
        stamp_s=10.0,
        heard_s=heard_s,
        end_s=60.0,
        others_s=others_s,
        resolution_s=0.005,
    )
    return found.at_least_s, found.below_s, found.stamp_s, len(asked)


@pytest.mark.parametrize("reach_s", [0.0015, 0.02, 0.04, 0.32, 2.0, 17.3])
def test_it_lies_between_what_changed_and_what_did_not(reach_s: float) -> None:
    at_least_s, below_s, stamp_s, n = measured(lambda _: reach_s)
    assert below_s is not None
    assert at_least_s < reach_s <= below_s + 1e-12
    assert below_s - at_least_s <= 0.005 + 1e-12
    assert stamp_s == 10.0
    assert n < 30


def test_what_hears_the_end_has_no_upper_bound() -> None:
    at_least_s, below_s, _, _ = measured(lambda _: 1e9)
    assert below_s is None
    assert at_least_s == pytest.approx(50.0, abs=0.005)


def test_a_stamp_that_hears_further_is_found() -> None:
    def reach(stamp_s: float) -> float:
        return {20.0: 0.3, 30.0: 0.2, 40.0: 0.5}.get(stamp_s, 0.1)

    at_least_s, below_s, stamp_s, _ = measured(reach, others_s=(20.0, 30.0, 40.0))
    assert stamp_s == 40.0
    assert below_s is not None
    assert at_least_s < 0.5 <= below_s


def test_stamps_so_late_that_nothing_follows_are_not_asked() -> None:
    asked: list[tuple[float, float]] = []
    trial = listener(lambda _: 0.1, asked)
    measure(trial, stamp_s=10.0, heard_s=10.05, end_s=60.0, others_s=(59.99,), resolution_s=0.005)
    assert all(stamp_s == 10.0 for _, stamp_s in asked)
    assert max(at_s for at_s, _ in asked) < 60.0

"""Candidate thresholds and the choice of an operating point."""

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.sweep import Sweep
from turnscope.scoring.thresholds import candidates, operating_point


def swept(
    tp: list[int],
    fp: list[int],
    *,
    n: tuple[int, int] = (10, 10),
    median: list[float] | None = None,
) -> Sweep:
    k = len(tp)
    latency = np.full((3, k), np.nan)
    if median is not None:
        latency[1] = median
    theta = np.arange(1, k + 1) / 10
    hits, alarms = np.array([tp]), np.array([fp])
    wholes = np.array([n[0]]), np.array([n[1]])
    return Sweep(Task.EOT, theta, ("c",), hits, wholes[0], alarms, wholes[1], latency, 25.0)


def test_candidates_are_quantiles_of_what_is_above_0_and_the_grid() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.random(5000) * 0.01, np.zeros(3000)
    found = candidates(ScoreTracks(Task.EOT, 25.0, {"a": (first, second)}))
    expected = sorted(
        {*np.quantile(first, np.linspace(0, 1, 512)), *(i / 100 for i in range(1, 100))}
    )
    assert found.tolist() == expected
    assert found[0] == first.min() > 0


def test_a_file_of_zeros_has_the_grid_alone() -> None:
    found = candidates(ScoreTracks(Task.EOT, 25.0, {"a": (np.zeros(9), np.zeros(0))}))
    assert found.tolist() == [i / 100 for i in range(1, 100)]


def test_the_highest_recall_within_the_budget_wins() -> None:
    found = operating_point(swept([9, 8, 7, 6], [5, 1, 1, 0]))
    assert found is not None
    assert (found.theta, found.recall, found.fp_rate, found.index) == (0.2, 0.8, 0.1, 1)


def test_a_tie_takes_the_lowest_threshold_or_by_option_the_fastest() -> None:
    sweep = swept([9, 8, 8, 8], [5, 1, 1, 0], median=[1.0, 300.0, 200.0, 250.0])
    by_theta, by_latency = operating_point(sweep), operating_point(sweep, tie="latency")
    assert by_theta is not None
    assert by_latency is not None
    assert (by_theta.index, by_latency.index) == (1, 2)


def test_a_tie_of_silence_has_no_latency_to_go_by() -> None:
    found = operating_point(swept([0, 0], [0, 0]), tie="latency")
    assert found is not None
    assert found.index == 0


def test_recall_need_not_fall_with_the_threshold() -> None:
    found = operating_point(swept([3, 9, 2], [1, 1, 0]))
    assert found is not None
    assert found.index == 1


@pytest.mark.parametrize(
    "sweep", [swept([9, 8], [5, 4]), swept([0, 0], [0, 0], n=(10, 0)), swept([0], [0], n=(0, 5))]
)
def test_none_fits_is_a_result_of_its_own(sweep: Sweep) -> None:
    assert operating_point(sweep) is None

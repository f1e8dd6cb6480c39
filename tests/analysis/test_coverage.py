"""Measured coverage: what is warned of, and that measuring again gives the same."""

from __future__ import annotations

import pytest

from benchmarks.coverage import CLUSTERS, WORLDS, coverage
from turnscope.analysis.coverage import ENOUGH, MEASURED, weak_intervals
from turnscope.analysis.intervals import NUMBERS
from turnscope.core.protocol import Task


def test_the_table_is_whole() -> None:
    assert set(MEASURED) == {
        (task, n, method) for task in Task for n in CLUSTERS for method in ("percentile", "bca")
    }
    assert all(tuple(row) == NUMBERS for row in MEASURED.values())


def test_the_next_smaller_number_of_clusters_counts() -> None:
    def sizes(n: int) -> set[int]:
        found = weak_intervals(Task.EOT, n, "percentile", level=0.95)
        return {each.n_clusters for each in found}

    assert sizes(3) == sizes(10) == sizes(37) == {10}
    for each in weak_intervals(Task.EOT, 12, "percentile", level=0.95):
        assert each.covered == MEASURED[Task.EOT, 10, "percentile"][each.number] < ENOUGH


def test_nothing_is_known_of_other_levels() -> None:
    assert weak_intervals(Task.EOT, 3, "bca", level=0.9) == []


def test_simulation_gives_what_is_defined() -> None:
    found = coverage(WORLDS["int"], 10, "percentile", n_corpora=30)
    assert set(found) == set(NUMBERS)
    for each in found.values():
        assert 0.6 < each.covered <= 1.0
        assert each.width > 0


@pytest.mark.slow
@pytest.mark.parametrize("n", CLUSTERS)
@pytest.mark.parametrize("task", list(Task))
def test_measured_again_it_is_the_same(task: Task, n: int) -> None:
    n_corpora = 300
    found = coverage(WORLDS[task.value], n, "percentile", n_corpora=n_corpora, seed=7)
    for number, told in MEASURED[task, n, "percentile"].items():
        error = (told * (1 - told) * (1 / n_corpora + 1 / 1000)) ** 0.5
        assert found[number].covered == pytest.approx(told, abs=4 * error), number

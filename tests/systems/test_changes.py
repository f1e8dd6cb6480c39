"""The first thing that differs between two hearings."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.systems.leaky import Made
from turnscope.core.protocol import Task
from turnscope.systems.changes import TOLERANCE, Change, drift, first_change

EOT, INT = Task.EOT, Task.INTERRUPTION


def committed(eot_1: Sequence[float] = (), int_2: Sequence[float] = ()) -> Made:
    return Made({1: {EOT: eot_1}, 2: {INT: int_2}}, {})


def scored(one: Sequence[float], two: Sequence[float] = ()) -> Made:
    return Made({}, {EOT: (np.array(one), np.array(two))})


def test_equal_hearings_have_no_change() -> None:
    assert first_change(committed([1.0], [2.0]), committed([1.0], [2.0])) is None
    assert first_change(scored([0.1, 0.2]), scored([0.1, 0.2]), score_rate_hz=10.0) is None


def test_a_commit_that_is_gone_new_or_moved() -> None:
    gone = first_change(committed([1.0, 2.0]), committed([1.0]))
    assert gone == Change(1, EOT, "commit", 2.0, 2.0, None)
    new = first_change(committed([1.0]), committed([1.0], [0.5]))
    assert new == Change(2, INT, "commit", 0.5, None, 0.5)
    moved = first_change(committed([1.0]), committed([1.0000001]))
    assert moved == Change(1, EOT, "commit", 1.0, 1.0, None)


def test_a_score_is_known_at_the_end_of_its_frame() -> None:
    found = first_change(scored([0.1, 0.2, 0.3]), scored([0.1, 0.5, 0.5]), score_rate_hz=10.0)
    assert found == Change(1, EOT, "score", 0.2, 0.2, 0.5)


def test_the_earliest_of_all_counts() -> None:
    before = Made({1: {EOT: [0.35]}}, {EOT: (np.array([0.1, 0.1, 0.1, 0.1]), np.zeros(4))})
    after = Made({1: {EOT: []}}, {EOT: (np.array([0.1, 0.1, 0.1, 0.2]), np.array([0, 0, 1.0, 0]))})
    found = first_change(before, after, score_rate_hz=10.0)
    assert found is not None
    assert (found.speaker, found.kind) == (2, "score")
    assert found.stamp_s == pytest.approx(0.3)


@pytest.mark.parametrize(("until_s", "found"), [(0.29, False), (0.3, True), (0.31, True)])
def test_what_is_stamped_later_is_not_compared(until_s: float, *, found: bool) -> None:
    pair = scored([0.1, 0.2, 0.3]), scored([0.1, 0.2, 0.9])
    assert (first_change(*pair, score_rate_hz=10.0, until_s=until_s) is not None) is found
    commits = committed([0.3]), committed([])
    assert (first_change(*commits, until_s=until_s) is not None) is found


def test_scores_may_drift_commits_may_not() -> None:
    before, after = scored([0.5, 0.5]), scored([0.5, 0.5 + TOLERANCE / 2])
    assert first_change(before, after, score_rate_hz=10.0) is None
    assert first_change(before, after, score_rate_hz=10.0, tolerance=0.0) is not None
    assert drift(before, after, score_rate_hz=10.0, until_s=1.0) == pytest.approx(TOLERANCE / 2)
    assert drift(before, after, score_rate_hz=10.0, until_s=0.1) == 0.0
    assert first_change(committed([0.3]), committed([0.1 + 0.2])) is not None


def test_a_score_that_is_no_number_is_a_change() -> None:
    found = first_change(scored([0.5, 0.5]), scored([0.5, np.nan]), score_rate_hz=10.0)
    assert found is not None
    assert found.stamp_s == 0.2


def test_a_track_that_is_shorter_or_missing_has_changed_where_it_ends() -> None:
    found = first_change(scored([0.5, 0.6, 0.7]), scored([0.5, 0.6]), score_rate_hz=10.0)
    assert found is not None
    assert found.stamp_s == pytest.approx(0.3)
    assert (found.before, found.after) == (0.7, None)
    gone = first_change(scored([0.5]), Made({}, {}), score_rate_hz=10.0)
    assert gone is not None
    assert gone[3:] == (0.1, 0.5, None)
    assert first_change(scored([0.5]), Made({}, {}), score_rate_hz=10.0, until_s=0.05) is None


def test_without_a_rate_commits_alone_are_compared() -> None:
    assert first_change(scored([0.1]), scored([0.9])) is None
    assert drift(scored([0.1]), scored([0.9]), score_rate_hz=None, until_s=9.0) == 0.0

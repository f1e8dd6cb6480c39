"""Columns: order, selection and renumbering of groups, and exact searches inside a group."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from math import inf, nextafter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.columns import Points, Spans, count_until, group_of

HARD = [0.0, 0.2, 0.1 + 0.2, 0.3, nextafter(0.3, 1.0), 5e-324, 1e15 + 0.125, 1e15, 35_999.999, 36e3]
times = st.one_of(
    st.sampled_from(HARD), st.floats(-1e9, 1e9, allow_nan=False), st.integers(0, 5).map(float)
)
limits = st.one_of(times, st.sampled_from([inf, -inf]))
rows = st.lists(st.tuples(st.integers(0, 5), times), max_size=30)


def int_column(values: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


def float_column(values: list[float]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, dtype=np.float64)


def test_groups_are_numbered_along_the_roster() -> None:
    assert [group_of(c, s) for c in (0, 1, 7) for s in (1, 2)] == [0, 1, 2, 3, 14, 15]


@given(rows, st.lists(st.tuples(st.integers(0, 6), limits), max_size=10))
def test_count_until_is_bisect_in_each_group(
    values: list[tuple[int, float]], asked: list[tuple[int, float]]
) -> None:
    ordered = sorted(values)
    group, value = int_column([g for g, _ in ordered]), float_column([t for _, t in ordered])
    at_group, at = int_column([g for g, _ in asked]), float_column([t for _, t in asked])
    left = count_until(group, value, at_group=at_group, at=at, side="left")
    right = count_until(group, value, at_group=at_group, at=at, side="right")
    assert left.dtype == right.dtype == np.int64
    assert left.shape == right.shape == (len(asked),)
    for k, (g, limit) in enumerate(asked):
        before = sum(h < g for h, _ in ordered)
        mine = [t for h, t in ordered if h == g]
        assert left[k] == before + bisect_left(mine, limit)
        assert right[k] == before + bisect_right(mine, limit)


def test_count_until_does_not_round_times_of_high_groups() -> None:
    # 0.3 and the float after it: a group number added to them would make them equal
    after = nextafter(0.3, 1.0)
    group, value = int_column([999_999] * 2), float_column([0.3, after])
    at_group, at = int_column([999_999] * 2), float_column([0.3, after])
    assert count_until(group, value, at_group=at_group, at=at, side="left").tolist() == [0, 1]
    assert count_until(group, value, at_group=at_group, at=at, side="right").tolist() == [1, 2]


def test_count_until_of_nothing() -> None:
    nothing, none = int_column([]), float_column([])
    found = count_until(
        nothing, none, at_group=int_column([0, 3]), at=float_column([1.0, inf]), side="right"
    )
    assert found.tolist() == [0, 0]
    found = count_until(
        int_column([0]), float_column([1.0]), at_group=nothing, at=none, side="left"
    )
    assert found.tolist() == []


@given(rows)
def test_points_are_sorted_by_group_and_time(values: list[tuple[int, float]]) -> None:
    points = Points.sorted(int_column([g for g, _ in values]), float_column([t for _, t in values]))
    assert list(zip(points.group.tolist(), points.time_s.tolist(), strict=True)) == sorted(values)
    assert len(points) == len(values)
    for group in range(6):
        assert points.of(group).tolist() == sorted(t for g, t in values if g == group)


@given(st.lists(st.tuples(st.integers(0, 3), times, times), max_size=20))
def test_spans_are_sorted_by_group_start_and_end(values: list[tuple[int, float, float]]) -> None:
    spans = Spans.sorted(
        int_column([g for g, _, _ in values]),
        float_column([s for _, s, _ in values]),
        float_column([e for _, _, e in values]),
    )
    columns = (spans.group.tolist(), spans.start_s.tolist(), spans.end_s.tolist())
    assert list(zip(*columns, strict=True)) == sorted(values)
    assert len(spans) == len(values)
    for group in range(4):
        found = spans.of(group)
        mine = sorted([s, e] for g, s, e in values if g == group)
        assert found.shape == (len(mine), 2)
        assert found.tolist() == mine


def test_regrouped_points_drop_and_reorder() -> None:
    points = Points.sorted(int_column([0, 1, 1, 2]), float_column([5.0, 3.0, 4.0, 1.0]))
    found = points.regrouped(int_column([1, 0, -1]))
    assert found.group.tolist() == [0, 0, 1]
    assert found.time_s.tolist() == [3.0, 4.0, 5.0]
    assert points.group.tolist() == [0, 1, 1, 2]


def test_regrouped_spans_drop_and_reorder() -> None:
    spans = Spans.sorted(
        int_column([0, 0, 1, 2]),
        float_column([5.0, 2.0, 3.0, 1.0]),
        float_column([6.0, 9.0, 4.0, 2.0]),
    )
    found = spans.regrouped(int_column([3, -1, 0]))
    assert found.group.tolist() == [0, 3, 3]
    assert found.start_s.tolist() == [1.0, 2.0, 5.0]
    assert found.end_s.tolist() == [2.0, 9.0, 6.0]


@pytest.mark.parametrize("empty", [Points.empty(), Spans.empty()])
def test_empty(empty: Points | Spans) -> None:
    assert len(empty) == 0
    assert empty.group.dtype == np.int64
    assert len(empty.of(0)) == 0
    assert len(empty.regrouped(int_column([0, 1]))) == 0


def test_equal_times_keep_their_number() -> None:
    points = Points.sorted(int_column([1, 1, 1]), float_column([2.0, 2.0, 2.0]))
    assert points.of(1).tolist() == [2.0, 2.0, 2.0]

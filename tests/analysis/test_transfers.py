"""Transfers of the floor and pauses: drawn by hand and against the oracle."""

import math

import pytest

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.tempo import transfer_lists
from turnscope.analysis.transfers import pooled_transfers, transfers


def test_gap_overlap_and_pause_drawn_by_hand() -> None:
    #  1  [T 0-2]   [T 3-6]                 [T 9-10]
    #  2                 [I 5.5-8.5]
    found = transfers(drawn(([(0, 2, "T"), (3, 6, "T"), (9, 10, "T")], [(5.5, 8.5, "I")])))
    assert found.offset_s.tolist() == [-0.5, 0.5]
    assert found.pause_s.tolist() == [1.0]
    assert found.gap_s.tolist() == [0.5]
    assert (found.n_overlaps, found.overlap_share) == (1, 0.5)
    assert (found.median_gap_s, found.median_pause_s) == (0.5, 1.0)


def test_what_holds_no_floor_is_not_seen() -> None:
    found = transfers(drawn(([(0, 2, "T"), (7, 8, "T")], [(3, 4, "B"), (4, 5, "N"), (5, 6, "L")])))
    assert found.offset_s.tolist() == []
    assert found.pause_s.tolist() == [5.0]


def test_a_turn_inside_the_others_is_two_transfers() -> None:
    found = transfers(drawn(([(0, 10, "T"), (12, 13, "T")], [(4, 5, "T")])))
    assert found.offset_s.tolist() == [-6.0, 7.0]


def test_the_sign_is_asked_after_rounding() -> None:
    # 0.3 - (0.1 + 0.2) < 0 in floats, 0 in milliseconds: neither gap nor overlap nor pause.
    between = transfers(drawn(([(0, 0.1 + 0.2, "T")], [(0.3, 1, "T")])))
    assert between.offset_s.tolist() == [0.0]
    assert (between.n_overlaps, len(between.gap_s), between.overlap_share) == (0, 0, 0.0)
    within = transfers(drawn(([(0, 0.3, "T"), (0.1 + 0.2, 1, "T")], [])))
    assert len(within.pause_s) == 0


def test_a_half_millisecond_rounds_by_its_binary_value() -> None:
    assert transfers(drawn(([(0, 0, "T")], [(0.0005, 1, "T")]))).offset_s.tolist() == [0.001]


def test_agrees_with_the_oracle() -> None:
    for first in range(0, 1500, 5):
        cases = random_conversations(range(first, first + 5))
        offsets, pauses = transfer_lists(cases)
        found = pooled_transfers(map(transfers, cases))
        assert found.offset_s.tolist() == offsets
        assert found.pause_s.tolist() == pauses


def test_nothing_at_all_is_undefined() -> None:
    empty = pooled_transfers([])
    assert math.isnan(empty.overlap_share)
    assert math.isnan(empty.median_gap_s)
    assert math.isnan(empty.median_pause_s)


def test_each_annotator_counts() -> None:
    pair = ([(0.0, 1.0, "T")], [(2.0, 3.0, "T")])
    assert transfers(drawn(pair, pair, pair)).offset_s.tolist() == pytest.approx([1.0] * 3)

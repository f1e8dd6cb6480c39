"""Boundary F1: drawn by hand, against the best possible matching, per speaker and label."""

import math

from hypothesis import given
from hypothesis import strategies as st

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.agreement import most_matches, onsets
from turnscope.analysis.onsets import Onsets, matched_onsets, onsets_of
from turnscope.core.labels import Label
from turnscope.core.protocol import Protocol

TIMES = st.lists(st.integers(0, 30), max_size=9).map(sorted)


def test_by_hand() -> None:
    first, second = [1.0, 2.0, 3.0, 9.0], [1.1, 1.9, 2.5, 5.0, 9.0]
    assert matched_onsets(first, second, tolerance=0.2) == 3
    assert Onsets(4, 5, 3).f1 == 6 / 9
    assert math.isnan(Onsets(0, 0, 0).f1)
    assert Onsets(0, 5, 0).f1 == 0.0


def test_one_onset_matches_once() -> None:
    assert matched_onsets([1.0, 1.1], [1.05], tolerance=0.2) == 1


@given(TIMES, TIMES, st.integers(0, 4))
def test_no_matching_finds_more(first: list[int], second: list[int], tolerance: int) -> None:
    found = matched_onsets(first, second, tolerance=tolerance)
    assert found == most_matches(first, second, tolerance)
    assert found == matched_onsets(second, first, tolerance=tolerance)


def test_officially_speakers_share_one_list() -> None:
    case = drawn(([(1.0, 2.0, "T")], []), ([], [(1.1, 2.0, "T")]))
    assert onsets_of(case, "a", "b") == (1, 1, 1)
    assert onsets_of(case, "a", "b", apart=True) == (1, 1, 0)


def test_labels_do_not_matter_unless_asked() -> None:
    case = drawn(
        ([(1, 2, "T"), (5, 6, "B"), (8, 9, "?")], []), ([(1, 2, "L"), (5, 6, "B"), (8, 9, "")], [])
    )
    assert onsets_of(case, "a", "b") == (2, 2, 2)
    assert onsets_of(case, "a", "b", label=Label.TURN) == (1, 0, 0)
    assert onsets_of(case, "a", "b", label=Label.BACKCHANNEL) == (1, 1, 1)


def test_the_protocol_says_how_times_compare() -> None:
    case = drawn(([(0.1, 1, "T")], []), ([(0.30000000000000004, 1, "T")], []))
    assert onsets_of(case, "a", "b").n_matched == 0  # 0.2 and a bit in floats
    assert onsets_of(case, "a", "b", protocol=Protocol(arithmetic="exact")).n_matched == 1
    assert onsets_of(case, "a", "b", protocol=Protocol(endpoint_tolerance_s=0.3)).n_matched == 1


def test_agrees_with_the_oracle() -> None:
    for case in random_conversations(range(400), n_annotators=2):
        for label in (None, Label.TURN, Label.BACKCHANNEL):
            right = [
                [onsets(case, name, speakers, label) for name in "ab"]
                for speakers in ((1, 2), (1,), (2,))
            ]
            matches = [most_matches(one, other, 0.2) for one, other in right]
            sizes = tuple(map(len, right[0]))
            assert onsets_of(case, "a", "b", label=label) == (*sizes, matches[0])
            apart = onsets_of(case, "a", "b", label=label, apart=True)
            assert apart == (*sizes, matches[1] + matches[2])

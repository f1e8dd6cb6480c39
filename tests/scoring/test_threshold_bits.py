"""Bits of thresholds: packing, and the commit rule for all of them at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.commit_rule import CommitRule
from turnscope.scoring.commit import commit_frames
from turnscope.scoring.threshold_bits import commit_bits, n_words, spread

LEVELS = [0.0, 0.1, 0.25, 0.5, 0.6, 0.9, 1.0]


@pytest.mark.parametrize(("n", "words"), [(0, 0), (1, 1), (64, 1), (65, 2), (611, 10)])
def test_a_word_holds_64_thresholds(n: int, words: int) -> None:
    assert n_words(n) == words


def test_bits_come_back_in_order() -> None:
    words = np.array([[0b101, 1]], np.uint64)
    assert np.flatnonzero(spread(words, 70)[0]).tolist() == [0, 2, 64]


@given(
    st.lists(st.lists(st.sampled_from(LEVELS), max_size=40), min_size=1, max_size=3),
    st.integers(1, 5),
    st.integers(1, 140),
)
def test_each_bit_is_the_rule_at_its_threshold(
    tracks: list[list[float]], gap: int, n_thresholds: int
) -> None:
    theta = np.unique(np.concatenate([LEVELS[:n_thresholds], np.linspace(0, 1, n_thresholds)]))
    bits = commit_bits([np.array(t) for t in tracks], theta, gap)
    spread_bits = spread(bits, len(theta))
    rule = CommitRule(refractory_s=float(gap))
    for column, track in enumerate(tracks):
        for k, threshold in enumerate(theta):
            expected = commit_frames(np.array(track), float(threshold), 1.0, rule=rule)
            assert np.flatnonzero(spread_bits[:, column, k]).tolist() == expected.tolist()

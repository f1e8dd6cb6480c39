"""Operating points judged on conversations they were not chosen on."""

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.scoring.nested import nested
from turnscope.scoring.sweep import Sweep


def swept(hits: list[list[int]], alarms: list[list[int]]) -> Sweep:
    """Ten positives and ten negatives a conversation, thresholds 0.1, 0.2, ..."""
    n, k = len(hits), len(hits[0])
    whole = np.full(n, 10)
    return Sweep(
        Task.EOT,
        np.arange(1, k + 1) / 10,
        tuple(str(i) for i in range(n)),
        np.array(hits),
        whole,
        np.array(alarms),
        whole,
        np.full((3, k), np.nan),
        25.0,
    )


def test_each_fold_is_judged_at_the_point_of_the_others() -> None:
    # alone, each conversation would take 0.1; the other forbids it (3 of 10 false alarms)
    sweep = swept([[9, 5], [8, 4]], [[0, 0], [3, 1]])
    found = nested(sweep)
    # without 0: conversation 1 allows only 0.2; without 1: conversation 0 allows 0.1
    assert found.theta.tolist() == [0.2, 0.1]
    assert found.recall == (5 + 8) / 20
    assert found.fp_rate == (0 + 3) / 20
    # on both together 0.1 has 3/20 false alarms, so the point is 0.2 with recall 9/20
    assert found.recall_optimism == pytest.approx(9 / 20 - 13 / 20)
    assert found.fp_rate_optimism == pytest.approx(3 / 20 - 1 / 20)


def test_like_conversations_have_no_optimism() -> None:
    found = nested(swept([[9, 5]] * 4, [[1, 0]] * 4))
    assert (found.recall, found.recall_optimism, found.fp_rate_optimism) == (0.9, 0.0, 0.0)


def test_folds_without_a_point_are_counted_and_left_out() -> None:
    found = nested(swept([[9], [9]], [[0], [5]]))
    assert found.n_without == 1
    assert np.isnan(found.theta).tolist() == [True, False]
    none = nested(swept([[9], [9]], [[5], [5]]))
    assert none.n_without == 2
    assert np.isnan(none.recall)


def test_folds_take_conversations_in_turn() -> None:
    sweep = swept([[9, 1], [9, 1], [9, 1], [9, 1]], [[0, 0], [9, 0], [0, 0], [9, 0]])
    assert nested(sweep, n_folds=2).theta.tolist() == [0.2, 0.1]


@pytest.mark.parametrize("n_folds", [0, 1, 3])
def test_impossible_folds_are_refused(n_folds: int) -> None:
    with pytest.raises(ProtocolError, match="folds"):
        nested(swept([[1], [1]], [[0], [0]]), n_folds=n_folds)

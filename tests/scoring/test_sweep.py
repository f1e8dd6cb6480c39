"""The sweep by hand: chained windows, excluded stretches, missing tracks."""

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks
from turnscope.errors import SubmissionError
from turnscope.scoring.sweep import sweep

NOTHING = np.empty(0)


def gold(positives: list[float], negatives: list[float], excluded: list[float]) -> Gold:
    def spans(starts: list[float]) -> Spans:
        times = np.array(starts)
        return Spans(np.zeros(len(starts), np.int64), times, times + 1.0)

    points = Points(np.zeros(len(positives), np.int64), np.array(positives))
    roster = Roster(("c",), np.array([30.0]), (Metadata(),))
    return Gold(roster, TaskGold(points, spans(negatives), spans(excluded)), TaskGold.empty())


def scores(*peaks: tuple[float, float], rate_hz: float = 10.0) -> ScoreTracks:
    """A track of 30 s that rises for one frame, known at the given times."""
    track = np.zeros(int(30 * rate_hz))
    for time_s, height in peaks:
        track[round(time_s * rate_hz) - 1] = height
    return ScoreTracks(Task.EOT, rate_hz, {"c": (track, np.zeros(0))})


def test_each_threshold_has_its_own_counts_and_latencies() -> None:
    #  positive 5, negatives 10-11 and 20-21; peaks .9 at 5.5, .6 at 10.5, .3 at 20.5
    found = sweep(
        gold([5.0], [10.0, 20.0], []),
        scores((5.5, 0.9), (10.5, 0.6), (20.5, 0.3)),
        np.array([0.2, 0.5, 0.8, 0.95]),
    )
    assert found.tp.tolist() == [1, 1, 1, 0]
    assert found.fp.tolist() == [2, 1, 0, 0]
    assert found.recall.tolist() == [1.0, 1.0, 1.0, 0.0]
    assert found.fp_rate.tolist() == [1.0, 0.5, 0.0, 0.0]
    assert found.latency_ms[1].tolist() == [500.0, 500.0, 500.0, pytest.approx(np.nan, nan_ok=True)]


def test_a_commit_claimed_by_one_positive_serves_no_other() -> None:
    #  windows of 5 and 5.2 share [4.95, 5.2]; one commit at 5.1 hits the first only
    found = sweep(gold([5.0, 5.2], [], []), scores((5.1, 0.9)), np.array([0.5]))
    assert found.tp.tolist() == [1]


def test_commits_in_excluded_stretches_are_dropped_but_hold_the_refractory_period() -> None:
    #  excluded 4-5; the commit at 4.5 is dropped, the edge at 5.5 is lost to its refractory
    found = sweep(gold([5.0], [], [4.0]), scores((4.5, 0.9), (5.5, 0.9)), np.array([0.5]))
    assert found.tp.tolist() == [0]


def test_undefined_rates_are_nan() -> None:
    found = sweep(gold([], [], []), scores(), np.array([0.5]))
    assert np.isnan(found.recall).all()
    assert np.isnan(found.fp_rate).all()
    assert np.isnan(found.latency_ms).all()


def test_every_conversation_of_the_gold_needs_scores() -> None:
    with pytest.raises(SubmissionError, match="conversation c: has no scores"):
        sweep(gold([1.0], [], []), ScoreTracks(Task.EOT, 10.0, {}), np.array([0.5]))

"""Planted behaviour: what is asked for comes out of the scorer, and impossible asks are refused."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import ProtocolError
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted

N = 400


def spaced(n: int = N) -> Gold:
    """Two channels, an event each 10 s, a pause of 1 s in the middle between two events."""
    at = 10.0 * np.arange(1, n + 1)
    group = np.repeat(np.array([0, 1]), n)
    positives = Points(group, np.tile(at, 2))
    pauses = Spans(group, np.tile(at - 5.0, 2), np.tile(at - 4.0, 2))
    task = TaskGold(positives, pauses, Spans.empty())
    roster = Roster(("1",), np.array([10.0 * (n + 1)]), (Metadata(),))
    return Gold(roster, task, task)


def test_a_perfect_one_is_an_oracle_that_is_late() -> None:
    gold = spaced()
    outcomes = score(gold, planted(gold, Behaviour(0.3, 0.0, 0.0, 0.0), seed=1).predictions)
    hits = outcomes.gold.latency_s[~np.isnan(outcomes.gold.latency_s)]
    assert len(hits) == 4 * N
    np.testing.assert_allclose(hits, 0.3, atol=1e-9)


def test_rates_come_back() -> None:
    gold = spaced()
    behaviour = Behaviour(0.4, 0.1, miss_rate=0.2, false_alarm_rate=0.3)
    outcomes = score(gold, planted(gold, behaviour, seed=2).predictions)
    for scored in summarise(outcomes)["all"].values():
        # three standard errors of 800 trials
        assert abs(scored.recall - 0.8) < 3 * np.sqrt(0.16 / 800)
        assert abs(scored.fp_rate - 0.3) < 3 * np.sqrt(0.21 / 800)


def test_drift_grows_with_the_clock() -> None:
    gold = spaced(100)
    outcomes = score(gold, planted(gold, Behaviour(0.1, 0.0, 0.0, 0.0, 0.02), seed=3).predictions)
    rows = outcomes.gold
    hit = ~np.isnan(rows.latency_s)
    np.testing.assert_allclose(rows.latency_s[hit], 0.1 + 0.02 * rows.start_s[hit] / 60, atol=1e-9)


def test_no_false_alarm_where_it_would_not_count() -> None:
    positives = Points(np.array([0]), np.array([10.0]))
    negatives = Spans(np.array([0, 0]), np.array([9.9, 12.5]), np.array([11.0, 14.0]))
    excluded = Spans(np.array([0]), np.array([13.5]), np.array([20.0]))
    task = TaskGold(positives, negatives, excluded)
    gold = Gold(Roster(("1",), np.array([30.0]), (Metadata(),)), task, TaskGold.empty())
    for seed in range(50):
        found = planted(gold, Behaviour(0.3, 0.0, 1.0, 1.0), seed=seed)
        said = found.predictions.eot.time_s
        # the first negative lies in the window of the event; of the second 13.0 to 13.5 is left
        assert len(said) == 1
        assert 13.0 <= said[0] <= 13.5
        expected = found.expected[Task.EOT]
        assert (expected.n_placeable, expected.n_negatives, expected.fp_rate) == (1, 2, 0.5)


def test_a_false_alarm_costs_one_negative() -> None:
    #  [5 ─────── 8]          0.25 s before a span costs it too
    #        [7 ─────── 10]
    negatives = Spans(np.array([0, 0]), np.array([5.0, 7.0]), np.array([8.0, 10.0]))
    task = TaskGold(Points.empty(), negatives, Spans.empty())
    gold = Gold(Roster(("1",), np.array([30.0]), (Metadata(),)), task, TaskGold.empty())
    for seed in range(20):
        first, second = planted(gold, Behaviour(0.3, 0, 0, 1.0), seed=seed).predictions.eot.time_s
        assert 5.0 < first < 6.75
        assert 8.0 < second < 10.0


@pytest.mark.parametrize(
    ("latency_s", "n_reachable"),
    [
        (0.3, 3),  # 1.0 -> 1.3, 1.5 -> 1.8, 9.8 -> past the end; 5.0 -> 5.3
        (0.6, 2),  # 1.0 -> 1.6 lies behind 1.5, whose event would claim it
        (-0.2, 3),  # 1.5 -> 1.3 might be claimed by the event at 1.0, whose window it is in
        (-0.3, 0),  # before every window
    ],
)
def test_only_what_can_be_hit_is_tried(latency_s: float, n_reachable: int) -> None:
    positives = Points(np.zeros(4, np.int64), np.array([1.0, 1.5, 5.0, 9.8]))
    task = TaskGold(positives, Spans.empty(), Spans.empty())
    gold = Gold(Roster(("1",), np.array([10.0]), (Metadata(),)), task, TaskGold.empty())
    found = planted(gold, Behaviour(latency_s, 0.0, 0.0, 0.0), seed=1)
    assert found.expected[Task.EOT].n_reachable == n_reachable
    outcomes = score(gold, found.predictions)
    hits = outcomes.gold.latency_s[~np.isnan(outcomes.gold.latency_s)]
    np.testing.assert_allclose(hits, np.full(n_reachable, latency_s), atol=1e-9)


def test_the_same_seed_says_the_same() -> None:
    gold = spaced()
    first, again, other = (
        planted(gold, Behaviour(), seed=seed).predictions.eot.time_s.tolist() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_every_impossible_value_is_told_at_once() -> None:
    with pytest.raises(ProtocolError) as caught:
        Behaviour(float("nan"), -0.1, 1.1, -0.2, float("inf"))
    assert len(caught.value.faults) == 5

"""Planted behaviour: what is asked for comes out of the scorer, and impossible asks are refused."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
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
    outcomes = score(gold, planted(gold, Behaviour(0.3, 0.0, 0.0, 0.0), seed=1))
    hits = outcomes.gold.latency_s[~np.isnan(outcomes.gold.latency_s)]
    assert len(hits) == 4 * N
    np.testing.assert_allclose(hits, 0.3, atol=1e-9)


def test_rates_come_back() -> None:
    gold = spaced()
    behaviour = Behaviour(0.4, 0.1, miss_rate=0.2, false_alarm_rate=0.3)
    outcomes = score(gold, planted(gold, behaviour, seed=2))
    for scored in summarise(outcomes)["all"].values():
        # three standard errors of 800 trials
        assert abs(scored.recall - 0.8) < 3 * np.sqrt(0.16 / 800)
        assert abs(scored.fp_rate - 0.3) < 3 * np.sqrt(0.21 / 800)


def test_drift_grows_with_the_clock() -> None:
    gold = spaced(100)
    outcomes = score(gold, planted(gold, Behaviour(0.1, 0.0, 0.0, 0.0, 0.02), seed=3))
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
        said = planted(gold, Behaviour(0.3, 0.0, 1.0, 1.0), seed=seed).eot.time_s
        # the first negative lies in the window of the event; of the second 13.0 to 13.5 is left
        assert len(said) == 1
        assert 13.0 <= said[0] <= 13.5


def test_it_is_a_valid_submission_at_the_edges() -> None:
    positives = Points(np.array([0, 0, 1]), np.array([0.1, 9.9, 9.9]))
    task = TaskGold(positives, Spans.empty(), Spans.empty())
    gold = Gold(Roster(("1",), np.array([10.0]), (Metadata(),)), task, TaskGold.empty())
    assert planted(gold, Behaviour(1.0, 0.0, 0.0, 0.0), seed=1).eot.of(0).tolist() == [1.1, 10.0]
    assert planted(gold, Behaviour(-20.0, 0.0, 0.0, 0.0), seed=1).eot.of(0).tolist() == [0.0]


def test_the_same_seed_says_the_same() -> None:
    gold = spaced()
    first, again, other = (
        planted(gold, Behaviour(), seed=seed).eot.time_s.tolist() for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_every_impossible_value_is_told_at_once() -> None:
    with pytest.raises(ProtocolError) as caught:
        Behaviour(float("nan"), -0.1, 1.1, -0.2, float("inf"))
    assert len(caught.value.faults) == 5

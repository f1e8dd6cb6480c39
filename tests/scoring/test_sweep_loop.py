"""The slow sweep: equal to the fast one by the official rule, and open to others."""

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.commit_rule import CommitRule
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.sweep import sweep
from turnscope.scoring.sweep_loop import sweep_by_loop


def case() -> tuple[Gold, ScoreTracks]:
    rng = np.random.default_rng(3)
    ids = ("a", "b")
    group = np.repeat(np.arange(4), 5)
    starts = np.tile([5.0, 17.0, 29.0, 41.0, 53.0], 4)
    eot = TaskGold(Points(group, starts), Spans(group, starts + 5, starts + 6), Spans.empty())
    gold = Gold(Roster(ids, np.full(2, 60.0), (Metadata(), Metadata())), eot, TaskGold.empty())
    scores = ScoreTracks(Task.EOT, 10.0, {i: (rng.random(600), rng.random(600) ** 2) for i in ids})
    return gold, scores


def test_by_the_official_rule_both_sweeps_are_one() -> None:
    gold, scores = case()
    theta = np.array([0.1, 0.5, 0.9, 0.99])
    fast = sweep(gold, scores, theta)
    slow = sweep_by_loop(gold, scores, theta, rule=CommitRule())
    assert np.array_equal(fast.hits, slow.hits)
    assert np.array_equal(fast.alarms, slow.alarms)
    assert np.array_equal(fast.latency_ms, slow.latency_ms, equal_nan=True)
    assert (fast.positives.tolist(), fast.negatives.tolist()) == ([10, 10], [10, 10])
    assert (slow.positives.tolist(), slow.negatives.tolist()) == ([10, 10], [10, 10])


def test_the_fast_one_takes_another_refractory_period() -> None:
    gold, scores = case()
    theta = np.array([0.3, 0.8])
    fast = sweep(gold, scores, theta, refractory_s=0.5)
    slow = sweep_by_loop(gold, scores, theta, rule=CommitRule(refractory_s=0.5))
    assert np.array_equal(fast.alarms, slow.alarms)
    assert fast.rule.name == "custom"


def test_other_rules_change_the_numbers() -> None:
    gold, scores = case()
    theta = np.array([0.2])
    held = sweep_by_loop(gold, scores, theta, rule=CommitRule(min_above_s=0.5))
    assert held.fp[0] < sweep(gold, scores, theta).fp[0]

"""Planted values come back on the truth; a wrong expectation is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.analysis.planted_corpus import gold
from turnscope.analysis.recovery import MEASURES, recovered
from turnscope.core.protocol import Task
from turnscope.simulate.planted import Behaviour, Planting, planted

BEHAVIOUR = Behaviour(0.4, 0.1, miss_rate=0.2, false_alarm_rate=0.1, drift_s_per_min=0.02)


def test_every_value_is_told_in_order() -> None:
    truth = gold(20)
    rows = recovered(truth, truth, planted(truth, BEHAVIOUR, seed=1), BEHAVIOUR, n_resamples=200)
    assert [(row.task, row.measure) for row in rows] == [(t, m) for t in Task for m in MEASURES]
    assert [row.planted for row in rows[:2]] == [0.8, 0.1]
    # the events lie at 10 s to 120 s: the middle one is 65 s in
    assert rows[2].planted == pytest.approx(400 + 20 * 65 / 60)
    assert rows[3].planted == pytest.approx(20.0)
    assert all(row.measured == row.annotated for row in rows)


def test_intervals_hold_what_was_planted_as_often_as_they_say() -> None:
    truth = gold(30)
    n_held, n = 0, 0
    for seed in range(8):
        planting = planted(truth, BEHAVIOUR, seed=seed)
        rows = recovered(truth, truth, planting, BEHAVIOUR, n_resamples=300, seed=seed)
        n_held += sum(row.holds for row in rows)
        n += len(rows)
    # 95 % of 64 is 61; below 54 would be four standard errors off
    assert 54 <= n_held <= n


def test_what_was_not_planted_does_not_hold() -> None:
    truth = gold(30)
    planting = planted(truth, BEHAVIOUR, seed=1)
    wrong = {
        task: replace(each, recall=each.recall - 0.2, fp_rate=0.5, p50_ms=0.0)
        for task, each in planting.expected.items()
    }
    other = replace(BEHAVIOUR, drift_s_per_min=-0.1)
    rows = recovered(truth, truth, Planting(planting.predictions, wrong), other, n_resamples=300)
    assert not any(row.holds for row in rows)

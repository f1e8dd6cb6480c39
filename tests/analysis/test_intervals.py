"""Intervals against scoring each resampled corpus anew, and planted values that come back."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.analysis.planted_corpus import gold, outcomes
from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.intervals import FEW, NUMBERS, drift_interval, intervals
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted
from turnscope.stats.proportions import wilson
from turnscope.stats.resampling import cluster_weights


def resampled(table: Outcomes, task: Task, weights: np.ndarray) -> np.ndarray:
    """The five numbers of each resample, by repeating whole conversations."""
    by_conversation = summarise(table, by="conversation")
    names = list(by_conversation)
    of_task = tuple(Task).index(task)
    rows = table.gold
    latencies = {
        name: rows.latency_s[
            (rows.task == of_task) & (rows.group // 2 == k) & ~np.isnan(rows.latency_s)
        ]
        for k, name in enumerate(names)
    }
    found = []
    for row in weights:
        drawn = np.repeat(np.arange(len(names)), row.astype(int))
        scores = [by_conversation[names[k]][task] for k in drawn]
        tp, n = sum(s.tp for s in scores), sum(s.n_positives for s in scores)
        fp, m = sum(s.fp for s in scores), sum(s.n_negatives for s in scores)
        pooled = np.concatenate([latencies[names[k]] for k in drawn]) * 1000
        percentiles = np.percentile(pooled, (10, 50, 90)) if len(pooled) else [math.nan] * 3
        found.append([tp / n, fp / m, *percentiles])
    return np.array(found)


def test_they_are_quantiles_of_corpora_scored_anew() -> None:
    table = outcomes(8, behaviour=Behaviour(0.6, 0.2, 0.4, 0.3), n_events=4)
    for scored in summarise(table)["all"].values():
        assert 0 < scored.tp < scored.n_positives >= FEW
        assert 0 < scored.fp < scored.n_negatives >= FEW
    clusters = clusters_of(table.roster, by="conversations")
    found = intervals(table, clusters, n_resamples=300, seed=5)
    for task in Task:
        slow = resampled(table, task, cluster_weights(8, 300, seed=5))
        for name, column in zip(NUMBERS, slow.T, strict=True):
            interval = getattr(found[task], name)
            np.testing.assert_allclose(
                (interval.low, interval.high), np.quantile(column, (0.025, 0.975)), atol=1e-9
            )


def test_clusters_of_speakers_are_drawn_whole() -> None:
    truth = gold(12, n_pairs=3)
    table = score(truth, planted(truth, Behaviour(), seed=1).predictions)
    by_pair = clusters_of(truth.roster)
    assert by_pair.n == 3
    assert intervals(table, by_pair, n_resamples=50)[Task.EOT].recall.n == 3


def test_planted_values_lie_within_as_often_as_they_say() -> None:
    planted_values = Behaviour(0.4, 0.1, miss_rate=0.25, false_alarm_rate=0.15)
    expected = {"recall": 0.75, "fp_rate": 0.15, "p50": 400.0}
    covered = dict.fromkeys(expected, 0)
    n = 40
    for seed in range(n):
        table = outcomes(30, behaviour=planted_values, seed=seed)
        found = intervals(table, clusters_of(table.roster), n_resamples=400, seed=seed)[Task.EOT]
        for name, value in expected.items():
            covered[name] += value in getattr(found, name)
    for name, count in covered.items():
        # 95 % of 40 is 38; below 33 would be three and a half standard errors off
        assert count >= 33, name


@pytest.mark.parametrize("method", ["percentile", "bca"])
def test_the_number_itself_lies_within(method: str) -> None:
    table = outcomes(20)
    found = intervals(table, clusters_of(table.roster), method=method, n_resamples=2000)
    for task, scored in summarise(table)["all"].items():
        assert scored.recall in found[task].recall
        assert scored.fp_rate in found[task].fp_rate
        assert scored.latency_ms.p50 in found[task].p50


def test_nothing_hit_has_no_latency() -> None:
    table = outcomes(5, behaviour=Behaviour(miss_rate=1.0, false_alarm_rate=0.3))
    found = intervals(table, clusters_of(table.roster), n_resamples=50)[Task.EOT]
    assert found.recall == wilson(0, 120)  # resamples would all be 0
    assert math.isnan(found.p50.low)


def test_silence_is_no_support_and_has_no_interval() -> None:
    table = outcomes(5, behaviour=Behaviour(miss_rate=1.0, false_alarm_rate=0.0))
    found = intervals(table, clusters_of(table.roster), n_resamples=50)[Task.EOT]
    assert all(math.isnan(getattr(found, number).low) for number in NUMBERS)


def test_few_events_have_wilsons_interval() -> None:
    found = {}
    for n_events in (4, 5):  # 40 and 50 events of each kind in 5 conversations
        table = outcomes(5, behaviour=Behaviour(miss_rate=0.3), n_events=n_events)
        scored = summarise(table)["all"][Task.EOT]
        assert 0 < scored.tp < scored.n_positives == 10 * n_events
        interval = intervals(table, clusters_of(table.roster), n_resamples=100)[Task.EOT].recall
        found[n_events] = interval.method
        if interval.method == "wilson":
            assert interval == wilson(scored.tp, scored.n_positives)
    assert found == {4: "wilson", 5: "percentile"}


def test_nothing_has_no_interval() -> None:
    truth = gold(4, n_events=2)
    table = score(truth.subset([]), planted(truth, Behaviour(), seed=1).predictions)
    for of_task in intervals(table, clusters_of(table.roster), n_resamples=100).values():
        for number in NUMBERS:
            interval = getattr(of_task, number)
            assert math.isnan(interval.low)
            assert math.isnan(interval.high)
            assert interval.n == 0


def test_hits_of_one_cluster_have_no_interval_of_latency() -> None:
    truth = gold(6, n_events=10)
    full = planted(truth, Behaviour(0.3, 0.1, 0.0, 0.2), seed=1).predictions
    kept = full.along(truth.roster.ids[:1]).along(truth.roster.ids)
    found = intervals(score(truth, kept), clusters_of(truth.roster), n_resamples=100)[Task.EOT]
    assert math.isnan(found.p50.low)
    assert found.recall.high > found.recall.low >= 0.0


def test_drift_comes_back_in_ms_a_minute() -> None:
    table = outcomes(20, behaviour=Behaviour(0.1, 0.0, 0.0, 0.0, 0.02))
    value, interval = drift_interval(table, clusters_of(table.roster), Task.EOT, n_resamples=200)
    assert value == pytest.approx(20.0, abs=1e-6)
    assert interval.low == pytest.approx(20.0, abs=1e-6)
    noisy = outcomes(30, behaviour=Behaviour(0.5, 0.1, 0.1, 0.05, -0.02), n_events=60)
    value, interval = drift_interval(noisy, clusters_of(noisy.roster), Task.EOT, n_resamples=500)
    assert -20.0 in interval
    assert interval.high < 0.0


def test_no_drift_without_time() -> None:
    table = outcomes(5, n_events=1, behaviour=Behaviour(0.1, 0.0, 0.0, 0.0))
    value, interval = drift_interval(table, clusters_of(table.roster), Task.EOT, n_resamples=50)
    assert math.isnan(value)
    assert math.isnan(interval.low)

"""Comparison of two systems: laws, hand counts, and errors as often as promised."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.planted_corpus import gold, outcomes
from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.compare import COMPARED, Difference, compared
from turnscope.core.columns import Points
from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted
from turnscope.stats.resampling import cluster_weights

GOOD, BAD = Behaviour(0.3, 0.05, 0.1, 0.05), Behaviour(0.5, 0.05, 0.3, 0.15)


def each(
    a: Outcomes,
    b: Outcomes,
    *,
    n_resamples: int = 500,
    seed: int = 0,
    method: str = "percentile",
    conversations: Sequence[int] | None = None,
) -> dict[str, Difference]:
    found = compared(
        a,
        b,
        clusters_of(a.roster),
        n_resamples=n_resamples,
        seed=seed,
        method=method,
        conversations=conversations,
    )
    return {name: getattr(found[Task.EOT], name) for name in COMPARED}


def said_at(truth: Gold, lateness_s: dict[int, float]) -> Outcomes:
    """Scores a system that hits the given events (rows of all positives) that much late."""
    points = truth.eot.positives
    rows = np.array(sorted(lateness_s), np.int64)
    late = np.array([lateness_s[k] for k in sorted(lateness_s)])
    mine = Points(points.group[rows], points.time_s[rows] + late)
    return score(truth, Predictions(truth.roster.ids, mine, mine))


def test_identical_systems_do_not_differ_at_all() -> None:
    table = outcomes(10, behaviour=BAD)
    for method in ("percentile", "bca"):
        for found in each(table, table, method=method).values():
            assert (found.value, found.p, found.lean, found.n_differing) == (0.0, 1.0, 0.0, 0)
            assert (found.interval.low, found.interval.high) == (0.0, 0.0)


def test_the_other_way_round_changes_signs_alone() -> None:
    a, b = outcomes(12, behaviour=GOOD, seed=1), outcomes(12, behaviour=BAD, seed=2)
    there, back = each(a, b), each(b, a)
    for name in COMPARED:
        one, other = there[name], back[name]
        assert one.value == pytest.approx(-other.value, abs=1e-12)
        assert one.interval.low == pytest.approx(-other.interval.high, abs=1e-9)
        assert (one.a, one.b, one.p, one.n) == (other.b, other.a, other.p, other.n)


def test_values_are_the_official_ones_subtracted() -> None:
    a, b = outcomes(12, behaviour=GOOD, seed=1), outcomes(12, behaviour=BAD, seed=2)
    first, second = (summarise(table)["all"][Task.EOT] for table in (a, b))
    found = each(a, b)
    for name in ("recall", "fp_rate"):
        assert found[name].a == getattr(first, name)
        assert found[name].value == pytest.approx(getattr(first, name) - getattr(second, name))
        assert found[name].value in found[name].interval
    both = ~np.isnan(a.gold.latency_s) & ~np.isnan(b.gold.latency_s) & (a.gold.task == 0)
    gaps = (a.gold.latency_s - b.gold.latency_s)[both] * 1000
    assert found["latency_ms"].n == both.sum() < first.tp
    assert found["latency_ms"].value == pytest.approx(np.median(gaps))
    assert found["latency_ms"].a == pytest.approx(np.median(a.gold.latency_s[both]) * 1000)


def test_intervals_are_quantiles_over_clusters_drawn_anew() -> None:
    a, b = outcomes(8, behaviour=GOOD, seed=1), outcomes(8, behaviour=BAD, seed=2)
    found = each(a, b, n_resamples=200, seed=3)
    cluster = a.gold.group // 2
    eot = a.gold.task == 0
    slow = []
    for weight in cluster_weights(8, 200, seed=3):
        drawn = np.repeat(np.arange(8), weight.astype(int))
        rows = np.concatenate([np.flatnonzero(eot & (cluster == c)) for c in drawn])
        kinds = [table.gold.kind[rows] for table in (a, b)]
        hits = [np.count_nonzero(kind == 0) for kind in kinds]
        alarms = [np.count_nonzero(kind == 2) for kind in kinds]
        n = np.count_nonzero(kinds[0] < 2)
        gap = (a.gold.latency_s - b.gold.latency_s)[rows] * 1000
        slow.append(
            [
                (hits[0] - hits[1]) / n,
                (alarms[0] - alarms[1]) / (len(rows) - n),
                np.nanmedian(gap),
            ]
        )
    for name, column in zip(COMPARED, np.array(slow).T, strict=True):
        interval = found[name].interval
        np.testing.assert_allclose(
            (interval.low, interval.high), np.quantile(column, (0.025, 0.975)), atol=1e-9
        )


def test_one_event_in_804_is_a_tie() -> None:
    truth = gold(67, n_events=6)
    assert len(truth.eot.positives) == 804
    a = said_at(truth, dict.fromkeys(range(700), 0.3))
    b = said_at(truth, dict.fromkeys(range(701), 0.3))
    found = each(a, b)
    assert found["recall"].value == pytest.approx(-1 / 804)
    assert found["recall"].p == 1.0
    assert found["recall"].interval.high == 0.0
    assert found["latency_ms"].p == 1.0


def test_the_order_of_conversations_does_not_matter_to_the_numbers() -> None:
    truth = gold(6, n_events=8)
    turned = truth.roster.ids[::-1]
    said = [planted(truth, behaviour, seed=4).predictions for behaviour in (GOOD, BAD)]
    new_group = np.arange(12).reshape(6, 2)[::-1].ravel()
    moved = replace(
        truth,
        roster=replace(
            truth.roster,
            ids=turned,
            duration_s=truth.roster.duration_s[::-1],
            metadata=truth.roster.metadata[::-1],
        ),
        eot=replace(
            truth.eot,
            positives=truth.eot.positives.regrouped(new_group),
            negatives=truth.eot.negatives.regrouped(new_group),
        ),
    )
    here = each(*(score(truth, each_said) for each_said in said))
    there = each(*(score(moved, each_said) for each_said in said))
    for name in COMPARED:
        assert here[name].value == pytest.approx(there[name].value, abs=1e-12)
        # few clusters: all sign patterns are tried, so the order cannot matter
        assert here[name].p == there[name].p


def test_latency_is_compared_where_both_hit() -> None:
    """B hits only what A is fast on too; by its own hits alone it would look faster."""
    truth = gold(20, n_events=4)
    n = len(truth.eot.positives)
    a = said_at(truth, {k: 0.1 if k % 4 == 0 else 0.9 for k in range(n)})
    b = said_at(truth, dict.fromkeys(range(0, n, 4), 0.2))
    found = each(a, b)["latency_ms"]
    assert found.value == pytest.approx(-100.0)
    assert (found.n, found.lean) == (n // 4, -n // 4)
    assert summarise(a)["all"][Task.EOT].latency_ms.p50 > 800


def test_no_event_that_both_hit() -> None:
    truth = gold(6, n_events=4)
    a, b = said_at(truth, {0: 0.1, 2: 0.1}), said_at(truth, {1: 0.1})
    found = each(a, b)["latency_ms"]
    assert found.n == 0
    assert math.isnan(found.value)
    assert math.isnan(found.p)
    assert math.isnan(found.interval.low)


def test_a_task_that_one_does_not_support_is_not_compared() -> None:
    truth = gold(6, n_events=4)
    full = planted(truth, GOOD, seed=1).predictions
    silent = replace(full, interruption=Points.empty(), supported=frozenset({Task.EOT}))
    found = compared(
        score(truth, full), score(truth, silent), clusters_of(truth.roster), n_resamples=50
    )
    assert math.isnan(found[Task.INTERRUPTION].recall.value)
    assert math.isnan(found[Task.INTERRUPTION].recall.p)
    assert found[Task.EOT].recall.p == 1.0


def test_a_part_of_the_conversations() -> None:
    a, b = outcomes(10, behaviour=GOOD, seed=1), outcomes(10, behaviour=BAD, seed=2)
    part = each(a, b, conversations=[0, 1, 2])["recall"]
    assert part.interval.n == 3
    assert part.n == 72
    nothing = each(a, b, conversations=[])["recall"]
    assert math.isnan(nothing.value)
    assert math.isnan(nothing.p)


def test_other_golds_are_refused() -> None:
    with pytest.raises(ProtocolError):
        each(outcomes(5), outcomes(6))


def test_equals_are_told_apart_as_seldom_as_promised() -> None:
    """Two systems of one behaviour: p <= 0.05 in about 5 of 100, and intervals around 0."""
    n, few = 80, dict.fromkeys(COMPARED, 0)
    truth = gold(16, n_events=6)
    rng = np.random.default_rng(5)

    def by_luck() -> Outcomes:
        hit = np.flatnonzero(rng.random(192) < rng.uniform(0.5, 0.9, 16).repeat(12))
        return said_at(truth, {int(k): float(rng.normal(0.5, 0.1)) for k in hit})

    for seed in range(n):
        for name, found in each(by_luck(), by_luck(), n_resamples=300, seed=seed).items():
            few[name] += found.p <= 0.05
    for name, count in few.items():
        # three standard errors above 4 of 80
        assert count <= 4 + 3 * math.sqrt(4), name


def test_what_differs_is_found() -> None:
    a, b = outcomes(20, behaviour=GOOD, seed=1), outcomes(20, behaviour=BAD, seed=2)
    found = each(a, b)
    assert found["recall"].value == pytest.approx(0.2, abs=0.07)
    assert found["fp_rate"].value == pytest.approx(-0.1, abs=0.06)
    assert found["latency_ms"].value == pytest.approx(-200, abs=15)
    assert all(each_found.p < 0.01 for each_found in found.values())

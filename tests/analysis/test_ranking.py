"""Ranks, ties and adjustment over many systems."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest

from tests.analysis.planted_corpus import gold, outcomes
from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.compare import COMPARED, compared
from turnscope.analysis.ranking import Comparison, comparison
from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour
from turnscope.stats.permutation import holm

MISSES = (0.05, 0.08, 0.4, 0.42)
SYSTEMS = [
    outcomes(16, behaviour=Behaviour(0.2 + miss, 0.05, miss, miss / 2), seed=k, n_events=10)
    for k, miss in enumerate(MISSES)
]


def ranked(tables: list[Outcomes], **parts: list[int]) -> dict[str, Comparison]:
    clusters = clusters_of(tables[0].roster)
    return comparison(tables, clusters, parts=parts or None, n_resamples=400, seed=2)


def test_ties_share_a_band_and_others_do_not() -> None:
    found = ranked(SYSTEMS)["all"].rankings[Task.EOT]
    for number in COMPARED:
        bands = [(s.best, s.worst) for s in found[number].standings]
        if number != "latency_ms":  # 30 ms apart, which is seen
            assert bands == [(1, 2), (1, 2), (3, 4), (3, 4)], number
        else:
            assert bands[0] == (1, 1)
    told_apart = {(i, j) for i, j, d in found["recall"].pairs if not found["recall"].tied(d, 0.95)}
    assert told_apart == {(0, 2), (0, 3), (1, 2), (1, 3)}


def test_values_are_the_official_ones() -> None:
    found = ranked(SYSTEMS)["all"].rankings
    for k, table in enumerate(SYSTEMS):
        for task, scored in summarise(table)["all"].items():
            by_number = found[task]
            assert by_number["recall"].standings[k].value == scored.recall
            assert by_number["fp_rate"].standings[k].value == scored.fp_rate
            assert by_number["latency_ms"].standings[k].value == pytest.approx(
                scored.latency_ms.p50, abs=1e-9
            )


def test_pairs_are_those_of_the_pairwise_comparison_adjusted_together() -> None:
    found = ranked(SYSTEMS)["all"].rankings[Task.INTERRUPTION]["fp_rate"]
    assert [(i, j) for i, j, _ in found.pairs] == list(combinations(range(4), 2))
    clusters = clusters_of(SYSTEMS[0].roster)
    for i, j, each in found.pairs:
        alone = compared(SYSTEMS[i], SYSTEMS[j], clusters, n_resamples=400, seed=2)
        one = alone[Task.INTERRUPTION].fp_rate
        assert (each.value, each.interval) == (one.value, one.interval)
        assert each.p == pytest.approx(one.p, abs=0.1)
    assert [d.p_adjusted for *_, d in found.pairs] == holm([d.p for *_, d in found.pairs])


def test_parts_are_one_family() -> None:
    found = ranked(SYSTEMS, one=[0, 1, 2, 3, 4, 5], two=[6, 7, 8, 9, 10, 11])
    assert list(found) == ["one", "two"]
    pairs = [d for part in found.values() for *_, d in part.rankings[Task.EOT]["recall"].pairs]
    assert [d.p_adjusted for d in pairs] == holm([d.p for d in pairs])
    assert found["one"].n_tests == 12
    assert (found["one"].n_conversations, found["one"].n_clusters) == (6, 6)


def test_the_order_of_systems_changes_nothing_but_the_order() -> None:
    there = ranked(SYSTEMS)["all"].rankings[Task.EOT]
    back = ranked(SYSTEMS[::-1])["all"].rankings[Task.EOT]
    for number in COMPARED:
        assert there[number].standings == back[number].standings[::-1]


def test_identical_systems_share_all_ranks() -> None:
    found = ranked([SYSTEMS[0]] * 3)["all"].rankings[Task.EOT]
    for number in COMPARED:
        for standing in found[number].standings:
            assert (standing.best, standing.worst, standing.low, standing.high) == (1, 3, 1, 3)
        assert all(d.p_adjusted == 1.0 for *_, d in found[number].pairs)


def test_a_chain_of_ties_is_not_one_tie() -> None:
    """Neighbours tie, the ends do not: bands overlap."""
    truth = gold(12, n_events=2)  # four events a cluster
    first = np.arange(48) % 4 == 0
    missed = [first & (np.arange(48) < 4 * n) for n in (0, 5, 10)]
    tables = [hitting(truth, ~which) for which in missed]
    found = comparison(tables, clusters_of(truth.roster), n_resamples=200)
    bands = [(s.best, s.worst) for s in found["all"].rankings[Task.EOT]["recall"].standings]
    assert bands == [(1, 2), (1, 3), (2, 3)]


def hitting(truth: Gold, which: np.ndarray) -> Outcomes:
    points = truth.eot.positives
    mine = type(points)(points.group[which], points.time_s[which] + 0.1)
    return score(truth, Predictions(truth.roster.ids, mine, mine))


def test_who_does_not_take_part_has_no_rank() -> None:
    truth = gold(12, n_events=6)
    every = np.ones(len(truth.eot.positives), bool)
    full = hitting(truth, every)
    points = truth.eot.positives
    none = type(points).empty()
    eot_alone = score(
        truth,
        Predictions(truth.roster.ids, points, none, supported=frozenset({Task.EOT})),
    )
    found = ranked([full, eot_alone, full])["all"].rankings[Task.INTERRUPTION]["recall"]
    first, absent, third = found.standings
    assert (absent.best, absent.worst, absent.low, absent.high) == (0, 0, 0, 0)
    assert math.isnan(absent.value)
    assert (first.best, first.worst) == (third.best, third.worst) == (1, 2)


def test_many_comparisons_can_still_be_significant() -> None:
    """Sign patterns are as many as Holm over all pairs of all parts needs."""
    parts = {f"p{k}": list(range(16)) for k in range(10)}
    found = comparison(
        SYSTEMS[::2], clusters_of(SYSTEMS[0].roster), parts=parts, n_resamples=100, seed=1
    )
    (pair,) = found["p0"].rankings[Task.EOT]["recall"].pairs
    assert pair[2].p_adjusted <= 0.05


def test_other_golds_are_refused_by_name() -> None:
    with pytest.raises(ProtocolError, match="second"):
        comparison(
            [SYSTEMS[0], outcomes(5)], clusters_of(SYSTEMS[0].roster), names=["first", "second"]
        )

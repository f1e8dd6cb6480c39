"""Outcomes of several systems side by side, against sums taken one conversation at a time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.planted_corpus import gold
from turnscope.analysis.clusters import Clusters, clusters_of
from turnscope.analysis.paired import paired, refuse_unpaired
from turnscope.core.outcomes import Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.errors import ProtocolError
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted

TRUTH = gold(9, n_events=5, n_pairs=4)


def heard(seed: int) -> Outcomes:
    return score(TRUTH, planted(TRUTH, Behaviour(miss_rate=0.4), seed=seed).predictions)


def test_sums_are_those_of_the_conversations() -> None:
    tables, clusters = [heard(1), heard(2)], clusters_of(TRUTH.roster)
    for task in Task:
        found = paired(tables, clusters, task)
        assert (found.n_clusters, found.n_systems) == (4, 2)
        for column, table in enumerate(tables):
            by_conversation = list(summarise(table, by="conversation").values())
            for cluster in range(4):
                mine = [s[task] for s in by_conversation[cluster::4]]
                assert found.hits[cluster, column] == sum(s.tp for s in mine)
                assert found.alarms[cluster, column] == sum(s.fp for s in mine)
                assert found.positives[cluster] == sum(s.n_positives for s in mine)
                assert found.negatives[cluster] == sum(s.n_negatives for s in mine)
            latency = found.latency_ms[:, column]
            assert np.nanmedian(latency) == pytest.approx(
                summarise(table)["all"][task].latency_ms.p50
            )
            assert np.count_nonzero(~np.isnan(latency)) == found.hits[:, column].sum()


def test_a_part_is_what_scoring_the_part_gives() -> None:
    tables, clusters = [heard(1), heard(2)], clusters_of(TRUTH.roster)
    kept = [1, 2, 5, 6]  # pairs 1 and 2 alone
    found = paired(tables, clusters, Task.EOT, conversations=kept)
    smaller = TRUTH.subset([TRUTH.roster.ids[k] for k in kept])
    part = score(smaller, planted(TRUTH, Behaviour(miss_rate=0.4), seed=2).predictions)
    assert found.n_clusters == 2
    assert found.hits[:, 1].sum() == summarise(part)["all"][Task.EOT].tp
    assert found.positives.sum() == summarise(part)["all"][Task.EOT].n_positives


def test_nothing_kept() -> None:
    found = paired([heard(1)], clusters_of(TRUTH.roster), Task.EOT, conversations=[])
    assert (found.n_clusters, found.latency_ms.shape) == (0, (0, 1))


def test_tables_of_other_golds_are_refused_by_name() -> None:
    first = heard(1)
    silent = Predictions.of({i: {} for i in TRUTH.roster.ids})
    moved = replace(
        TRUTH,
        eot=replace(
            TRUTH.eot,
            positives=replace(TRUTH.eot.positives, time_s=TRUTH.eot.positives.time_s + 0.001),
        ),
    )
    others = {
        "fewer": score(TRUTH.subset(TRUTH.roster.ids[:3]), silent),
        "one side": score(TRUTH, silent, speakers=(1,)),
        "moved": score(moved, silent),
        "later": score(TRUTH, silent, protocol=Protocol(tau_max_s=2.0)),
        "less": score(replace(TRUTH, eot=replace(TRUTH.eot, negatives=moved.eot.excluded)), silent),
    }
    with pytest.raises(ProtocolError) as caught:
        refuse_unpaired([first, heard(2), *others.values()], ["A", "B", *others])
    assert [fault.where for fault in caught.value.faults] == list(others)
    refuse_unpaired([first, heard(2)])


def test_clusters_may_be_anything() -> None:
    one = Clusters(np.zeros(9, np.int64), "conversations")
    assert paired([heard(1)], one, Task.EOT).positives.tolist() == [90.0]

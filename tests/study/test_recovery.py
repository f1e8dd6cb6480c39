"""Simulated, planted, scored: the values that were planted come back on simulated talk."""

from __future__ import annotations

import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.simulate.planted import Behaviour
from turnscope.study.recovery import golds_of, recovery
from turnscope.study.simulate import Simulation


def test_the_truth_and_its_annotators_are_the_same_conversations() -> None:
    seen: list[float] = []
    truth, annotated = golds_of(Simulation(("casual",), 2, 3.0, 1), progress=seen.append)
    assert seen == [1.0, 1.0]
    assert truth.roster.ids == annotated.roster.ids
    n_true, n_heard = (len(each.eot.positives) for each in (truth, annotated))
    assert n_true != 0
    assert 0.8 < n_heard / n_true < 1.2
    # annotators who err in nothing dissent in nothing
    assert len(truth.eot.excluded) == 0
    assert len(annotated.eot.excluded) > 0


def test_a_perfect_system_is_perfect_on_the_truth_alone() -> None:
    found = recovery(Behaviour(0.2, 0.0, 0.0, 0.0), n_conversations=6, minutes=3.0, seed=2)
    for row in found.rows:
        if row.measure in ("recall", "fp_rate"):
            assert row.measured == pytest.approx(row.planted)
        if row.measure == "p50_ms":
            assert row.measured == pytest.approx(200.0, abs=0.01)
    recall = next(r for r in found.rows if r.task is Task.EOT and r.measure == "recall")
    assert recall.annotated < recall.measured


def test_what_cannot_be_simulated_is_refused() -> None:
    with pytest.raises(ProtocolError, match="conversations"):
        recovery(n_conversations=0)


@pytest.mark.slow
def test_planted_values_come_back_on_an_hour_of_every_kind() -> None:
    behaviours = [
        Behaviour(),
        Behaviour(0.6, 0.1, 0.25, 0.15, 0.02),
        Behaviour(1.2, 0.2, 0.5, 0.3, -0.02),
        Behaviour(-0.1, 0.02, 0.05, 0.01),
    ]
    n_held, n = 0, 0
    for seed, behaviour in enumerate(behaviours * 3):
        rows = recovery(behaviour, n_conversations=36, seed=seed).rows
        n_held += sum(row.holds for row in rows)
        n += len(rows)
    # 95 % of 96 is 91; below 84 would be three and a half standard errors off
    assert n_held >= 84, f"{n_held} of {n}"

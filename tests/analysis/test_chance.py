"""Chance: laws of moving, an oracle by hand, and blind systems without skill."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.analysis.planted_corpus import gold
from turnscope.analysis.chance import Chance, chance, moved
from turnscope.core.columns import Points
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import CorpusError
from turnscope.gold.derive import gold_of
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted
from turnscope.study.simulate import simulated


@pytest.fixture(scope="module")
def talk() -> Gold:
    """A simulated corpus: turns of real lengths, backchannels, interruptions."""
    return gold_of(
        simulated("all", n_conversations=30, minutes=10.0, seed=5, annotators=1, perfect=True)
    )


def said(truth: Gold, times: list[np.ndarray]) -> Predictions:
    group = np.repeat(np.arange(len(times)), [len(each) for each in times])
    points = Points.sorted(group.astype(np.int64), np.concatenate(times))
    return Predictions(truth.roster.ids, points, points)


def blind(truth: Gold, kind: str) -> Predictions:
    rng = np.random.default_rng(3)
    times = []
    for duration in np.repeat(truth.roster.duration_s, 2):
        if kind == "metronome":
            times.append(np.arange(1.0, duration, 4.0))
        else:
            times.append(np.unique(rng.uniform(0, duration, rng.poisson(duration / 4.0))))
    return said(truth, times)


@pytest.mark.parametrize("kind", ["metronome", "poisson"])
def test_the_blind_have_no_skill(talk: Gold, kind: str) -> None:
    predictions = blind(talk, kind)
    for task, found in chance(talk, predictions, n_moves=60, seed=1).items():
        assert found.recall == summarise(score(talk, predictions))["all"][task].recall
        assert found.n_positives > 20
        assert found.recall > 0.3
        # moves themselves tell how far chance scatters: four standard deviations
        scatter = (found.high - found.low) / (2 * 1.96) / (1.0 - found.chance)
        assert abs(found.skill) < 4 * scatter
        assert abs(found.skill) < (0.1 if task is Task.EOT else 0.2)
        assert found.p > 0.01


def test_who_hears_has_skill(talk: Gold) -> None:
    behaviour = Behaviour(0.2, 0.02, 0.1, 0.0)
    found = chance(talk, planted(talk, behaviour, seed=1).predictions, n_moves=60)[Task.EOT]
    assert found.skill > 0.4
    assert found.p == pytest.approx(1 / 61)
    assert found.chance < found.recall
    assert found.fp_rate < found.chance_fp_rate


def test_by_hand() -> None:
    """One event in 30 s and one commit: chance is the window's share of the circle."""
    truth = gold(1, n_events=1)
    truth = replace(
        truth,
        roster=replace(truth.roster, duration_s=np.array([30.0])),
        eot=replace(truth.eot, positives=Points(np.array([0]), np.array([10.0]))),
    )
    found = chance(truth, said(truth, [np.array([10.5]), np.empty(0)]), n_moves=300)[Task.EOT]
    share = 3.25 / 30
    assert found.recall == 1.0
    assert found.chance == pytest.approx(share, abs=4 * math.sqrt(share / 300))
    assert found.skill == 1.0
    assert found.p == pytest.approx(share, abs=0.08)


def test_moving_keeps_the_rhythm() -> None:
    truth = gold(3, n_events=5)
    predictions = planted(truth, Behaviour(), seed=2).predictions
    duration_s = truth.roster.duration_s
    shift = np.array([7.0, 0.0, 60.5])
    there = moved(predictions, duration_s, shift)
    for group in range(6):
        before, after = predictions.eot.of(group), there.eot.of(group)
        expected = np.sort((before + shift[group // 2]) % duration_s[group // 2])
        np.testing.assert_allclose(after, expected)
    back = moved(there, duration_s, (duration_s - shift) % duration_s)
    np.testing.assert_allclose(back.interruption.time_s, predictions.interruption.time_s)
    assert there.supported == predictions.supported


def test_silence_has_no_skill_and_no_task_none() -> None:
    truth = gold(4, n_events=3)
    full = planted(truth, Behaviour(), seed=2).predictions
    eot_alone = replace(full, interruption=Points.empty(), supported=frozenset({Task.EOT}))
    found = chance(truth, eot_alone, n_moves=20)
    assert math.isnan(found[Task.INTERRUPTION].skill)
    assert math.isnan(found[Task.INTERRUPTION].p)
    silent = replace(full, eot=Points.empty())
    quiet = chance(truth, silent, n_moves=20)[Task.EOT]
    assert (quiet.recall, quiet.chance, quiet.skill, quiet.p) == (0.0, 0.0, 0.0, 1.0)


def test_nothing_to_detect() -> None:
    truth = gold(2, n_events=2)
    bare = replace(truth, eot=replace(truth.eot, positives=Points.empty()))
    found = chance(bare, planted(truth, Behaviour(), seed=2).predictions, n_moves=20)[Task.EOT]
    assert math.isnan(found.recall)
    assert math.isnan(found.chance)
    assert math.isnan(found.skill)
    assert found.n_positives == 0


def test_the_seed_is_all_the_luck_and_others_do_not_matter() -> None:
    truth = gold(5, n_events=3)
    predictions = planted(truth, Behaviour(), seed=2).predictions

    def found(seed: int) -> dict[Task, Chance]:
        return chance(truth, predictions, n_moves=20, seed=seed)

    assert found(1) == found(1)
    assert found(1) != found(2)
    part = truth.subset(truth.roster.ids[1:3])
    assert chance(part, predictions, n_moves=20)[Task.EOT].n_positives == 12


def test_unknown_durations_are_refused_by_name() -> None:
    truth = gold(3, n_events=2)
    lost = replace(truth, roster=replace(truth.roster, duration_s=np.array([30.0, np.nan, np.nan])))
    with pytest.raises(CorpusError) as caught:
        chance(lost, planted(truth, Behaviour(), seed=2).predictions)
    assert [fault.where for fault in caught.value.faults] == ["conversation c1", "conversation c2"]

"""The sweep equals the loop over thresholds: the oracle's, and the kernel's."""

from __future__ import annotations

import random

import numpy as np
import pytest

from tests.oracles.floor import PlainGold
from tests.oracles.forms import core_gold, core_roster
from tests.oracles.random_cases import RandomPick, gold_and_predictions
from tests.oracles.rules import Rules
from tests.oracles.sweep import sweep as slow_sweep
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.commit import commits
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.scoring.sweep import sweep
from turnscope.scoring.thresholds import candidates

RATES_HZ = (1.0, 2.0, 4.0, 12.5, 20.0, 25.0)
"""Of the times they make, many lie on or beside the edges of windows and spans."""


def case(seed: int) -> tuple[list[PlainGold], ScoreTracks, list[float], Rules]:
    rng = random.Random(seed)
    pick = RandomPick(seed)
    golds = [gold_and_predictions(pick)[0] for _ in range(rng.choice([1, 1, 2]))]
    rate_hz = rng.choice(RATES_HZ)
    levels = rng.choice([[0.0, 1.0], [0.0, 0.2, 0.5, 0.5000001, 0.9], None])

    def track() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        n = rng.randrange(0, int(40 * rate_hz) + 2)
        values = [rng.choice(levels) if levels else rng.random() for _ in range(n)]
        return np.array(values, dtype=np.float64)

    tracks = {f"c{k}": (track(), track()) for k in range(len(golds))}
    scores = ScoreTracks(rng.choice(list(Task)), rate_hz, tracks)
    thetas = sorted(rng.sample([0.0, 0.1, 0.2, 0.3, 0.5, 0.6, 0.75, 0.9, 0.99, 1.0], 4))
    return golds, scores, thetas, Rules(exact=rng.random() < 0.3)


def agree(seed: int) -> None:
    golds, scores, thetas, rules = case(seed)
    names = core_roster(len(golds)).ids
    found = sweep(core_gold(golds, rules), scores, np.array(thetas))
    expected = slow_sweep(
        dict(zip(names, golds, strict=True)),
        {name: (pair[0].tolist(), pair[1].tolist()) for name, pair in scores.tracks.items()},
        scores.task.value,
        scores.frame_rate_hz,
        thetas,
        rules,
    )
    for k, point in enumerate(expected):
        assert (found.tp[k], found.n_positives - found.tp[k]) == (point.tp, point.fn)
        assert (found.fp[k], found.n_negatives - found.fp[k]) == (point.fp, point.tn)
        for row, latency in enumerate(point.latency):
            if latency is None:
                assert np.isnan(found.latency_ms[row, k])
            else:
                assert found.latency_ms[row, k] == pytest.approx(latency * 1000, abs=1e-9)


@pytest.mark.parametrize("block", range(10))
def test_the_oracle_agrees(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        agree(seed)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_the_oracle_agrees_on_thousands(block: int) -> None:
    for seed in range(1000 + block * 100, 1000 + block * 100 + 100):
        agree(seed)


@pytest.mark.parametrize("seed", range(20))
def test_the_kernel_agrees_to_the_last_digit(seed: int) -> None:
    golds, scores, _, rules = case(seed)
    gold = core_gold(golds, rules)
    theta = candidates(scores)
    found = sweep(gold, scores, theta)
    for k in range(0, len(theta), max(1, len(theta) // 12)):
        one = summarise(score(gold, commits(scores, float(theta[k]))))["all"][scores.task]
        assert (one.tp, one.fp) == (found.tp[k], found.fp[k])
        told = [one.latency_ms.p10, one.latency_ms.p50, one.latency_ms.p90]
        assert np.array_equal(told, found.latency_ms[:, k], equal_nan=True)

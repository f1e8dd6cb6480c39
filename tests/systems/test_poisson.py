"""Commits at random: at the rate asked for, the same every time, as good as blind."""

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import Audio
from turnscope.systems.poisson import Poisson


def commits(system: Poisson, audio: Audio) -> dict[Task, list[int]]:
    session = system.open(8000)
    found: dict[Task, list[int]] = {task: [] for task in Task}
    for k, chunk in enumerate(audio.reshape(-1, 160)):
        for task in session.feed(chunk).commits:
            found[task].append(k)
    return found


def noise(minutes: int, seed: int = 0) -> Audio:
    return np.random.default_rng(seed).normal(0, 0.1, minutes * 60 * 8000).astype(np.float32)


def test_the_rate_is_kept_and_tasks_are_apart() -> None:
    found = commits(Poisson(per_minute=60.0), noise(20))
    for times in found.values():
        assert 1200 - 4 * 1200**0.5 < len(times) < 1200 + 4 * 1200**0.5
        gaps = np.diff(times) * 0.02
        assert float(gaps.std()) == pytest.approx(1.0, abs=0.15)
    shared = set(found[Task.EOT]) & set(found[Task.INTERRUPTION])
    assert len(shared) < 60


def test_the_same_audio_and_seed_give_the_same_commits() -> None:
    audio = noise(2)
    one = commits(Poisson(30.0), audio)
    assert commits(Poisson(30.0), audio) == one
    assert commits(Poisson(30.0, seed=1), audio) != one
    assert commits(Poisson(30.0), noise(2, seed=1)) != one


def test_the_past_decides_and_any_sample_changes_what_follows() -> None:
    audio = noise(2)
    changed = audio.copy()
    changed[480000] += np.float32(1e-6)
    before, after = (commits(Poisson(60.0), a)[Task.EOT] for a in (audio, changed))
    assert [k for k in before if k < 3000] == [k for k in after if k < 3000] != []
    assert [k for k in before if k >= 3000] != [k for k in after if k >= 3000]


def test_no_rate_is_no_commit() -> None:
    assert commits(Poisson(per_minute=0.0), noise(1)) == {task: [] for task in Task}


@pytest.mark.parametrize("per_minute", [-1.0, 3001.0, float("nan")])
def test_impossible_rates_are_refused(per_minute: float) -> None:
    with pytest.raises(ProtocolError, match="poisson: per_minute"):
        Poisson(per_minute)

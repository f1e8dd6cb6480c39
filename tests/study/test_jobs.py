"""One job: whatever goes wrong comes back as words."""

import pickle
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings, Scorer
from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.study.jobs import Done, Failed, attempt, failed
from turnscope.systems.base import Said


def test_what_was_heard_comes_with_what_it_took(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    parts: list[float] = []
    done = attempt(Hearer(str(tmp_path), sleep_s=0.005), recording, progress=parts.append)
    assert isinstance(done, Done)
    assert done.heard.commits[2][Task.EOT] == [0.25, 0.5, 0.75, 1.0]
    assert sum(parts) == pytest.approx(1.0)
    assert done.wall_s >= done.heard.pace.compute_s >= 8 * 0.005
    assert done.peak_memory_bytes is None or done.peak_memory_bytes > 1_000_000
    answered = done.heard.pace.answered_s[1][Task.EOT]
    stamps = done.heard.commits[1][Task.EOT]
    assert all(a - h >= 0.005 for a, h in zip(answered, stamps, strict=True))


def test_failures_cross_to_any_process(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    for system in (
        Hearer(str(tmp_path), fails_on=1),
        Toy(lambda _, __: Said((Task.EOT, Task.EOT))),
    ):
        found = attempt(system, recording)
        assert isinstance(found, Failed)
        assert pickle.loads(pickle.dumps(found)) == found
        assert found.faults[0].where.startswith("a") or "a/speaker_1" in found.faults[0].where


def test_breaking_the_contract_keeps_its_own_words(tmp_path: Path) -> None:
    recording = Recordings(tmp_path / "w", 1).recording("a")
    toy = Toy(lambda _, __: Said(scores={Task.EOT: [2.0]}), score_rate_hz=10.0)
    found = attempt(toy, recording)
    assert isinstance(found, Failed)
    assert (
        str(found.faults[0]) == "toy on a/speaker_1: the eot score 2.0 at 0.1 s; expected 0 to 1."
    )


def test_an_exception_without_words_is_named() -> None:
    found = failed("c", KeyError())
    assert str(found.faults[0]) == "c: the system failed with KeyError."


def test_scorers_have_delays_for_each_frame(tmp_path: Path) -> None:
    done = attempt(Scorer(), Recordings(tmp_path / "w", 1).recording("a"))
    assert isinstance(done, Done)
    delays = done.heard.pace.delay_s[Task.EOT][0]
    assert len(delays) == 4
    assert (delays > 0).all()

"""Who does the work: each job comes back once, whoever does it."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings
from turnscope.errors import ProtocolError
from turnscope.study import engines
from turnscope.study.engines import ENGINES, auto, engine_named, here
from turnscope.study.jobs import Done, Failed, Job
from turnscope.study.setting import Setting
from turnscope.study.sources import Named


def jobs_of(corpus: Recordings, system: int = 0) -> Iterator[Job]:
    for number, i in enumerate(corpus.ids):
        yield Job(number, system, corpus.recording(i))


def pids(log: Path) -> set[int]:
    return {int(path.name.split("-")[1]) for path in log.glob("*-*")}


def test_names_lead_to_engines() -> None:
    assert all(engine_named(name) is engine for name, engine in ENGINES.items())
    with pytest.raises(ProtocolError, match="Did you mean 'ray'"):
        engine_named("rya")


def test_here_means_here_one_by_one(tmp_path: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    told: list[tuple[int, float]] = []
    setting = Setting((Hearer(str(tmp_path)),), lambda job, part: told.append((job.number, part)))
    results = here(jobs_of(corpus), setting)
    job, outcome = next(results)
    assert job.number == 0
    assert isinstance(outcome, Done)
    assert {number for number, _ in told} == {0}
    assert [type(r) for _, r in results] == [Done]
    assert pids(tmp_path) == {os.getpid()}


def test_a_system_that_cannot_be_made_fails_each_job(tmp_path: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    setting = Setting((Named("nonsense"),), lambda _, __: None)
    assert [type(r) for _, r in here(jobs_of(corpus), setting)] == [Failed, Failed]


def test_auto_stays_here_while_it_is_quick_and_then_goes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of four conversations is long: it and what follows go to processes."""
    went: list[list[int]] = []

    def out(jobs: Iterator[Job], _: Setting) -> Iterator[tuple[Job, Failed]]:
        went.append([])
        for job in jobs:
            went[-1].append(job.number)
            yield job, Failed(())

    monkeypatch.setattr(engines, "in_processes", out)
    monkeypatch.setattr(engines, "n_cores", lambda: 2)
    corpus = Recordings(tmp_path / "w", 4)
    (tmp_path / "w" / "b.wav").unlink()
    Recordings(tmp_path / "w", 2, seconds=130.0, rate_hz=100)

    def run(jobs: int | None) -> list[int]:
        setting = Setting((Hearer(str(tmp_path)),), lambda _, __: None, jobs)
        found = [job.number for job, _ in auto(jobs_of(corpus), setting)]
        assert found == [0, 1, 2, 3]
        return went.pop()

    assert run(None) == [1, 2, 3]
    assert run(2) == [0, 1, 2, 3]
    assert run(1) == []
    monkeypatch.setattr(engines, "_PATIENCE_S", -1.0)
    assert run(None) == [0, 1, 2, 3]


def test_auto_leaves_unreadable_audio_to_fail_here(tmp_path: Path) -> None:
    corpus = Recordings(tmp_path / "w", 1)
    (tmp_path / "w" / "a.wav").write_bytes(b"RIFF")
    setting = Setting((Hearer(str(tmp_path)),), lambda _, __: None)
    assert [type(r) for _, r in auto(jobs_of(corpus), setting)] == [Failed]

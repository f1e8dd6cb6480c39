"""Jobs in processes: deaths are survived, and nothing is left behind."""

import multiprocessing
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings, Scorer, heard_in
from tests.systems.toys import Toy
from turnscope.errors import ProtocolError, TurnscopeError
from turnscope.study import processes
from turnscope.study.jobs import Done, Failed, Job
from turnscope.study.processes import in_processes
from turnscope.study.setting import Setting
from turnscope.study.sources import Source

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are of POSIX")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    (tmp_path / "log").mkdir()
    return tmp_path / "log"


def jobs_of(corpus: Recordings, n_systems: int = 1) -> Iterator[Job]:
    number = 0
    for system in range(n_systems):
        for i in corpus.ids:
            yield Job(number, system, corpus.recording(i))
            number += 1


def done_by(
    corpus: Recordings, *sources: Source, jobs: int = 2, told: list[float] | None = None
) -> dict[int, Done | Failed]:
    setting = Setting(sources, lambda _, part: None if told is None else told.append(part), jobs)
    found = [(j.number, r) for j, r in in_processes(jobs_of(corpus, len(sources)), setting)]
    assert len(dict(found)) == len(found) == len(corpus.ids) * len(sources)
    assert multiprocessing.active_children() == []
    return dict(found)


def test_a_worker_that_is_killed_loses_nothing(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 3)
    found = done_by(corpus, Hearer(str(log), dies_on=2, dies_times=1))
    assert all(isinstance(each, Done) for each in found.values())
    assert heard_in(log) == [1, 1, 2, 2, 2, 3, 3]


def test_what_kills_every_worker_fails_alone(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 3)
    found = done_by(corpus, Hearer(str(log), dies_on=2))
    assert [type(found[k]) for k in range(3)] == [Done, Failed, Done]
    failed = found[1]
    assert isinstance(failed, Failed)
    assert str(failed.faults[0]).startswith(
        "hearer on b: the process that heard it was killed by signal 9, 2 times over"
    )
    assert "Out of memory" in str(failed.faults[0])


def test_systems_have_processes_of_their_own(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    other = log / "other"
    other.mkdir()
    told: list[float] = []
    done_by(corpus, Hearer(str(log), sleep_s=0.15), Hearer(str(other)), Scorer(), jobs=1, told=told)
    pids = [{path.name.split("-")[1] for path in folder.glob("*-*")} for folder in (log, other)]
    assert len(pids[0]) == len(pids[1]) == 1
    assert not pids[0] & pids[1]
    assert str(os.getpid()) not in pids[0] | pids[1]
    assert told
    assert 0.5 <= sum(told) <= 2.0


def test_what_cannot_be_sent_is_told(tmp_path: Path) -> None:
    with pytest.raises(ProtocolError, match=r"system toy: cannot be sent .*jobs=1"):
        done_by(Recordings(tmp_path / "w", 1), Toy())


def test_a_worker_that_cannot_start_is_told(
    tmp_path: Path, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "serve", os._exit)
    with pytest.raises(TurnscopeError, match=r"could not start .*__main__"):
        done_by(Recordings(tmp_path / "w", 1), Hearer(str(log)))


def test_leaving_in_the_middle_ends_the_workers(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 4)
    setting = Setting((Hearer(str(log), sleep_s=0.2),), lambda _, __: None, 2)
    results = in_processes(jobs_of(corpus), setting)
    next(results)
    assert isinstance(results, Generator)
    results.close()
    assert multiprocessing.active_children() == []
    assert len(heard_in(log)) < 8


def test_workers_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    monkeypatch.delenv("MKL_NUM_THREADS", raising=False)
    with processes._threads(3):
        assert os.environ["OMP_NUM_THREADS"] == "7"
        assert os.environ["MKL_NUM_THREADS"] == "3"
    assert "MKL_NUM_THREADS" not in os.environ

"""Systems over a corpus: in parallel, kept, resumed, with failures told."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.architecture.house import ROOT
from tests.study.hearers import Hearer, Recordings, Scorer, heard_in
from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, ProtocolError, TurnscopeError
from turnscope.study.run import REPLAYS, run, run_all
from turnscope.study.sources import Named
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.rms_vad import RmsVad

STAMPS = [0.25, 0.5, 0.75, 1.0]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log"
    path.mkdir()
    return path


def test_a_name_and_a_system_say_the_same() -> None:
    corpus = open_corpus("mini")
    named = run("rms_vad", corpus, ids=["3", "1"])
    given = run(RmsVad(), corpus, ids=["1", "3"])
    assert named.ids == given.ids == ("1", "3")
    assert named.eot.time_s.tolist() == given.eot.time_s.tolist() != []
    assert named.system == "rms_vad"
    assert named.supported == frozenset(Task)


def test_names_of_systems_and_replays_differ() -> None:
    assert not set(SYSTEMS) & set(REPLAYS)


def test_unknown_names_ids_and_engines_are_told() -> None:
    corpus = open_corpus("mini")
    with pytest.raises(ProtocolError, match=r"'vad'; expected one of rms_vad, .*oracle"):
        run("vad", corpus)
    with pytest.raises(CorpusError, match="conversation 99"):
        run("rms_vad", corpus, ids=["99"])
    with pytest.raises(CorpusError, match="conversation 99"):
        run("oracle", corpus, ids=["99"])
    with pytest.raises(ProtocolError, match="Did you mean 'processes'"):
        run_all(["rms_vad"], corpus, engine="proceses")
    with pytest.raises(ProtocolError, match="jobs: 0"):
        run_all(["rms_vad"], corpus, jobs=0)
    with pytest.raises(ProtocolError, match=r"no parameters"):
        run_all([Named("oracle", (("a", 1.0),))], corpus)
    with pytest.raises(ProtocolError, match=r"parameters: a; expected the name"):
        run(RmsVad(), corpus, parameters={"a": 1.0})


@pytest.mark.parametrize("engine", ["here", "processes", "auto"])
def test_several_systems_in_one_call_whoever_does_it(
    tmp_path: Path, log: Path, engine: str
) -> None:
    corpus = Recordings(tmp_path / "w", 3)
    hearer, scorer = run_all(
        [Hearer(str(log)), Scorer()], corpus, ids=["c", "a"], engine=engine, jobs=2
    )
    assert hearer.ids == hearer.predictions.ids == tuple(hearer.entries) == ("a", "c")
    assert hearer.predictions.eot.of(0).tolist() == STAMPS
    assert hearer.is_complete
    assert hearer.is_causal
    assert hearer.scores == {}
    assert not hearer.only_scores
    assert scorer.only_scores
    assert scorer.scores[Task.EOT].tracks["c"][1].tolist() == pytest.approx([0.03] * 4, abs=1e-4)
    assert heard_in(log) == [1, 1, 3, 3]


def test_a_second_run_reads_and_says_the_same(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    parts: list[float] = []
    (first,) = run_all([Hearer(str(log))], corpus, cache=tmp_path / "cache")
    (again,) = run_all([Hearer(str(log))], corpus, cache=tmp_path / "cache", progress=parts.append)
    assert heard_in(log) == [1, 1, 2, 2]
    assert [entry.is_kept for entry in first.entries.values()] == [False, False]
    assert [entry.is_kept for entry in again.entries.values()] == [True, True]
    assert again.predictions.eot.time_s.tolist() == first.predictions.eot.time_s.tolist()
    assert again.answered.eot.time_s.tolist() == first.answered.eot.time_s.tolist()
    assert again.real_time_factor == first.real_time_factor > 0
    assert sum(parts) == pytest.approx(2.0)


def test_what_differs_is_heard_again(tmp_path: Path, log: Path) -> None:
    corpus = Recordings(tmp_path / "w", 1)
    cache = tmp_path / "cache"
    for system in (
        Hearer(str(log)),
        Hearer(str(log), version="2"),
        Hearer(str(log), fails_on=7),  # not on its card
    ):
        run(system, corpus, cache=cache)
    assert len(heard_in(log)) == 6
    (tmp_path / "w" / "a.wav").unlink()
    run(Hearer(str(log)), Recordings(tmp_path / "w", 1, seconds=2.0), cache=cache)
    assert len(heard_in(log)) == 8
    run(Hearer(str(log)), corpus, cache=False)
    assert len(heard_in(log)) == 10
    run(Hearer(str(log)), corpus, cache=cache)
    assert len(heard_in(log)) == 10


@pytest.mark.parametrize("jobs", [1, 2])
def test_one_that_fails_is_told_and_the_rest_go_on(tmp_path: Path, log: Path, jobs: int) -> None:
    corpus = Recordings(tmp_path / "w", 3)
    parts: list[float] = []
    (found,) = run_all([Hearer(str(log), fails_on=2)], corpus, jobs=jobs, progress=parts.append)
    assert found.predictions.ids == ("a", "c")
    assert not found.is_complete
    (fault,) = found.faults
    assert str(fault).startswith(
        "hearer on b: the system failed with ZeroDivisionError: on purpose in feed,"
    )
    assert "Traceback" in found.failures["b"].details
    assert sum(parts) == pytest.approx(3.0)
    with pytest.raises(TurnscopeError, match="hearer on b: the system failed"):
        run(Hearer(str(log), fails_on=2), corpus)


def test_audio_that_cannot_be_read_is_a_failure_of_its_conversation(
    tmp_path: Path, log: Path
) -> None:
    corpus = Recordings(tmp_path / "w", 3)
    (tmp_path / "w" / "b.wav").write_bytes(b"RIFF")
    (tmp_path / "w" / "c.wav").unlink()
    (found,) = run_all([Hearer(str(log))], corpus)
    assert found.predictions.ids == ("a",)
    assert list(found.failures) == ["b", "c"]
    assert "c/speaker_1" in str(found.faults[1])


def test_where_nothing_can_be_kept_that_is_told(tmp_path: Path, log: Path) -> None:
    (tmp_path / "file").write_text("")
    corpus = Recordings(tmp_path / "w", 1)
    (found,) = run_all([Hearer(str(log))], corpus, cache=tmp_path / "file" / "below")
    assert "cannot be kept here" in str(found.warnings[0])
    assert found.is_complete


def test_a_replay_hears_nothing_and_is_not_causal() -> None:
    (found,) = run_all(["oracle"], open_corpus("mini"), ids=["2"])
    assert found.predictions.ids == ("2",)
    assert not found.is_causal
    assert found.entries == {}
    assert found.peak_memory_bytes is None
    assert found.stamp["causal"] is False


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="Linux alone counts apart")
def test_memory_does_not_grow_with_the_recording(tmp_path: Path) -> None:
    peaks = []
    for seconds in (60.0, 1200.0):
        corpus = Recordings(tmp_path / f"{seconds}", 1, seconds=seconds)
        (found,) = run_all(["rms_vad"], corpus, engine="processes", jobs=1, cache=False)
        peaks.append(found.peak_memory_bytes or 0)
    assert 10_000_000 < peaks[1] < peaks[0] + 3_000_000  # the file has 38 MB


SCRIPT = """
import sys
from pathlib import Path
from tests.study.hearers import Hearer, Recordings
from turnscope.study.run import run_all

if __name__ == "__main__":
    folder = Path(sys.argv[1])
    system = Hearer(str(folder / "log"), sleep_s=0.15)
    run_all([system], Recordings(folder / "w", 6), jobs=2, cache=folder / "cache")
"""


def is_running(pid: int) -> bool:
    status = Path(f"/proc/{pid}/stat")
    return status.exists() and status.read_text().rpartition(")")[2].split()[0] != "Z"


def n_kept(cache: Path) -> int:
    return sum(not path.name.startswith(".") for path in cache.glob("*.npz"))


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL is of POSIX")
def test_killed_in_the_middle_only_what_was_under_way_is_heard_again(
    tmp_path: Path, log: Path
) -> None:
    corpus, cache = Recordings(tmp_path / "w", 6), tmp_path / "cache"
    (tmp_path / "script.py").write_text(SCRIPT)
    going = subprocess.Popen(
        [sys.executable, str(tmp_path / "script.py"), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    deadline_s = time.monotonic() + 60
    while n_kept(cache) < 2 and time.monotonic() < deadline_s:
        time.sleep(0.02)
    going.send_signal(signal.SIGKILL)
    going.wait()
    kept = n_kept(cache)
    assert 2 <= kept < 6
    workers = {int(path.name.split("-")[1]) for path in log.glob("*-*")}
    while any(map(is_running, workers)) and time.monotonic() < deadline_s:
        time.sleep(0.02)
    assert not any(map(is_running, workers))  # nobody works on for somebody who is gone
    for path in log.iterdir():
        path.unlink()
    (found,) = run_all([Hearer(str(log), sleep_s=0.15)], corpus, cache=cache)
    assert found.is_complete
    assert sum(entry.is_kept for entry in found.entries.values()) == kept
    assert len(heard_in(log)) == 2 * (6 - kept)
    for group in range(12):
        assert found.predictions.eot.of(group).tolist() == STAMPS

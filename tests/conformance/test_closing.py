"""Nothing that a run started outlives it, however it ends: done, failed, interrupted, told to."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.study.hearers import Recordings
from turnscope.corpus.corpus import Corpus
from turnscope.study.causality import is_causal, prove_corpus
from turnscope.study.run import run_all
from turnscope.study.sources import Named, opened
from turnscope.systems.base import System

PROGRAM = """\
import json, os, sys, time
from pathlib import Path

folder, how = Path(sys.argv[1]), sys.argv[2]
(folder / str(os.getpid())).write_text("")
card = {"turnscope": 1, "name": "toy", "version": "1", "chunk_s": 0.25, "tasks": ["eot"]}
for line in sys.stdin.buffer:
    message = json.loads(line)
    answer = {"hello": card, "open": {"ready": True}, "close": {"done": True}, "audio": {}}
    sys.stdin.buffer.read(4 * message.get("samples", 0))
    if message["type"] == "audio" and how == "hang":
        (folder / f"{os.getpid()}.busy").write_text("")
        time.sleep(600)
    if message["type"] == "audio" and how == "fail":
        sys.exit("on purpose")
    print(json.dumps(answer[message["type"]]), flush=True)
"""


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Path]:
    """A folder in which each process leaves a file by its id; what is left over is ended."""
    folder = tmp_path / "started"
    folder.mkdir()
    (tmp_path / "toy.py").write_text(PROGRAM)
    yield folder
    for pid in alive(folder):
        os.kill(pid, signal.SIGKILL)


def command(started: Path, how: str = "hear") -> str:
    return f"cmd: {sys.executable} {started.parent / 'toy.py'} {started} {how}"


def pids(started: Path) -> list[int]:
    return [int(path.name) for path in started.iterdir() if path.name.isdigit()]


def alive(started: Path) -> list[int]:
    """Those that still run; a zombie has ended."""
    return [pid for pid in pids(started) if _runs(pid)]


def _runs(pid: int) -> bool:
    asked = ["ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def corpus(tmp_path: Path) -> Corpus:
    return Recordings(tmp_path / "w", 2)


@pytest.mark.parametrize("engine", ["here", "processes"])
@pytest.mark.parametrize("how", ["hear", "fail"])
def test_a_run_closes_what_it_made(tmp_path: Path, started: Path, engine: str, how: str) -> None:
    named = Named(command(started, how))
    kept = [named]  # somebody still holds what the run was given
    (found,) = run_all(kept, corpus(tmp_path), engine=engine, jobs=2, cache=False)
    assert found.is_complete == (how == "hear")
    assert len(pids(started)) >= 2  # one was asked for its card, another heard
    assert alive(started) == []


def test_a_system_that_is_given_stays_its_owners(tmp_path: Path, started: Path) -> None:
    system = opened(Named(command(started)))
    run_all([system], corpus(tmp_path), cache=False)
    assert len(alive(started)) == 1
    system.close()
    system.close()
    assert alive(started) == []
    # A closed system can be opened again.
    (again,) = run_all([system], corpus(tmp_path), cache=False)
    assert again.is_complete
    system.close()
    assert alive(started) == []


SYSTEM = """\
import os
from pathlib import Path

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Session, System, SystemCard


class Mine(System):
    def __init__(self, folder, raises=""):
        self.folder, self.raises = Path(folder), raises
        self.mark("made")

    def mark(self, what):
        (self.folder / f"{what}-{os.getpid()}-{id(self)}-{os.urandom(4).hex()}").write_text("")

    @property
    def card(self):
        return SystemCard("mine", "1", frozenset({Task.EOT}), 0.25)

    def open(self, rate_hz):
        return Heard(self.raises)

    def close(self):
        self.mark("closed")
        if self.raises == "close":
            raise OSError("on purpose")


class Heard(Session):
    def __init__(self, raises):
        self.raises = raises

    def feed(self, audio):
        if self.raises == "feed":
            raise ValueError("on purpose")
        return NOTHING
"""


@pytest.mark.parametrize("engine", ["here", "processes"])
@pytest.mark.parametrize("raises", ["", "feed"])
def test_close_is_called_once_for_each_system_that_is_made(
    tmp_path: Path, engine: str, raises: str
) -> None:
    (tmp_path / "mine.py").write_text(SYSTEM)
    marks = tmp_path / "marks"
    marks.mkdir()
    given = (("folder", str(marks)), ("raises", raises)) if raises else (("folder", str(marks)),)
    named = Named(f"{tmp_path / 'mine.py'}:Mine", given)
    (found,) = run_all([named], corpus(tmp_path), engine=engine, jobs=2, cache=False)
    assert found.is_complete == (not raises)
    made, closed = (sorted(marks.glob(f"{what}-*")) for what in ("made", "closed"))
    assert len(made) == len(closed) >= 2
    ids = [[path.name.split("-")[1:3] for path in paths] for paths in (made, closed)]
    assert sorted(ids[0]) == sorted(ids[1])


def test_what_closing_raises_is_told_and_loses_nothing(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SYSTEM)
    named = Named(f"{tmp_path / 'mine.py'}:Mine", (("folder", str(tmp_path)), ("raises", "close")))
    with pytest.warns(RuntimeWarning, match="mine could not be closed: OSError: on purpose"):
        (found,) = run_all([named], corpus(tmp_path), engine="here", cache=False)
    assert found.is_complete


def test_who_only_asks_closes_too(started: Path) -> None:
    assert is_causal(command(started))
    assert (len(pids(started)), alive(started)) == (1, [])


def test_a_proof_closes_every_system_it_makes(tmp_path: Path, started: Path) -> None:
    made: list[System] = []

    def make() -> System:
        made.append(opened(Named(command(started))))
        return made[-1]

    for _ in prove_corpus(make, corpus(tmp_path), ids=["a"], n_cuts=1):
        assert len(alive(started)) == 1
    assert len(made) == len(pids(started)) == 2
    assert alive(started) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stopped_command_leaves_nothing_behind(
    tmp_path: Path, started: Path, number: signal.Signals, jobs: str
) -> None:
    folder = tmp_path / "w"
    Recordings(folder, 2)
    for name in "ab":
        for speaker in (1, 2):
            (folder / f"{name}_{speaker}.csv").write_text("start,end,text\n0,0.5,a\n")
    words = ["run", command(started, "hang"), "--corpus", str(folder), "--last-end"]
    process = subprocess.Popen(
        [sys.executable, "-m", "turnscope", *words, "--jobs", jobs, "--no-cache"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")},
    )
    deadline = time.monotonic() + 60
    while not any(path.suffix == ".busy" for path in started.iterdir()):
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 128 + number
    assert b"Traceback" not in err
    deadline = time.monotonic() + 10  # workers end when they notice that they are alone
    while alive(started) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert alive(started) == []

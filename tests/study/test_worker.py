"""A worker at the end of a pipe, here in a thread of this process."""

import signal
import threading
from collections.abc import Callable, Iterator
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from tests.study.hearers import Hearer, Recordings
from turnscope.study.jobs import Done, Failed
from turnscope.study.sources import Named, Source
from turnscope.study.worker import READY, serve

Started = Callable[[Source], Connection]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[Started]:
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # of main threads alone
    threads: list[threading.Thread] = []
    pipes: list[Connection] = []

    def start(source: Source) -> Connection:
        mine, theirs = Pipe()
        threads.append(threading.Thread(target=serve, args=(theirs, source)))
        threads[-1].start()
        pipes.append(mine)
        return mine

    yield start
    for pipe in pipes:
        pipe.close()
    for thread in threads:
        thread.join(10)
        assert not thread.is_alive()  # it ends when the pipe does


def answer(pipe: Connection) -> tuple[list[float], object]:
    parts: list[float] = []
    while isinstance(message := pipe.recv(), float):
        parts.append(message)
    return parts, message


def test_it_is_ready_then_answers_one_after_the_other(started: Started, tmp_path: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    pipe = started(Hearer(str(tmp_path), sleep_s=0.05))
    assert pipe.recv() == READY
    for i in corpus.ids:
        pipe.send(corpus.recording(i))
        parts, done = answer(pipe)
        assert isinstance(done, Done)
        assert 0.4 < sum(parts) <= 1.0


def test_a_system_that_cannot_be_made_fails_each_job(started: Started, tmp_path: Path) -> None:
    corpus = Recordings(tmp_path / "w", 2)
    pipe = started(Named("nonsense"))
    assert pipe.recv() == READY
    for i in corpus.ids:
        pipe.send(corpus.recording(i))
        _, failed = answer(pipe)
        assert isinstance(failed, Failed)
        assert "nonsense" in str(failed.faults[0])

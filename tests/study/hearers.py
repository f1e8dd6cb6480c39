"""Systems for tests of running: at the top of a module, so that other processes find them."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from turnscope.core.conversation import Conversation
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.corpus import Corpus
from turnscope.errors import Fault
from turnscope.systems.base import NOTHING, Audio, Said, Session, System, SystemCard

__all__ = ["Hearer", "Recordings", "Scorer", "heard_in"]


class Recordings(Corpus):
    """Conversations a, b, c, ... as constant levels 0.01, 0.02, ...; no annotations."""

    name, source = "recordings", "test"

    def __init__(self, folder: Path, n: int, seconds: float = 1.0, rate_hz: int = 8000) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._ids = tuple("abcdefghij"[:n])
        for k, i in enumerate(self._ids, start=1):
            path = folder / f"{i}.wav"
            if not path.exists():
                audio = np.full((int(seconds * rate_hz), 2), 0.01 * k)
                soundfile.write(path, audio, rate_hz)

    @property
    def ids(self) -> tuple[str, ...]:
        return self._ids

    def conversations(self) -> tuple[Conversation, ...]:
        return ()

    @property
    def faults(self) -> tuple[Fault, ...]:
        return ()

    def fingerprint(self) -> str:
        return ""

    def recording(self, conversation_id: str) -> Recording:
        return Recording.of_stereo(conversation_id, self._folder / f"{conversation_id}.wav")


@dataclass(frozen=True)
class Hearer(System):
    """Commits to an end of turn at each chunk, and notes in a folder what it was asked.

    The level of the audio tells which conversation it is: 0.01 is 1, the first.

    Attributes:
        log: a folder; every session leaves a file there.
        fails_on: conversation in which it raises.
        dies_on: conversation in which it kills its process.
        dies_times: how often.
        sleep_s: seconds it takes over a chunk.
        version: of its card.
    """

    log: str
    fails_on: int = 0
    dies_on: int = 0
    dies_times: int = 99
    sleep_s: float = 0.0
    version: str = "1"

    @property
    def card(self) -> SystemCard:
        return SystemCard("hearer", self.version, frozenset({Task.EOT}), 0.25)

    def open(self, rate_hz: int) -> Session:
        return _Session(self)


class _Session(Session):
    def __init__(self, system: Hearer) -> None:
        self._system = system
        self._n_chunks = 0

    def feed(self, audio: Audio) -> Said:
        system, number = self._system, round(float(audio[0]) * 100)
        if not self._n_chunks:
            mark = f"{number}-{os.getpid()}-{time.monotonic_ns()}"
            (Path(system.log) / mark).write_text("")
        self._n_chunks += 1
        if number == system.fails_on:
            raise ZeroDivisionError("on purpose")
        if number == system.dies_on:
            deaths = Path(system.log) / "deaths"
            n = int(deaths.read_text()) if deaths.exists() else 0
            if n < system.dies_times:
                deaths.write_text(str(n + 1))
                os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(system.sleep_s)
        return Said((Task.EOT,))


@dataclass(frozen=True)
class Scorer(System):
    """Scores the end of turn by the level of the audio, and commits to nothing."""

    @property
    def card(self) -> SystemCard:
        return SystemCard("scorer", "1", frozenset({Task.EOT}), 0.25, score_rate_hz=4.0)

    def open(self, rate_hz: int) -> Session:
        return _ScorerSession()


class _ScorerSession(Session):
    def feed(self, audio: Audio) -> Said:
        if not len(audio):
            return NOTHING
        return Said(scores={Task.EOT: [float(audio[0])]})


def heard_in(log: Path) -> list[int]:
    """Numbers of the conversations of which sessions were begun, ascending, one a session."""
    return sorted(int(path.name.split("-")[0]) for path in log.glob("*-*"))

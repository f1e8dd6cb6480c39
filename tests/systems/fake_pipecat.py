"""A turn analyzer and a VAD in the manner of Pipecat's, small enough to reckon by hand.

The analyzer cuts its buffer by the clock, as Pipecat's BaseSmartTurn does: what it says depends
on how much time it believes has passed.
"""

from __future__ import annotations

import asyncio
import sys
import time
import types
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum
from importlib import metadata

import numpy as np
import pytest

__all__ = ["Analyzer", "State", "Vad", "installed"]


class State(Enum):
    COMPLETE = 1
    INCOMPLETE = 2
    QUIET = 3
    SPEAKING = 4
    STARTING = 5


class Params:
    """Like a pydantic model, as far as it is used."""

    model_fields = ("stop_secs",)

    def __init__(self, stop_secs: float = 2.0) -> None:
        if not isinstance(stop_secs, int | float):
            raise ValueError("stop_secs: a number")
        self.stop_secs = stop_secs


class Metrics:
    def __init__(self, probability: float) -> None:
        self.probability = probability


class BaseTurnAnalyzer:
    def __init__(self, *, sample_rate: int | None = None, params: Params | None = None) -> None:
        self.params = params or Params()


class Analyzer(BaseTurnAnalyzer):
    """P(complete) is the share of the last second, by the clock, that it holds audio of."""

    slow_s = 0.0

    def __init__(self, *, window_s: float = 1.0, **kwargs: object) -> None:
        params = kwargs.get("params")
        super().__init__(params=params if isinstance(params, Params) else None)
        self.window_s = window_s
        self.chunks: list[tuple[float, int]] = []
        self.silence_s = 0.0
        self.is_triggered = False
        self.executor = ThreadPoolExecutor(1)

    def set_sample_rate(self, sample_rate: int) -> None:
        if sample_rate < 8000:
            raise ValueError("too slow a rate")
        self.rate_hz = sample_rate

    def append_audio(self, buffer: bytes, is_speech: bool) -> State:
        time.sleep(self.slow_s)
        n = len(buffer) // 2
        self.chunks.append((time.monotonic(), n))
        self.is_triggered |= is_speech
        self.silence_s = 0.0 if is_speech else self.silence_s + n / self.rate_hz
        if self.is_triggered and self.silence_s >= self.params.stop_secs:
            self.clear()
            return State.COMPLETE
        return State.INCOMPLETE

    async def analyze_end_of_turn(self) -> tuple[State, Metrics | None]:
        loop = asyncio.get_running_loop()
        share = await loop.run_in_executor(self.executor, self._share)
        if share is None:
            return State.INCOMPLETE, None
        return (State.COMPLETE if share > 0.9 else State.INCOMPLETE), Metrics(min(share, 1.0))

    def _share(self) -> float | None:
        if not self.chunks:
            return None
        since = time.monotonic() - self.window_s
        n = sum(n for at, n in self.chunks if at > since + 1e-6)
        return n / self.rate_hz / 1.0

    def update_vad_start_secs(self, vad_start_secs: float) -> None:
        self.start_secs = vad_start_secs

    def clear(self) -> None:
        self.chunks, self.is_triggered = [], False

    async def cleanup(self) -> None:
        self.executor.shutdown()


class Streaming(Analyzer):
    """Thinks with every chunk and says COMPLETE by itself, with its probability."""

    def append_audio(self, buffer: bytes, is_speech: bool) -> State:
        super().append_audio(buffer, is_speech)
        return State.COMPLETE if is_speech and len(self.chunks) == 30 else State.INCOMPLETE


class VadParams:
    model_fields = ("start_secs", "stop_secs")

    def __init__(self, start_secs: float = 0.1, stop_secs: float = 0.2) -> None:
        self.start_secs, self.stop_secs = start_secs, stop_secs


class VADAnalyzer:
    def __init__(self, *, sample_rate: int | None = None, params: VadParams | None = None) -> None:
        self.params = params or VadParams()
        self.state, self.lasted_s = State.QUIET, 0.0

    def set_sample_rate(self, sample_rate: int) -> None:
        self.rate_hz = sample_rate

    async def cleanup(self) -> None:
        pass


class Vad(VADAnalyzer):
    """Any sample but 0 is speech."""

    async def analyze_audio(self, buffer: bytes) -> State:
        pcm = np.frombuffer(buffer, "<i2")
        is_other = bool(pcm.any()) is (self.state is State.QUIET)
        self.lasted_s = self.lasted_s + len(pcm) / self.rate_hz if is_other else 0.0
        is_quiet = self.state is State.QUIET
        if self.lasted_s >= (self.params.start_secs if is_quiet else self.params.stop_secs) - 1e-9:
            self.state, self.lasted_s = (State.SPEAKING if is_quiet else State.QUIET), 0.0
        elif is_other and is_quiet:
            return State.STARTING
        return self.state


@contextmanager
def installed() -> Iterator[None]:
    """Pipecat's module names, with the classes above in them."""
    modules: dict[str, dict[str, object]] = {
        "pipecat": {},
        "pipecat.audio": {},
        "pipecat.audio.turn": {},
        "pipecat.audio.turn.base_turn_analyzer": {"BaseTurnAnalyzer": BaseTurnAnalyzer},
        "pipecat.audio.vad": {},
        "pipecat.audio.vad.vad_analyzer": {"VADAnalyzer": VADAnalyzer},
        "pipecat.audio.vad.silero": {"SileroVADAnalyzer": Vad},
    }
    version = metadata.version
    with pytest.MonkeyPatch.context() as patch:
        for name in [each for each in sys.modules if each.partition(".")[0] == "pipecat"]:
            patch.delitem(sys.modules, name)
        for name, contents in modules.items():
            made = types.ModuleType(name)
            made.__dict__.update(contents)
            patch.setitem(sys.modules, name, made)
        patch.setattr(
            metadata, "version", lambda n: "1.0-fake" if n == "pipecat-ai" else version(n)
        )
        yield

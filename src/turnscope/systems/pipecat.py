"""Any turn analyzer of Pipecat, driven as Pipecat drives it, by the clock of the audio.

::

    audio     ▁▁▁▁▃▆▇▇▆▅▃▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁
    VAD           └─ starts ──┘ stops after stop_secs
    analyzer                  ↑ asked: P(complete)     ↑ gives up after its own stop_secs
    EOT score 0.............. P ...................... 1 .... until speech starts again
    EOT       committed where the analyzer says COMPLETE and a turn is open

A chunk is appended first and the VAD's verdict on it reaches the analyzer after it, as in
Pipecat's pipeline. Pipecat waits for a transcript too, unless told not to; there is none here.

Source: pipecat-ai 1.14.0, TurnAnalyzerUserTurnStopStrategy with wait_for_transcript=False.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import importlib.metadata
import sys
import weakref
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Protocol

import numpy as np

from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError
from turnscope.systems.audio_clock import AudioClock
from turnscope.systems.base import NOTHING, Audio, Said, Session, System, SystemCard
from turnscope.systems.pipecat_classes import arguments_of, found_class

__all__ = ["CHUNK_S", "VAD", "PipecatTurns", "pipecat_system"]

CHUNK_S = 0.02
"""Seconds of audio in one of Pipecat's input frames."""

VAD = "pipecat.audio.vad.silero:SileroVADAnalyzer"
"""The voice activity detector that tells the analyzer who speaks, unless another is named."""

_BASE = "pipecat.audio.turn.base_turn_analyzer:BaseTurnAnalyzer"
_VAD_BASE = "pipecat.audio.vad.vad_analyzer:VADAnalyzer"


def pipecat_system(path: str, parameters: Mapping[str, float | str]) -> PipecatTurns:
    """The system of a turn analyzer.

    Args:
        path: ``package.module:Class`` of a BaseTurnAnalyzer.
        parameters: ``sample_rate_hz`` (16000), ``vad`` (a VADAnalyzer, ``package.module:Class``)
            and ``vad_*`` for the fields of its params are ours; fields of the analyzer's own
            params (``stop_secs``) go there, all others to its construction (``cpu_count``).

    Raises:
        ProtocolError: if Pipecat, the module or the class is missing, or is not what it should
            be, or takes no such parameter.
    """
    return PipecatTurns(path, parameters)


class PipecatTurns(System):
    """One analyzer and one VAD a session, so that sessions know nothing of one another."""

    def __init__(self, path: str, parameters: Mapping[str, float | str]) -> None:
        self._path = path
        self._parameters = dict(parameters)
        rest = dict(parameters)
        rate_hz = rest.pop("sample_rate_hz", 16000)
        vad_path = str(rest.pop("vad", VAD))
        if not isinstance(rate_hz, int):
            raise ProtocolError(Fault("sample_rate_hz", repr(rate_hz), "a whole number"))
        _quieten()
        self._analyzer = found_class(path, _BASE)
        self._vad = found_class(vad_path, _VAD_BASE)
        given = {name: rest.pop(name) for name in list(rest) if name.startswith("vad_")}
        self._vad_arguments = arguments_of(
            self._vad, vad_path, {name.removeprefix("vad_"): v for name, v in given.items()}, "vad_"
        )
        self._arguments = arguments_of(self._analyzer, path, rest)
        self.loop = asyncio.new_event_loop()
        self._end = weakref.finalize(self, self.loop.close)
        self._session: _PipecatSession | None = None
        self._card = SystemCard(
            f"pipecat:{path.rpartition(':')[2]}",
            f"pipecat {importlib.metadata.version('pipecat-ai')}",
            frozenset({Task.EOT}),
            CHUNK_S,
            sample_rate_hz=rate_hz,
            score_rate_hz=1.0 / CHUNK_S,
            parameters={"analyzer": path, "vad": vad_path} | self._parameters,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return PipecatTurns, (self._path, self._parameters)

    @property
    def card(self) -> SystemCard:
        """Name, version, what it hears and detects, settings."""
        return self._card

    def open(self, rate_hz: int) -> Session:
        """A session with an analyzer and a VAD of its own."""
        clock = AudioClock(self._analyzer, self._vad)
        with clock.in_force():
            try:
                analyzer: _Analyzer = self._analyzer(**self._arguments)
                vad: _Vad = self._vad(**self._vad_arguments)
                analyzer.set_sample_rate(rate_hz)
                vad.set_sample_rate(rate_hz)
            except Exception as error:
                told = f"{type(error).__name__}: {' '.join(str(error).split())}"
                where = f"pipecat: {self._path}"
                raise ProtocolError(
                    Fault(where, f"cannot be made at {rate_hz} Hz: {told}", "an analyzer")
                ) from None
        self._session = _PipecatSession(self, analyzer, vad, clock, rate_hz)
        return self._session

    def close(self) -> None:
        """Let the analyzer and the VAD of a session that was left open clean up."""
        session, self._session = self._session, None
        if session is not None:
            session.clean_up()


class _Named(Protocol):
    name: str


class _Analyzer(Protocol):
    """What is used of Pipecat's BaseTurnAnalyzer."""

    def set_sample_rate(self, sample_rate: int) -> None: ...
    def append_audio(self, buffer: bytes, is_speech: bool) -> _Named: ...
    async def analyze_end_of_turn(self) -> tuple[_Named, object]: ...
    def update_vad_start_secs(self, vad_start_secs: float) -> None: ...
    def clear(self) -> None: ...
    async def cleanup(self) -> None: ...


class _VadParams(Protocol):
    start_secs: float


class _Vad(Protocol):
    """What is used of Pipecat's VADAnalyzer."""

    params: _VadParams

    def set_sample_rate(self, sample_rate: int) -> None: ...
    async def analyze_audio(self, buffer: bytes) -> _Named: ...
    async def cleanup(self) -> None: ...


class _PipecatSession(Session):
    def __init__(
        self,
        system: PipecatTurns,
        analyzer: _Analyzer,
        vad: _Vad,
        clock: AudioClock,
        rate_hz: int,
    ) -> None:
        self._system = system  # whose loop ends when nobody refers to it any more
        self._analyzer = analyzer
        self._vad = vad
        self._clock = clock
        self._rate_hz = rate_hz
        self._n_samples = 0
        self._is_speaking = False
        self._is_in_turn = False
        self._is_over = False

    def feed(self, audio: Audio) -> Said:
        self._n_samples += len(audio)
        self._clock.heard_s = self._n_samples / self._rate_hz
        with self._clock.in_force(), _errors_raised():
            return self._system.loop.run_until_complete(self._heard(_pcm(audio)))

    def close(self, rest: Audio) -> Said:
        del rest
        self.clean_up()
        return NOTHING

    def clean_up(self) -> None:
        """Let analyzer and VAD end their threads; once."""
        if self._is_over:
            return
        self._is_over = True
        with self._clock.in_force():
            for each in (self._analyzer, self._vad):
                self._system.loop.run_until_complete(each.cleanup())

    async def _heard(self, pcm: bytes) -> Said:
        score: float | None = None
        is_complete = self._analyzer.append_audio(pcm, self._is_speaking).name == "COMPLETE"
        if is_complete:
            # It gave up waiting, or it thinks with every chunk and knows its probability now.
            _, metrics = await self._analyzer.analyze_end_of_turn()
            score = _probability(metrics, 1.0)
        verdict = (await self._vad.analyze_audio(pcm)).name
        if verdict == "SPEAKING" and not self._is_speaking:
            self._analyzer.update_vad_start_secs(self._vad.params.start_secs)
            score = 0.0
        elif verdict == "QUIET" and self._is_speaking:
            state, metrics = await self._analyzer.analyze_end_of_turn()
            now_complete = state.name == "COMPLETE"
            is_complete |= now_complete
            score = _probability(metrics, float(now_complete))
        commits: tuple[Task, ...] = ()
        if is_complete and self._is_in_turn:
            commits, self._is_in_turn = (Task.EOT,), False
            self._analyzer.clear()
        if verdict in ("SPEAKING", "QUIET"):
            self._is_in_turn |= verdict == "SPEAKING" and not self._is_speaking
            self._is_speaking = verdict == "SPEAKING"
        return Said(commits, {} if score is None else {Task.EOT: [score]})


def _probability(metrics: object, otherwise: float) -> float:
    """What the analyzer thinks, or its verdict where it tells no probability."""
    return float(getattr(metrics, "probability", otherwise))


def _pcm(audio: Audio) -> bytes:
    # 16-bit files come back as they were
    pcm: bytes = np.clip(np.rint(audio * 32768.0), -32768, 32767).astype("<i2").tobytes()
    return pcm


_logged: list[str] = []


@cache
def _quieten() -> None:
    """Pipecat logs all it does to standard error; let it log what goes wrong, and note that."""
    try:
        logger = importlib.import_module("loguru").logger
    except ModuleNotFoundError:
        return  # the import of Pipecat itself will tell what is missing
    with contextlib.suppress(ValueError):
        # 0 is the handler that loguru begins with; a program that set its own has removed it
        logger.remove(0)
        logger.add(lambda message: sys.stderr.write(message), level="WARNING")
    logger.add(
        lambda message: _logged.append(message.record["message"]), level="ERROR", filter="pipecat"
    )


@contextlib.contextmanager
def _errors_raised() -> Iterator[None]:
    """Pipecat logs some exceptions and goes on without a result; they are raised here."""
    _logged.clear()
    yield
    if _logged:
        raise ProtocolError(Fault("pipecat", f"logged an error: {_logged[0]}", "none"))

"""A system that runs as a process of its own, in any language: ``cmd: python my_model.py``.

What the two say to one another is in :mod:`turnscope.systems.wire`; docs/external.md shows it
from the other side. One process serves all sessions, since loading a model for each speaker
would be dear; ``restart=session`` starts one a session. After a failure the next session starts
a new one.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

import numpy as np

from turnscope.errors import Fault, ProtocolError
from turnscope.systems import wire
from turnscope.systems.base import Audio, Said, Session, System, SystemCard
from turnscope.systems.child import Child, arguments

__all__ = ["START_TIMEOUT_S", "TIMEOUT_S", "ProcessSystem", "process_system"]

TIMEOUT_S = 60.0
"""Seconds a process may take over one answer."""

START_TIMEOUT_S = 300.0
"""Seconds it may take to load its model and declare its card."""

_NO_AUDIO = np.empty(0, np.float32)
_RESTARTS = ("never", "session")


def process_system(command: str, parameters: Mapping[str, float | str]) -> ProcessSystem:
    """The system behind a command line.

    Args:
        command: split as a shell would, but not given to one.
        parameters: ``timeout_s``, ``start_timeout_s``, ``log`` and ``restart`` (``never`` or
            ``session``) are turnscope's; all others are told to the process.

    Raises:
        ProtocolError: for an empty command or a parameter that makes no sense.
    """
    rest = dict(parameters)
    log = rest.pop("log", None)
    return ProcessSystem(
        command,
        timeout_s=_seconds("timeout_s", rest.pop("timeout_s", TIMEOUT_S)),
        start_timeout_s=_seconds("start_timeout_s", rest.pop("start_timeout_s", START_TIMEOUT_S)),
        log=None if log is None else Path(str(log)),
        restart=str(rest.pop("restart", "never")),
        parameters=rest,
    )


class ProcessSystem(System):
    """Started when first needed; ended by :meth:`close`, or when it is no longer referred to.

    A pickled one starts a process of its own where it is unpickled.
    """

    def __init__(
        self,
        command: str,
        *,
        timeout_s: float = TIMEOUT_S,
        start_timeout_s: float = START_TIMEOUT_S,
        log: Path | None = None,
        restart: str = "never",
        parameters: Mapping[str, float | str] = MappingProxyType({}),
    ) -> None:
        self._words = arguments(command)
        if restart not in _RESTARTS:
            raise ProtocolError(Fault("restart", repr(restart), " or ".join(_RESTARTS)))
        self._settings = {
            "timeout_s": timeout_s,
            "start_timeout_s": start_timeout_s,
            "log": log,
            "restart": restart,
            "parameters": dict(parameters),
        }
        self._command = command
        self._timeout_s = timeout_s
        self._start_timeout_s = start_timeout_s
        self._log = log
        self._restarts = restart == "session"
        self._parameters = dict(parameters)
        self._child: Child | None = None
        self._card: SystemCard | None = None
        self._session: _ProcessSession | None = None
        self._has_served = False

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (self._command, self._settings)

    @property
    def card(self) -> SystemCard:
        """What the process declares of itself; asking starts it."""
        if self._card is None:
            self._started()
        assert self._card is not None
        return self._card

    @property
    def pid(self) -> int | None:
        """The id of the process, None while there is none."""
        return self._child.pid if self._child is not None and self._child.is_alive else None

    def open(self, rate_hz: int) -> Session:
        """A session; one that was left open is closed first."""
        if self._session is not None and self.pid is not None:
            self._session.close(self._silence())
        if self._restarts and self._has_served:
            self.close()
        child = self._started()
        self._has_served = True
        card = self.card
        n_channels = 2 if card.hears == "both" else 1
        message = wire.open_message(rate_hz, n_channels, card.chunk_samples(rate_hz))
        line = child.ask(message, self._timeout_s, "open")
        try:
            wire.check_ready(line, child.where)
        except ProtocolError:
            child.kill()
            raise
        self._session = _ProcessSession(self, child, card, self._timeout_s)
        return self._session

    def close(self) -> None:
        """End the process; it is started anew when it is needed again."""
        child, self._child, self._session = self._child, None, None
        if child is not None and child.is_alive:
            child.finish()

    def forget(self, session: _ProcessSession) -> None:
        """A session is over: nothing is left open."""
        if self._session is session:
            self._session = None

    def _silence(self) -> Audio:
        return _NO_AUDIO if self.card.hears != "both" else np.empty((2, 0), np.float32)

    def _started(self) -> Child:
        if self._child is not None and self._child.is_alive:
            return self._child
        child = Child(self._words, log=self._log)
        line = child.ask(wire.hello(self._parameters), self._start_timeout_s, "hello")
        try:
            card = wire.card_of(line, child.where, self._parameters)
            if self._card is not None and card != self._card:
                found = f"declares another card than before: {card.stamp()}"
                raise ProtocolError(Fault(child.where, found, f"{self._card.stamp()}"))
        except ProtocolError:
            child.kill()
            raise
        self._child, self._card, self._session, self._has_served = child, card, None, False
        return child


class _ProcessSession(Session):
    def __init__(
        self, system: ProcessSystem, child: Child, card: SystemCard, timeout_s: float
    ) -> None:
        self._system = system
        self._child = child
        self._card = card
        self._timeout_s = timeout_s
        self._n_chunks = 0
        self._is_over = False

    def feed(self, audio: Audio) -> Said:
        self._n_chunks += 1
        return self._ask(wire.audio_message(audio), f"chunk {self._n_chunks}", is_last=False)

    def close(self, rest: Audio) -> Said:
        said = self._ask(wire.close_message(rest), "close", is_last=True)
        self._is_over = True
        self._system.forget(self)
        return said

    def _ask(self, message: bytes, what: str, *, is_last: bool) -> Said:
        if self._is_over or not self._child.is_alive:
            self._too_late()
        line = self._child.ask(message, self._timeout_s, what)
        try:
            return wire.said_of(
                line, self._child.where, chunk=self._n_chunks, is_last=is_last, card=self._card
            )
        except ProtocolError:
            self._child.kill()
            raise

    def _too_late(self) -> NoReturn:
        where = self._child.where
        raise ProtocolError(Fault(where, "audio for a session that is over", "a new session"))


def _revived(command: str, settings: dict[str, Any]) -> ProcessSystem:
    return ProcessSystem(command, **settings)


def _seconds(name: str, value: float | str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise ProtocolError(Fault(name, repr(value), "a number of seconds above 0"))
    return seconds

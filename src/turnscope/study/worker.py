"""The other side of :mod:`turnscope.study.processes`: a process that does one job after another.

It is told over a pipe what to hear and answers over the same pipe. It ends when the pipe does:
if whoever started it is killed, it stops at the next sign of progress.
"""

from __future__ import annotations

import signal
import time
from multiprocessing.connection import Connection
from types import FrameType

from turnscope.corpus.audio import Recording
from turnscope.errors import Ended
from turnscope.study.jobs import Done, Failed, attempt, failed
from turnscope.study.sources import Source, name_of, opened, released
from turnscope.systems.base import System

__all__ = ["READY", "serve"]

READY = "ready"
"""What a worker says first, when all it needs is imported."""

_EVERY_S = 0.2
"""Seconds between two signs of progress."""


def serve(pipe: Connection, source: Source) -> None:
    """Do jobs until the pipe ends.

    Takes recordings; answers each with floats (parts done since the last one) and, at its end,
    a :class:`Done` or :class:`Failed`.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one at the other end decides
    signal.signal(signal.SIGTERM, _leave)
    system: System | None = None
    try:
        pipe.send(READY)
        while True:
            recording: Recording = pipe.recv()
            if system is None:
                try:
                    system = opened(source)
                except Exception as error:
                    pipe.send(failed(recording.conversation_id, error, name_of(source)))
                    continue
            pipe.send(_attempted(system, recording, pipe))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return
    finally:
        # One that came as an object is this process's own copy.
        if system is not None:
            released(system)


def _attempted(system: System, recording: Recording, pipe: Connection) -> Done | Failed:
    waiting, told_at_s = 0.0, time.monotonic()

    def progress(part: float) -> None:
        nonlocal waiting, told_at_s
        waiting += part
        now_s = time.monotonic()
        if now_s - told_at_s >= _EVERY_S:
            try:
                pipe.send(waiting)
            except OSError:
                raise Ended(1) from None  # nobody is waiting for this any more
            waiting, told_at_s = 0.0, now_s

    return attempt(system, recording, progress=progress)


def _leave(number: int, frame: FrameType | None) -> None:
    del frame
    raise Ended(128 + number)

"""Who does the jobs of a run, one line each: this process, several here, or a cluster."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import chain

from turnscope.errors import Fault, ProtocolError, TurnscopeError
from turnscope.files.wording import closest
from turnscope.study.jobs import Job, attempt, failed
from turnscope.study.processes import in_processes
from turnscope.study.ray_cluster import on_ray
from turnscope.study.setting import Engine, Results, Setting, n_cores
from turnscope.study.sources import name_of, opened, released
from turnscope.systems.base import System

__all__ = ["ENGINES", "auto", "engine_named", "here"]

_SHORT_S = 120.0
_PATIENCE_S = 1.0


def here(jobs: Iterator[Job], setting: Setting) -> Results:
    """One after the other, in this process: nothing to start, nothing to pickle."""
    number, system = -1, None
    try:
        for job in jobs:
            if job.system != number:
                _over(setting, number, system)
                number, system = job.system, None
            source = setting.sources[number]
            try:
                system = system or opened(source)
            except Exception as error:
                yield job, failed(job.recording.conversation_id, error, name_of(source))
                continue
            yield job, attempt(system, job.recording, progress=_part(job, setting))
    finally:
        _over(setting, number, system)


def _over(setting: Setting, number: int, system: System | None) -> None:
    """No more jobs for a system: closed if it was made here; what was given is its owner's."""
    if system is not None and system is not setting.sources[number]:
        released(system)


def _part(job: Job, setting: Setting) -> Callable[[float], None]:
    return lambda part: setting.progress(job, part)


def auto(jobs: Iterator[Job], setting: Setting) -> Results:
    """Here if one job at a time is asked for, otherwise in processes.

    If no number is asked for, short conversations are heard here for the first second, since
    starting processes takes about as long, and the rest in one process a core.
    """
    left: list[Job] = []
    until_s = time.monotonic() + _PATIENCE_S

    def while_quick() -> Iterator[Job]:
        for job in jobs:
            if time.monotonic() > until_s or not _is_short(job):
                left.append(job)
                return
            yield job

    if (setting.jobs or n_cores()) == 1:
        yield from here(jobs, setting)
    elif setting.jobs is None:
        yield from here(while_quick(), setting)
    yield from in_processes(chain(left, jobs), setting)


def _is_short(job: Job) -> bool:
    try:
        return job.recording.duration_s <= _SHORT_S
    except TurnscopeError:
        return True  # it will fail at once, wherever that is


ENGINES: dict[str, Engine] = {
    "auto": auto,
    "processes": in_processes,
    "here": here,
    "ray": on_ray,
}
"""Engines by name."""


def engine_named(name: str) -> Engine:
    """The engine of a name.

    Raises:
        ProtocolError: if there is none.
    """
    if name not in ENGINES:
        near = closest(name, ENGINES)
        hint = f"Did you mean {near!r}?" if near else ""
        raise ProtocolError(Fault("engine", repr(name), " or ".join(ENGINES), hint))
    return ENGINES[name]

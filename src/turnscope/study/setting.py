"""What every engine works with, and what an engine is."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from turnscope.study.jobs import Done, Failed, Job
from turnscope.study.sources import Source

__all__ = ["Engine", "Results", "Setting", "n_cores"]

Results = Generator[tuple[Job, Done | Failed], None, None]
"""Jobs with what came of them, in any order; closing it ends whatever works on the rest."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What an engine works with.

    Attributes:
        sources: the run's systems; a job names one by its place.
        progress: called with a job and the part of it done since the last call, where the
            engine can tell while it is under way.
        jobs: how many at a time; None leaves it to the engine.
        address: of a cluster; None for one of this machine's own.
    """

    sources: tuple[Source, ...]
    progress: Callable[[Job, float], None]
    jobs: int | None = None
    address: str | None = None


Engine = Callable[[Iterator[Job], Setting], Results]
"""Takes jobs as it has room for them; each comes back once, also if what worked on it died."""


def n_cores() -> int:
    """Processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1

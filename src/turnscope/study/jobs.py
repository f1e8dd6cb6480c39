"""One job: a system hears one conversation, in this process; what went well or wrong comes back.

Every engine ends up here, in whatever process and on whatever machine. Nothing is raised: one
conversation that fails must not stop the others.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace

from turnscope.core.conversation import SPEAKERS
from turnscope.corpus.audio import Recording
from turnscope.errors import Fault, TurnscopeError
from turnscope.study.memory import forget_peak_memory, peak_memory_bytes
from turnscope.systems.base import System
from turnscope.systems.runner import Heard, hear
from turnscope.systems.stream import heard_s

__all__ = ["Done", "Failed", "Job", "attempt", "failed"]


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be done.

    Attributes:
        number: of the job in its run, from 0.
        system: which of the run's systems is to hear, from 0.
        recording: what it is to hear.
    """

    number: int
    system: int
    recording: Recording


@dataclass(frozen=True, slots=True)
class Done:
    """A conversation that was heard.

    Attributes:
        heard: what the system said, with its pace.
        wall_s: seconds from beginning to end, decoding and resampling included.
        cpu_s: seconds of processor time of this process, all its threads together.
        peak_memory_bytes: of the process meanwhile; None where nobody counts it.
    """

    heard: Heard
    wall_s: float
    cpu_s: float
    peak_memory_bytes: int | None


@dataclass(frozen=True, slots=True)
class Failed:
    """A conversation that was not.

    Attributes:
        faults: why, in words for a person.
        details: where in the code, for whoever mends the system; may be empty.
    """

    faults: tuple[Fault, ...]
    details: str = ""


def attempt(
    system: System,
    recording: Recording,
    *,
    progress: Callable[[float], None] | None = None,
) -> Done | Failed:
    """Let a system hear a conversation.

    Args:
        system: to hear it.
        recording: its audio.
        progress: called with the part of the conversation heard since the last call.
    """
    forget_peak_memory()
    wall_s, cpu_s = time.perf_counter(), time.process_time()
    name = type(system).__name__
    try:
        card = system.card
        name = card.name
        advance = None
        if progress is not None:
            told, whole_s = progress, sum(heard_s(card, recording, s) for s in SPEAKERS)

            def advance(seconds: float) -> None:
                told(seconds / whole_s)

        heard = hear(system, recording, progress=advance)
    except Exception as error:
        return failed(recording.conversation_id, error, name)
    return Done(
        heard,
        time.perf_counter() - wall_s,
        time.process_time() - cpu_s,
        peak_memory_bytes(),
    )


def failed(conversation_id: str, error: Exception, system: str) -> Failed:
    """An exception as a failure of one conversation, in words that can cross to any process.

    Whatever was raised, each fault then names the conversation and the system.
    """
    details = "".join(traceback.format_exception(error))
    if isinstance(error, TurnscopeError):
        return Failed(
            tuple(_naming(fault, conversation_id, system) for fault in error.faults), details
        )
    last = traceback.extract_tb(error.__traceback__)[-1:]
    place = "".join(f" in {each.name}, {each.filename}:{each.lineno}" for each in last)
    said = f"{type(error).__name__}: {error}".rstrip(": ").replace("\n", " ")
    where = f"{system} on {conversation_id}"
    return Failed((Fault(where, f"the system failed with {said}{place}"),), details)


def _naming(fault: Fault, conversation_id: str, system: str) -> Fault:
    where, by = fault.where, f"{system} on {conversation_id}"
    if f" on {conversation_id}" in where:
        return fault  # the runner's own words
    if where == conversation_id or where.startswith(tuple(conversation_id + c for c in "/: ")):
        return replace(fault, where=by + where[len(conversation_id) :])
    return replace(fault, where=f"{by}: {where}" if where else by)

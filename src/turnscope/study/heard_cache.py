"""What systems said, kept one conversation at a time by the hash of all it depends on.

Each is written as soon as it is there, whole or not at all, so that an interrupted run goes on
where it was. A file that cannot be read back is made anew; nothing depends on the cache. Kept
beside the answers is how long they took when they were made, and on what machine.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.errors import Fault, TurnscopeError
from turnscope.files.writing import staged
from turnscope.study.jobs import Done
from turnscope.systems.pace import Pace
from turnscope.systems.runner import Heard

__all__ = ["Kept", "heard_directory", "keep_heard", "kept_heard"]

_SPENT = ("opening_s", "compute_s", "audio_s")


class Kept(NamedTuple):
    """A conversation as it was heard before.

    Attributes:
        done: what the system said, and how long it took then.
        circumstances: where and how it was heard then: engine, processes, machine.
    """

    done: Done
    circumstances: Mapping[str, object]


def heard_directory() -> Path:
    """Where this user's kept results are."""
    return user_cache_path("turnscope") / "heard"


def keep_heard(
    directory: Path,
    key: str,
    conversation_id: str,
    done: Done,
    circumstances: Mapping[str, object],
) -> bool:
    """Keep what was heard under a key; False where it cannot be written."""
    heard, pace = done.heard, done.heard.pace
    head = {
        "conversation_id": conversation_id,
        "warnings": [asdict(fault) for fault in heard.warnings],
        "spent": {name: getattr(pace, name) for name in _SPENT},
        "usage": {"wall_s": done.wall_s, "cpu_s": done.cpu_s, "peak": done.peak_memory_bytes},
        "circumstances": dict(circumstances),
    }
    columns: dict[str, NDArray[Any]] = {"head": np.array(json.dumps(head))}
    for speaker in SPEAKERS:
        for task in Task:
            columns[f"commits.{speaker}.{task}"] = np.array(heard.commits[speaker][task], float)
            columns[f"answered.{speaker}.{task}"] = np.array(pace.answered_s[speaker][task], float)
        for task, tracks in heard.scores.items():
            columns[f"scores.{speaker}.{task}"] = tracks[speaker - 1]
            columns[f"delays.{speaker}.{task}"] = pace.delay_s[task][speaker - 1]
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with staged(directory / f"{key}.npz") as temporary, temporary.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **columns)
    except (OSError, TurnscopeError):
        return False
    return True


def kept_heard(directory: Path, key: str, conversation_id: str) -> Kept | None:
    """What is kept under a key, None if there is nothing; warnings name the conversation."""
    try:
        with (
            (directory / f"{key}.npz").open("rb") as stream,
            np.load(stream, allow_pickle=False) as stored,
        ):
            head = json.loads(str(stored["head"]))
            columns: dict[str, Floats] = {n: stored[n] for n in stored.files if n != "head"}
        usage = head["usage"]
        return Kept(
            Done(
                _heard(head, columns, conversation_id),
                usage["wall_s"],
                usage["cpu_s"],
                usage["peak"],
            ),
            head["circumstances"],
        )
    except Exception:  # whatever a damaged archive makes numpy and zipfile say
        return None


def _heard(head: dict[str, Any], columns: dict[str, Floats], conversation_id: str) -> Heard:
    def times(name: str) -> dict[int, dict[Task, list[float]]]:
        return {s: {t: columns[f"{name}.{s}.{t}"].tolist() for t in Task} for s in SPEAKERS}

    def tracks(name: str) -> dict[Task, tuple[Floats, Floats]]:
        kept = [task for task in Task if f"{name}.1.{task}" in columns]
        return {task: (columns[f"{name}.1.{task}"], columns[f"{name}.2.{task}"]) for task in kept}

    pace = Pace(times("answered"), tracks("delays"), **{n: head["spent"][n] for n in _SPENT})
    was = head["conversation_id"]
    warnings = tuple(_renamed(Fault(**told), was, conversation_id) for told in head["warnings"])
    return Heard(times("commits"), tracks("scores"), pace, warnings)


def _renamed(fault: Fault, was: str, conversation_id: str) -> Fault:
    # The same audio under another name: what is told of it must name it as it is called now.
    if fault.where.startswith(was):
        return replace(fault, where=conversation_id + fault.where.removeprefix(was))
    return fault

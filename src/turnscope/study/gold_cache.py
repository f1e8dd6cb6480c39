"""Gold kept by the hash of all it depends on, so that unchanged annotations are read once.

A cached gold also keeps the warnings met when its annotations were read: a second run tells the
same as the first. A file that cannot be read back is made anew; nothing depends on the cache.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.errors import Fault, TurnscopeError
from turnscope.files.writing import staged
from turnscope.study.code_state import code_state
from turnscope.version import __version__

__all__ = ["cache_directory", "cache_key", "cached_gold", "keep_gold"]

_LAYOUT = 1
"""Raised whenever the stored columns change their meaning."""


def cache_directory() -> Path:
    """Where this user's cached golds are."""
    return user_cache_path("turnscope") / "gold"


def cache_key(fingerprint: str, protocol: Protocol, options: str = "") -> str:
    """The hash of everything a gold depends on: annotations, rules, options and this code."""
    code = code_state("core", "corpus", "files", "gold")
    told = json.dumps([_LAYOUT, __version__, code, fingerprint, protocol.stamp(), options])
    return hashlib.sha256(told.encode()).hexdigest()


def cached_gold(directory: Path, key: str) -> tuple[Gold, tuple[Fault, ...]] | None:
    """The gold kept under a key with the warnings of its making, None if there is none."""
    try:
        with (
            (directory / f"{key}.npz").open("rb") as stream,
            np.load(stream, allow_pickle=False) as stored,
        ):
            head = json.loads(str(stored["head"]))
            columns = {name: stored[name] for name in stored.files}
        return _gold(head, columns), tuple(Fault(**fault) for fault in head["faults"])
    except Exception:  # whatever a damaged archive makes numpy and zipfile say
        return None


def keep_gold(directory: Path, key: str, gold: Gold, faults: Sequence[Fault]) -> None:
    """Keep a gold under a key; where the cache cannot be written, go on without."""
    head = {
        "ids": gold.roster.ids,
        "metadata": [
            {**{f.name: getattr(m, f.name) for f in fields(m)}, "extra": dict(m.extra)}
            for m in gold.roster.metadata
        ],
        "protocol": asdict(gold.protocol),
        "provenance": asdict(gold.provenance),
        "faults": [asdict(fault) for fault in faults],
    }
    columns: dict[str, NDArray[Any]] = {
        "head": np.array(json.dumps(head)),
        "duration_s": gold.roster.duration_s,
    }
    for task in Task:
        for part in fields(TaskGold):
            column_set = getattr(gold.task(task), part.name)
            for column in fields(column_set):
                name = f"{task}.{part.name}.{column.name}"
                columns[name] = getattr(column_set, column.name)
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with staged(directory / f"{key}.npz") as temporary, temporary.open("wb") as stream:
            np.savez(stream, allow_pickle=False, **columns)
    except (OSError, TurnscopeError):
        return


def _gold(head: dict[str, Any], columns: dict[str, NDArray[Any]]) -> Gold:
    def points(name: str) -> Points:
        return Points(columns[f"{name}.group"], columns[f"{name}.time_s"])

    def spans(name: str) -> Spans:
        return Spans(*(columns[f"{name}.{column}"] for column in ("group", "start_s", "end_s")))

    def task_gold(task: Task) -> TaskGold:
        return TaskGold(
            points(f"{task}.positives"), spans(f"{task}.negatives"), spans(f"{task}.excluded")
        )

    return Gold(
        Roster(
            tuple(head["ids"]),
            columns["duration_s"],
            tuple(_metadata(told) for told in head["metadata"]),
        ),
        task_gold(Task.EOT),
        task_gold(Task.INTERRUPTION),
        Protocol(**{**head["protocol"], "consensus": Consensus(head["protocol"]["consensus"])}),
        Provenance(**{**head["provenance"], "annotators": tuple(head["provenance"]["annotators"])}),
    )


def _metadata(told: dict[str, Any]) -> Metadata:
    pairs = {name: tuple(told[name]) for name in ("actor_ids", "actor_genders")}
    return Metadata(**{**told, **pairs, "extra": MappingProxyType(dict(told["extra"]))})

"""From a predictions file to its recall beside that of chance."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from turnscope.analysis.chance import Chance, chance
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError
from turnscope.files.origin import origin_of
from turnscope.files.reading import read_bytes, telling_file
from turnscope.files.submission import parse_predictions_file
from turnscope.report.chance import chance_document, chance_table
from turnscope.report.layouts import Table
from turnscope.version import __version__

__all__ = ["LEAST_MOVES", "FileChance", "chance_of_file"]

LEAST_MOVES = 20
"""Fewer could never show anything at 5 %."""


@dataclass(frozen=True, eq=False, slots=True)
class FileChance:
    """A submission's chance.

    Attributes:
        table: for people.
        document: for machines.
        found: by task.
    """

    table: Table
    document: dict[str, object]
    found: Mapping[Task, Chance]


def chance_of_file(
    path: Path,
    gold: Gold,
    *,
    ids: Iterable[str] | None = None,
    speakers: tuple[int, ...] = (1, 2),
    n_moves: int = 200,
    seed: int = 0,
) -> FileChance:
    """Score the predictions in a file, and the same moved in time.

    Args:
        path: JSON or CSV; it must cover every conversation of the gold, whatever is kept.
        gold: what to score against.
        ids: keep only these conversations, all by default.
        speakers: keep only these speakers.
        n_moves: how often they are moved.
        seed: of the moves.

    Raises:
        ProtocolError: for fewer moves than :data:`LEAST_MOVES`, or a negative seed.
        SubmissionError: with every fault of the file.
        CorpusError: for ids the gold does not know, and for unknown durations.
    """
    rules = {
        "moves": (n_moves, f"{LEAST_MOVES} or more", n_moves >= LEAST_MOVES),
        "seed": (seed, "a whole number, not negative", seed >= 0),
    }
    faults = [
        Fault(name, f"{value}", rule) for name, (value, rule, fits) in rules.items() if not fits
    ]
    if faults:
        raise ProtocolError(faults)
    content = read_bytes(path)
    with telling_file(path):
        predictions = parse_predictions_file(content, gold.roster, str(path))
    kept = gold if ids is None else gold.subset(ids)
    found = chance(kept, predictions, speakers=speakers, n_moves=n_moves, seed=seed)
    origin = origin_of(path, content)
    system = origin.system if origin else path.stem
    document: dict[str, object] = {
        "version": __version__,
        "protocol": kept.protocol.stamp(),
        "gold": {"data_hash": kept.provenance.data_hash, "n_conversations": len(kept.roster)},
        "system": system,
        "predictions_sha256": hashlib.sha256(content).hexdigest(),
        "seed": seed,
        "tasks": chance_document(found),
    }
    return FileChance(chance_table(system, found), document, found)

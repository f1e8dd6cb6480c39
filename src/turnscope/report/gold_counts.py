"""What a gold holds: positives, negatives, excluded stretches and masked positives, by type."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from turnscope.core.columns import Ints
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.report.tables import aligned
from turnscope.scoring.matching import inside

__all__ = ["GoldCounts", "count_gold", "counts_document", "counts_table", "n_different"]


@dataclass(frozen=True, slots=True)
class GoldCounts:
    """Counts of one task over some conversations.

    Attributes:
        positives: events to detect.
        negatives: spans in which firing is a false alarm.
        excluded: stretches in which nobody is scored.
        masked: positives whose own time lies in an excluded stretch.
    """

    positives: int
    negatives: int
    excluded: int
    masked: int


def count_gold(gold: Gold) -> dict[str, dict[Task, GoldCounts]]:
    """Counts per conversation type (short names) and, under ``"all"``, over everything."""
    names = gold.roster.type_names()
    counts = {"all": _counts(gold, np.ones(len(names), np.int64))}
    for name in dict.fromkeys(name for name in names if name):
        counts[name] = _counts(gold, np.array([n == name for n in names], np.int64))
    return counts


def _counts(gold: Gold, kept: Ints) -> dict[Task, GoldCounts]:
    def n(group: Ints) -> int:
        return int(kept[group // 2].sum())

    found = {}
    for task in Task:
        part = gold.task(task)
        masked = inside(part.excluded, part.positives.group, part.positives.time_s)
        found[task] = GoldCounts(
            n(part.positives.group),
            n(part.negatives.group),
            n(part.excluded.group),
            n(part.positives.group[masked]),
        )
    return found


def counts_table(counts: Mapping[str, Mapping[Task, GoldCounts]]) -> list[str]:
    """One row a type, ``all`` first."""
    header = ["type"]
    for task in Task:
        name = task.upper()
        header += [f"{name}+", f"{name}-", "excluded", "masked"]
    rows = [header]
    for key, by_task in counts.items():
        row = [key]
        for task in Task:
            c = by_task[task]
            row += [str(c.positives), str(c.negatives), str(c.excluded), str(c.masked)]
        rows.append(row)
    return aligned(rows)


def counts_document(
    gold: Gold, counts: Mapping[str, Mapping[Task, GoldCounts]]
) -> dict[str, object]:
    """The counts for a JSON file, with the stamps of the gold."""
    return {
        "protocol": gold.protocol.stamp(),
        "source": gold.provenance.source,
        "annotators": list(gold.provenance.annotators),
        "data_hash": gold.provenance.data_hash,
        "revision": gold.provenance.revision,
        "n_conversations": len(gold.roster),
        "hours": float(np.sum(gold.roster.duration_s)) / 3600.0,
        "counts": {
            key: {
                task.value: {
                    "positives": c.positives,
                    "negatives": c.negatives,
                    "excluded": c.excluded,
                    "masked": c.masked,
                }
                for task, c in by_task.items()
            }
            for key, by_task in counts.items()
        },
    }


def n_different(one: Gold, other: Gold) -> dict[Task, int]:
    """How many positives and negative spans are in one gold but not in the other, per task."""
    return {task: len(_rows(one, task) ^ _rows(other, task)) for task in Task}


def _rows(gold: Gold, task: Task) -> set[tuple[float, ...]]:
    part = gold.task(task)
    points = zip(part.positives.group.tolist(), part.positives.time_s.tolist(), strict=True)
    spans = zip(
        part.negatives.group.tolist(),
        part.negatives.start_s.tolist(),
        part.negatives.end_s.tolist(),
        strict=True,
    )
    return {*points, *spans}

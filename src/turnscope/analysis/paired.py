"""What several systems did with the same gold events, side by side.

::

                    A    B    C
    event 1        .3s  .4s   —      a latency where it was hit, — where it was missed
    event 2        .2s   —    —
    cluster 0      2/2  1/2  0/2     sums over clusters are all that resampling needs
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.analysis.clusters import Clusters
from turnscope.core.columns import Floats, Ints
from turnscope.core.outcomes import Kind, Outcomes
from turnscope.core.protocol import Task
from turnscope.errors import Fault, ProtocolError

__all__ = ["Paired", "paired", "refuse_unpaired"]

_SHARED = ("task", "group", "start_s", "end_s", "window_start_s", "window_end_s")
"""Columns of gold rows that speak of the gold alone."""


@dataclass(frozen=True, eq=False, slots=True)
class Paired:
    """One task's outcomes of k systems over the same gold; c clusters, p positives.

    Attributes:
        hits: of each system in each cluster, shape (c, k).
        positives: in each cluster, shape (c,).
        alarms: false alarms, shape (c, k).
        negatives: shape (c,).
        latency_ms: of each positive by each system, NaN for a miss, shape (p, k).
        cluster: of each positive, shape (p,).
        supported: whether each system takes part in the task, shape (k,).
    """

    hits: Floats
    positives: Floats
    alarms: Floats
    negatives: Floats
    latency_ms: Floats
    cluster: Ints
    supported: NDArray[np.bool_]

    @property
    def n_clusters(self) -> int:
        """How many clusters."""
        return len(self.positives)

    @property
    def n_systems(self) -> int:
        """How many systems."""
        return int(self.hits.shape[1])


def paired(
    tables: Sequence[Outcomes],
    clusters: Clusters,
    task: Task,
    *,
    conversations: Sequence[int] | None = None,
) -> Paired:
    """Put outcome tables of one gold side by side.

    Args:
        tables: of each system; :func:`refuse_unpaired` tells whether they go together.
        clusters: of their roster.
        task: which one.
        conversations: positions in the roster to keep, all by default. Clusters without one of
            them are left out.
    """
    n = len(tables[0].roster)
    kept = np.zeros(n, np.bool_)
    kept[list(range(n) if conversations is None else conversations)] = True
    present, number = np.unique(clusters.of_conversation[kept], return_inverse=True)
    of_conversation = np.full(n, -1, np.int64)
    of_conversation[kept] = number
    rows = tables[0].gold
    mine = np.flatnonzero((rows.task == tuple(Task).index(task)) & kept[rows.group // 2])
    cluster = of_conversation[rows.group[mine] // 2]
    kinds = np.stack([table.gold.kind[mine] for table in tables], axis=1)
    positive = (kinds[:, 0] == Kind.HIT) | (kinds[:, 0] == Kind.MISS)
    latency = np.stack([table.gold.latency_s[mine[positive]] for table in tables], axis=1)
    size = len(present)
    return Paired(
        _sums(kinds == Kind.HIT, cluster, size),
        np.bincount(cluster[positive], minlength=size).astype(np.float64),
        _sums(kinds == Kind.FALSE_ALARM, cluster, size),
        np.bincount(cluster[~positive], minlength=size).astype(np.float64),
        latency * 1000.0,
        cluster[positive],
        np.array([task in table.supported for table in tables], np.bool_),
    )


def _sums(flags: NDArray[np.bool_], cluster: Ints, n_clusters: int) -> Floats:
    found = np.zeros((n_clusters, flags.shape[1]))
    np.add.at(found, cluster, flags.astype(np.float64))
    return found


def refuse_unpaired(tables: Sequence[Outcomes], names: Sequence[str] = ()) -> None:
    """Raise ProtocolError naming each table that is not of the same gold as the first.

    The same conversations, events, spans, windows and speakers: else a difference between two
    systems would be one between two golds.
    """
    names = names or [f"system {k + 1}" for k in range(len(tables))]
    faults = [
        Fault(name, found, f"the same gold as {names[0]}", "Score both against one gold")
        for name, table in zip(names, tables, strict=True)
        if (found := _unlike(tables[0], table))
    ]
    if faults:
        raise ProtocolError(faults)


def _unlike(first: Outcomes, other: Outcomes) -> str:
    if first.roster.ids != other.roster.ids:
        return f"scored on {len(other.roster)} conversations, not the same ones"
    if first.speakers != other.speakers:
        return f"scored for speakers {other.speakers}"
    if len(first.gold) != len(other.gold):
        return f"scored on {len(other.gold)} gold events and spans, not {len(first.gold)}"
    unlike = [
        name
        for name in _SHARED
        if not np.array_equal(getattr(first.gold, name), getattr(other.gold, name))
    ]
    return f"gold events that differ in {', '.join(unlike)}" if unlike else ""

"""Which conversations belong together when a corpus is resampled: those of the same people.

::

    actors   A─B  A─B  B─C  D─E  ?─?         conversations share a cluster where a chain of
    cluster   0    0    0    1    2          shared speakers joins them
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from turnscope.core.columns import Ints
from turnscope.core.roster import Roster

__all__ = ["Clusters", "clusters_of"]


@dataclass(frozen=True, eq=False, slots=True)
class Clusters:
    """Clusters of a roster's conversations.

    Attributes:
        of_conversation: cluster of each conversation, from 0 on, shape (n,).
        unit: what a cluster is, for the reader: ``speakers`` or ``conversations``.
    """

    of_conversation: Ints
    unit: Literal["speakers", "conversations"]

    @property
    def n(self) -> int:
        """How many clusters."""
        return int(self.of_conversation.max(initial=-1)) + 1

    def of_group(self, group: Ints) -> Ints:
        """The cluster of each group (speaker of a conversation), of the shape of ``group``."""
        clusters: Ints = self.of_conversation[group // 2]
        return clusters


def clusters_of(
    roster: Roster, *, by: Literal["speakers", "conversations"] = "speakers"
) -> Clusters:
    """The clusters to resample.

    Args:
        roster: the conversations.
        by: ``speakers`` joins conversations that share one, directly or by a chain of others; a
            conversation whose speakers are not known stands alone. ``conversations`` joins none.

    Returns:
        Clusters numbered by first appearance. Where no speaker is known the unit is
        ``conversations`` whatever was asked for.
    """
    actors = [[a for a in m.actor_ids if a] for m in roster.metadata]
    if by == "conversations" or not any(actors):
        return Clusters(np.arange(len(roster), dtype=np.int64), "conversations")
    parent: dict[object, object] = {}

    def root(node: object) -> object:
        while parent.setdefault(node, node) != node:
            node = parent[node]
        return node

    for k, names in enumerate(actors):
        for name in names:
            parent[root(("actor", name))] = root(k)
    roots = [root(k) for k in range(len(roster))]
    number = {each: position for position, each in enumerate(dict.fromkeys(roots))}
    return Clusters(np.array([number[each] for each in roots], np.int64), "speakers")

"""The conversations a gold or an outcome table speaks of, in order: ids, durations, metadata."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from turnscope.core.columns import Floats, Ints
from turnscope.core.conversation import Conversation, Metadata
from turnscope.errors import CorpusError, Fault

__all__ = ["NO_TYPE", "Roster", "positions"]

NO_TYPE = "(no type)"
"""The type of conversations without one, among others that have one."""


def positions(ids: Sequence[str], wanted: Iterable[str]) -> list[int]:
    """Where the wanted conversations stand among ``ids``, in the order of ``ids``.

    Raises:
        CorpusError: naming every wanted id that is not there.
    """
    asked = set(wanted)
    unknown = sorted(asked.difference(ids))
    if unknown:
        raise CorpusError(
            Fault(f"conversation {i}", "asked for, but not in this corpus", "a known id")
            for i in unknown
        )
    return [k for k, i in enumerate(ids) if i in asked]


@dataclass(frozen=True, eq=False, slots=True)
class Roster:
    """Conversations in a fixed order; groups of columns are numbered along it.

    Attributes:
        ids: conversation ids, each once.
        duration_s: seconds of each, float64, shape (n,); NaN where unknown.
        metadata: of each.
    """

    ids: tuple[str, ...]
    duration_s: Floats
    metadata: tuple[Metadata, ...]

    def __post_init__(self) -> None:
        if len(set(self.ids)) != len(self.ids):
            twice = sorted({i for i in self.ids if self.ids.count(i) > 1})
            raise CorpusError(
                Fault(f"conversation {i}", "appears more than once", "each conversation once")
                for i in twice
            )

    @classmethod
    def of(cls, conversations: Sequence[Conversation]) -> Roster:
        """The roster of these conversations."""
        return cls(
            tuple(c.conversation_id for c in conversations),
            np.array([c.duration_s for c in conversations], dtype=np.float64),
            tuple(c.metadata for c in conversations),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def type_names(self) -> tuple[str, ...]:
        """The short type name of each conversation, to group by.

        Where some have a type and others none, those are ``(no type)``, so that parts add up to
        the whole; where nobody has one, all are "".
        """
        names = [metadata.type_name for metadata in self.metadata]
        without = NO_TYPE if any(names) else ""
        return tuple(name or without for name in names)

    def with_durations(self, durations_s: Mapping[str, float]) -> Roster:
        """The same conversations with other durations, in seconds by id, where given.

        Ids of other conversations are ignored: one file may serve many corpora.
        """
        told = [durations_s.get(i, old) for i, old in zip(self.ids, self.duration_s, strict=True)]
        return replace(self, duration_s=np.array(told, dtype=np.float64))

    def subset(self, ids: Iterable[str]) -> tuple[Roster, Ints]:
        """Keep some conversations, in this roster's order.

        Returns:
            The smaller roster, and for each old group its new number or -1, shape (2n,).

        Raises:
            CorpusError: naming every id that is not in the roster.
        """
        kept = positions(self.ids, ids)
        new_group = np.full(2 * len(self.ids), -1, np.int64)
        for new, old in enumerate(kept):
            new_group[2 * old], new_group[2 * old + 1] = 2 * new, 2 * new + 1
        smaller = Roster(
            tuple(self.ids[k] for k in kept),
            self.duration_s[kept],
            tuple(self.metadata[k] for k in kept),
        )
        return smaller, new_group

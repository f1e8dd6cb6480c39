"""Times and spans of many speakers in flat columns, and exact searches inside each group.

A *group* is one speaker of one conversation, numbered ``2 * conversation + speaker - 1`` along
a roster. Keeping a whole corpus in one set of columns lets every step of gold and scoring be a
handful of array operations, whatever the number of conversations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Floats",
    "Ints",
    "Points",
    "Spans",
    "count_until",
    "group_of",
    "order_by",
    "running_max",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def group_of(conversation: int, speaker: int) -> int:
    """The group of ``speaker`` (1 or 2) of the roster's ``conversation``-th entry (0-based)."""
    return 2 * conversation + speaker - 1


def _keys(group: Ints, value: Floats) -> NDArray[np.complex128]:
    # numpy orders complex numbers by real part, then imaginary part, each as a float: one
    # search compares (group, time) pairs without adding offsets, which would round the times.
    keys = np.empty(len(value), np.complex128)
    keys.real = group
    keys.imag = value
    return keys


def count_until(
    group: Ints,
    value: Floats,
    *,
    at_group: Ints,
    at: Floats,
    side: Literal["left", "right"],
) -> Ints:
    """Position in sorted columns up to which values of the same group lie before a limit.

    Args:
        group: group of each value, shape (n,).
        value: values sorted by (group, value), shape (n,); no NaN.
        at_group: group of each limit, shape (m,).
        at: the limits, shape (m,); infinities allowed.
        side: "left" counts values < limit, "right" values <= limit.

    Returns:
        For each limit the index into the *whole* columns, shape (m,): values of earlier groups
        come first and are counted too, so differences of two results count within the group.
    """
    found = np.searchsorted(_keys(group, value), _keys(at_group, at), side=side)
    return found.astype(np.int64, copy=False)


def order_by(group: Ints, value: Floats) -> Ints:
    """The order that sorts by (group, value), shape (n,); equal pairs in any order.

    Four times as fast as a lexical sort: numbers first, by the quick sort, then groups, by the
    stable sort, which takes linear time where they fit 16 bits.
    """
    order = np.argsort(value)
    narrow = np.int16 if len(group) == 0 or group.max() < 2**15 else np.int64
    return order[np.argsort(group[order].astype(narrow), kind="stable")]


def running_max(group: Ints, value: Floats) -> Floats:
    """The largest value so far within each group, shape (n,); ``group`` must ascend."""
    # The group is the leading part of the key, so a new group outranks all that came before.
    largest: Floats = np.maximum.accumulate(_keys(group, value)).imag
    return largest


@dataclass(frozen=True, eq=False, slots=True)
class Points:
    """Instants of many speakers, sorted by (group, time).

    Attributes:
        group: int64, shape (n,).
        time_s: seconds, float64, shape (n,).
    """

    group: Ints
    time_s: Floats

    @classmethod
    def sorted(cls, group: Ints, time_s: Floats) -> Points:
        """Bring columns into order."""
        order = order_by(group, time_s)
        return cls(group[order], time_s[order])

    @classmethod
    def empty(cls) -> Points:
        """No instants."""
        return cls(np.empty(0, np.int64), np.empty(0))

    def __len__(self) -> int:
        return len(self.time_s)

    def of(self, group: int) -> Floats:
        """The times of one group, ascending."""
        times: Floats = self.time_s[self.group == group]
        return times

    def regrouped(self, new_group: Ints) -> Points:
        """Renumber groups by ``new_group[old]``; instants whose new group is -1 are dropped."""
        group = new_group[self.group]
        keep = group >= 0
        return Points.sorted(group[keep], self.time_s[keep])


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """Stretches of time of many speakers, sorted by (group, start, end).

    Attributes:
        group: int64, shape (n,).
        start_s: seconds, float64, shape (n,).
        end_s: seconds, float64, shape (n,); never before ``start_s``.
    """

    group: Ints
    start_s: Floats
    end_s: Floats

    @classmethod
    def sorted(cls, group: Ints, start_s: Floats, end_s: Floats) -> Spans:
        """Bring columns into order."""
        order = np.lexsort((end_s, start_s, group))
        return cls(group[order], start_s[order], end_s[order])

    @classmethod
    def empty(cls) -> Spans:
        """No spans."""
        return cls(np.empty(0, np.int64), np.empty(0), np.empty(0))

    def __len__(self) -> int:
        return len(self.start_s)

    def of(self, group: int) -> Floats:
        """The spans of one group as rows (start, end), shape (k, 2)."""
        mine = self.group == group
        rows: Floats = np.stack([self.start_s[mine], self.end_s[mine]], axis=1)
        return rows

    def regrouped(self, new_group: Ints) -> Spans:
        """Renumber groups by ``new_group[old]``; spans whose new group is -1 are dropped."""
        group = new_group[self.group]
        keep = group >= 0
        return Spans.sorted(group[keep], self.start_s[keep], self.end_s[keep])

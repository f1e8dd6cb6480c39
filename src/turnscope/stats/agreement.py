"""How far raters agree on the labels of the same items, beyond chance.

::

    item      0  1  2  3        observed  share of pairs of raters with one label
    rater a   T  T  B  .        expected  the same, if labels were dealt out by chance
    rater b   T  B  B  .        coefficient = (observed - expected) / (1 - expected)
    rater c   T  T  B  T

They differ in what chance deals: Cohen from each rater's own labels, Fleiss and Krippendorff from
everybody's. All are 1 where raters agree fully and 0 where they agree as often as chance.

Each is undefined (NaN, with its n) without items, with one rater, and where expected agreement is
1, that is where all labels are the same: then nothing tells agreement from habit. Other tools give
1, 0 or NaN there.

Many items repeat the same labels (frames of 0.1 s do), so :class:`Ratings` keeps each distinct row
once with its count, and every coefficient is a sum over those.

Source: Cohen (1960); Fleiss (1971); Krippendorff (2011), "Computing Krippendorff's
alpha-reliability", nominal distances.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnscope.core.columns import Ints

__all__ = [
    "MISSING",
    "Coefficient",
    "Ratings",
    "cohen_kappa",
    "confusion",
    "fleiss_kappa",
    "krippendorff_alpha",
]

MISSING = -1
"""The label of an item that a rater did not rate."""

_MOST_CODES = 1 << 20


@dataclass(frozen=True, slots=True)
class Coefficient:
    """An agreement coefficient with what it was made of.

    Attributes:
        value: (observed - expected) / (1 - expected); NaN where undefined.
        observed: share of agreeing pairs, in [0, 1]; NaN if n = 0.
        expected: that share by chance, in [0, 1]; NaN if n = 0.
        n: items it rests on.
    """

    value: float
    observed: float
    expected: float
    n: int


@dataclass(frozen=True, eq=False, slots=True)
class Ratings:
    """What raters called each item, as distinct rows and how often each occurs.

    Attributes:
        rows: labels, int64, shape (p, n raters); 0 and up, or :data:`MISSING`.
        count: items with that row, int64, shape (p,).
    """

    rows: Ints
    count: Ints

    @classmethod
    def of(cls, labels: ArrayLike) -> Ratings:
        """Count the rows of a table of labels, shape (n items, n raters), whole numbers >= -1.

        Raises:
            ValueError: for another shape, another kind of number, or a label below -1.
        """
        table = np.asarray(labels)
        if table.ndim != 2 or (table.size and not np.issubdtype(table.dtype, np.integer)):
            raise ValueError(
                f"labels of shape {table.shape} and type {table.dtype}; "
                "expected whole numbers, a row an item, a column a rater"
            )
        if table.size and table.min() < MISSING:
            raise ValueError(f"a label of {table.min()}; expected 0 and up, or -1 for missing")
        return cls(*_distinct(table))

    @classmethod
    def pooled(cls, parts: Iterable[Ratings]) -> Ratings:
        """All items of several tables with the same raters, in the same order.

        Raises:
            ValueError: without a table, or if the number of raters differs.
        """
        each = list(parts)
        rows, which = np.unique(
            np.concatenate([part.rows for part in each]), axis=0, return_inverse=True
        )
        count = np.concatenate([part.count for part in each])
        total = np.zeros(len(rows), np.int64)
        np.add.at(total, which.ravel(), count)
        return cls(rows, total)

    @property
    def n_raters(self) -> int:
        """Columns of the table."""
        return int(self.rows.shape[1])

    def of_raters(self, raters: Iterable[int]) -> Ratings:
        """Some raters' columns alone, in that order."""
        return Ratings(self.rows[:, list(raters)], self.count)

    def one_against_rest(self, label: int) -> Ratings:
        """The same items, asked only whether they carry one label (1) or another (0)."""
        return Ratings(
            np.where(self.rows == MISSING, MISSING, (self.rows == label).astype(np.int64)),
            self.count,
        )

    def complete(self) -> Ratings:
        """The items that every rater rated."""
        kept = (self.rows != MISSING).all(axis=1)
        return Ratings(self.rows[kept], self.count[kept])


def confusion(ratings: Ratings, first: int, second: int, *, n_labels: int) -> Ints:
    """How often one rater's label meets another's, shape (n_labels, n_labels).

    Row: what rater ``first`` said; column: rater ``second``. Items that either did not rate are
    left out.

    Raises:
        ValueError: for a label of ``n_labels`` or more.
    """
    pair = ratings.of_raters((first, second)).complete()
    if pair.rows.size and pair.rows.max() >= n_labels:
        raise ValueError(f"a label of {pair.rows.max()}; expected less than {n_labels}")
    table = np.zeros((n_labels, n_labels), np.int64)
    np.add.at(table, (pair.rows[:, 0], pair.rows[:, 1]), pair.count)
    return table


def cohen_kappa(ratings: Ratings, first: int = 0, second: int = 1) -> Coefficient:
    """Cohen's kappa of two raters, over the items that both rated."""
    pair = ratings.of_raters((first, second)).complete()
    n_labels = int(pair.rows.max(initial=-1)) + 1
    table = confusion(pair, 0, 1, n_labels=n_labels)
    n = int(table.sum())
    if not n:
        return _undefined(0)
    observed = float(np.trace(table)) / n
    expected = float(table.sum(axis=0) / n @ (table.sum(axis=1) / n))
    one_label = int(np.diag(table).max()) == n
    return _coefficient(observed, expected, n, one_label=one_label)


def fleiss_kappa(ratings: Ratings) -> Coefficient:
    """Fleiss' kappa of all raters, over the items that every one of them rated.

    Of a table asked for one label (:meth:`Ratings.one_against_rest`) it is Fleiss' kappa of that
    label. With two raters it is Scott's pi, not Cohen's kappa.
    """
    full = ratings.complete()
    n = int(full.count.sum())
    if not n or full.n_raters < 2:
        return _undefined(n)
    n_pairs = full.n_raters * (full.n_raters - 1) // 2
    agreeing = sum(
        int(full.count[full.rows[:, i] == full.rows[:, j]].sum())
        for i, j in combinations(range(full.n_raters), 2)
    )
    share = _label_counts(full) / (n * full.n_raters)
    return _coefficient(
        agreeing / (n * n_pairs), float(share @ share), n, one_label=np.count_nonzero(share) == 1
    )


def krippendorff_alpha(ratings: Ratings) -> Coefficient:
    """Krippendorff's alpha for nominal labels; raters may have left items out.

    ``n`` counts the items with two labels or more; the others say nothing. ``expected`` is drawn
    without putting back, so alpha is a little above Fleiss' kappa on small tables, and the same
    on large ones.
    """
    n_said = np.count_nonzero(ratings.rows != MISSING, axis=1)
    paired = n_said >= 2
    part = Ratings(ratings.rows[paired], ratings.count[paired])
    n = int(part.count.sum())
    if not n:
        return _undefined(0)
    weight = part.count / (n_said[paired] - 1)
    agreeing = 0.0
    for i, j in combinations(range(part.n_raters), 2):
        same = (part.rows[:, i] == part.rows[:, j]) & (part.rows[:, i] != MISSING)
        agreeing += 2.0 * float(weight[same].sum())
    per_label = _label_counts(part)
    total = int(per_label.sum())
    expected = float((per_label * (per_label - 1)).sum()) / (total * (total - 1))
    return _coefficient(agreeing / total, expected, n, one_label=np.count_nonzero(per_label) == 1)


def _distinct(table: NDArray[np.signedinteger]) -> tuple[Ints, Ints]:
    """The distinct rows of a table, ascending, and how often each occurs."""
    n_raters = table.shape[1]
    base = int(table.max()) + 2 if table.size else 1
    if n_raters == 0 or base**n_raters > _MOST_CODES:
        rows, count = np.unique(table, axis=0, return_counts=True)
        return rows.astype(np.int64), count.astype(np.int64)
    # A row as one number: counting those takes one pass where sorting rows takes seconds.
    code = np.zeros(len(table), np.int32)
    for column in range(n_raters):
        code *= base
        np.add(code, table[:, column], out=code, casting="unsafe")
        code += 1
    occurs = np.bincount(code, minlength=1)
    found = np.flatnonzero(occurs)
    digits = [found // base ** (n_raters - 1 - k) % base for k in range(n_raters)]
    return np.stack(digits, axis=1).astype(np.int64) - 1, occurs[found].astype(np.int64)


def _label_counts(ratings: Ratings) -> Ints:
    """How often each label was given by anybody, shape (highest label + 1,)."""
    said = ratings.rows != MISSING
    counts = np.zeros(int(ratings.rows.max(initial=0)) + 1, np.int64)
    np.add.at(counts, ratings.rows[said], np.broadcast_to(ratings.count[:, None], said.shape)[said])
    return counts


def _coefficient(observed: float, expected: float, n: int, *, one_label: bool) -> Coefficient:
    value = float("nan") if one_label else (observed - expected) / (1.0 - expected)
    return Coefficient(value, observed, expected, n)


def _undefined(n: int) -> Coefficient:
    nan = float("nan")
    return Coefficient(nan, nan, nan, n)

"""What one annotator heard of one speaker: a track of labelled events, column by column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from turnscope.core.labels import Label, canonical

__all__ = ["Track"]


@dataclass(frozen=True, eq=False, slots=True)
class Track:
    """Events of one speaker by one annotator, in file order, which decides ties in the gold.

    Attributes:
        start_s: onsets in seconds on the conversation's clock, float64, shape (n,), finite.
        end_s: ends in seconds, float64, shape (n,); finite and never before the start, which
            the consensus relies on. Events are not sorted and may overlap or touch.
        labels: the fine label of each event as the file spells it, "" where it has none.
        texts: the transcript of each event, "" where there is none.
        canonical: the :class:`Label` of each event as int8, derived from ``labels``.
    """

    start_s: NDArray[np.float64]
    end_s: NDArray[np.float64]
    labels: tuple[str, ...]
    texts: tuple[str, ...]
    canonical: NDArray[np.int8] = field(init=False)

    def __post_init__(self) -> None:
        codes = np.fromiter((canonical(label) for label in self.labels), np.int8, len(self.labels))
        object.__setattr__(self, "canonical", codes)
        n = len(self.labels)
        if not (self.start_s.shape == self.end_s.shape == (n,) and len(self.texts) == n):
            raise ValueError(
                f"columns of a track differ in length: {self.start_s.shape} starts, "
                f"{self.end_s.shape} ends, {n} labels, {len(self.texts)} texts"
            )
        finite = np.isfinite(self.start_s) & np.isfinite(self.end_s)
        wrong = np.flatnonzero(~(finite & (self.end_s >= self.start_s)))
        if len(wrong):
            first = int(wrong[0])
            raise ValueError(
                f"event[{first}] of a track: {self.start_s[first]} s to {self.end_s[first]} s; "
                "expected finite times, the end not before the start"
            )
        for column in (self.start_s, self.end_s, codes):
            column.flags.writeable = False

    @classmethod
    def of(
        cls,
        start_s: ArrayLike,
        end_s: ArrayLike,
        labels: Sequence[str],
        texts: Sequence[str] | None = None,
    ) -> Track:
        """Build a track from any sequences; the columns are copied to float64."""
        return cls(
            np.array(start_s, dtype=np.float64, ndmin=1),
            np.array(end_s, dtype=np.float64, ndmin=1),
            tuple(labels),
            ("",) * len(labels) if texts is None else tuple(texts),
        )

    @classmethod
    def empty(cls) -> Track:
        """A track on which nothing was heard."""
        return cls(np.empty(0), np.empty(0), (), ())

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def n_unknown(self) -> int:
        """How many events carry no label or one outside the inventory; gold ignores them."""
        return int(np.count_nonzero(self.canonical == Label.NONE))

    def shifted(self, by_s: float) -> Track:
        """The same events on a clock that is ``by_s`` seconds ahead."""
        return Track(self.start_s + by_s, self.end_s + by_s, self.labels, self.texts)

"""How long something took where some never happened within the time it was watched.

::

    S(t) 1 ──┐                      ○ waited this long in vain (censored)
             └────┐
                  └───────○───┐
         0                    └──   restricted mean = area under S up to a horizon

Source: Kaplan and Meier (1958); the restricted mean as in Royston and Parmar (2013).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Floats", "Survival", "kaplan_meier"]

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Survival:
    """The share that has not happened yet, as a step function.

    Attributes:
        time: where it falls, ascending, shape (k,).
        share: just after each of them, in [0, 1], shape (k,); before the first it is 1.
        last: the longest anything was watched; beyond it the share is not known. NaN if n = 0.
        n: how many were watched.
        n_events: how many of them happened.
    """

    time: Floats
    share: Floats
    last: float
    n: int
    n_events: int

    def at(self, when: ArrayLike) -> Floats:
        """The share at some times, right after what falls there, of the shape of ``when``.

        NaN beyond the longest watched, unless the share has fallen to 0; NaN if n = 0.
        """
        times = np.asarray(when, np.float64)
        steps = np.concatenate([[1.0], self.share])
        found = steps[np.searchsorted(self.time, times, side="right")]
        unknown = ~(times <= self.last) & (found > 0.0)
        return np.where(unknown, np.nan, found)

    def quantile(self, q: float) -> float:
        """The first time by which a share ``q`` has happened; infinite if it never came to that.

        NaN if n = 0.
        """
        if not self.n:
            return float("nan")
        reached = np.flatnonzero(self.share <= 1.0 - q + 1e-12)
        return float(self.time[reached[0]]) if len(reached) else float("inf")

    def restricted_mean(self, horizon: float, *, start: float = 0.0) -> float:
        """Mean time from ``start``, each counted as the horizon at most: the area under the share.

        What happened before ``start`` counts as a negative time. NaN if n = 0, or if watching
        ended before the horizon with some still to come.
        """
        if not self.n or np.isnan(self.at(horizon)):
            return float("nan")
        early = self.time[self.time < start]
        lower = min(start, float(early[0])) if len(early) else start
        inside = self.time[(self.time > lower) & (self.time < horizon)]
        edges = np.concatenate([[lower], inside, [horizon]])
        return float(np.sum(self.at(edges[:-1]) * np.diff(edges))) + lower - start


def kaplan_meier(time: ArrayLike, happened: ArrayLike) -> Survival:
    """The product-limit estimate.

    Args:
        time: when it happened or, if it had not by then, how long it was watched; shape (n,),
            finite; may be negative.
        happened: which of them happened, shape (n,). At one time, what happens comes before
            what is censored.

    Raises:
        ValueError: for shapes that differ, and times that are not finite.
    """
    times = np.asarray(time, np.float64)
    events = np.asarray(happened, np.bool_)
    if times.shape != events.shape or times.ndim != 1 or not np.isfinite(times).all():
        raise ValueError(
            f"times of shape {times.shape}, events of shape {events.shape}; "
            "expected two columns of one length, all times finite"
        )
    steps, n_there = np.unique(times, return_counts=True)
    n_fell = np.bincount(np.searchsorted(steps, times[events]), minlength=len(steps))
    at_risk = len(times) - np.concatenate([[0], np.cumsum(n_there)[:-1]])
    falls = n_fell > 0
    share = np.cumprod(1.0 - n_fell[falls] / at_risk[falls])
    last = float(steps[-1]) if len(steps) else float("nan")
    return Survival(steps[falls], share, last, len(times), int(events.sum()))

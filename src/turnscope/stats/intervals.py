"""What an interval is: two ends, how it was made, and from how much."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Interval", "no_interval"]


@dataclass(frozen=True, slots=True)
class Interval:
    """A confidence interval.

    Attributes:
        low, high: its ends; both NaN where there is nothing to take one from.
        level: the share of such intervals that are meant to cover the truth.
        method: ``wilson``, ``percentile`` or ``bca``.
        n: units it rests on: trials, or clusters.
        n_failed: resamples in which the number was undefined; they are left out.
    """

    low: float
    high: float
    level: float
    method: str
    n: int
    n_failed: int = 0

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


def no_interval(level: float, method: str, *, n: int = 0, n_failed: int = 0) -> Interval:
    """The interval of nothing."""
    return Interval(float("nan"), float("nan"), level, method, n, n_failed)

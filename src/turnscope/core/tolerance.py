"""How two times are compared at a tolerance: as the published scorer does, or exactly.

The published scorer compares float64 seconds: ``max - min <= 0.2``. Seconds on a millisecond
grid are not exact in binary, so of all pairs that differ by exactly 200 ms only about 60 % pass.
Published numbers depend on it, so this is the default. The exact arithmetic puts times on a grid
of whole microseconds first, where every such pair passes.

Both run the same code: times and tolerances are turned into *ticks* (seconds as they are, or
whole microseconds held in float64), compared, and turned back.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnscope.core.columns import Floats, Points, Spans
from turnscope.errors import Fault, ProtocolError

__all__ = ["EXACT", "OFFICIAL", "Arithmetic", "arithmetic"]

_GOLD_DECIMALS = 4


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """One way to compare times.

    Attributes:
        name: ``official`` or ``exact``, as stamped into results.
        per_s: ticks in a second; 1 keeps float64 seconds untouched.
    """

    name: str
    per_s: int

    def ticks(self, time_s: Floats) -> Floats:
        """Times in ticks; infinities stay infinite."""
        return time_s if self.per_s == 1 else np.rint(time_s * self.per_s)

    def tick(self, time_s: float) -> float:
        """One time or tolerance in ticks."""
        return time_s if self.per_s == 1 else float(round(time_s * self.per_s))

    def on_ticks(self, points: Points) -> Points:
        """Instants with their times in ticks."""
        return Points(points.group, self.ticks(points.time_s))

    def on_ticks_spans(self, spans: Spans) -> Spans:
        """Spans with their times in ticks."""
        return Spans(spans.group, self.ticks(spans.start_s), self.ticks(spans.end_s))

    def seconds(self, ticks: Floats) -> Floats:
        """Ticks back in seconds (the float64 nearest to the decimal on the exact grid)."""
        return ticks if self.per_s == 1 else ticks / self.per_s

    def rounded(self, ticks: Floats) -> Floats:
        """Ticks rounded to four decimals of a second, as gold boundaries are (half to even).

        Rounds as Python's ``round`` does, by the exact binary value. numpy's own rounding
        multiplies first, so it differs where that product hides which side of a half a time
        lies on; those few are rounded one by one.
        """
        if self.per_s != 1:
            step = self.per_s // 10**_GOLD_DECIMALS
            return np.asarray(np.rint(ticks / step) * step)
        scaled = ticks * 10.0**_GOLD_DECIMALS
        rounded: Floats = np.rint(scaled) / 10.0**_GOLD_DECIMALS
        close = np.abs(np.abs(scaled - np.floor(scaled)) - 0.5) < 1e-3
        for index in np.flatnonzero(close):
            rounded[index] = round(float(ticks[index]), _GOLD_DECIMALS)
        return rounded


OFFICIAL = Arithmetic("official", 1)
"""Float64 seconds, as the published scorer compares them."""

EXACT = Arithmetic("exact", 1_000_000)
"""Whole microseconds: times that differ by exactly the tolerance are within it."""

_BY_NAME = {a.name: a for a in (OFFICIAL, EXACT)}


def arithmetic(name: str) -> Arithmetic:
    """The arithmetic of that name.

    Raises:
        ProtocolError: for a name other than ``official`` and ``exact``.
    """
    if name not in _BY_NAME:
        raise ProtocolError(Fault("arithmetic", repr(name), " or ".join(_BY_NAME)))
    return _BY_NAME[name]

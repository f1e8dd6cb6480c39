"""The constants of section 2 and 3 as the oracles use them, and the two arithmetics.

The oracles are slow, obvious and independent second versions of gold and scoring, written from
the protocol's text alone. They share no code with the package: not its labels, not its constants.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["OFFICIAL_RULES", "Rules"]


@dataclass(frozen=True)
class Rules:
    """Constants in seconds; ``exact`` puts every time on whole microseconds first."""

    agreement: int = 2
    tolerance: float = 0.2
    window: float = 0.5
    tau_pre: float = 0.25
    tau_max: float = 3.0
    exact: bool = False
    order_free: bool = False

    def grid(self, seconds: float) -> float:
        """A time (or tolerance) as the comparisons see it: seconds, or integer microseconds."""
        return round(seconds * 1e6) if self.exact else seconds

    def seconds(self, time: float) -> float:
        """The way back."""
        return time / 1e6 if self.exact else time


OFFICIAL_RULES = Rules()

"""How numbers are written for people: rates beside their counts, latencies in milliseconds."""

from __future__ import annotations

import math

__all__ = ["count_of", "milliseconds", "rate"]


def rate(value: float) -> str:
    """A rate with three decimals; a dash where it is undefined."""
    return "—" if math.isnan(value) else f"{value:.3f}"


def count_of(part: int, whole: int) -> str:
    """``(part/whole)``, as shown beside a rate."""
    return f"({part}/{whole})"


def milliseconds(value: float) -> str:
    """A latency as a whole number of milliseconds; a dash where it is undefined.

    Rounds half to even, as the published tables do; -0 is written 0.
    """
    return "—" if math.isnan(value) else f"{round(value):d}"

"""Times as text: decimal seconds to float64 and back, sums and differences without rounding twice.

A file that says "from 0.1, for 0.2" means 0.3, which float addition misses by one step. Sums
and differences are therefore taken on the decimals and rounded to float64 once.
"""

from __future__ import annotations

import math
import re
from decimal import Context, Decimal

__all__ = ["between", "reach", "read", "write"]

_NUMBER = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")

_EXACT = Context(prec=1200)
"""More digits than the sum of any two float64 needs."""


def read(text: str) -> float | None:
    """The time that ``text`` says, None if it is no finite decimal number (negative zero is 0)."""
    if not _NUMBER.fullmatch(text):
        return None
    time_s = float(text) + 0.0
    return time_s if math.isfinite(time_s) else None


def reach(start: str, duration: str) -> float | None:
    """The float64 nearest to ``start`` + ``duration``, None if either is no finite number."""
    if read(start) is None or read(duration) is None:
        return None
    end_s = float(_EXACT.add(Decimal(start), Decimal(duration))) + 0.0
    return end_s if math.isfinite(end_s) else None


def write(time_s: float) -> str:
    """The shortest decimal that reads back as ``time_s``, without exponent or negative zero."""
    return format(Decimal(repr(float(time_s) + 0.0)), "f").removesuffix(".0")


def between(start_s: float, end_s: float) -> str:
    """The duration whose decimal sum with ``write(start_s)`` reads back as ``end_s``."""
    exact = _EXACT.subtract(Decimal(write(end_s)), Decimal(write(start_s)))
    text = format(exact, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text

"""Clock times of subtitle files, ``hh:mm:ss,mmm``, to seconds and back, in one fixed order.

``seconds = h * 3600 + m * 60 + s + fraction``, where the whole seconds are exact and the fraction
is its digits over a power of ten (``ms / 1000``). The order of these steps decides the last bit
of a float64 second, and that bit decides ties at a tolerance. Libraries that hold times as whole
milliseconds or microseconds and divide at the end (pysubs2, srt) get another last bit for about
one time in nine thousand, so this arithmetic is ours.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from turnscope.corpus.formats import seconds

__all__ = ["Clock", "clock_text", "read_clock", "read_seconds"]

_CLOCK = re.compile(
    r"(?:(?:([0-9]{1,6}):)?([0-9]{1,6}):)?([0-9]{1,2})(?:([.,])([0-9]{1,12}))?", re.ASCII
)


class Clock(NamedTuple):
    """A clock time read: its seconds, and what is odd about how it is written ("" if nothing)."""

    seconds: float
    oddity: str


def read_clock(text: str) -> Clock | None:
    """Read ``[[hh:]mm:]ss[.fff]``, comma or point, any number of digits in the hours.

    Returns:
        None for anything else: signs, a missing part, more than one fraction. Minutes or seconds
        over 59 are added up and told as an oddity (rounding tools write ``00:01:60,000``), and so
        is a comma fraction that is not of three digits (``1,5`` is read as 1.5 s).
    """
    match = _CLOCK.fullmatch(text)
    if match is None:
        return None
    hours, minutes, secs, mark, fraction = match.groups()
    h, m, s = int(hours or 0), int(minutes or 0), int(secs)
    part = int(fraction) / 10 ** len(fraction) if fraction else 0.0
    oddity = ""
    if (hours and m > 59) or (minutes and s > 59):
        oddity = "minutes or seconds over 59, added up"
    elif mark == "," and len(fraction) != 3:
        oddity = "a fraction that is not of three digits, read as a decimal fraction"
    return Clock(h * 3600 + m * 60 + s + part, oddity)


def read_seconds(text: str) -> float | None:
    """Read plain seconds (``12.84``, ``-0.5``, ``1e3``) or a clock time with at least one colon.

    Returns:
        None for anything else, NaN, infinity and numbers beyond float64 among it.
    """
    if ":" in text:
        clock = read_clock(text)
        return None if clock is None else clock.seconds
    return seconds.read(text)


def clock_text(time_s: float, mark: str, *, hour_digits: int = 2) -> str:
    """Write seconds, not negative, as ``hh:mm:ss`` + ``mark`` + ``mmm``, to the nearest ms."""
    rest, ms = divmod(round(time_s * 1000), 1000)
    rest, secs = divmod(rest, 60)
    hours, minutes = divmod(rest, 60)
    return f"{hours:0{hour_digits}d}:{minutes:02d}:{secs:02d}{mark}{ms:03d}"

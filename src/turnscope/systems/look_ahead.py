"""How far beyond its stamp something hears: the future is moved away until nothing changes.

::

    stamp ┃                          changed here
          ┃····┃▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇     still changed: it hears at least this far
          ┃·········┃▇▇▇▇▇▇▇▇▇▇▇     nothing changed: the answer lies between the two
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from turnscope.systems.changes import Change

__all__ = ["LookAhead", "Trial", "measure"]

Trial = Callable[[float, float], Change | None]
"""From where another future begins, and a stamp, to the first thing that changes up to the stamp
with any future; None if nothing does."""


@dataclass(frozen=True, slots=True)
class LookAhead:
    """How far beyond its stamp a system hears.

    Attributes:
        at_least_s: audio this far beyond the stamp still changed what was said.
        below_s: audio from so far beyond it on changed nothing, with any future; the difference
            to ``at_least_s`` is the resolution. None if audio up to the end changed something.
        stamp_s: the stamp it was measured at, where it was largest.
    """

    at_least_s: float
    below_s: float | None
    stamp_s: float


def measure(
    trial: Trial,
    *,
    stamp_s: float,
    heard_s: float,
    end_s: float,
    others_s: Sequence[float],
    resolution_s: float,
) -> LookAhead:
    """The look-ahead at a stamp that is known to change, or at another where it is larger.

    A median, or a threshold far away, may not show the whole of a window at one stamp, so it is
    asked at others whether they hear further.

    Args:
        trial: replays.
        stamp_s: what is stamped then changes ...
        heard_s: ... with the audio from here on.
        end_s: where the audio ends.
        others_s: further stamps.
        resolution_s: the search ends when this is all that is left.
    """
    most = _refined(trial, stamp_s, heard_s, end_s, resolution_s)
    for other_s in others_s:
        if most.below_s is None:
            break
        from_s = other_s + most.below_s
        if from_s < end_s and (change := trial(from_s, other_s)) is not None:
            most = _refined(trial, change.stamp_s, from_s, end_s, resolution_s)
    return most


def _refined(
    trial: Trial, stamp_s: float, heard_s: float, end_s: float, resolution_s: float
) -> LookAhead:
    # Most look-ahead is far shorter than the recording, so the search doubles before it halves.
    unheard_s = heard_s
    while unheard_s == heard_s:
        unheard_s = min(heard_s + max(heard_s - stamp_s, 2 * resolution_s), end_s)
        if unheard_s < end_s and trial(unheard_s, stamp_s) is not None:
            heard_s = unheard_s
    while unheard_s - heard_s > resolution_s:
        middle_s = (heard_s + unheard_s) / 2
        if trial(middle_s, stamp_s) is not None:
            heard_s = middle_s
        else:
            unheard_s = middle_s
    below_s = None if unheard_s >= end_s else unheard_s - stamp_s
    return LookAhead(heard_s - stamp_s, below_s, stamp_s)

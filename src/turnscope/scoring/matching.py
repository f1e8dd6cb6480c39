"""The one kernel: which prediction meets which gold event.

::

    positive g           [g - 0.25 ────── g ───────────────────── g + 3.0]   or up to the next
    predictions                  x              x                            positive
                                 claimed        exempt (no false alarm)

    negative        [start - 0.25 ─ start ════════ end]      one false alarm at most, whatever
    predictions              x                x              the number of predictions

It runs over a whole corpus at once: all times in ticks, in flat columns sorted by (group, time).

Source: TurnBench paper, section V-C; details as its public scorer settles them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Points, Spans, count_until

__all__ = ["Match", "inside", "match", "windows_of"]

_Flags = NDArray[np.bool_]


@dataclass(frozen=True, eq=False, slots=True)
class Match:
    """What met what, in rows of the columns given to :func:`match`.

    Attributes:
        window_start: of each positive, ticks, closed.
        window_end: of each positive, ticks, closed.
        claimed: prediction claimed by each positive, -1 if none (a miss).
        heard: predictions in each positive's window, excluded ones apart.
        heard_excluded: excluded predictions in each positive's window.
        charge_start: from when on each negative is charged, ticks, closed (until its end).
        charged: earliest prediction charged to each negative, -1 if none.
        fired: predictions from ``charge_start`` to the negative's end, excluded ones apart.
        fired_excluded: excluded predictions there.
        excluded: which predictions lie in an excluded stretch.
        exempt: which others lie in a positive's window (claimed ones included).
        accused: first negative each prediction is charged to, -1 if none.
    """

    window_start: Floats
    window_end: Floats
    claimed: Ints
    heard: Ints
    heard_excluded: Ints
    charge_start: Floats
    charged: Ints
    fired: Ints
    fired_excluded: Ints
    excluded: _Flags
    exempt: _Flags
    accused: Ints


def match(
    positives: Points,
    negatives: Spans,
    excluded: Spans,
    predictions: Points,
    *,
    tau_pre: float,
    tau_max: float,
) -> Match:
    """Match predictions to gold, all times in ticks.

    Each group is matched for itself. Excluded predictions are dropped first; then positives in
    time order claim the earliest unclaimed prediction of their window; then each negative is a
    false alarm if an unclaimed prediction outside all windows falls to it.
    """
    group, time = predictions.group, predictions.time_s
    is_excluded = inside(excluded, group, time)
    live = np.flatnonzero(~is_excluded)
    heard_live = Points(group[live], time[live])
    dropped = Points(group[is_excluded], time[is_excluded])

    windows = windows_of(positives, tau_pre, tau_max)
    first, last = _between(heard_live, windows)
    claimed = _claims(first, last)
    is_claimed = np.zeros(len(live), np.bool_)
    is_claimed[claimed[claimed >= 0]] = True
    in_window = inside(windows, heard_live.group, heard_live.time_s)

    free = np.flatnonzero(~is_claimed & ~in_window)
    charges = Spans(negatives.group, negatives.start_s - tau_pre, negatives.end_s)
    begin, stop = _between(Points(heard_live.group[free], heard_live.time_s[free]), charges)
    accused = np.full(len(predictions), -1, np.int64)
    accused[live[free]] = _first_covering(begin, stop, len(free))
    exempt = np.zeros(len(predictions), np.bool_)
    exempt[live] = in_window
    return Match(
        windows.start_s,
        windows.end_s,
        _rows(live, claimed, claimed >= 0),
        last - first,
        _count(dropped, windows),
        charges.start_s,
        _rows(live[free], begin, stop > begin),
        _count(heard_live, charges),
        _count(dropped, charges),
        is_excluded,
        exempt,
        accused,
    )


def inside(spans: Spans, group: Ints, time: Floats) -> _Flags:
    """Which times lie in some closed span of their group; spans may overlap."""
    begun = count_until(spans.group, spans.start_s, at_group=group, at=time, side="right")
    order = np.lexsort((spans.end_s, spans.group))
    over = count_until(spans.group[order], spans.end_s[order], at_group=group, at=time, side="left")
    within: _Flags = begun > over
    return within


def windows_of(positives: Points, tau_pre: float, tau_max: float) -> Spans:
    """Closed windows in ticks, cut at the next strictly later positive of the group."""
    group, time = positives.group, positives.time_s
    end = time + tau_max
    later = count_until(group, time, at_group=group, at=time, side="right")
    has_later = later < len(group)
    later = np.where(has_later, later, 0)
    if len(group):
        has_later &= group[later] == group
        end = np.where(has_later, np.minimum(end, time[later]), end)
    return Spans(group, time - tau_pre, end)


def _between(points: Points, spans: Spans) -> tuple[Ints, Ints]:
    """The rows of points, from and up to, that lie in each closed span."""
    first = count_until(
        points.group, points.time_s, at_group=spans.group, at=spans.start_s, side="left"
    )
    last = count_until(
        points.group, points.time_s, at_group=spans.group, at=spans.end_s, side="right"
    )
    return first, last


def _count(points: Points, spans: Spans) -> Ints:
    first, last = _between(points, spans)
    return last - first


def _claims(first: Ints, last: Ints) -> Ints:
    """The earliest unclaimed row of each window in turn, -1 if none is left.

    Both ends of successive windows ascend, so whatever was claimed before a window lies below
    the next unclaimed row: that row is ``max(first, last claimed + 1)``. Most windows share no
    prediction, so all take their first row at once, and only chains of windows in which an
    earlier claim reaches into the next are walked.
    """
    claimed = np.where(first < last, first, -1)
    if not len(claimed):
        return claimed
    reached = np.maximum.accumulate(claimed)
    contested = np.flatnonzero(first[1:] <= reached[:-1]) + 1
    walked = 0
    for start in contested.tolist():
        if start < walked:
            continue
        taken = int(reached[start - 1])
        row = start
        while row < len(first) and first[row] <= taken:
            if taken + 1 < last[row]:
                taken += 1
                claimed[row] = taken
            else:
                claimed[row] = -1
            row += 1
        walked = row
    return claimed


def _first_covering(begin: Ints, stop: Ints, n: int) -> Ints:
    """For each of ``n`` rows the first range [begin, stop) that covers it, -1 if none."""
    sizes = stop - begin
    owner = np.repeat(np.arange(len(begin)), sizes)
    row = np.arange(sizes.sum()) - np.repeat(np.cumsum(sizes) - sizes, sizes) + begin[owner]
    covering = np.full(n, -1, np.int64)
    covering[row[::-1]] = owner[::-1]
    return covering


def _rows(table: Ints, at: Ints, valid: _Flags) -> Ints:
    """``table[at]`` where valid, else -1."""
    found = np.full(len(at), -1, np.int64)
    found[valid] = table[at[valid]]
    return found

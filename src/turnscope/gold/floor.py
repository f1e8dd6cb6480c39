"""Who has the floor, and when it passes: ends of turn, pauses, interruptions and their like.

::

    speaker 1   [Turn]   [Turn]              [Turn]
    speaker 2                     [Turn  ]
                      ───      ↑         ↑
                     pause    EOT       EOT        (speaker 1's first end is a pause, for the
                                                    same speaker resumes before the other starts)

The rules compare times already rounded to four decimals, and without any tolerance, so the
official and the exact arithmetic give the same answers here.

Source: TurnBench paper, section V-A and V-B; details as its public scorer settles them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, Points, Spans, count_until, running_max
from turnscope.core.gold import TaskGold
from turnscope.core.labels import Label
from turnscope.gold.consensus import ConsensusEvents

__all__ = ["eot_gold", "interruption_gold"]

_CUTS_FROM_OTHER = (Label.INTERRUPTION, Label.NON_FLOOR_TAKING_INTERRUPTION)


def eot_gold(turns: ConsensusEvents, labels: ConsensusEvents) -> TaskGold:
    """Ends of turn and mid-turn pauses.

    Args:
        turns: the turn view.
        labels: the label view of the same conversations.

    Returns:
        Positives: segment ends after which the floor passes to the other speaker, or nobody
        speaks again; each time once. Negatives: pauses after which the same speaker resumes,
        cut at the first evidence to the contrary. Excluded: the turn view's.
    """
    group, end = turns.group, turns.end_s
    nested = _covered(turns, group, end)
    other_speaking = _covered(turns, group ^ 1, end)
    next_self = _next_time(turns.group, turns.start_s, group, end)
    next_other = _next_time(turns.group, turns.start_s, group ^ 1, end)
    passes = np.isinf(next_self) | (next_other < next_self) | other_speaking
    positive = ~nested & passes
    pause = ~nested & ~passes
    return TaskGold(
        _distinct_points(group[positive], end[positive]),
        _pauses(group[pause], end[pause], next_self[pause], turns, labels),
        turns.excluded,
    )


def interruption_gold(labels: ConsensusEvents) -> TaskGold:
    """Floor-taking interruptions, against backchannels and sounds that take no floor.

    Positives are onsets and may repeat. Excluded are the dissent of the label view and the
    extents of interruptions that did not get the floor: at their onset nobody can tell.
    """
    code = labels.label
    taken = code == Label.INTERRUPTION
    kept = (code == Label.BACKCHANNEL) | (code == Label.NON_CONTENT)
    attempted = code == Label.NON_FLOOR_TAKING_INTERRUPTION
    return TaskGold(
        Points(labels.group[taken], labels.start_s[taken]),
        Spans(labels.group[kept], labels.start_s[kept], labels.end_s[kept]),
        Spans.sorted(
            np.concatenate([labels.excluded.group, labels.group[attempted]]),
            np.concatenate([labels.excluded.start_s, labels.start_s[attempted]]),
            np.concatenate([labels.excluded.end_s, labels.end_s[attempted]]),
        ),
    )


def _covered(turns: ConsensusEvents, group: Ints, time_s: Floats) -> NDArray[np.bool_]:
    """Whether some turn of ``group`` strictly contains each time."""
    before = count_until(turns.group, turns.start_s, at_group=group, at=time_s, side="left")
    latest_end = running_max(turns.group, turns.end_s)
    last = np.maximum(before - 1, 0)
    inside: NDArray[np.bool_] = (
        (before > 0) & (turns.group[last] == group) & (latest_end[last] > time_s)
    )
    return inside


def _next(group: Ints, key: Floats, at_group: Ints, at: Floats) -> tuple[Ints, NDArray[np.bool_]]:
    """Row of the first key strictly later than each limit in its group, and whether there is."""
    row = count_until(group, key, at_group=at_group, at=at, side="right")
    exists = row < len(group)
    row = np.where(exists, row, 0)
    if len(group):
        exists &= group[row] == at_group
    return row, exists


def _next_time(group: Ints, time_s: Floats, at_group: Ints, at: Floats) -> Floats:
    """The first time strictly later than each limit in its group, infinite if none."""
    row, exists = _next(group, time_s, at_group, at)
    if not len(group):
        return np.full(len(at), np.inf)
    return np.where(exists, time_s[row], np.inf)


def _pauses(
    group: Ints, start: Floats, resumes: Floats, turns: ConsensusEvents, labels: ConsensusEvents
) -> Spans:
    """Pauses from ``start`` to where the speaker resumes, cut at the first contrary evidence."""
    end = resumes
    for excluded in (turns.excluded, labels.excluded):
        for speaker in (group, group ^ 1):
            # Intervals of a group are disjoint, so the first that ends after the pause's start
            # is the earliest that can overlap it.
            row, exists = _next(excluded.group, excluded.end_s, speaker, start)
            if len(excluded):
                cut = np.where(exists, excluded.start_s[row], np.inf)
                end = np.where(cut < resumes, np.minimum(end, cut), end)
    own = _starts(labels, labels.label != Label.TURN)
    others = _starts(labels, np.isin(labels.label, _CUTS_FROM_OTHER))
    for evidence, speaker in ((own, group), (others, group ^ 1)):
        cut = _next_time(evidence.group, evidence.time_s, speaker, start)
        end = np.where(cut < resumes, np.minimum(end, cut), end)
    remains = end > start
    return _distinct_spans(group[remains], start[remains], end[remains])


def _starts(labels: ConsensusEvents, which: NDArray[np.bool_]) -> Points:
    return Points(labels.group[which], labels.start_s[which])


def _distinct_points(group: Ints, time_s: Floats) -> Points:
    points = Points.sorted(group, time_s)
    new = _changes(points.group, points.time_s)
    return Points(points.group[new], points.time_s[new])


def _distinct_spans(group: Ints, start_s: Floats, end_s: Floats) -> Spans:
    spans = Spans.sorted(group, start_s, end_s)
    new = _changes(spans.group, spans.start_s, spans.end_s)
    return Spans(spans.group[new], spans.start_s[new], spans.end_s[new])


def _changes(*columns: Ints | Floats) -> NDArray[np.bool_]:
    new = np.ones(len(columns[0]), np.bool_)
    new[1:] = False
    for column in columns:
        new[1:] |= column[1:] != column[:-1]
    return new

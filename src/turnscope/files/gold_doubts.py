"""What is doubtful about a gold that was read: oddities that its form allows, but no sound maker.

::

    0        duration_s                         times far past the end of the audio: another
    |--o--o--|          o       o               recording's, or milliseconds for seconds

Nothing here stops scoring. A gold made of annotations is told of by those who read them.
"""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Floats, Ints
from turnscope.core.gold import Gold
from turnscope.core.protocol import Protocol, Task
from turnscope.errors import Fault
from turnscope.files.wording import named

__all__ = ["gold_doubts"]

_ROUNDING_S = 0.01
_MS_PER_S = 1000.0


def gold_doubts(gold: Gold, name: str) -> tuple[Fault, ...]:
    """Taus that are not the published ones, times past the end, ends of turn said twice.

    Args:
        gold: from an artefact.
        name: of the file, for messages.

    Returns:
        One fault for each tau, and for each conversation and oddity.
    """
    return (*_taus(gold, name), *_past_the_end(gold, name), *_repeated(gold, name))


def _taus(gold: Gold, name: str) -> list[Fault]:
    published = Protocol()
    pairs = (
        ("tau_pre_s", gold.protocol.tau_pre_s, published.tau_pre_s),
        ("tau_max_s", gold.protocol.tau_max_s, published.tau_max_s),
    )
    return [
        Fault(f"{name}/{key}", f"{found} s", f"{usual} s, as published", "Another protocol?")
        for key, found, usual in pairs
        if found != usual
    ]


def _times(gold: Gold) -> tuple[Ints, Floats]:
    """Conversation and latest time of each event, span and excluded stretch."""
    groups, times = [], []
    for task in Task:
        part = gold.task(task)
        groups += [part.positives.group, part.negatives.group, part.excluded.group]
        times += [part.positives.time_s, part.negatives.end_s, part.excluded.end_s]
    return np.concatenate(groups) // 2, np.concatenate(times)


def _past_the_end(gold: Gold, name: str) -> list[Fault]:
    conversation, time_s = _times(gold)
    late = time_s > gold.roster.duration_s[conversation] + _ROUNDING_S
    faults = []
    for index in np.unique(conversation[late]):
        mine = conversation == index
        duration_s = float(gold.roster.duration_s[index])
        latest_s = float(time_s[mine].max())
        n_late = int(np.count_nonzero(late & mine))
        in_ms = 2 * n_late > np.count_nonzero(mine) and latest_s / _MS_PER_S <= duration_s
        faults.append(
            Fault(
                f"{name}/{named(gold.roster.ids[index])}",
                f"{n_late} of {np.count_nonzero(mine)} times past the end of the audio "
                f"({duration_s} s), the latest at {latest_s} s",
                "seconds within it",
                "Milliseconds, or another recording's?" if in_ms else "No system can hear them",
            )
        )
    return faults


def _repeated(gold: Gold, name: str) -> list[Fault]:
    """End-of-turn positives that stand twice; of interruptions the protocol keeps such."""
    group, time_s = gold.eot.positives.group, gold.eot.positives.time_s
    again = (np.diff(group) == 0) & (np.diff(time_s) == 0)
    conversation = group[1:][again] // 2
    return [
        Fault(
            f"{name}/{named(gold.roster.ids[index])}",
            f"{np.count_nonzero(conversation == index)} end(s) of turn a second time, the first at "
            f"{time_s[1:][again][conversation == index][0]} s",
            "each speaker and time once",
            "All are counted",
        )
        for index in np.unique(conversation)
    ]

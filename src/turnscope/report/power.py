"""The power table as lines and as a document."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from turnscope.core.protocol import Task
from turnscope.report.tables import TASK_NAMES, aligned, wrapped

__all__ = ["Key", "power_document", "power_lines"]

Key = tuple[Task, str]


def power_lines(
    differences: Sequence[float],
    needed: Mapping[Key, Sequence[float]],
    power: Mapping[Key, Mapping[int, Sequence[float]]],
    events: Mapping[Key, float],
    *,
    aim: float,
) -> list[str]:
    """A row a number: conversations for each difference, and the power at known sizes.

    Args:
        differences: shares.
        needed: (task, measure) -> conversations for each difference.
        power: (task, measure) -> size -> power for each difference.
        events: (task, measure) -> mean number of events a conversation.
        aim: the power asked for.
    """
    points = [f"{difference * 100:g} pt" for difference in differences]
    sizes = list(next(iter(power.values()), {}))
    cells = [["conversations", "", "events", *points]]
    seen = [["power at", "", "conversations", *points]]
    last: Task | None = None
    for key, conversations in needed.items():
        task, measure = key
        name = TASK_NAMES[task] if task is not last else ""
        cells.append([name, measure, f"{events[key]:.1f}", *map(_rounded, conversations)])
        for size in sizes:
            first = size == sizes[0]
            shares = [f"{share:.2f}" for share in power[key][size]]
            seen.append([name if first else "", measure if first else "", f"{size}", *shares])
        last = task
    about = (
        f"Conversations for a power of {aim:g} at each difference in points; events: a "
        "conversation's mean number. Then the power at the sizes of TurnBench's splits."
    )
    return [*aligned(cells, left=2), "", *aligned(seen, left=2), "", *wrapped(about)]


def _rounded(n: float) -> str:
    """Up to two digits that count: what is simulated is no better known."""
    if math.isinf(n):
        return "> 20000"
    unit = 10 ** max(0, math.floor(math.log10(n)) - 1)
    return str(math.ceil(n / unit) * unit)


def power_document(
    differences: Sequence[float],
    needed: Mapping[Key, Sequence[float]],
    power: Mapping[Key, Mapping[int, Sequence[float]]],
    events: Mapping[Key, float],
) -> dict[str, object]:
    """The same for a JSON file, not rounded; null where 20,000 conversations do not suffice."""
    return {
        "differences": list(differences),
        "rows": [
            {
                "task": task.value,
                "measure": measure,
                "events_per_conversation": events[task, measure],
                "conversations": [n if math.isfinite(n) else None for n in conversations],
                "power": {str(n): list(row) for n, row in power[task, measure].items()},
            }
            for (task, measure), conversations in needed.items()
        ],
    }

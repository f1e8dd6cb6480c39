"""The event lists of a gold artefact: speaker and time, or speaker, start and end."""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Floats, Ints, Points, Spans, group_of
from turnscope.errors import Fault
from turnscope.files.number_lists import is_number
from turnscope.files.wording import described

__all__ = ["EventColumns", "event_columns", "points_of", "spans_of"]

_SPEAKERS = {1: 1, 2: 2, "1": 1, "2": 2, "speaker_1": 1, "speaker_2": 2}
_NUMERIC = frozenset({int, float})

EventColumns = tuple[Ints, tuple[Floats, ...]]
"""Group of each event, and one column of seconds for each of its times."""


def event_columns(
    values: object, keys: tuple[str, ...], conversation: int, where: str, faults: list[Fault]
) -> EventColumns:
    """The columns of one list of a conversation.

    Args:
        values: the list as parsed: objects with ``speaker`` and ``keys``.
        keys: ``("time_s",)`` or ``("start", "end")``.
        conversation: its position in the roster.
        where: conversation/list, for messages.
        faults: grows by every event that breaks a rule, named by its index.
    """
    if not isinstance(values, list):
        faults.append(Fault(where, described(values), "a list of events"))
        return _columns([], [], keys)
    try:
        raw = [value["speaker"] for value in values]
        times = [[value[key] for value in values] for key in keys]
        speakers = [_SPEAKERS[speaker] for speaker in raw]
    except (KeyError, TypeError, IndexError):
        clean = False
    else:
        # True equals 1 and 1.0 does too: only the types tell them from a speaker's number.
        clean = {int, str}.issuperset(map(type, raw)) and all(
            _NUMERIC.issuperset(map(type, column)) for column in times
        )
    if clean:
        try:
            group, columns = _columns(
                [group_of(conversation, speaker) for speaker in speakers], times, keys
            )
        except OverflowError:
            pass
        else:
            ordered = len(keys) == 1 or bool((columns[0] <= columns[-1]).all())
            if ordered and all((np.isfinite(c) & (c >= 0)).all() for c in columns):
                return group, columns
    for index, value in enumerate(values):
        faults.extend(_event_faults(value, keys, f"{where}[{index}]"))
    return _columns([], [], keys)


def _columns(groups: list[int], times: list[list[float]], keys: tuple[str, ...]) -> EventColumns:
    columns = times or [[] for _ in keys]
    return (
        np.array(groups, dtype=np.int64),
        tuple(np.array(column, dtype=np.float64) for column in columns),
    )


def _event_faults(value: object, keys: tuple[str, ...], where: str) -> list[Fault]:
    if not isinstance(value, dict):
        return [Fault(where, described(value), f"an object with speaker, {', '.join(keys)}")]
    faults = []
    speaker = value.get("speaker")
    if type(speaker) not in (int, str) or speaker not in _SPEAKERS:
        found = described(speaker) if "speaker" in value else "speaker is missing"
        at = f"{where}/speaker" if "speaker" in value else where
        faults.append(Fault(at, found, "the number 1 or 2"))
    for key in keys:
        if key not in value:
            faults.append(Fault(where, f"{key} is missing", "a number of seconds"))
        elif not is_number(value[key]):
            faults.append(Fault(f"{where}/{key}", described(value[key]), "a number of seconds"))
        elif value[key] < 0:
            found = f"{value[key]} s is before the recording"
            faults.append(Fault(f"{where}/{key}", found, "seconds from its start, not negative"))
    times = [value[key] for key in keys if is_number(value.get(key))]
    if len(times) == 2 and times[0] > times[1]:
        found = f"ends at {times[1]} s, before it starts at {times[0]} s"
        faults.append(Fault(where, found, "start <= end"))
    return faults


def points_of(lists: list[EventColumns]) -> Points:
    """All events of all conversations, in order."""
    if not lists:
        return Points.empty()
    return Points.sorted(
        np.concatenate([group for group, _ in lists]),
        np.concatenate([columns[0] for _, columns in lists]),
    )


def spans_of(lists: list[EventColumns]) -> Spans:
    """All spans of all conversations, in order."""
    if not lists:
        return Spans.empty()
    return Spans.sorted(
        np.concatenate([group for group, _ in lists]),
        np.concatenate([columns[0] for _, columns in lists]),
        np.concatenate([columns[1] for _, columns in lists]),
    )

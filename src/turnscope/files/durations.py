"""The durations file: seconds of each conversation's audio, where the audio is not at hand.

::

    {"durations": {"20": 702.4, "21": 695.12}}

A gold artefact tells durations too and can stand in for it. Source: TurnBench, durations file.
"""

from __future__ import annotations

import os

from turnscope.errors import Fault, FormatError
from turnscope.files.number_lists import is_number
from turnscope.files.reading import read_bytes
from turnscope.files.strict_json import parse_json
from turnscope.files.wording import described, named

__all__ = ["duration_fault", "parse_durations", "read_durations"]

_LONGEST_S = 360_000.0
"""A hundred hours. Six minutes in milliseconds are more; a conversation is not."""


def read_durations(path: str | os.PathLike[str]) -> dict[str, float]:
    """Conversation id -> seconds, from a file.

    Raises:
        TurnscopeError: if it cannot be read.
        FormatError: with every fault.
    """
    return parse_durations(parse_json(read_bytes(path), str(path)), str(path))


def parse_durations(document: object, name: str) -> dict[str, float]:
    """Conversation id -> seconds, from a parsed document; other keys at its top are ignored.

    Raises:
        FormatError: with every duration that is not a finite number above 0 and under a
            hundred hours.
    """
    told: object = None
    if isinstance(document, dict):
        told = document.get("durations")
        conversations = document.get("conversations")
        if "durations" not in document and isinstance(conversations, dict):
            told = {
                key: value.get("duration_s") if isinstance(value, dict) else value
                for key, value in conversations.items()
            }
    if not isinstance(told, dict):
        rule = '{"durations": {conversation id: seconds}}, or a gold artefact'
        raise FormatError(Fault(name, described(document), rule))
    checked = (duration_fault(value, f"{name}/{named(i)}") for i, value in told.items())
    faults = [fault for fault in checked if fault is not None]
    if faults:
        raise FormatError(faults)
    return {conversation_id: float(value) for conversation_id, value in told.items()}


def duration_fault(value: object, where: str) -> Fault | None:
    """Why a value is no duration of a conversation, None if it is one.

    Args:
        value: should be a finite number above 0 and not over a hundred hours.
        where: its place, for messages.
    """
    if not (isinstance(value, int | float) and is_number(value) and value > 0):
        hint = "Write it without quotes" if isinstance(value, str) else ""
        return Fault(where, described(value), "a finite number of seconds above 0", hint)
    if value > _LONGEST_S:
        return Fault(where, f"{value} s, over a hundred hours", "seconds", "Milliseconds?")
    return None

"""Whether a card from outside the package is one: types, ranges, known names."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import get_args

from turnscope.core.protocol import Task
from turnscope.errors import Fault
from turnscope.systems.base import Hears, SystemCard

__all__ = ["card_faults"]


def card_faults(card: Mapping[str, object] | SystemCard, where: str) -> list[Fault]:
    """Everything that is wrong with a card: a SystemCard, or the fields of one to be.

    A field that is missing is judged as None. Numbers may be integers; truth values are none.
    """
    if isinstance(card, SystemCard):
        told: dict[str, object] = {name: getattr(card, name) for name in _RULES}
    else:
        told = {name: card.get(name) for name in _RULES}
    return [
        Fault(f"{where}: {name}", _shown(value), rule)
        for name, value in told.items()
        if not _fits(name, value)
        for rule in [_RULES[name]]
    ]


_MOST_SAMPLES = 768_000
"""A second. Beyond it resamplers run out of memory, or crash."""

_MOST_FRAMES = 10_000
"""A second: tracks are held in memory, eight bytes a frame."""

_RULES = {
    "name": "a text that names the system",
    "version": "a text; another version is another system",
    "tasks": "one or more of eot, int",
    "chunk_s": "a number of seconds above 0",
    "sample_rate_hz": (
        f"a whole number above 0, at most {_MOST_SAMPLES}, or null for the recording's own"
    ),
    "hears": "own, both or mix",
    "score_rate_hz": (
        f"a number above 0, at most {_MOST_FRAMES}, or null for a system that only commits"
    ),
    "causal": "true or false",
    "parameters": "names with finite numbers or texts",
}


def _fits(name: str, value: object) -> bool:
    match name:
        case "name" | "version":
            return isinstance(value, str) and bool(value.strip()) and value.isprintable()
        case "tasks":
            if not isinstance(value, list | tuple | set | frozenset) or not value:
                return False
            return all(isinstance(each, str) and each in tuple(Task) for each in value)
        case "hears":
            return isinstance(value, str) and value in get_args(Hears)
        case "sample_rate_hz":
            return value is None or (isinstance(value, int) and _is_positive(value, _MOST_SAMPLES))
        case "score_rate_hz":
            return value is None or _is_positive(value, _MOST_FRAMES)
        case "causal":
            return isinstance(value, bool)
        case "parameters":
            return isinstance(value, Mapping) and all(
                isinstance(each, str) and (isinstance(setting, str) or _is_number(setting))
                for each, setting in value.items()
            )
        case _:
            return _is_positive(value)


def _is_number(value: object) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return isinstance(value, int) or math.isfinite(value)


def _is_positive(value: object, most: float = math.inf) -> bool:
    return _is_number(value) and isinstance(value, int | float) and 0 < value <= most


def _shown(value: object) -> str:
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "..."

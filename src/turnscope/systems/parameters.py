"""Settings of a system by name: from texts to what its dataclass fields are."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import get_type_hints

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System

__all__ = ["between", "made", "named_values", "settings_of"]

_SWITCH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def named_values(texts: Iterable[str]) -> dict[str, str]:
    """Names and values from texts such as ``silence_s=0.5``.

    Raises:
        ProtocolError: for texts of another shape, and names given twice.
    """
    found: dict[str, str] = {}
    faults = []
    for text in texts:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not (name and equals and value):
            faults.append(Fault("parameter", repr(text), "NAME=VALUE"))
        elif name in found:
            faults.append(Fault(f"parameter {name}", f"{found[name]}, then {value}", "one value"))
        else:
            found[name] = value
    if faults:
        raise ProtocolError(faults)
    return found


def made(name: str, kind: type[System], parameters: Mapping[str, float | str]) -> System:
    """A system with these settings; what is not told keeps its default.

    Args:
        name: of the system, for messages.
        kind: its class; its dataclass fields are its settings.
        parameters: by name; texts are read as what the field is.

    Raises:
        ProtocolError: for names it does not have, and values that are not of its kind.
    """
    known = settings_of(kind)
    faults, values = [], {}
    for each, value in parameters.items():
        where = f"{name}: {each}"
        if each not in known:
            offered = f"one of {', '.join(known)}" if known else "no parameters: it has none"
            faults.append(Fault(name, f"the parameter {each}", offered))
            continue
        try:
            values[each] = _typed(known[each], value)
        except ValueError:
            faults.append(Fault(where, repr(value), _EXPECTED[known[each]]))
    if faults:
        raise ProtocolError(faults)
    build: Callable[..., System] = kind
    return build(**values)


def settings_of(kind: type[System]) -> dict[str, type]:
    """The names and types of a system's settings; empty where it is not a dataclass."""
    if not is_dataclass(kind):
        return {}
    hints = get_type_hints(kind)
    return {each.name: hints[each.name] for each in fields(kind) if each.init}


def between(
    system: str, values: Mapping[str, float], least: float, most: float = math.inf
) -> list[Fault]:
    """A fault for each setting outside [least, most], NaN included."""
    rule = f"at least {least}" if most == math.inf else f"{least} to {most}"
    return [
        Fault(f"{system}: {name}", str(value), rule)
        for name, value in values.items()
        if not (least <= value <= most) or math.isinf(value)
    ]


_EXPECTED = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _typed(kind: type, value: float | str) -> object:
    if kind is bool:
        switch = _SWITCH.get(str(value).lower())
        if switch is None:
            raise ValueError
        return switch
    if kind is int and isinstance(value, float) and not value.is_integer():
        raise ValueError
    return kind(value)

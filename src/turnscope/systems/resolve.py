"""From what is written on the command line to a system: built in, a file, a process, a class.

=================================  ====================================================
``rms_vad``                        built in, see :mod:`turnscope.systems.registry`
``path/to/file.py:Name``           a System in a file of the user's own
``cmd: python my_model.py``        a process of its own, in any language
``pipecat: package.module:Class``  a turn analyzer of Pipecat
=================================  ====================================================

The same text and parameters give the same system anywhere, so a worker process is told these
rather than given a system.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System
from turnscope.systems.parameters import made
from turnscope.systems.pipecat import pipecat_system
from turnscope.systems.process import process_system
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.user_file import system_from_file

__all__ = ["PREFIXES", "resolve"]

PREFIXES: dict[str, Callable[[str, Mapping[str, float | str]], System]] = {
    "cmd": process_system,
    "pipecat": pipecat_system,
}
"""What may stand before a colon, and what makes a system of the rest."""

_PREFIXED = re.compile(r"([A-Za-z_]\w*):(?!\\)\s*(.*)", re.DOTALL)
_FILE = re.compile(r"(.*\.py)(?::(.*))?", re.DOTALL)


def resolve(
    specification: str,
    parameters: Mapping[str, float | str] = MappingProxyType({}),
    *,
    also: tuple[str, ...] = (),
) -> System:
    """The system that a text names.

    Args:
        specification: see the table above.
        parameters: its settings by name. Outside the package nobody knows what they are meant
            to be, so there a text that is a number becomes one.
        also: other names that the caller would have understood, for the message.

    Raises:
        ProtocolError: if nothing goes by that name, or what does cannot be used.
    """
    text = specification.strip()
    if (prefixed := _PREFIXED.fullmatch(text)) and prefixed[1] in PREFIXES:
        return PREFIXES[prefixed[1]](prefixed[2].strip(), _typed(parameters))
    if file := _FILE.fullmatch(text):
        return system_from_file(Path(file[1]), (file[2] or "").strip(), _typed(parameters))
    if text in SYSTEMS:
        return made(text, SYSTEMS[text], parameters)
    known = ", ".join([*SYSTEMS, *also])
    forms = ", ".join(["FILE.py:NAME", *(f'"{prefix}: ..."' for prefix in PREFIXES)])
    raise ProtocolError(Fault("system", repr(specification), f"one of {known}, or {forms}"))


def _typed(parameters: Mapping[str, float | str]) -> dict[str, float | str]:
    return {name: _number(value) for name, value in parameters.items()}


def _number(value: float | str) -> float | str:
    try:
        number = float(value)
    except ValueError:
        return value
    if not math.isfinite(number):
        return value
    return int(number) if number.is_integer() else number

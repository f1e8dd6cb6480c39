"""All built-in systems by name: one line each."""

from __future__ import annotations

from collections.abc import Callable

from turnscope.errors import Fault, ProtocolError
from turnscope.systems.base import System
from turnscope.systems.rms_vad import RmsVad

__all__ = ["SYSTEMS", "system"]

SYSTEMS: dict[str, Callable[[], System]] = {
    "rms_vad": RmsVad,
}


def system(name: str) -> System:
    """The built-in system of that name.

    Raises:
        ProtocolError: naming the systems there are.
    """
    if name not in SYSTEMS:
        raise ProtocolError(Fault("system", repr(name), f"one of {', '.join(SYSTEMS)}"))
    return SYSTEMS[name]()

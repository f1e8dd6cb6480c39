"""All built-in systems by name: one line each."""

from __future__ import annotations

from collections.abc import Callable

from turnscope.systems.base import System
from turnscope.systems.rms_vad import RmsVad

__all__ = ["SYSTEMS"]

SYSTEMS: dict[str, Callable[[], System]] = {
    "rms_vad": RmsVad,
}

"""The clock of the audio in place of the machine's, for code that asks what time it is.

Code written for live use stamps audio with the time of its arrival. Replayed faster or slower
than it was spoken, all that it reckons from those stamps would depend on the machine. While a
clock is in force, the modules named see it under the name ``time``, and whatever they imported
from there; nobody else does.
"""

from __future__ import annotations

import sys
import time
import types
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["EPOCH_S", "AudioClock"]

EPOCH_S = 10_000.0
"""What the clock shows before any audio: not 0, which code takes for "never"."""

_TICK_S = 1e-9
"""By how much a reading is later than the one before, as with any clock. Otherwise code that
compares a stamp with another a whole number of chunks away would be decided by rounding."""

_SECONDS = ("monotonic", "time", "perf_counter")
_NANOSECONDS = tuple(f"{name}_ns" for name in _SECONDS)


class AudioClock:
    """Shows the seconds of audio heard so far, and a nanosecond more with each reading.

    Args:
        classes: classes whose modules are to see it, those they derive from included; the
            modules of the standard library are left alone.
    """

    def __init__(self, *classes: type) -> None:
        self._heard_s = 0.0
        self._n_readings = 0
        names = {each.__module__ for found in classes for each in found.__mro__}
        roots = sys.stdlib_module_names
        self._modules = [
            sys.modules[name]
            for name in sorted(names)
            if name in sys.modules and name.partition(".")[0] not in roots - {"__main__"}
        ]
        self._module = types.ModuleType("time", "The clock of the audio.")
        vars(self._module).update(
            {name: value for name, value in vars(time).items() if not name.startswith("__")}
        )
        # from what the machine's clock calls itself to the audio's
        self._replaced: dict[int, object] = {id(time): self._module}
        for name in _SECONDS:
            self._replace(name, self._seconds)
        for name in _NANOSECONDS:
            self._replace(name, self._nanoseconds)

    @property
    def heard_s(self) -> float:
        """Seconds of audio heard so far."""
        return self._heard_s

    @heard_s.setter
    def heard_s(self, heard_s: float) -> None:
        self._heard_s = heard_s
        self._n_readings = 0

    @contextmanager
    def in_force(self) -> Iterator[None]:
        """Let the modules see this clock; what they saw before comes back at the end."""
        before: list[tuple[types.ModuleType, str, object]] = []
        try:
            for module in self._modules:
                for name, value in list(vars(module).items()):
                    if id(value) in self._replaced:
                        before.append((module, name, value))
                        setattr(module, name, self._replaced[id(value)])
            yield
        finally:
            for module, name, value in before:
                setattr(module, name, value)

    def _replace(self, name: str, shown: object) -> None:
        self._replaced[id(getattr(time, name))] = shown
        setattr(self._module, name, shown)

    def _seconds(self) -> float:
        self._n_readings += 1
        return EPOCH_S + self._heard_s + self._n_readings * _TICK_S

    def _nanoseconds(self) -> int:
        return round(self._seconds() * 1e9)

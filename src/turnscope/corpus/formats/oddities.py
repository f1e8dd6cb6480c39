"""Oddities that repeat over a file, told once each: what, how often, and where first."""

from __future__ import annotations

from dataclasses import dataclass, field

from turnscope.errors import Fault

__all__ = ["Oddities"]


@dataclass(slots=True)
class Oddities:
    """Counts of what is odd in one file, in the order they were first met.

    Attributes:
        name: the file's name.
    """

    name: str
    _met: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)

    def add(self, line: int, found: str, hint: str = "") -> None:
        """Count one more ``found``, seen at a line (1-based)."""
        first, n = self._met.get((found, hint), (line, 0))
        self._met[found, hint] = (first, n + 1)

    def notes(self) -> tuple[Fault, ...]:
        """One fault for each oddity, at its first line."""
        return tuple(
            Fault(f"{self.name}:{first}", found + (f" ({n} times)" if n > 1 else ""), "", hint)
            for (found, hint), (first, n) in self._met.items()
        )

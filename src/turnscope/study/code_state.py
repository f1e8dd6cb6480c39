"""The state of this package's code, for keys of what is kept: who edits it gets a new result."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["code_state"]


@cache
def code_state(*rooms: str) -> list[tuple[str, int, int]]:
    """Names, sizes and times of the modules in some rooms of the package, ascending by name."""
    package = Path(__file__).parents[1]
    files = sorted(path for room in rooms for path in (package / room).rglob("*.py"))
    return [
        (str(path.relative_to(package)), path.stat().st_size, path.stat().st_mtime_ns)
        for path in files
    ]

"""How much memory this process has taken at most, since it began or since it was last asked.

On Linux the kernel's own high-water mark is read and, where it allows that, set back, so that
each conversation has its own. ``getrusage`` would not do there: a process begins with the mark
of the one that started it. Elsewhere it does, and counts from the beginning of the process.
"""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

__all__ = ["forget_peak_memory", "peak_memory_bytes"]

_PROCESS = Path("/proc/self")


def forget_peak_memory() -> None:
    """Begin anew, where the system can; what is in use now counts."""
    with contextlib.suppress(OSError):
        (_PROCESS / "clear_refs").write_text("5")


def peak_memory_bytes() -> int | None:
    """The most memory this process has held, its children apart; None where nobody counts it."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        for line in (_PROCESS / "status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024

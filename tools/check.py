"""The one check script, run by `make test` and so by CI: lint, format, types, tests.

    python tools/check.py                  everything
    python tools/check.py lint types       some steps

Each step runs even if one before it failed. A step that passes takes one line; one that fails
shows all that its tool said. The tests come last and show themselves; they include the
architecture of the house and every snippet of the documentation. Exit status 1 if any failed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

STEPS: dict[str, tuple[str, ...]] = {
    "lint": ("ruff", "check", "--output-format=concise", "."),
    "format": ("ruff", "format", "--check", "."),
    "types": ("mypy",),
    "tests": ("pytest", "-n", "auto", "--maxprocesses", "4"),
}
"""Step -> the module it runs and its arguments."""

SHOWN_LIVE = {"tests"}


def run(name: str, command: Sequence[str]) -> bool:
    """Run one step and print how it went; True if it passed."""
    live = name in SHOWN_LIVE
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        stdout=None if live else subprocess.PIPE,
        stderr=None if live else subprocess.STDOUT,
        text=True,
        check=False,
    )
    passed = done.returncode == 0
    if not (passed or live):
        print(done.stdout.rstrip())
    took = time.perf_counter() - start
    print(f"{name:<8} {'ok' if passed else 'FAILED':<8} {took:6.1f} s", flush=True)
    return passed


def main(asked: Sequence[str], steps: Mapping[str, Sequence[str]] = STEPS) -> int:
    """Run the steps asked for, or all; returns the exit status."""
    unknown = sorted(set(asked) - set(steps))
    if unknown:
        print(f"check: {', '.join(unknown)}; expected some of {', '.join(steps)}.", file=sys.stderr)
        return 2
    failed = [name for name in steps if (name in asked or not asked) and not run(name, steps[name])]
    print(f"check: {', '.join(failed)} failed" if failed else "check: all passed", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

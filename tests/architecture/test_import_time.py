"""`import turnscope` is quick, because it loads nothing heavy."""

from __future__ import annotations

import subprocess
import sys

LIMIT_S = 0.3
HEAVY = ("pyarrow", "torch", "typer", "rich", "soundfile", "soxr", "pydantic")

TIMED = "import time; t = time.perf_counter(); import {0}; print(time.perf_counter() - t)"
LOADED = "import sys, {0}; print([m for m in {1!r} if m in sys.modules])"


def in_a_fresh_process(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def quickest_s(module: str, *, limit_s: float, tries: int = 12) -> float:
    """Seconds the import takes at best; stops trying once it is below the limit.

    The best of several, since a busy machine can only slow it down.
    """
    best = float("inf")
    for _ in range(tries):
        best = min(best, float(in_a_fresh_process(TIMED.format(module))))
        if best < limit_s:
            break
    return best


def heavy_modules(module: str, heavy: tuple[str, ...] = HEAVY) -> str:
    return in_a_fresh_process(LOADED.format(module, heavy))


def test_import_is_quick() -> None:
    assert quickest_s("turnscope", limit_s=LIMIT_S) < LIMIT_S


def test_import_loads_nothing_heavy() -> None:
    assert heavy_modules("turnscope") == "[]"


def test_a_corpus_opens_without_what_only_some_need() -> None:
    assert heavy_modules("turnscope.corpus.load", ("pyarrow", "yaml", "torch")) == "[]"


def test_both_measures_can_fail() -> None:
    assert quickest_s("json", limit_s=0.0, tries=2) > 0.0
    assert heavy_modules("turnscope", ("turnscope",)) == "['turnscope']"

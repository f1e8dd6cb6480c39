"""Peak memory: it sees what is taken, and forgets where it can."""

import sys
from pathlib import Path

import numpy as np
import pytest

from turnscope.study import memory
from turnscope.study.memory import forget_peak_memory, peak_memory_bytes

MB = 1_000_000


@pytest.mark.skipif(sys.platform == "win32", reason="nobody counts it there")
def test_it_sees_what_was_taken_and_given_back() -> None:
    forget_peak_memory()
    before = peak_memory_bytes()
    np.ones(100 * MB // 8)  # written to, and dropped at once
    after = peak_memory_bytes()
    assert before is not None
    assert after is not None
    assert before > 5 * MB
    assert 80 * MB < after - before < 200 * MB or not Path("/proc/self/clear_refs").exists()


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="Linux alone can forget")
def test_it_forgets() -> None:
    np.ones(100 * MB // 8)
    high = peak_memory_bytes()
    forget_peak_memory()
    low = peak_memory_bytes()
    assert high is not None
    assert low is not None
    assert low < high - 50 * MB


@pytest.mark.skipif(sys.platform == "win32", reason="there is no getrusage")
def test_elsewhere_the_process_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(memory, "_PROCESS", tmp_path / "nowhere")
    forget_peak_memory()
    found = peak_memory_bytes()
    assert found is not None
    assert 5 * MB < found < 100_000 * MB

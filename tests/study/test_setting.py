"""How many cores there are for us."""

import os

import pytest

from turnscope.study.setting import n_cores


def test_only_the_cores_this_process_may_use_count(monkeypatch: pytest.MonkeyPatch) -> None:
    assert 1 <= n_cores() <= (os.cpu_count() or 1)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 5, 6}, raising=False)
    assert n_cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert n_cores() == 1

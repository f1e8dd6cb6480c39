"""The weights on this machine, for tests that run real models; each test may lack them."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from turnscope.errors import ModelError
from turnscope.models.fetching import find, weights_directory

HERE = weights_directory()
"""Taken when tests are collected: while they run, the cache folder is a temporary one."""


def need(name: str, monkeypatch: pytest.MonkeyPatch, package: str = "onnxruntime") -> None:
    """Use the weights of this machine in a test; skip it where they or the package are missing."""
    if find_spec(package) is None:
        pytest.skip(f"{package} is not installed")
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(HERE))
    try:
        find(name)
    except ModelError:
        pytest.skip(f"weights not here: turnscope weights get {name}")

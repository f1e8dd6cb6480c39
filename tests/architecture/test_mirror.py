"""Tests mirror the sources: src/turnscope/<room>/<module>.py <-> tests/<room>/test_<module>.py."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import PurePosixPath

from tests.architecture.house import ROOT, SRC, source_files

UNTESTED = {"__init__.py", "__main__.py", "version.py"}
"""Modules that hold nothing to test by itself."""

ASIDE = {"architecture", "conformance", "docs", "oracles", "properties", "tools"}
"""Test folders that speak of many modules, or of none."""


def mirror_faults(modules: Collection[str], tests: Collection[str]) -> list[str]:
    """Modules without their test file, and test files without their module.

    Args:
        modules: paths below src/turnscope, with slashes.
        tests: paths below tests, with slashes.
    """
    expected = {
        str(path.with_name(f"test_{path.name}")): module
        for module in modules
        if (path := PurePosixPath(module)).name not in UNTESTED
    }
    present = {test for test in tests if PurePosixPath(test).parts[0] not in ASIDE}
    lacking = [
        f"src/turnscope/{expected[test]}: expected tests/{test}"
        for test in sorted(set(expected) - present)
    ]
    return lacking + [f"tests/{test}: no such module" for test in sorted(present - set(expected))]


def test_tests_mirror_sources() -> None:
    modules = [path.relative_to(SRC / "turnscope").as_posix() for path in source_files()]
    here = ROOT / "tests"
    tests = [path.relative_to(here).as_posix() for path in here.rglob("test_*.py")]
    assert len(modules) > 20
    assert mirror_faults(modules, tests) == []


def test_both_directions_are_found() -> None:
    modules = ["core/gold.py", "core/__init__.py", "version.py", "errors.py"]
    assert mirror_faults(modules, ["core/test_gold.py", "test_errors.py"]) == []
    assert len(mirror_faults(modules, ["core/test_gold.py"])) == 1
    assert len(mirror_faults(modules, ["test_gold.py", "test_errors.py"])) == 2
    assert mirror_faults([], ["oracles/test_floor.py"]) == []

"""The stamp of the environment: what makes it stale, and what is never taken for a good one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools.bootstrap import LEVELS, is_ready, is_usable, key


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "requirements").mkdir()
    (tmp_path / ".venv").mkdir()
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    for level in LEVELS:
        (tmp_path / "requirements" / f"{level}.lock").write_text(f"{level}==1\n")
    return tmp_path


def stamp(tree: Path, level: str) -> None:
    (tree / ".venv" / "stamp.json").write_text(json.dumps({level: key(tree, level)}))


def test_without_a_stamp_nothing_is_ready(tree: Path) -> None:
    assert not is_ready(tree, "core")
    (tree / ".venv" / "stamp.json").write_text("{half a")
    assert not is_ready(tree, "core")


def test_dev_contains_core_but_not_the_other_way_round(tree: Path) -> None:
    stamp(tree, "dev")
    assert is_ready(tree, "dev")
    assert is_ready(tree, "core")
    stamp(tree, "core")
    assert is_ready(tree, "core")
    assert not is_ready(tree, "dev")


@pytest.mark.parametrize("changed", ["requirements/dev.lock", "pyproject.toml"])
def test_a_change_makes_it_stale(tree: Path, changed: str) -> None:
    stamp(tree, "dev")
    (tree / changed).write_text("other==2\n")
    assert not is_ready(tree, "dev")


def test_a_copied_tree_is_not_ready(tree: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    stamp(tree, "dev")
    copy = tree.rename(tmp_path_factory.mktemp("elsewhere") / "copy")
    assert not is_ready(copy, "dev")


def test_a_folder_without_a_python_of_its_own_is_not_usable(tree: Path) -> None:
    assert not is_usable(tree / ".venv")
    (tree / ".venv" / "bin").mkdir()
    (tree / ".venv" / "bin" / "python").write_text("#!/bin/sh\necho elsewhere\n")
    (tree / ".venv" / "bin" / "python").chmod(0o755)
    assert not is_usable(tree / ".venv")

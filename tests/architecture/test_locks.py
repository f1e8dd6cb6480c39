"""The lock files hold exact versions that pyproject.toml allows, and torch is not among them."""

from __future__ import annotations

import re
import tomllib

from packaging.requirements import Requirement

from tests.architecture.house import ROOT
from tools.lock import NOT_LOCKED


def locked(text: str) -> dict[str, str]:
    """Package -> version of a lock file.

    Raises:
        ValueError: for a line that is not one exact version from a package index.
    """
    versions = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            match = re.fullmatch(r"([A-Za-z0-9._-]+)==([A-Za-z0-9.!+]+)", line)
            if match is None:
                raise ValueError(f"{line!r}; expected name==version")
            versions[_same(match[1])] = match[2]
    return versions


def lock_faults(requirements: list[str], versions: dict[str, str]) -> list[str]:
    """Requirements that a lock file lacks, or holds at a version they do not allow."""
    faults = []
    for text in requirements:
        asked = Requirement(text)
        version = versions.get(_same(asked.name))
        if version is None or not asked.specifier.contains(version):
            faults.append(text)
    return faults


def _same(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _read(name: str) -> dict[str, str]:
    return locked((ROOT / "requirements" / f"{name}.lock").read_text())


def test_locks_satisfy_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    core = project["project"]["dependencies"] + project["build-system"]["requires"]
    offered = project["project"]["optional-dependencies"]
    extras = [line for extra in offered.keys() - NOT_LOCKED for line in offered[extra]]
    assert lock_faults(core, _read("core")) == []
    assert lock_faults(core + extras + project["dependency-groups"]["dev"], _read("dev")) == []


def test_dev_contains_core_at_the_same_versions() -> None:
    assert _read("core").items() <= _read("dev").items()


def test_torch_is_not_needed() -> None:
    assert not {"torch", "torchaudio", "transformers"} & set(_read("dev"))


def test_faults_are_found() -> None:
    versions = locked("# made\nPyYAML==6.0.4\nnumpy==2.0\n")
    assert lock_faults(["pyyaml>=6", "numpy>=1.26"], versions) == []
    assert lock_faults(["pyyaml>=7", "numpy", "rich"], versions) == ["pyyaml>=7", "rich"]


def test_inexact_lines_are_refused() -> None:
    for line in ("numpy>=2", "numpy", "numpy @ file:///x", "--index-url https://x", "numpy==2.*"):
        try:
            locked(line)
        except ValueError:
            continue
        raise AssertionError(line)

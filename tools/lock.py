"""Write the lock files: the exact version of everything, dependencies of dependencies too.

    requirements/core.lock   what the package needs, and the build backend to install this tree
    requirements/dev.lock    the same versions, most extras, and what the checks need

Run it as ``make lock``. It installs the newest versions that pyproject.toml allows into an empty
environment, so it needs the package index; nothing else in the project does after set-up.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tomllib
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

NOT_LOCKED = frozenset({"words", "llm", "voices"})
"""Extras that only run with weights which no set-up fetches: hundreds of megabytes unused."""

HEADER = """\
# {what}
# Made by `make lock` with Python {python}; do not edit.
"""


def requirements(pyproject: Path) -> tuple[list[str], list[str]]:
    """What pyproject.toml asks for: the core with its build backend, and what the checks add."""
    with pyproject.open("rb") as file:
        content = tomllib.load(file)
    core = [*content["project"]["dependencies"], *content["build-system"]["requires"]]
    extras = content["project"].get("optional-dependencies", {})
    dev = [line for name, lines in extras.items() if name not in NOT_LOCKED for line in lines]
    return core, dev + content["dependency-groups"]["dev"]


def freeze(python: Path) -> str:
    """Every installed package but pip itself, as ``name==version`` lines.

    Raises:
        SystemExit: if a line is anything else, such as an address.
    """
    shown = subprocess.run(
        [python, "-m", "pip", "freeze", "--all", "--exclude", "pip"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    odd = [line for line in shown.splitlines() if "==" not in line or "@" in line]
    if odd:
        raise SystemExit(f"not an exact version: {odd}")
    return shown


def main() -> None:
    """Write both lock files."""
    core, dev = requirements(ROOT / "pyproject.toml")
    python_version = f"{sys.version_info.major}.{sys.version_info.minor}"
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "bin", "python")

        def install(lines: list[str], *more: str) -> None:
            command = [str(python), "-m", "pip", "install", "--quiet", "--upgrade"]
            command += ["--disable-pip-version-check", "--only-binary", ":all:", *more]
            # pip's warnings concern the machine; its errors are shown
            done = subprocess.run([*command, *lines], capture_output=True, text=True)
            if done.returncode:
                raise SystemExit(done.stderr)

        for name, lines, what in (
            ("core", core, "The package's dependencies and the build backend, exactly."),
            ("dev", dev, "core.lock, the extras, and the tools of the checks, exactly."),
        ):
            constraint = ROOT / "requirements" / "core.lock"
            install(lines, *(("--constraint", str(constraint)) if name == "dev" else ()))
            frozen = freeze(python)
            path = ROOT / "requirements" / f"{name}.lock"
            path.parent.mkdir(exist_ok=True)
            path.write_text(HEADER.format(what=what, python=python_version) + frozen)
            print(f"{path.relative_to(ROOT)}: {len(frozen.splitlines())} packages")


if __name__ == "__main__":
    main()

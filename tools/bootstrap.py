"""Make .venv hold this package and the exact versions of a lock file; run by the Makefile.

    python tools/bootstrap.py core    what `turnscope` needs to run   (requirements/core.lock)
    python tools/bootstrap.py dev     that, and what the checks need  (requirements/dev.lock)

Where everything is in place already, it does nothing and says nothing, in a few milliseconds and
without the network. A stamp in .venv says what is in place: it hashes the lock file,
pyproject.toml, the Python version (3.11, say) and the folder, so an environment that was copied
along with the tree, or made by another Python, is not taken for a good one.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEVELS = ("core", "dev")
"""What can be asked for; a later level contains the earlier ones."""

VERSION = f"{sys.version_info.major}.{sys.version_info.minor}"
PIP = ("-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--no-user")


def key(root: Path, level: str) -> str:
    """What an environment of this level was made from, as a hash."""
    parts = [
        (root / "requirements" / f"{level}.lock").read_bytes(),
        (root / "pyproject.toml").read_bytes(),
        f"{root} {VERSION}".encode(),
    ]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_ready(root: Path, level: str) -> bool:
    """Whether the environment holds this level, or a later one that contains it."""
    try:
        stamp = json.loads((root / ".venv" / "stamp.json").read_text())
    except (OSError, ValueError):
        return False
    return any(stamp.get(name) == key(root, name) for name in LEVELS[LEVELS.index(level) :])


def is_usable(folder: Path) -> bool:
    """Whether there is an environment in ``folder``, made there, of this version of Python."""
    ask = "import sys; print(sys.prefix); print('%d.%d' % sys.version_info[:2])"
    try:
        told = subprocess.run(
            [folder / "bin" / "python", "-c", ask], capture_output=True, text=True
        )
    except OSError:
        return False
    return told.returncode == 0 and told.stdout.rstrip("\n") == f"{folder}\n{VERSION}"


def create(folder: Path) -> None:
    """Make an empty environment, in place of one that is there.

    Raises:
        SystemExit: if this Python cannot (Debian ships that part as a package of its own).
    """
    try:
        venv.create(folder, clear=True, with_pip=True)
    except (subprocess.CalledProcessError, OSError) as error:
        raise SystemExit(
            f"{folder}: {error}; expected a Python that can make virtual environments. "
            "On Debian and Ubuntu: apt-get install python3-venv."
        ) from None


def install(root: Path, level: str) -> None:
    """Install the locked versions, then this tree, editable.

    Raises:
        SystemExit: with pip's own words, if pip fails.
    """
    python = root / ".venv" / "bin" / "python"
    lock = root / "requirements" / f"{level}.lock"
    # no source packages and no build environment: nothing unlocked is fetched, no compiler needed
    locked = [*PIP, "--only-binary", ":all:", "--requirement", str(lock)]
    tree = [*PIP, "--no-deps", "--no-build-isolation", "--editable", str(root)]
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    for step in (locked, tree):
        done = subprocess.run([python, *step], capture_output=True, text=True, env=environment)
        if done.returncode:
            sys.stderr.write(done.stderr)
            raise SystemExit(
                f"Installing into {root / '.venv'} failed; expected a package index within reach, "
                "for this first time only."
            )


def main() -> None:
    """Bring the environment to the level that the command line names."""
    level = sys.argv[1]
    if is_ready(ROOT, level):
        return
    start = time.perf_counter()
    packages = [
        line
        for line in (ROOT / "requirements" / f"{level}.lock").read_text().splitlines()
        if "==" in line
    ]
    print(f"Setting up .venv: {len(packages)} packages, this once ...", flush=True)
    folder = ROOT / ".venv"
    if not is_usable(folder):
        create(folder)
    install(ROOT, level)
    (folder / "stamp.json").write_text(json.dumps({level: key(ROOT, level)}))
    print(f"Set up in {time.perf_counter() - start:.0f} s.", flush=True)


if __name__ == "__main__":
    main()

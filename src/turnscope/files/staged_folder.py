"""A folder filled whole or not at all: written out of sight, then moved into place.

::

    out/.turnscope-9f31c0/casual-1/...     ← everything, synced
    out/casual-1/...                       ← renamed, one after the other; undone if one fails

Whoever lists ``out`` sees none of it or, but for ``kill -9`` in the midst of the renames, all.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

from turnscope.errors import Fault, TurnscopeError
from turnscope.files.writing import make_directory, refusal

__all__ = ["staged_folder"]


@contextlib.contextmanager
def staged_folder(directory: str | os.PathLike[str], *, beside: bool = False) -> Iterator[Path]:
    """Fill a folder: yields an empty one to write into, whose contents then move there.

    Args:
        directory: made if it is not there, with those above it.
        beside: whether it may hold something already; what is to come may not be among it.

    Raises:
        TurnscopeError: if the folder is not empty (without ``beside``), holds a file or folder of
            a name that was written, cannot be written, or the disk is full. Then, and after any
            other exception in the block, it is as it was before.
    """
    target = Path(directory)
    present = _listed(target)
    if present and not beside:
        found = f"holds {present[0]!r} already" + (" and more" if len(present) > 1 else "")
        raise TurnscopeError(Fault(str(target), found, "a new or an empty folder"))
    made = _missing(target)
    staging = target / f".turnscope-{secrets.token_hex(6)}"
    moved: list[Path] = []
    done = False
    try:
        make_directory(staging)
        yield staging
        _move(staging, target, moved)
        done = True
    except OSError as error:
        raise refusal(target, error) from error
    finally:
        if not done:
            for path in moved:
                if not (staging / path.name).exists():  # else it is not ours
                    _remove(path)
        shutil.rmtree(staging, ignore_errors=True)
        if not done:
            for folder in made:
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _listed(folder: Path) -> list[str]:
    try:
        return sorted(path.name for path in folder.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise refusal(folder, error) from None


def _missing(folder: Path) -> list[Path]:
    """The folder and those above it that are not there, the innermost first."""
    return [path for path in (folder, *folder.parents) if not path.exists()]


def _move(staging: Path, target: Path, moved: list[Path]) -> None:
    made = sorted(path.name for path in staging.iterdir())
    there = [name for name in made if os.path.lexists(target / name)]
    if there:
        raise TurnscopeError(
            [Fault(str(target / name), "is there already", "a name not taken") for name in there]
        )
    for path in sorted(staging.rglob("*")):
        if path.is_file():
            _sync(path)
    for name in made:
        moved.append(target / name)
        (staging / name).rename(target / name)
    with contextlib.suppress(OSError):  # not every file system can sync a folder
        _sync(target)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)

"""Reading a whole file, with a clear word when it cannot be read."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from turnscope.errors import Fault, TurnscopeError

__all__ = ["read_bytes", "telling_file"]

_CAUSES = {
    errno.ENOENT: ("no such file", "a file that exists", "Check the spelling of its path"),
    errno.ENOTDIR: ("part of its path is a file, not a directory", "a file that exists", ""),
    errno.EISDIR: ("a directory", "a file", ""),
    errno.EACCES: ("not readable", "a file you may read", "Check its permissions"),
    errno.EPERM: ("not readable", "a file you may read", "Check its permissions"),
}


def read_bytes(path: str | os.PathLike[str]) -> bytes:
    """All bytes of a file.

    Raises:
        TurnscopeError: if it is missing, a directory, or may not be read.
    """
    if os.fspath(path) == "-":
        hint = "Standard input is /dev/stdin"
        raise TurnscopeError(Fault("-", "not read as standard input", "a file's name", hint))
    try:
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        number = error.errno if isinstance(error, OSError) else None
        said = error.strerror if isinstance(error, OSError) else str(error)
        found, expected, hint = _CAUSES.get(number or 0, (f"cannot be read ({said})", "", ""))
        raise TurnscopeError(Fault(str(path), found, expected, hint)) from None


@contextmanager
def telling_file(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors raised inside name the file, where not all of their faults do so themselves."""
    try:
        yield
    except TurnscopeError as error:
        if not all(str(path) in str(fault) for fault in error.faults):
            error.file = str(path)
        raise

"""Writing files whole or not at all: a temporary neighbour first, then one rename.

::

    .turnscope-k3f9x2.json   ← bytes, flush, fsync
    result.json              ← os.replace, atomic on one file system

Whoever reads ``result.json`` sees the old content or the new, whatever happens in between: an
exception, Ctrl-C, a full disk, ``kill -9``. Only the last can leave the temporary file behind.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from turnscope.errors import Fault, TurnscopeError

__all__ = ["Outputs", "make_directory", "refusal", "staged", "write_bytes", "write_text"]

_PREFIX = ".turnscope-"
_LONGEST_SUFFIX = 32

_FULL = ("the disk is full", "room for the file", "Nothing was written; free some space")
_DENIED = (
    "may not be written here",
    "a place you may write to",
    "Nothing was written; choose another place or mend its permissions",
)
_CAUSES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: ("the disk quota is used up", *_FULL[1:]),
    errno.EFBIG: ("larger than a file may be here", "room for the file", "Nothing was written"),
    errno.EACCES: _DENIED,
    errno.EPERM: _DENIED,
    errno.EROFS: ("the file system is read-only", *_DENIED[1:]),
    errno.ENOENT: ("its directory does not exist", "an existing directory", "Create it first"),
    errno.ENOTDIR: ("part of its path is a file", "an existing directory", ""),
    errno.EISDIR: ("a directory of that name is in the way", "the name of a file", ""),
    errno.ENAMETOOLONG: ("the name is too long", "a shorter name", ""),
}
_OF_THE_DISK = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What a full or failing disk raises inside the body that writes; other errors are the body's."""


def refusal(path: Path, error: OSError) -> TurnscopeError:
    """What is told of a path that the system refused to write."""
    found, expected, hint = _CAUSES.get(
        error.errno or 0, (f"cannot be written ({error.strerror or error})", "", "")
    )
    return TurnscopeError(Fault(str(path), found, expected, hint))


def _is_stream(path: Path) -> bool:
    """Whether a path names an open stream or a device, which a rename would not reach."""
    if str(path).startswith(("/dev/std", "/dev/fd/", "/proc/self/fd/")):
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


def _sync(path: Path, flags: int) -> None:
    descriptor = os.open(path, flags)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Outputs:
    """Several files that appear together: all are written and synced before any is renamed.

    ::

        with Outputs() as outputs:
            outputs.write("a.json", a)
            outputs.write("b.parquet", b)
        # here both are in place; after an exception neither is

    Renames follow one another, so a crash just between two of them can leave the first new
    and the second old; each is whole.
    """

    def __init__(self) -> None:
        self._staged: list[tuple[Path, Path, Path]] = []

    def __enter__(self) -> Outputs:
        return self

    def add(self, path: str | os.PathLike[str]) -> Path:
        """Announce an output.

        Returns:
            An empty temporary file in the same directory and with the same suffix, to be
            written by its name. For a device or an open stream such as ``/dev/stdout``, the
            path itself.

        Raises:
            TurnscopeError: if the directory is missing or unwritable, or a directory is in the
                way; no output of this block is then written.
        """
        named = Path(path)
        if os.fspath(path) == "-":
            hint = "Standard output is /dev/stdout"
            raise TurnscopeError(Fault("-", "not taken for standard output", "a file's name", hint))
        if _is_stream(named):
            return named
        try:
            target = Path(os.path.realpath(named))
            if any(target == other for _, _, other in self._staged):
                found = "is named for two outputs"
                raise TurnscopeError(Fault(str(named), found, "a file for each"))
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "a directory is in the way")
            suffix = target.suffix[:_LONGEST_SUFFIX]
            temporary = target.with_name(f"{_PREFIX}{secrets.token_hex(6)}{suffix}")
            descriptor = os.open(temporary, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666)
        except OSError as error:
            raise refusal(named, error) from None
        except ValueError as error:
            raise TurnscopeError(Fault(repr(str(named)), f"not a path ({error})")) from None
        os.close(descriptor)
        self._staged.append((named, temporary, target))
        return temporary

    def write(self, path: str | os.PathLike[str], content: bytes) -> None:
        """Announce an output and write it whole.

        Raises:
            TurnscopeError: as :meth:`add`, and if it cannot be written, the disk being full.
        """
        temporary = self.add(path)
        try:
            temporary.write_bytes(content)
        except OSError as error:
            raise refusal(Path(path), error) from None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if error is None:
                self._sync_all()
                self._rename_all()
        finally:
            for _, temporary, _ in self._staged:
                with contextlib.suppress(OSError):
                    temporary.unlink(missing_ok=True)
        if isinstance(error, OSError) and error.errno in _OF_THE_DISK and self._staged:
            raise refusal(self._staged[-1][0], error) from error

    def _sync_all(self) -> None:
        for named, temporary, target in self._staged:
            try:
                _sync(temporary, os.O_RDWR)
                if target.exists():
                    temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            except OSError as error:
                raise refusal(named, error) from None

    def _rename_all(self) -> None:
        for named, temporary, target in self._staged:
            try:
                temporary.replace(target)
            except OSError as error:
                raise refusal(named, error) from None
        # Without it a power cut may forget the rename. Not every file system can do it, and
        # the files are in place, so a refusal is no failure.
        for directory in {target.parent for _, _, target in self._staged}:
            with contextlib.suppress(OSError):
                _sync(directory, os.O_RDONLY)


def make_directory(path: str | os.PathLike[str]) -> None:
    """Make a directory and those above it; nothing if it is there.

    Raises:
        TurnscopeError: if it cannot be made, a file of that name being in the way included.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        found = "a file of that name is in the way"
        raise TurnscopeError(Fault(str(path), found, "the name of a directory")) from None
    except OSError as error:
        raise refusal(Path(path), error) from None


@contextlib.contextmanager
def staged(path: str | os.PathLike[str]) -> Iterator[Path]:
    """One output for a library that writes by file name: yields the temporary path.

    The file takes its place when the block ends, and not at all if the block raises.

    Raises:
        TurnscopeError: if it cannot be written; see :class:`Outputs`.
    """
    with Outputs() as outputs:
        yield outputs.add(path)


def write_bytes(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all.

    Raises:
        TurnscopeError: if it cannot be written, the disk being full included.
    """
    with Outputs() as outputs:
        outputs.write(path, content)


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a text file in UTF-8, line breaks as they are; otherwise as :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8"))

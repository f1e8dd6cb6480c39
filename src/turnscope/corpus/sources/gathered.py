"""A file whose wanted stretches are fetched ahead, one read for each run of neighbours.

Arrow can do so too, on threads of its own. They hold on to the Python file, and where one lets
go of it after the interpreter has gone, the process is aborted: on a busy machine one run in
twenty, its result already written. Nothing here leaves the calling thread.
"""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import BinaryIO

__all__ = ["Gathered"]


class Gathered(io.RawIOBase):
    """A file to read from, over another one that stays the caller's to close."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._at = 0
        self._held: list[tuple[int, bytes]] = []

    def fetch(self, stretches: Iterable[tuple[int, int]]) -> None:
        """Read and keep stretches, each told by its start and its number of bytes."""
        for start, n_bytes in stretches:
            if start >= 0 and n_bytes > 0:
                self._file.seek(start)
                self._held.append((start, self._file.read(n_bytes)))

    def readable(self) -> bool:
        """It is."""
        return True

    def seekable(self) -> bool:
        """It is."""
        return True

    def tell(self) -> int:
        """The position, in bytes from the start."""
        return self._at

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Move; beyond the kept stretches too."""
        if whence == io.SEEK_END:
            self._at = self._file.seek(offset, whence)
        else:
            self._at = offset if whence == io.SEEK_SET else self._at + offset
        return self._at

    def read(self, size: int = -1, /) -> bytes:
        """From what is kept, if all of it is, else from the file."""
        for start, content in self._held:
            begin = self._at - start
            if begin >= 0 and 0 <= size <= len(content) - begin:
                found = content[begin : begin + size]
                break
        else:
            self._file.seek(self._at)
            found = self._file.read(size)
        self._at += len(found)
        return found

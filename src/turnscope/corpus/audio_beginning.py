"""The header of an audio file of which only the beginning is at hand."""

from __future__ import annotations

import soundfile

from turnscope.corpus.audio import Header, header_of

__all__ = ["header_of_beginning"]

_CONTAINERS = (b"fLaC", b"RIFF")
"""Whose header is told by the beginning; of Ogg or MP3 the end counts too."""


def header_of_beginning(content: bytes, n_bytes: int) -> Header | None:
    """What the whole file's header says, None where the beginning does not tell.

    Args:
        content: the first bytes of a FLAC or WAV file.
        n_bytes: how many the whole file has.
    """
    if not content.startswith(_CONTAINERS):
        return None
    beginning = _Beginning(content, n_bytes)
    try:
        with soundfile.SoundFile(beginning) as file:
            header = header_of(file)
    except (soundfile.SoundFileError, OSError, TypeError, ValueError):
        return None
    return None if beginning.was_passed or header.n_samples < 1 else header


class _Beginning:
    """A file as libsndfile sees it; beyond the beginning there are zeros, and a note of it."""

    def __init__(self, content: bytes, n_bytes: int) -> None:
        self._content = content
        self._n_bytes = n_bytes
        self._at = 0
        self.was_passed = False

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = max(0, (0, self._at, self._n_bytes)[whence] + offset)
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int) -> bytes:
        size = max(0, min(size, self._n_bytes - self._at))
        held = self._content[self._at : self._at + size]
        self.was_passed |= len(held) < size
        self._at += size
        return held.ljust(size, b"\0")

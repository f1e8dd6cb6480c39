"""A conversation's two channels of audio, wherever they are stored: one file, two, or bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Channel", "Recording"]


@dataclass(frozen=True, slots=True)
class Channel:
    """Where one speaker's audio is: a file or the bytes of one, and the channel within it.

    Attributes:
        content: a path, or the bytes of an audio file (a parquet cell).
        index: 0-based channel in that file.
        offset_s: seconds by which this channel lags the conversation's clock: sample 0 is heard
            at ``offset_s``. Negative values cut the channel's beginning.
        name: what to call it in messages.
    """

    content: Path | bytes
    index: int = 0
    offset_s: float = 0.0
    name: str = ""


@dataclass(frozen=True, slots=True)
class Recording:
    """Two channels on one clock.

    Attributes:
        conversation_id: whose audio it is.
        channels: where speakers 1 and 2 are.
    """

    conversation_id: str
    channels: tuple[Channel, Channel]

    def rate_hz(self, speaker: int) -> int:
        """Samples a second of one speaker's channel, from the header."""
        raise NotImplementedError

    def n_samples(self, speaker: int) -> int:
        """Samples of one speaker's channel, from the header."""
        raise NotImplementedError

    @property
    def duration_s(self) -> float:
        """Duration by the benchmark's definition: samples / rate of speaker 1, from the header."""
        raise NotImplementedError

    def read(self, speaker: int) -> NDArray[np.float32]:
        """All samples of one speaker, shape (n,), in [-1, 1], offset applied."""
        raise NotImplementedError

    def blocks(self, speaker: int, n_samples: int) -> Iterator[NDArray[np.float32]]:
        """Consecutive pieces of ``n_samples`` samples (the last may be shorter)."""
        raise NotImplementedError

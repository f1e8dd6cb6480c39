"""The latest audio of one channel, chunk by chunk, and stretches that end now."""

from __future__ import annotations

from collections import deque

import numpy as np

from turnscope.systems.base import Audio

__all__ = ["HeardSoFar"]


class HeardSoFar:
    """Keeps at least the last ``longest`` samples, and not much more."""

    def __init__(self, longest: int) -> None:
        """Start with nothing heard.

        Args:
            longest: the longest stretch that will be asked for, in samples.
        """
        self._longest = longest
        self._chunks: deque[Audio] = deque()
        self._n = 0

    def __len__(self) -> int:
        """Samples that are kept."""
        return self._n

    def hear(self, chunk: Audio) -> None:
        """Take the next chunk, shape (n,)."""
        self._chunks.append(chunk)
        self._n += len(chunk)
        while self._n - len(self._chunks[0]) >= self._longest:
            self._n -= len(self._chunks.popleft())

    def last(self, n: int) -> Audio:
        """The last ``n`` samples, at most the longest stretch; fewer if fewer were heard."""
        n = min(n, self._longest, self._n)
        return np.concatenate(self._chunks)[-n:] if n else np.empty(0, np.float32)

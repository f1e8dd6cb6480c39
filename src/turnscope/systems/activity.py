"""Speech of one channel from single decisions, chunk by chunk, with short blips and dips removed.

::

    decision   . . x . . x x x x . x x . . . . . . . .      onset 3 chunks, pause 4 chunks
    speaking   . . . . . . . x x x x x x x x . . . . .
    silent     - - - - - - - 0 0 1 0 0 1 2 3 4 5 6 7 8      chunks since speech
                             ↑               ↑
                         it began        it paused
"""

from __future__ import annotations

import math

__all__ = ["Activity", "chunks_of"]


def chunks_of(seconds: float, chunk_s: float) -> int:
    """The least number of chunks, at least one, that lasts so long."""
    return max(1, math.ceil(seconds / chunk_s - 1e-6))


class Activity:
    """Whether one channel's speaker is speaking, and for how long there has been silence.

    Attributes:
        speaking: from the chunk that completes an onset to the one that completes a pause.
        began: whether it became true with the last chunk.
        n_silent: chunks since the last one of speech; None before any speech began. A blip too
            short to be an onset does not set it back.
        n_speech: chunks of speech in a row, up to the last chunk.
    """

    def __init__(self, onset: int, pause: int) -> None:
        """Start in silence.

        Args:
            onset: chunks of speech in a row that make speech begin.
            pause: chunks without speech in a row that make it pause.
        """
        self._onset = onset
        self._pause = pause
        self.speaking = False
        self.began = False
        self.n_silent: int | None = None
        self.n_speech = 0

    def hear(self, speech: bool) -> None:
        """Take the decision for the next chunk."""
        before = self.speaking
        self.n_speech = self.n_speech + 1 if speech else 0
        if speech and (before or self.n_speech >= self._onset):
            self.speaking, self.n_silent = True, 0
        elif self.n_silent is not None:
            self.n_silent += 1
            self.speaking = before and self.n_silent < self._pause
        self.began = self.speaking and not before

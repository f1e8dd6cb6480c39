"""What a voice makes of a text: its words with their times, and the sound if there is any.

::

    "well, I think so."      0.00   0.31 0.40 0.52  0.80   1.10 s
                               well       I   think     so
    samples                  ▁▆▇▅▂▁▁▁▁▁▁▂▆▇▇▅▃▃▆▆▅▃▁▁▅▇▅▂▁
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Speak", "Spoken", "SpokenWord"]


@dataclass(frozen=True, slots=True)
class SpokenWord:
    """A word and its time, in seconds from the start of what it was spoken in."""

    text: str
    start_s: float
    end_s: float


@dataclass(frozen=True, eq=False, slots=True)
class Spoken:
    """A text as spoken once.

    Attributes:
        text: what was asked for.
        duration_s: from the first sound to the last; above 0.
        words: in order, within [0, duration_s]; silence between two of them is a pause.
        samples: mono, float32 in [-1, 1], shape (n,), n = round(duration_s * rate_hz); None
            where only the timing is simulated.
        rate_hz: of the samples; 0 without them.
    """

    text: str
    duration_s: float
    words: tuple[SpokenWord, ...]
    samples: NDArray[np.float32] | None = None
    rate_hz: int = 0

    def __post_init__(self) -> None:
        if not 0.0 < self.duration_s < float("inf"):
            raise ValueError(f"{self.text!r} lasts {self.duration_s} s; expected more than 0")
        edges = [edge for word in self.words for edge in (word.start_s, word.end_s)]
        if edges != sorted(edges) or (edges and (edges[0] < 0 or edges[-1] > self.duration_s)):
            raise ValueError(
                f"{self.text!r}: words at {edges} s; expected them in order "
                f"within 0 to {self.duration_s} s"
            )
        n = None if self.samples is None else len(self.samples)
        if n is not None and n != round(self.duration_s * self.rate_hz):
            raise ValueError(
                f"{self.text!r}: {n} samples at {self.rate_hz} Hz; expected {self.duration_s} s"
            )


Speak = Callable[[str], Spoken]
"""One voice: speaks a text. Raises ModelError for a text it cannot speak."""

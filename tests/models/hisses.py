"""Edges of words that can be heard without knowing the words: where an s begins or ends.

The hiss of s or z has its power above 4 kHz, a vowel below 1.5 kHz; where the two are equally
strong is the edge. Errors are those of what a voice says its words' times are.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from turnscope.models.speech import Speak, Spoken

__all__ = ["hiss_errors_ms"]

TEXTS = (
    "We saw seven of the sailors who say so.",
    "They said you see a city in the snow.",
    "His aunt was in Texas all of this year.",
    "This apple is on us all because it is old.",
)
HISS_AFTER_VOWEL = {
    ("We", "saw"),
    ("saw", "seven"),
    ("the", "sailors"),
    ("who", "say"),
    ("say", "so"),
    ("They", "said"),
    ("you", "see"),
    ("a", "city"),
    ("the", "snow"),
}
VOWEL_AFTER_HISS = {
    ("His", "aunt"),
    ("was", "in"),
    ("Texas", "all"),
    ("is", "on"),
    ("us", "all"),
    ("This", "apple"),
    ("is", "old"),
}
_HOP_S, _WINDOW_S, _NEAR_S = 0.0025, 0.01, 0.2


def hiss_errors_ms(speak: Speak) -> list[float]:
    """What a voice says less what is heard, over the edges of the texts; positive is too late."""
    errors = []
    for spoken in map(speak, TEXTS):
        time_s, ratio_db = _hissing(spoken)
        for before, after in pairwise(spoken.words):
            pair = (before.text, after.text)
            if pair in HISS_AFTER_VOWEL:
                told, rising = after.start_s, True
            elif pair in VOWEL_AFTER_HISS:
                told, rising = before.end_s, False
            else:
                continue
            above = ratio_db > 0
            crossed = (above[1:] != above[:-1]) & (above[1:] == rising)
            near = time_s[1:][crossed & (np.abs(time_s[1:] - told) < _NEAR_S)]
            # an edge that nobody hears within 200 ms is as wrong as that
            errors.append(1000 * min((told - at for at in near), key=abs, default=_NEAR_S))
    return errors


def _hissing(spoken: Spoken) -> tuple[np.ndarray, np.ndarray]:
    assert spoken.samples is not None
    hop, size = round(_HOP_S * spoken.rate_hz), round(_WINDOW_S * spoken.rate_hz)
    windows = np.lib.stride_tricks.sliding_window_view(spoken.samples.astype(float), size)[::hop]
    power = np.abs(np.fft.rfft(windows * np.hanning(size))) ** 2 + 1e-12
    hz = np.fft.rfftfreq(size, 1 / spoken.rate_hz)
    ratio = power[:, hz > 4000].sum(axis=1) / power[:, hz < 1500].sum(axis=1)
    time_s = (np.arange(len(windows)) * hop + size / 2) / spoken.rate_hz
    return time_s, 10 * np.log10(ratio)

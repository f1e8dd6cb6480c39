"""A voice without sound: how long words take, from their syllables and a speaking rate.

::

    "well, I think so."     well  ▁▁  I think so
                            │     │   └ the next word follows at once
                            │     └ a short pause where the text has a comma or a full stop
                            └ syllables / speaking rate, with some luck

The words are as long as those of a person who speaks at that rate; there is nothing to hear.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np

from turnscope.errors import Fault, ModelError, ProtocolError
from turnscope.models.speech import Speak, Spoken, SpokenWord

__all__ = ["estimated_voice", "n_syllables"]

_VOWELS = re.compile(r"[aeiouy]+")
_SYLLABLES_OF_A_DIGIT = 1.1
_LETTERS_A_SYLLABLE = 2.5
_WORD_S = 0.03
_WORD_SPREAD = 0.18
_PAUSE_S = {",": 0.14, ";": 0.18, ":": 0.18, "-": 0.2, ".": 0.26, "?": 0.26, "!": 0.24}
_PAUSE_SPREAD = 0.35
_LEAST_MS = 60


@lru_cache(maxsize=65_536)
def n_syllables(word: str) -> float:
    """About how many syllables a word has: groups of vowels, a final silent e not counted.

    Digits count as they are read one by one, other scripts by their number of letters; at
    least 1.
    """
    lower = word.lower()
    digits = sum(letter.isdigit() for letter in lower)
    groups = len(_VOWELS.findall(lower))
    if groups > 1 and lower.endswith("e") and not lower.endswith(("le", "ee", "ye")):
        groups -= 1
    if not groups and not lower.isascii():
        groups = round(sum(letter.isalpha() for letter in lower) / _LETTERS_A_SYLLABLE)
    return max(1.0, groups + digits * _SYLLABLES_OF_A_DIGIT)


@lru_cache(maxsize=65_536)
def _token(token: str) -> tuple[str, float, float]:
    """A token's bare word, its syllables, and the pause after it in seconds."""
    first = next((k for k, letter in enumerate(token) if letter.isalnum()), len(token))
    last = next((k for k in range(len(token), 0, -1) if token[k - 1].isalnum()), 0)
    word = token[first:last]
    return word, n_syllables(word) if word else 0.0, _PAUSE_S.get(token[-1], 0.0)


def estimated_voice(rng: np.random.Generator, *, syllables_per_s: float) -> Speak:
    """A voice that tells only when each word would be said.

    Args:
        rng: of its luck; two texts spoken in the other order come out differently.
        syllables_per_s: speaking rate between pauses, above 0.

    Returns:
        A voice whose words lie on whole milliseconds. It raises ModelError for a text without
        a letter or digit.

    Raises:
        ProtocolError: for a rate that is not above 0.
    """
    if not 0.0 < syllables_per_s < float("inf"):
        found = f"{syllables_per_s}"
        raise ProtocolError(Fault("syllables_per_s", found, "a finite rate above 0"))

    def speak(text: str) -> Spoken:
        tokens = [token for token in map(_token, text.split()) if token[0]]
        if not tokens:
            found = f"{text!r} has no letter or digit"
            raise ModelError(Fault("estimated voice", found, "words to speak"))
        luck = rng.standard_normal((2, len(tokens)))
        syllables = np.array([token[1] for token in tokens])
        pauses = np.array([token[2] for token in tokens])
        said_s = (_WORD_S + syllables / syllables_per_s) * np.exp(_WORD_SPREAD * luck[0])
        silent_s = pauses * np.exp(_PAUSE_SPREAD * luck[1])
        said_ms = np.maximum(np.rint(said_s * 1000.0), _LEAST_MS)
        after_ms = np.cumsum(said_ms + np.rint(silent_s * 1000.0))
        starts = np.concatenate([[0.0], after_ms[:-1]])
        ends = ((starts + said_ms) / 1000.0).tolist()
        words = tuple(
            SpokenWord(token[0], start, end)
            for token, start, end in zip(tokens, (starts / 1000.0).tolist(), ends, strict=True)
        )
        return Spoken(text, ends[-1], words)

    return speak

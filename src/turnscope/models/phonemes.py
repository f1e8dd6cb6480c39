"""English text to phonemes, word by word, in the alphabet of Kokoro and hibari.

::

    "It's 42 Elm Street."   ▶   ˌɪts fˈɔɹTi tˈu ˈɛlm stɹˈit.
                                 It's    42      Elm Street     ← which signs each word is

The lexicon, the tagger and the network for unknown words are those of hibari-tts (Apache-2.0), a
port of misaki that needs neither spaCy nor torch. Nothing here makes sound.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnscope.models.packages import need_package
from turnscope.models.speech import SpokenWord

if TYPE_CHECKING:
    from hibari.g2p import G2P

__all__ = ["AHEAD_S", "LONGEST", "Phrase", "WordSigns", "bare", "numbered", "phrases", "words_from"]

LONGEST = 400
"""Most signs that are spoken at once; a longer text is spoken in several phrases."""

AHEAD_S = 0.035
"""How far the sound runs ahead of the networks' own durations, in seconds.

Measured at 74 edges of hisses (s, z) in running speech of Kokoro and hibari: words were heard to
end 30 to 37 ms before the frames say, and to begin 105 ms before, which is this and the space.
"""

_MARKS = frozenset(';:,.!?—…"“”() ')


@dataclass(frozen=True, slots=True)
class WordSigns:
    """A word and the signs it is: ``signs[first:last]`` of its phrase."""

    text: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is spoken at once: the signs with punctuation and spaces, and whose they are."""

    signs: str
    words: tuple[WordSigns, ...]


def bare(token: str) -> str:
    """A token without the signs before its first and after its last letter or digit."""
    kept = [k for k, letter in enumerate(token) if letter.isalnum()]
    return token[kept[0] : kept[-1] + 1] if kept else ""


def phrases(text: str, *, british: bool = False) -> list[Phrase]:
    """The phonemes of a text in phrases of at most ``LONGEST`` signs, cut between words.

    A word of the text that nobody can read (no letter or digit in it) makes no sign; the words
    of all phrases are those of the text in order, without their punctuation.

    Raises:
        ModelError: if hibari-tts is not installed.
    """
    need_package("hibari", "voices", of="English phonemes")
    spoken = _tokens(text, british)
    written = text.split()
    if len(written) == len(spoken):
        # the phonemizer writes some words anew; they stay as they were asked for
        spoken = [(old, signs) for old, (_, signs) in zip(written, spoken, strict=True)]
    return _packed(spoken)


def numbered(phrase: Phrase) -> tuple[list[int], list[int]]:
    """The numbers a network takes for the signs it knows, and where in the phrase those are.

    Raises:
        ModelError: if hibari-tts is not installed.
    """
    need_package("hibari", "voices", of="English phonemes")
    known = _numbers()
    kept = [k for k, sign in enumerate(phrase.signs) if sign in known]
    return [known[phrase.signs[k]] for k in kept], kept


def words_from(
    phrase: Phrase, kept: Sequence[int], frames: NDArray[np.floating], frame_s: float
) -> list[SpokenWord]:
    """The times of a phrase's words, from how long each sign lasts.

    A word begins where the space before it does, :data:`AHEAD_S` before the frames say so.

    Args:
        phrase: what was spoken.
        kept: where the signs are that the network knows.
        frames: how many frames each lasts, with those of the silence before and after them.
        frame_s: length of a frame in seconds.
    """
    lasts = np.zeros(1 + len(phrase.signs))
    lasts[[0, *(1 + k for k in kept)]] = frames.ravel()[:-1]
    ends_s = np.maximum(0.0, np.cumsum(lasts) * frame_s - AHEAD_S)
    starts_at = [
        word.first - (word.first > 0 and phrase.signs[word.first - 1] == " ")
        for word in phrase.words
    ]
    return [
        SpokenWord(word.text, float(ends_s[first]), float(ends_s[word.last]))
        for word, first in zip(phrase.words, starts_at, strict=True)
    ]


def _tokens(text: str, british: bool) -> list[tuple[str, str]]:
    """Text and signs of each stretch without a space."""
    from hibari import Hibari
    from hibari.g2p.normalize import normalize

    reader = _reader(british)
    stretches: list[tuple[str, str]] = []
    for sentence in Hibari.split_sentences(text):
        joined = False
        for token in reader.phonemize_tokens(reader.tokenize(normalize(sentence))):
            if joined:
                before, signs = stretches.pop()
                stretches.append((before + token.text, signs + (token.phonemes or "")))
            else:
                stretches.append((token.text, token.phonemes or ""))
            joined = not token.whitespace
    return stretches


def _packed(stretches: list[tuple[str, str]]) -> list[Phrase]:
    """Stretches put together, cut at ends of sentences where a phrase would get too long."""
    found: list[Phrase] = []
    signs, words = "", list[WordSigns]()
    for text, own in stretches:
        if signs and (
            len(signs) + len(own) + 1 > LONGEST
            or (len(signs) > LONGEST * 0.6 and signs[-1] in ".!?…")
        ):
            found.append(Phrase(signs, tuple(words)))
            signs, words = "", []
        if not own.strip():
            continue
        signs += " " if signs else ""
        kept = [k for k, sign in enumerate(own) if sign not in _MARKS]
        if kept and bare(text):
            at = len(signs)
            words.append(WordSigns(bare(text), at + kept[0], at + kept[-1] + 1))
        signs += own
    if signs:
        found.append(Phrase(signs, tuple(words)))
    return found


@cache
def _reader(british: bool) -> G2P:
    from hibari.g2p import G2P

    return G2P(british=british)


@cache
def _numbers() -> dict[str, int]:
    # hibari was made after Kokoro and kept its alphabet
    text = (files("hibari") / "assets" / "vocab.json").read_text(encoding="utf-8")
    return {sign: int(number) for sign, number in json.loads(text).items()}

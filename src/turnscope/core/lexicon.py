"""English phrases that, alone between two silences, are taken for backchannels.

Our own list, kept to what listeners say without claiming the floor: continuers, acknowledgements
and short reactions. Lower case; apostrophes kept, other punctuation removed; a unit counts as a
backchannel when it is made of such phrases only (``yeah yeah right``).
"""

from __future__ import annotations

import re

__all__ = ["BACKCHANNELS", "is_backchannel", "n_beyond", "words_of"]

_LIST = """
    ah, aha, ah-ha, aw, aww, eh, ha, hah, hm, hmm, hmmm, huh, mhm, mhmm, mm, mmm, mm-hm,
    mm-hmm, mmhm, mmhmm, m-hm, oh, ooh, oof, ok, okay, okey-doke, ow, right, sure, uh-huh,
    uh-hum, uhhuh, um-hm, um-hum, umhum, unhhuh, whoa, wow, ya, yah, yay, yea, yeah, yep, yes,
    yup, no, nope, nah, really, true, exactly, absolutely, definitely, totally, indeed, great,
    good, nice, cool, lovely, neat, wonderful, awesome, fine, perfect, gosh, goodness, jeez,
    gee, damn, man, boy, all right, i agree, i bet, i know, i see, is it, is that right, it
    is, my goodness, no kidding, no way, of course, oh my, oh my god, oh no, oh well, that's
    good, that's great, that's nice, that's right, that's true, uh huh, um hum, you bet,
    you're right, yes it is, for sure, got it, go on, good for you, makes sense, very good,
    very nice, how nice, how funny
"""

BACKCHANNELS = frozenset(" ".join(phrase.split()) for phrase in _LIST.split(","))
"""The phrases, lower case, single spaces."""

_LONGEST = max(len(phrase.split()) for phrase in BACKCHANNELS)
_CURLY = "\N{RIGHT SINGLE QUOTATION MARK}"
_WORD = re.compile(rf"[^\W\d_]+(?:['{_CURLY}-][^\W\d_]+)*")


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, as the lexicon spells them; numerals are none."""
    return [word.replace(_CURLY, "'") for word in _WORD.findall(text.lower())]


def n_beyond(text: str) -> int:
    """How many words of a text no backchannel phrase accounts for.

    The phrases are laid over the text, without overlap, so that the fewest words are left over:
    ``yeah yeah right`` leaves none, ``oh that's right but no`` one (``but``).
    """
    words = words_of(text)
    left = [0]
    for end in range(1, len(words) + 1):
        covered = [
            left[end - size]
            for size in range(1, min(_LONGEST, end) + 1)
            if " ".join(words[end - size : end]) in BACKCHANNELS
        ]
        left.append(min([left[end - 1] + 1, *covered]))
    return left[-1]


def is_backchannel(text: str) -> bool:
    """Whether a text is made of backchannel phrases only; False for a text without words."""
    return bool(words_of(text)) and n_beyond(text) == 0

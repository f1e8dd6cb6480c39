"""What is heard beside speech: laughter, noise, the other's voice on the wrong channel.

It is put where the speaker is silent, so that it can be told from his words.
"""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Ints
from turnscope.simulate.happenings import Happening
from turnscope.simulate.parameters import Parameters
from turnscope.simulate.timeline_voices import Luck

__all__ = ["sounds_beside"]

_MARGIN = 150
_LENGTH_SPREAD = 0.5
_TRIES = 4

_LAUGHS = ("(laughs)", "(chuckles)", "(laughing)")
_NOISES = ("(cough)", "(click)", "(rustle)", "(chair)", "(breath)", "(keyboard)", "(knock)")
_VOICE = ("(hums)", "(sighs)", "(clears throat)", "(lip smack)")
_BLEED = "(other speaker)"


def sounds_beside(
    happenings: list[Happening], p: Parameters, luck: Luck, duration: int
) -> list[Happening]:
    """Laughter and noise of both speakers, each within the speaker's own silence.

    Args:
        happenings: what was said, and awkward silences.
        p: rates and lengths.
        luck: to draw from.
        duration: of the conversation in milliseconds.

    Returns:
        In no order; fewer than drawn where there is too little silence for them.
    """
    found = []
    for speaker in (1, 2):
        start, end = _silences(happenings, speaker, duration)
        wished = _wished(p, luck, duration)
        for label, text, lasts in wished:
            for _ in range(_TRIES):
                room = np.maximum(end - start - lasts, 0)
                total = int(room.sum())
                if total == 0:
                    break
                ends = np.cumsum(room)
                at = luck.between(0, total - 0.5)
                k = int(np.searchsorted(ends, at, side="right"))
                begin = int(start[k] + at - (ends[k] - room[k]))
                found.append(
                    Happening(speaker, begin / 1000.0, (begin + lasts) / 1000.0, label, text)
                )
                # The silence falls into two, each without what was put there.
                rest = end[k]
                end[k] = max(int(start[k]), begin - _MARGIN)
                start = np.append(start, min(int(rest), begin + lasts + _MARGIN))
                end = np.append(end, rest)
                break
    return found


def _silences(happenings: list[Happening], speaker: int, duration: int) -> tuple[Ints, Ints]:
    """Starts and ends of a speaker's silences, in ms, without a margin at either side."""
    own = sorted(
        (round(each.start_s * 1000.0), round(each.end_s * 1000.0))
        for each in happenings
        if each.speaker == speaker
    )
    starts, ends, free = [], [], 0
    for begin, over in [*own, (duration + _MARGIN, duration + _MARGIN)]:
        if begin - _MARGIN > free:
            starts.append(free)
            ends.append(begin - _MARGIN)
        free = max(free, over + _MARGIN)
    return np.array(starts, np.int64), np.array(ends, np.int64)


def _wished(p: Parameters, luck: Luck, duration: int) -> list[tuple[str, str, int]]:
    """Label, text and length of what one speaker is to be heard with."""
    minutes = duration / 60_000.0
    wished = []
    for _ in range(luck.count(p.laughter_per_min * minutes / 2.0)):
        wished.append(
            ("Laughter", _one(_LAUGHS, luck), luck.log_ms(p.laughter_median_s, _LENGTH_SPREAD))
        )
    for _ in range(luck.count(p.noise_per_min * minutes / 2.0)):
        draw = luck.rng.random()
        if draw < p.bleed_share:
            label, text = "Channel Bleed", _BLEED
        elif draw < p.bleed_share + p.nonlinguistic_share:
            label, text = "Speech, Non-Linguistic", _one(_VOICE, luck)
        else:
            label, text = "Non-Speech Noise", _one(_NOISES, luck)
        wished.append((label, text, luck.log_ms(p.noise_median_s, _LENGTH_SPREAD)))
    return wished


def _one(texts: tuple[str, ...], luck: Luck) -> str:
    return texts[luck.between(0, len(texts) - 0.01)]

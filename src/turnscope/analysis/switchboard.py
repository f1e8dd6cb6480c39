"""The tempo of a conversation of which only words are known: Switchboard's column of Table III.

::

    words        w w w  w      w w         uh-huh       own words within 0.2 s join
    units       [w w w  w]    [w w]       [uh-huh]      inter-pausal units
    floor       [u1      ]    [u2 ]                     units that are no backchannel
    turn        [u1             u2]                     until the other speaker's next floor unit

One annotator, no labels: a backchannel is a unit made only of phrases of a list (ours; the
published column used another of 150 phrases), an interruption is told by timing alone, an overlap
is acoustic. So these numbers stand beside those of annotated corpora with that in mind.

Source: TurnBench paper, Table III (Switchboard); the rules as its public analysis settles them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import groupby, pairwise

import numpy as np

from turnscope.analysis.dynamics import Dynamics
from turnscope.analysis.transfers import Transfers
from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.lexicon import is_backchannel
from turnscope.core.tracks import Track

__all__ = ["LONG_OVERLAP_S", "PAUSE_S", "Unit", "WordsTempo", "floor_interruptions", "words_tempo"]

PAUSE_S = 0.2
"""Own words this close, or closer, are one unit."""

LONG_OVERLAP_S = 1.0
"""A start more than this before the other's end interrupts."""

_SOUNDS = ("laughter", "noise", "vocalized-noise")
_WORD = re.compile(r"[A-Za-z][A-Za-z'\-]*")
_LAUGHED = re.compile(r"\[laughter-([^\]]+)\]")
_DECIMALS = 3


@dataclass(frozen=True, slots=True, order=True)
class Unit:
    """An inter-pausal unit; units sort by (start, end, speaker)."""

    start: float
    end: float
    speaker: int
    text: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class WordsTempo:
    """What words alone tell of one conversation.

    Attributes:
        tempo: as for annotated corpora, but: events are turns, backchannels, overlaps, laughter
            and noise; overlap is acoustic, of floor units.
        transfers: offsets and pauses between consecutive floor units.
        n_by_transfer: interruptions that are transfers.
        n_otherwise: interruptions inside the other's unit, after another own one.
    """

    tempo: Dynamics
    transfers: Transfers
    n_by_transfer: int
    n_otherwise: int


def words_tempo(conversation: Conversation, annotator: str | None = None) -> WordsTempo:
    """The tempo of one conversation, from the words of one annotator, by default the first.

    Events with a text are words (``[laughter-yeah]`` is ``yeah``); of the others, those whose
    label is ``laughter``, ``noise`` or ``vocalized-noise`` count as events, the rest is not
    looked at. Rates are NaN where the duration is unknown or 0.

    Raises:
        KeyError: if there is no such annotator.
        ValueError: if nobody annotated the conversation.
    """
    if not conversation.annotators:
        raise ValueError(f"{conversation.conversation_id}: nobody annotated it; expected words")
    name = conversation.annotators[0] if annotator is None else annotator
    tracks = [conversation.track(speaker, name) for speaker in SPEAKERS]
    units = [u for s, track in zip(SPEAKERS, tracks, strict=True) for u in _units(track, s)]
    floor = sorted(u for u in units if not is_backchannel(u.text))
    turns = [
        (mine[0].start, max(u.end for u in mine))
        for _, alike in groupby(floor, key=lambda u: u.speaker)
        for mine in [list(alike)]
    ]
    overlaps = _overlaps([u for u in floor if u.speaker == 1], [u for u in floor if u.speaker == 2])
    n_backchannels = len(units) - len(floor)
    n_sounds = sum(
        not text and label in _SOUNDS
        for t in tracks
        for text, label in zip(t.texts, t.labels, strict=True)
    )
    n_by_transfer, n_otherwise = floor_interruptions(floor)
    minutes = conversation.duration_s / 60.0

    def rate(n: int) -> float:
        return n / minutes if minutes > 0 else float("nan")

    tempo = Dynamics(
        rate(len(turns) + n_backchannels + len(overlaps) + n_sounds),
        rate(sum(len(_WORD.findall(unit.text)) for unit in units)),
        float(np.mean([end - start for start, end in turns])) if turns else float("nan"),
        float(max(len(turns) - 1, 0)),
        rate(n_backchannels),
        rate(n_by_transfer + n_otherwise),
        float(sum(overlaps)),
    )
    return WordsTempo(tempo, _transfers(floor), n_by_transfer, n_otherwise)


def floor_interruptions(floor: list[Unit]) -> tuple[int, int]:
    """Interruptions among floor units in order: those that are transfers, and others.

    A unit that starts more than :data:`LONG_OVERLAP_S` before the end of the other speaker's unit
    interrupts. It is a transfer if that unit is the one right before it; else the other's longest
    unit so far is held against it. Times are rounded to milliseconds first.
    """
    n_by_transfer = n_otherwise = 0
    latest_end = {speaker: float("-inf") for speaker in SPEAKERS}
    before: Unit | None = None
    for unit in floor:
        other = 3 - unit.speaker
        if before is not None and before.speaker == other and _reaches(unit, before.end):
            n_by_transfer += 1
        elif _reaches(unit, latest_end[other]):
            n_otherwise += 1
        latest_end[unit.speaker] = max(latest_end[unit.speaker], unit.end)
        before = unit
    return n_by_transfer, n_otherwise


def _reaches(unit: Unit, end: float) -> bool:
    return round(end - unit.start, _DECIMALS) > LONG_OVERLAP_S if end > unit.start else False


def _units(track: Track, speaker: int) -> list[Unit]:
    """A speaker's words in order, joined across silences up to :data:`PAUSE_S`."""
    units: list[Unit] = []
    spoken = [_LAUGHED.sub(r"\1", text) for text in track.texts]
    words = sorted(
        word
        for word in zip(track.start_s.tolist(), track.end_s.tolist(), spoken, strict=True)
        if word[2]
    )
    for start, end, text in words:
        if units and start - units[-1].end <= PAUSE_S:
            last = units.pop()
            units.append(Unit(last.start, max(last.end, end), speaker, f"{last.text} {text}"))
        else:
            units.append(Unit(start, end, speaker, text))
    return units


def _overlaps(first: list[Unit], second: list[Unit]) -> list[float]:
    """Seconds of each stretch in which both speakers' floor units sound; those of one are apart."""
    ends = [unit.end for unit in second]
    found = []
    for unit in first:
        for other in second[bisect_left(ends, unit.start) :]:
            if other.start >= unit.end:
                break
            shared = min(unit.end, other.end) - max(unit.start, other.start)
            if shared > 0:
                found.append(shared)
    return found


def _transfers(floor: list[Unit]) -> Transfers:
    offsets, pauses = [], []
    for before, after in pairwise(floor):
        apart = round(after.start - before.end, _DECIMALS)
        if before.speaker != after.speaker:
            offsets.append(apart)
        elif apart > 0:
            pauses.append(apart)
    return Transfers(np.array(offsets, np.float64), np.array(pauses, np.float64))

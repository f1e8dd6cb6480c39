"""Labels made from words or voice activity alone, where nobody annotated turns.

The result is a conversation with one annotator called ``derived``; its gold is stamped
``derived`` and is no substitute for annotation: it cannot tell a backchannel from a short answer
by meaning, nor an interruption from an early answer by intent. The rules follow the way corpora
without turn labels are usually read (TurnBench's Switchboard column works alike)::

    words        w w w  w     w w                      gaps up to 0.2 s join:
    unit        [w w w  w]   [w w]                     inter-pausal units

    backchannel  all words on the list; without words: short, and begun while the other speaks
    interruption begun more than 1 s before the end of the other's unit, and outlasting it
    attempt      the same, but the other's unit outlasts it
    turn         every other unit
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.lexicon import is_backchannel
from turnscope.core.tracks import Track
from turnscope.errors import Fault, ProtocolError
from turnscope.gold.annotations import refuse_unannotated

__all__ = ["DERIVED", "Derivation", "derived"]

DERIVED = "derived"
"""The annotator's name in a derived conversation."""

_TURN = "Normal Turn"
_BACKCHANNEL = "Acknowledgement Backchannel"
# Competitive or cooperative cannot be told from timing; scoring does not ask.
_INTERRUPTION = "Floor-taking Competitive Interruption"
_ATTEMPT = "Non-floor Taking Competitive Interruption"


@dataclass(frozen=True, slots=True)
class Derivation:
    """Constants of the derivation, in seconds.

    Attributes:
        join_s: own words or speech this close form one inter-pausal unit.
        backchannel_s: without words, a unit up to this long that begins while the other speaks
            is a backchannel.
        early_s: a start this long before the other's unit ends is not a smooth transition.
    """

    join_s: float = 0.2
    backchannel_s: float = 1.0
    early_s: float = 1.0

    def __post_init__(self) -> None:
        for name in ("join_s", "backchannel_s", "early_s"):
            if not 0.0 <= getattr(self, name) < float("inf"):
                raise ProtocolError(
                    Fault(name, f"{getattr(self, name)} s", "a finite number, not negative")
                )


class _Unit(NamedTuple):
    start: float
    end: float
    text: str


def derived(
    conversation: Conversation,
    *,
    annotator: str | None = None,
    derivation: Derivation | None = None,
) -> Conversation:
    """The conversation with labels derived from one annotator's words or speech spans.

    Args:
        conversation: tracks of words, phrases or voice activity; their labels are not looked at.
        annotator: whose tracks to use, by default the first one's.
        derivation: the constants.

    Raises:
        ProtocolError: if there is no such annotator.
        CorpusError: if there is none at all.
    """
    derivation = derivation or Derivation()
    refuse_unannotated([conversation])
    annotator = conversation.annotators[0] if annotator is None else annotator
    if annotator not in conversation.annotators:
        raise ProtocolError(
            Fault(
                f"conversation {conversation.conversation_id}",
                f"no annotator {annotator!r}",
                f"one of {', '.join(conversation.annotators)}",
            )
        )
    units = [_units(conversation.track(s, annotator), derivation.join_s) for s in SPEAKERS]
    spoken = any(unit.text for mine in units for unit in mine)
    tracks = tuple(
        {DERIVED: _labelled(units[s - 1], units[2 - s], spoken, derivation)} for s in SPEAKERS
    )
    return Conversation(
        conversation.conversation_id,
        conversation.duration_s,
        (tracks[0], tracks[1]),
        conversation.metadata,
    )


def _units(track: Track, join_s: float) -> list[_Unit]:
    """Inter-pausal units: own spans in order, joined across gaps up to ``join_s``."""
    units: list[_Unit] = []
    spans = sorted(
        zip(track.start_s.tolist(), track.end_s.tolist(), track.texts, strict=True),
        key=lambda span: span[:2],
    )
    for start, end, text in spans:
        if units and start - units[-1].end <= join_s:
            last = units.pop()
            words = " ".join(filter(None, (last.text, text)))
            units.append(_Unit(last.start, max(last.end, end), words))
        else:
            units.append(_Unit(start, end, text))
    return units


def _labelled(mine: list[_Unit], other: list[_Unit], spoken: bool, derivation: Derivation) -> Track:
    starts = [unit.start for unit in other]
    labels = []
    for unit in mine:
        # The other's unit that is open when this one starts, if any: units do not overlap.
        before = bisect_left(starts, unit.start)
        rival = other[before - 1] if before and other[before - 1].end > unit.start else None
        labels.append(_label(unit, rival, spoken, derivation))
    return Track.of(
        [unit.start for unit in mine],
        [unit.end for unit in mine],
        labels,
        [unit.text for unit in mine],
    )


def _label(unit: _Unit, rival: _Unit | None, spoken: bool, derivation: Derivation) -> str:
    if spoken:
        if is_backchannel(unit.text):
            return _BACKCHANNEL
    elif rival is not None and unit.end - unit.start <= derivation.backchannel_s:
        return _BACKCHANNEL
    if rival is None or rival.end - unit.start <= derivation.early_s:
        return _TURN
    if spoken and is_backchannel(rival.text):
        return _TURN
    return _INTERRUPTION if unit.end > rival.end else _ATTEMPT

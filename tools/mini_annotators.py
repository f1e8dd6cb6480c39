"""Three simulated annotators: what each of them makes of the events that truly happened.

Most boundaries are a few hundredths of a second off, some ends a fifth of a second; a few events
are missed, and some labels confused in the ways that real annotators confuse them. The rates are
set so that about 85 % of the annotations end up in the consensus, as in TurnBench.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

__all__ = ["ANNOTATORS", "Event", "heard_by"]

ANNOTATORS = ("a", "b", "c")


@dataclass(frozen=True, slots=True)
class Event:
    """Something one speaker does: seconds from the start of the audio, short label, words."""

    speaker: int
    start_s: float
    end_s: float
    label: str
    words: str


_P_MISSED = {
    "ack": 0.08, "cont": 0.12, "react": 0.06, "laugh": 0.06, "bleed": 0.15, "noise": 0.12,
    "nonling": 0.08, "filler": 0.06, "answer": 0.05, "nft-comp": 0.04, "nft-coop": 0.08,
}  # fmt: skip
"""Short and quiet events are missed; nobody misses a whole turn."""

_P_SLIP = 0.15
"""Probability that one end of an event is off by 150 to 260 ms."""

_CONFUSED: dict[str, tuple[tuple[str, float], ...]] = {
    "turn": (("hold", 0.03),),
    "hold": (("turn", 0.25),),
    "overlap": (("turn", 0.20),),
    "answer": (("ack", 0.12), ("turn", 0.12)),
    "filler": (("nonling", 0.10),),
    "ack": (("answer", 0.14), ("cont", 0.15)),
    "cont": (("ack", 0.20), ("turn", 0.08)),
    "react": (("turn", 0.14), ("ack", 0.08)),
    "int-comp": (("nft-comp", 0.12), ("int-coop", 0.06)),
    "int-coop": (("nft-coop", 0.08), ("overlap", 0.12)),
    "nft-comp": (("int-comp", 0.22), ("overlap", 0.10)),
    "nft-coop": (("int-coop", 0.15), ("ack", 0.15)),
    "laugh": (("react", 0.05),),
    "nonling": (("noise", 0.15),),
}
_SPELLINGS = {"b": {"mm-hmm": "mhm"}, "c": {"mm-hmm": "mm hm", "okay": "ok", "yeah": "yep"}}


def _label(label: str, chance: float) -> str:
    for other, p in _CONFUSED.get(label, ()):
        chance -= p
        if chance < 0:
            return other
    return label


def heard_by(
    annotator: str, events: Sequence[Event], duration_s: float, rng: np.random.Generator
) -> list[Event]:
    """One annotator's track of one speaker.

    Args:
        annotator: ``a``, ``b`` or ``c``; they spell some words differently.
        events: what the speaker truly did, by start.
        duration_s: end of the audio, which no event passes.
        rng: the annotator's ear.

    Returns:
        Events by start on a millisecond grid; neighbours touch only where the true ones do.
    """
    heard: list[Event] = []
    for event in events:
        missed, chance, slips, which, sign = rng.random(5)
        near = np.clip(rng.normal(0.0, 0.024, 2), -0.06, 0.06)
        if slips < _P_SLIP:
            near[int(which < 0.6)] = (0.15 + 0.11 * rng.random()) * (1 if sign < 0.5 else -1)
        if missed < _P_MISSED.get(event.label, 0.0):
            continue
        start_s = max(0.0, event.start_s + float(near[0]))
        end_s = min(duration_s, max(event.end_s + float(near[1]), start_s + 0.1))
        if heard and heard[-1].end_s > start_s - 0.02:
            middle = (heard[-1].end_s + start_s) / 2
            heard[-1] = replace(heard[-1], end_s=round(middle - 0.01, 3))
            start_s = middle + 0.01
        words = event.words
        for spelling, own in _SPELLINGS.get(annotator, {}).items():
            words = words.replace(spelling, own)
        label = _label(event.label, chance)
        heard.append(Event(event.speaker, round(start_s, 3), round(end_s, 3), label, words))
    return heard

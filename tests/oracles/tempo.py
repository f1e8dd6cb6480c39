"""Tempo and transfers, the slow and obvious way, from Python lists and loops alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from turnscope.core.conversation import Conversation

__all__ = ["Cue", "cues", "tempo", "transfer_lists"]

TURN_LABELS = {"Normal Turn", "Regular Turn", "Strong Floor Hold", "Bounded Response"}
TURN_VIEW = TURN_LABELS | {
    "Filler",
    "Overlap",
    "Floor-taking Competitive Interruption",
    "Floor-taking Cooperative Interruption",
}


class Cue(NamedTuple):
    """One annotated event."""

    start: float
    end: float
    speaker: int
    label: str
    text: str


def cues(conversation: Conversation, annotator: str) -> list[Cue]:
    """Both speakers' cues by one annotator, in file order, speaker 1 first."""
    found = []
    for speaker in (1, 2):
        track = conversation.track(speaker, annotator)
        for k in range(len(track)):
            start, end = float(track.start_s[k]), float(track.end_s[k])
            found.append(Cue(start, end, speaker, track.labels[k], track.texts[k]))
    return found


def tempo(conversation: Conversation) -> dict[str, float]:
    """The seven numbers of one conversation; None of them where nobody annotated it."""
    minutes = conversation.duration_s / 60
    counts: dict[str, list[float]] = {
        name: [] for name in ("events", "words", "changes", "bc", "int", "overlap")
    }
    lengths = []
    for annotator in conversation.annotators:
        heard = cues(conversation, annotator)
        counts["events"].append(len(heard))
        counts["words"].append(sum(len(re.findall(r"[A-Za-z][A-Za-z'\-]*", c.text)) for c in heard))
        turns = sorted((c for c in heard if c.label in TURN_LABELS), key=lambda c: c[:3])
        lengths += [c.end - c.start for c in turns]
        changes = 0
        for k in range(1, len(turns)):
            if turns[k].speaker != turns[k - 1].speaker:
                changes += 1
        counts["changes"].append(changes)
        counts["bc"].append(sum("Backchannel" in c.label for c in heard))
        counts["int"].append(sum(c.label.endswith("Interruption") for c in heard))
        counts["overlap"].append(sum(c.end - c.start for c in heard if c.label == "Overlap"))
    mean = {name: fmean(values) for name, values in counts.items()}
    return {
        "events_per_min": mean["events"] / minutes,
        "words_per_min": mean["words"] / minutes,
        "turn_length_s": fmean(lengths) if lengths else float("nan"),
        "speaker_changes": mean["changes"],
        "backchannels_per_min": mean["bc"] / minutes,
        "interruptions_per_min": mean["int"] / minutes,
        "overlap_s": mean["overlap"],
    }


def transfer_lists(conversations: Sequence[Conversation]) -> tuple[list[float], list[float]]:
    """Floor-transfer offsets and pauses, each in order of conversation, annotator and time."""
    offsets, pauses = [], []
    for conversation in conversations:
        for annotator in conversation.annotators:
            heard = [c for c in cues(conversation, annotator) if c.label in TURN_VIEW]
            heard.sort(key=lambda c: (c.start, c.end, c.speaker))
            for before, after in pairwise(heard):
                apart = round(after.start - before.end, 3)
                if after.speaker != before.speaker:
                    offsets.append(apart)
                elif apart > 0:
                    pauses.append(apart)
    return offsets, pauses

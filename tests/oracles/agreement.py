"""Frames, onsets and kept events, the slow and obvious way."""

from __future__ import annotations

import math
from collections.abc import Sequence

from tests.oracles.tempo import cues
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label, canonical

__all__ = ["frames", "kept_events", "most_matches", "onsets"]

SILENT = "silence"

Event = tuple[float, float, Label]


def frames(conversation: Conversation, annotator: str) -> list[Label | str]:
    """Labels of all frames of speaker 1, then of speaker 2."""
    n = math.ceil(conversation.duration_s / 0.1)
    found: list[Label | str] = []
    for speaker in (1, 2):
        mine: list[Label | str] = [SILENT] * n
        for cue in cues(conversation, annotator):
            if cue.speaker != speaker or canonical(cue.label) is Label.NONE:
                continue
            for k in range(int(cue.start / 0.1), math.ceil(cue.end / 0.1)):
                if k < n:
                    mine[k] = canonical(cue.label)
        found += mine
    return found


def onsets(
    conversation: Conversation, annotator: str, speakers: Sequence[int], label: Label | None
) -> list[float]:
    """Sorted onsets of the labelled cues of some speakers."""
    return sorted(
        cue.start
        for cue in cues(conversation, annotator)
        if cue.speaker in speakers
        and canonical(cue.label) is not Label.NONE
        and label in (None, canonical(cue.label))
    )


def most_matches(first: Sequence[float], second: Sequence[float], tolerance: float) -> int:
    """The most pairs that any one-to-one matching has (augmenting paths)."""
    partner: dict[int, int] = {}

    def placed(i: int, seen: set[int]) -> bool:
        for j, onset in enumerate(second):
            if abs(first[i] - onset) <= tolerance and j not in seen:
                seen.add(j)
                if j not in partner or placed(partner[j], seen):
                    partner[j] = i
                    return True
        return False

    return sum(placed(i, set()) for i in range(len(first)))


def kept_events(
    conversation: Conversation, gold: Sequence[Sequence[Event]], tolerance: float
) -> tuple[int, int]:
    """Annotators' events near a consensus event of their speaker and label, and all of them.

    ``gold`` holds the consensus events of speaker 1 and of speaker 2.
    """
    n_kept = n = 0
    for annotator in conversation.annotators:
        for cue in cues(conversation, annotator):
            label = canonical(cue.label)
            if label is Label.NONE:
                continue
            n += 1
            n_kept += any(
                label is theirs
                and abs(cue.start - start) <= tolerance
                and abs(cue.end - end) <= tolerance
                for start, end, theirs in gold[cue.speaker - 1]
            )
    return n_kept, n

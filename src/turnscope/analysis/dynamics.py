"""How lively a conversation is, in the raw annotations: the left half of the paper's Table III.

Every number is of one conversation: a count over both speakers, averaged over the annotators.
Tables show the unweighted mean over the conversations of a type, so a long conversation weighs
no more than a short one.

Source: TurnBench paper, Table III and section IV-B; details as its public analysis settles them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields

import numpy as np

from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import LABEL_ALIASES, Label
from turnscope.core.tracks import Track

__all__ = ["FLOOR_LABELS", "Dynamics", "dynamics", "mean_dynamics"]

FLOOR_LABELS = ("Normal Turn", "Strong Floor Hold", "Bounded Response")
"""The fine labels whose cues are turns here: fillers and overlaps hold the floor, but are none."""

_OVERLAP = "Overlap"
_WORD = re.compile(r"[A-Za-z][A-Za-z'\-]*")
_INTERRUPTIONS = (Label.INTERRUPTION, Label.NON_FLOOR_TAKING_INTERRUPTION)


@dataclass(frozen=True, slots=True)
class Dynamics:
    """The tempo of one conversation, or the mean over several; NaN where undefined.

    Attributes:
        events_per_min: cues of both speakers, whatever their label, a minute of conversation.
        words_per_min: runs of ASCII letters, apostrophes and hyphens in the transcripts of
            both speakers; texts in other scripts count no words.
        turn_length_s: mean duration of the cues in :data:`FLOOR_LABELS`, all annotators' cues
            in one pool; NaN without such a cue.
        speaker_changes: times that the next such cue, by (start, end, speaker), is the other
            speaker's; a conversation.
        backchannels_per_min: cues with one of the three backchannel labels.
        interruptions_per_min: cues with one of the four interruption labels, floor-taking or not.
        overlap_s: summed duration of the cues labelled ``Overlap``, a conversation.
    """

    events_per_min: float
    words_per_min: float
    turn_length_s: float
    speaker_changes: float
    backchannels_per_min: float
    interruptions_per_min: float
    overlap_s: float


def dynamics(conversation: Conversation) -> Dynamics:
    """The tempo of one conversation.

    All is NaN where nobody annotated it; rates are NaN where its duration is unknown or 0.
    """
    heard = [
        [conversation.track(speaker, annotator) for speaker in SPEAKERS]
        for annotator in conversation.annotators
    ]
    if not heard:
        return Dynamics(*[float("nan")] * len(fields(Dynamics)))
    tracks = [track for pair in heard for track in pair]
    minutes = len(heard) * conversation.duration_s / 60.0

    def rate(count: int) -> float:
        return count / minutes if minutes > 0 else float("nan")

    turns = np.concatenate([(t.end_s - t.start_s)[_among(t, FLOOR_LABELS)] for t in tracks])
    overlap = sum(float((t.end_s - t.start_s)[_among(t, (_OVERLAP,))].sum()) for t in tracks)
    return Dynamics(
        rate(sum(len(track) for track in tracks)),
        rate(sum(len(_WORD.findall(text)) for track in tracks for text in track.texts)),
        float(np.mean(turns)) if len(turns) else float("nan"),
        sum(_speaker_changes(pair) for pair in heard) / len(heard),
        rate(sum(_count(track, (Label.BACKCHANNEL,)) for track in tracks)),
        rate(sum(_count(track, _INTERRUPTIONS) for track in tracks)),
        overlap / len(heard),
    )


def mean_dynamics(each: Sequence[Dynamics]) -> Dynamics:
    """The unweighted mean over conversations, of each number over those where it is defined."""
    columns = np.array([astuple(one) for one in each]).reshape(-1, len(fields(Dynamics)))
    defined = ~np.isnan(columns)
    n = defined.sum(axis=0)
    total = np.where(defined, columns, 0.0).sum(axis=0)
    return Dynamics(*np.where(n > 0, total / np.maximum(n, 1), np.nan).tolist())


def _among(track: Track, labels: Sequence[str]) -> list[bool]:
    return [LABEL_ALIASES.get(label, label) in labels for label in track.labels]


def _count(track: Track, labels: Sequence[Label]) -> int:
    return int(np.isin(track.canonical, labels).sum())


def _speaker_changes(pair: Sequence[Track]) -> int:
    """How often the next turn is the other speaker's, in one annotator's two tracks."""
    kept = [np.flatnonzero(_among(track, FLOOR_LABELS)) for track in pair]
    start = np.concatenate([t.start_s[rows] for t, rows in zip(pair, kept, strict=True)])
    end = np.concatenate([t.end_s[rows] for t, rows in zip(pair, kept, strict=True)])
    speaker = np.repeat(SPEAKERS, [len(rows) for rows in kept])
    return int(np.count_nonzero(np.diff(speaker[np.lexsort((speaker, end, start))])))

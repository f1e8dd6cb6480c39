"""What each annotator heard in every frame of 0.1 s: the items on which they are compared.

::

    event   0.13 ─── 0.48 s     int(0.13 / 0.1) .. ceil(0.48 / 0.1) - 1  =  frames 1 to 4
    frame   0   1   2   3   4   5
    label   .   T   T   T   T   .

A frame carries a canonical label or silence; where own events overlap, the later one in the file
overwrites. An event without a known label is silence. Frames agree on silence too, so a quiet
corpus agrees more than a lively one.

Source: TurnBench paper, section IV-A ("frame level (100 ms)"); details as its public analysis
settles them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import Label
from turnscope.core.tolerance import OFFICIAL, Arithmetic
from turnscope.core.tracks import Track
from turnscope.errors import CorpusError, Fault
from turnscope.stats.agreement import MISSING, Ratings

__all__ = ["FRAME_S", "N_LABELS", "SILENCE", "frame_labels", "frame_ratings", "n_beyond"]

FRAME_S = 0.1
"""Seconds of a frame."""

SILENCE = len(Label) - 1
"""The label code of a frame in which nothing was heard: one beyond the canonical labels."""

N_LABELS = SILENCE + 1
"""Label codes of frames: the canonical labels and silence."""


def frame_labels(track: Track, n_frames: int, *, clock: Arithmetic = OFFICIAL) -> NDArray[np.int8]:
    """The label of each frame of one track, shape (n_frames,); frames beyond are left out."""
    labels = np.full(n_frames, SILENCE, np.int8)
    first, last = _frames(track, clock)
    known = track.canonical != Label.NONE
    for begin, end, code in zip(
        np.maximum(first[known], 0).tolist(),
        np.maximum(last[known], 0).tolist(),
        track.canonical[known].tolist(),
        strict=True,
    ):
        labels[begin:end] = code
    return labels


def frame_ratings(
    conversation: Conversation, annotators: Sequence[str], *, clock: Arithmetic = OFFICIAL
) -> Ratings:
    """All frames of a conversation, speaker 1's then speaker 2's, a column an annotator.

    Annotators who are not of this conversation did not rate it.

    Raises:
        CorpusError: if its duration is unknown.
    """
    n = _n_frames(conversation, clock)
    table = np.full((len(annotators), 2 * n), MISSING, np.int8)
    for row, annotator in zip(table, annotators, strict=True):
        if annotator in conversation.annotators:
            for speaker in SPEAKERS:
                heard = frame_labels(conversation.track(speaker, annotator), n, clock=clock)
                row[(speaker - 1) * n : speaker * n] = heard
    return Ratings.of(table.T)


def n_beyond(conversation: Conversation, *, clock: Arithmetic = OFFICIAL) -> int:
    """How many labelled events begin before the first frame or end after the last one.

    What lies there is not compared.
    """
    n = _n_frames(conversation, clock)
    found = 0
    for track in (t for tracks in conversation.tracks for t in tracks.values()):
        first, last = _frames(track, clock)
        outside = (first < 0) | (last > n) | (track.start_s < 0)
        found += int(np.count_nonzero(outside & (track.canonical != Label.NONE)))
    return found


def _frames(track: Track, clock: Arithmetic) -> tuple[Ints, Ints]:
    """The first frame of each event, and the first one after it."""
    frame = clock.tick(FRAME_S)
    first: Floats = np.trunc(clock.ticks(track.start_s) / frame)
    last: Floats = np.ceil(clock.ticks(track.end_s) / frame)
    return first.astype(np.int64), last.astype(np.int64)


def _n_frames(conversation: Conversation, clock: Arithmetic) -> int:
    if np.isnan(conversation.duration_s):
        raise CorpusError(
            Fault(
                f"conversation {conversation.conversation_id}",
                "its duration is unknown",
                "seconds, from which its frames are counted",
                "Give durations with --durations, or take the last annotation's end",
            )
        )
    return int(np.ceil(clock.tick(conversation.duration_s) / clock.tick(FRAME_S)))

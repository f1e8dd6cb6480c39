"""How speakers hand over the floor: gaps, overlaps and pauses in the raw annotations.

::

    speaker 1  [turn      ]  pause  [turn   ]
    speaker 2                            [turn     ]         offset < 0: in overlap
    speaker 1                                         [turn  offset > 0: a gap

Turn-view cues (turns and floor-taking interruptions) of both speakers are sorted by (start, end,
speaker), one annotator at a time; each consecutive pair is a transfer or a pause. A turn that lies
inside the other's turn makes two transfers, both negative or the second of any sign, since the
next cue is held against the shorter one's end: the published numbers are made this way.

Source: TurnBench paper, section IV-B.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import Label
from turnscope.core.tracks import Track

__all__ = ["Transfers", "pooled_transfers", "transfers", "transfers_of"]

_DECIMALS = 3
_TURN_VIEW = (Label.TURN, Label.INTERRUPTION)


@dataclass(frozen=True, eq=False, slots=True)
class Transfers:
    """Transfers of the floor and pauses within a speaker, pooled.

    Attributes:
        offset_s: floor-transfer offsets, next start minus previous end in seconds, rounded to
            milliseconds before anything asks for their sign; shape (n,); negative = overlap.
        pause_s: silences between two consecutive cues of one speaker, > 0; shape (m,).
    """

    offset_s: Floats
    pause_s: Floats

    @property
    def gap_s(self) -> Floats:
        """The positive offsets; an offset of 0 is neither a gap nor an overlap."""
        gaps: Floats = self.offset_s[self.offset_s > 0]
        return gaps

    @property
    def n_overlaps(self) -> int:
        """How many transfers start in overlap."""
        return int(np.count_nonzero(self.offset_s < 0))

    @property
    def overlap_share(self) -> float:
        """Share of all transfers, 0 ms ones among them, that start in overlap; NaN if n = 0."""
        return self.n_overlaps / len(self.offset_s) if len(self.offset_s) else float("nan")

    @property
    def median_gap_s(self) -> float:
        """Median gap in seconds; NaN without gaps."""
        return _median(self.gap_s)

    @property
    def median_pause_s(self) -> float:
        """Median pause in seconds; NaN without pauses."""
        return _median(self.pause_s)


def transfers(conversation: Conversation) -> Transfers:
    """The transfers and pauses of one conversation, those of every annotator in one pool."""
    return pooled_transfers(
        transfers_of([conversation.track(speaker, annotator) for speaker in SPEAKERS])
        for annotator in conversation.annotators
    )


def transfers_of(tracks: Sequence[Track]) -> Transfers:
    """The transfers and pauses in the two speakers' tracks by one annotator."""
    kept = [np.flatnonzero(np.isin(track.canonical, _TURN_VIEW)) for track in tracks]
    start = np.concatenate([t.start_s[rows] for t, rows in zip(tracks, kept, strict=True)])
    end = np.concatenate([t.end_s[rows] for t, rows in zip(tracks, kept, strict=True)])
    speaker = np.repeat(np.arange(len(tracks)), [len(rows) for rows in kept])
    order = np.lexsort((speaker, end, start))
    start, end, speaker = start[order], end[order], speaker[order]
    # Python rounds by the exact binary value; numpy multiplies first and may part at a half.
    apart = np.array([round(x, _DECIMALS) for x in (start[1:] - end[:-1]).tolist()], np.float64)
    changed = speaker[1:] != speaker[:-1]
    return Transfers(apart[changed], apart[~changed & (apart > 0)])


def pooled_transfers(parts: Iterable[Transfers]) -> Transfers:
    """Several conversations' transfers in one pool."""
    each = list(parts)
    return Transfers(
        np.concatenate([np.empty(0), *(part.offset_s for part in each)]),
        np.concatenate([np.empty(0), *(part.pause_s for part in each)]),
    )


def _median(values: Floats) -> float:
    return float(np.median(values)) if len(values) else float("nan")

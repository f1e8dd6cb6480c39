"""All annotated events of a corpus in flat columns, as one view sees them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints, group_of
from turnscope.core.conversation import SPEAKERS, Conversation
from turnscope.core.labels import Label, View
from turnscope.core.tolerance import Arithmetic
from turnscope.errors import CorpusError, Fault

__all__ = ["AnnotatedEvents", "annotated_events", "refuse_unannotated"]

_T = TypeVar("_T", bound=np.generic)


@dataclass(frozen=True, eq=False, slots=True)
class AnnotatedEvents:
    """Events of all annotators, in (conversation, speaker, annotator, file) order.

    Attributes:
        group: speaker of a conversation, shape (n,).
        annotator: 0-based position of the annotator in the conversation's order.
        start: onsets in ticks of the arithmetic, see :mod:`turnscope.core.tolerance`.
        end: ends in ticks.
        label: canonical label codes of the view, int8; never ``Label.NONE``.
        n_annotators: of each group's conversation, indexed by group, shape (n groups,).
    """

    group: Ints
    annotator: Ints
    start: Floats
    end: Floats
    label: NDArray[np.int8]
    n_annotators: Ints

    def __len__(self) -> int:
        return len(self.group)

    def in_view(self, view: View) -> AnnotatedEvents:
        """What one view keeps: all labels, or turns and interruptions as turns."""
        if view is View.LABEL:
            return self
        keep = (self.label == Label.TURN) | (self.label == Label.INTERRUPTION)
        return AnnotatedEvents(
            self.group[keep],
            self.annotator[keep],
            self.start[keep],
            self.end[keep],
            np.full(int(keep.sum()), Label.TURN, np.int8),
            self.n_annotators,
        )


def refuse_unannotated(conversations: Sequence[Conversation]) -> None:
    """Raise CorpusError for every conversation without an annotator, even an idle one."""
    faults = [
        Fault(
            f"conversation {c.conversation_id}",
            "nobody annotated it",
            "tracks by one annotator or more",
            "Its annotations are missing or empty; audio alone makes no gold",
        )
        for c in conversations
        if not c.annotators
    ]
    if faults:
        raise CorpusError(faults)


def annotated_events(
    conversations: Sequence[Conversation], *, clock: Arithmetic
) -> AnnotatedEvents:
    """Gather the tracks of many conversations; events without a known label are left out."""
    tracks = [
        (group_of(index, speaker), position, track)
        for index, conversation in enumerate(conversations)
        for speaker in SPEAKERS
        for position, track in enumerate(conversation.tracks[speaker - 1].values())
    ]
    sizes = [len(track) for _, _, track in tracks]
    label = _joined([track.canonical for _, _, track in tracks], np.int8)
    known = label != Label.NONE
    return AnnotatedEvents(
        np.repeat(np.array([group for group, _, _ in tracks], np.int64), sizes)[known],
        np.repeat(np.array([position for _, position, _ in tracks], np.int64), sizes)[known],
        clock.ticks(_joined([track.start_s for _, _, track in tracks], np.float64)[known]),
        clock.ticks(_joined([track.end_s for _, _, track in tracks], np.float64)[known]),
        label[known],
        np.repeat(np.array([len(c.annotators) for c in conversations], np.int64), 2),
    )


def _joined(parts: list[NDArray[_T]], dtype: type[_T]) -> NDArray[_T]:
    return np.concatenate([np.empty(0, dtype), *parts])

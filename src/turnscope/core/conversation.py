"""A recorded two-speaker conversation as its annotators saw it, without its audio."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.core.tracks import Track
from turnscope.errors import Fault

__all__ = ["SPEAKERS", "TYPE_NAMES", "Conversation", "Metadata", "id_fault"]

SPEAKERS = (1, 2)
"""Speaker numbers; speaker 1 is the first channel."""

TYPE_NAMES = MappingProxyType(
    {
        "Argumentative/Deliberative": "Argumentative",
        "Casual/Spontaneous": "Casual",
        "Collaborative/Problem-Solving": "Collaborative",
        "Instructional": "Instructional",
        "Narrative/Storytelling": "Narrative",
        "Task-Oriented/Transactional": "Task-Oriented",
    }
)
"""Conversation types as the data spells them, with the short names of the paper's tables."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of a conversation beside its tracks; None where it is not told.

    Attributes:
        conversation_type: as the data spells it (see :data:`TYPE_NAMES` for the short name).
        actor_ids: who speaks on channels 1 and 2; one person keeps one id over a corpus.
        actor_genders: as the data spells them.
        audio_status: ``clean`` or ``noisy`` in TurnBench.
        extra: everything else the source told, as text.
    """

    conversation_type: str | None = None
    actor_ids: tuple[str | None, str | None] = (None, None)
    actor_genders: tuple[str | None, str | None] = (None, None)
    audio_status: str | None = None
    extra: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def type_name(self) -> str | None:
        """The short name of the conversation type, or the type itself if it is not one of six."""
        if self.conversation_type is None:
            return None
        return TYPE_NAMES.get(self.conversation_type, self.conversation_type)


@dataclass(frozen=True, eq=False, slots=True)
class Conversation:
    """Two speakers' tracks by one or more annotators.

    Attributes:
        conversation_id: as the source names it; any text.
        duration_s: seconds of speaker 1's audio, by which predictions are bounded.
        tracks: for speakers 1 and 2 in that order, annotator name -> track. The order of the
            annotators (a, b, c) matters to the official consensus. Both speakers have the same
            annotators; one who heard nothing has an empty track.
        metadata: everything else.
    """

    conversation_id: str
    duration_s: float
    tracks: tuple[Mapping[str, Track], Mapping[str, Track]]
    metadata: Metadata = field(default_factory=Metadata)

    def __post_init__(self) -> None:
        if self.duration_s < 0:
            found = f"{self.conversation_id}: a duration of {self.duration_s} s"
            raise ValueError(f"{found}; expected seconds, not negative (NaN: unknown)")
        first, second = self.tracks
        if tuple(first) != tuple(second):
            raise ValueError(
                f"{self.conversation_id}: speaker 1 has annotators {list(first)}, "
                f"speaker 2 has {list(second)}; expected the same, in the same order"
            )

    @property
    def annotators(self) -> tuple[str, ...]:
        """Names of the annotators, in the order that the consensus takes them."""
        return tuple(self.tracks[0])

    def track(self, speaker: int, annotator: str) -> Track:
        """The track of ``speaker`` (1 or 2) by ``annotator``."""
        return self.tracks[speaker - 1][annotator]


def id_fault(conversation_id: str, where: str) -> Fault | None:
    """Why an id cannot be used, None if it can: it becomes the name of files and JSON keys."""
    bad = not conversation_id.strip() or conversation_id in (".", "..")
    if bad or not conversation_id.isprintable() or any(c in conversation_id for c in "/\\"):
        return Fault(
            where,
            f"conversation id {conversation_id!r}",
            "a name without / and \\, line breaks and control characters",
        )
    return None

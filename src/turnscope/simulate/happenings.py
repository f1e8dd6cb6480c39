"""What truly happens in a simulated conversation: who does what, from when to when.

::

    speaker 1   ████████ Normal Turn ███████▌cut          ░░ Laughter
    speaker 2            ▒▒ Continuer   ████ Floor-taking … Interruption ████

These times are the truth that annotators blur and systems are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from turnscope.core.conversation import Metadata
from turnscope.core.labels import FINE_LABELS
from turnscope.models.speech import Spoken, SpokenWord

__all__ = ["Happening", "Truth"]

_FINE = frozenset(fine.spelling for fine in FINE_LABELS)


@dataclass(frozen=True, eq=False, slots=True)
class Happening:
    """Something one speaker does.

    Attributes:
        speaker: 1 or 2.
        start_s, end_s: seconds on the conversation's clock, whole milliseconds.
        label: one of the 17 fine labels.
        text: what is heard of it: for speech the words said before ``end_s``, else a
            description in brackets, ``(laughs)``.
        spoken: what the voice made of the whole text; None for what is not speech. Where it
            lasts longer than the happening, the speech was cut off at ``end_s``.
        complete: whether the words make a complete turn; False for one that was cut off or
            left hanging, and for what is not speech.
    """

    speaker: int
    start_s: float
    end_s: float
    label: str
    text: str
    spoken: Spoken | None = None
    complete: bool = False

    def __post_init__(self) -> None:
        if self.speaker not in (1, 2) or self.label not in _FINE:
            raise ValueError(f"speaker {self.speaker}, label {self.label!r}; expected 1 or 2, fine")
        if not 0.0 <= self.start_s < self.end_s:
            raise ValueError(f"{self.label} from {self.start_s} to {self.end_s} s")

    @property
    def duration_s(self) -> float:
        """How long it lasts, in seconds."""
        return self.end_s - self.start_s

    @property
    def cut(self) -> bool:
        """Whether the speech was broken off before its last word was out."""
        return self.spoken is not None and self.spoken.duration_s > self.duration_s + 0.0005

    @property
    def words(self) -> tuple[SpokenWord, ...]:
        """The words on the conversation's clock; the one that was cut ends at ``end_s``."""
        said = () if self.spoken is None else self.spoken.words
        return tuple(
            SpokenWord(
                word.text,
                self.start_s + word.start_s,
                min(self.start_s + word.end_s, self.end_s),
            )
            for word in said
            if self.start_s + word.start_s < self.end_s
        )


@dataclass(frozen=True, eq=False, slots=True)
class Truth:
    """A simulated conversation before anybody annotated it.

    Attributes:
        conversation_id: name of its folder.
        duration_s: length of the audio, whole milliseconds; no happening passes it.
        happenings: by start, then speaker. Those of one speaker that hold words do not overlap.
        metadata: type (as the data spells it), actors, audio status.
        seed: what it was drawn from.
    """

    conversation_id: str
    duration_s: float
    happenings: Sequence[Happening]
    metadata: Metadata = field(default_factory=Metadata)
    seed: int = 0

    def of(self, speaker: int) -> list[Happening]:
        """What one speaker does, by start."""
        return [each for each in self.happenings if each.speaker == speaker]

"""What a corpus is to the rest of the house, whatever its layout on disk or on a hub."""

from __future__ import annotations

from abc import ABC, abstractmethod

from turnscope.core.conversation import Conversation
from turnscope.core.roster import Roster
from turnscope.corpus.audio import Recording
from turnscope.errors import Fault

__all__ = ["Corpus"]


class Corpus(ABC):
    """Annotated two-speaker conversations and, where it is at hand, their audio.

    Annotations are read once, at the first call of :meth:`conversations`; audio only when asked
    for. Opening a corpus reads neither.

    Attributes:
        name: the path or hub id it was opened by.
        source: the name of its layout, a key of the registry of sources.
        revision: the pinned revision, "" where there is none.
    """

    name: str
    source: str
    revision: str = ""

    @property
    @abstractmethod
    def ids(self) -> tuple[str, ...]:
        """Conversation ids, in the corpus's order, without reading annotations."""

    @abstractmethod
    def conversations(self) -> tuple[Conversation, ...]:
        """All conversations with their tracks, in the order of :attr:`ids`.

        Raises:
            FormatError, CorpusError: with every fault of every file, if any cannot be read.
        """

    def roster(self) -> Roster:
        """Ids, durations and metadata: what a predictions file is checked against.

        A layout that can tell them without its annotations overrides this; the labels of a test
        split may be kept back.

        Raises:
            FormatError, CorpusError: if they cannot be read.
        """
        return Roster.of(self.conversations())

    @property
    @abstractmethod
    def faults(self) -> tuple[Fault, ...]:
        """Oddities met in reading the annotations: what was set aside or is doubtful, and where.

        Complete after :meth:`conversations`; reading nothing itself, it may be empty before.
        """

    @abstractmethod
    def fingerprint(self) -> str:
        """SHA-256 over all that gold depends on: annotation bytes, durations, mapping, options.

        Does not parse annotations, so it is far cheaper than :meth:`conversations`.
        """

    def surroundings(self) -> tuple[str, ...]:
        """What errors and warnings depend on, though gold does not: names of files beside it.

        A kept gold is taken only where fingerprint and surroundings are the same, so that what
        was told of a corpus is told again, and what is wrong with another one is not passed over.
        """
        return ()

    @abstractmethod
    def recording(self, conversation_id: str) -> Recording:
        """The audio of one conversation.

        Raises:
            CorpusError: if the id is unknown or its audio is not at hand.
        """

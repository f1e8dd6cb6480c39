"""What all sources share: the options of opening, and how conversations are put together."""

from __future__ import annotations

import hashlib
import json
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from turnscope.core.conversation import SPEAKERS, Conversation, Metadata
from turnscope.core.tracks import Track
from turnscope.corpus.admission import admit
from turnscope.corpus.audio import Recording
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.mapping import ANNOTATORS, AnnotationMapping
from turnscope.errors import CorpusError, Fault, FormatError, TurnscopeError
from turnscope.files.wording import closest

__all__ = [
    "Account",
    "Key",
    "Options",
    "ReadOnce",
    "Source",
    "conversation_of",
    "raise_all",
]

Key = tuple[str, int, str]
"""Whose track: conversation id, speaker, annotator."""

K = TypeVar("K")


@dataclass(frozen=True, slots=True)
class Options:
    """How a corpus is to be opened; the defaults take it as it stands.

    Attributes:
        mapping: foreign tiers and labels.
        durations_s: seconds by conversation id; these win over everything else.
        offsets_s: seconds by which the channels of speakers 1 and 2 lag the clock.
        swap: the second channel is speaker 1's. Annotations stay where they are.
        end_tolerance_s: how far past the end of the audio an annotation may end without a word.
        duration_from_annotations: where nothing else tells a duration, take the last end.
        annotation_format: read annotations of this format only; None for every registered one.
        endpoint: address of the hub, None for the default one.
    """

    mapping: AnnotationMapping = field(default_factory=AnnotationMapping)
    durations_s: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    offsets_s: tuple[float, float] = (0.0, 0.0)
    swap: bool = False
    end_tolerance_s: float = 0.01
    duration_from_annotations: bool = False
    annotation_format: str | None = None
    endpoint: str | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """What became of one file's entries: found = admitted + set aside + left out, always.

    Attributes:
        name: the file, or the column of a conversation.
        n_found: entries it holds.
        n_admitted: events that came on tracks.
        n_set_aside: entries that could not be read or have no usable times; each has a fault.
        n_left_out: entries on tiers and recordings that the user left out.
    """

    name: str
    n_found: int
    n_admitted: int
    n_set_aside: int
    n_left_out: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """One layout of corpora.

    Attributes:
        looks_for: what a directory of this layout holds, for the message when none fits.
        detect: whether a path is of this layout, without reading annotations.
        open: ``open(path, name, options)``; ``name`` is what the user called it.
    """

    looks_for: str
    detect: Callable[[Path], bool]
    open: Callable[[Path, str, Options], Corpus]


def raise_all(faults: Sequence[Fault], *, formats_only: bool = False) -> None:
    """Raise all faults as one error, each once, if there are any.

    Raises:
        FormatError: if ``formats_only`` says that all are of files' formats.
        CorpusError: otherwise.
    """
    if faults:
        raise (FormatError if formats_only else CorpusError)(dict.fromkeys(faults))


def conversation_of(
    conversation_id: str,
    duration_s: float,
    tracks: Mapping[tuple[int, str], Track],
    metadata: Metadata,
) -> Conversation:
    """A conversation from tracks by (speaker, annotator); annotators in the order a, b, c.

    A speaker of whom an annotator noted nothing gets an empty track.
    """
    annotators = [name for name in ANNOTATORS if any(key[1] == name for key in tracks)]
    first, second = (
        MappingProxyType({name: tracks.get((s, name), Track.empty()) for name in annotators})
        for s in SPEAKERS
    )
    return Conversation(conversation_id, duration_s, (first, second), metadata)


class ReadOnce(Corpus):
    """A corpus that reads its annotations once and keeps what came out, or what went wrong."""

    def __init__(self, name: str, options: Options) -> None:
        self.name = name
        self.options = options
        self._notes: list[Fault] = []
        self._accounts: list[Account] = []
        self._read: tuple[Conversation, ...] | None = None
        self._failed: TurnscopeError | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """Conversation ids, in the corpus's order."""
        return self._ids

    def conversations(self) -> tuple[Conversation, ...]:
        """All conversations with their tracks, in the order of :attr:`ids`."""
        if self._failed is not None:
            raise self._failed
        if self._read is None:
            try:
                self._read = self._read_conversations()
                if self._durations_of_others:
                    found = f"durations of {len(self.options.durations_s)} conversations, none here"
                    rule, hint = "some of this corpus's", "A file of another corpus?"
                    self._notes.append(Fault(self.name, found, rule, hint))
            except TurnscopeError as error:
                self._failed = error
                raise
        return self._read

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Oddities met so far; complete after :meth:`conversations`."""
        return tuple(dict.fromkeys(self._notes))

    @property
    def _durations_of_others(self) -> bool:
        """Whether durations were given, and none of them is of a conversation of this corpus."""
        given = self.options.durations_s
        return bool(given) and not any(i in given for i in self.ids)

    @property
    def accounts(self) -> tuple[Account, ...]:
        """What became of the entries of each file; complete after :meth:`conversations`."""
        return tuple(self._accounts)

    def _admit(
        self,
        cues: Mapping[K, Sequence[Cue]],
        document: Document,
        name: str,
        durations_s: Mapping[K, float],
    ) -> Mapping[K, Track]:
        """Admit the labelled cues of one document and note what was odd."""
        admission = admit(
            cues,
            name=name,
            durations_s=durations_s,
            end_tolerance_s=self.options.end_tolerance_s,
        )
        self._notes += document.unread
        self._notes += document.notes
        self._notes += admission.set_aside
        self._notes += admission.warnings
        self._accounts.append(
            Account(
                name,
                document.n_found,
                admission.n_admitted,
                admission.n_set_aside + len(document.unread),
                len(document.cues) - admission.n_found,
            )
        )
        return admission.tracks

    def fingerprint(self) -> str:
        """SHA-256 over annotations, metadata, durations and options, wherever the corpus lies."""
        digest = hashlib.sha256()
        stamp = {
            "source": self.source,
            "mapping": self.options.mapping.stamp(),
            "swap": self.options.swap,
            "offsets_s": self.options.offsets_s,
            "end_tolerance_s": self.options.end_tolerance_s,
            "duration_from_annotations": self.options.duration_from_annotations,
            "annotation_format": self.options.annotation_format,
            "durations_of_others": self._durations_of_others,
        }
        digest.update(json.dumps(stamp, sort_keys=True).encode())
        for name, content in self._hashed_parts():
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
        return digest.hexdigest()

    def recording(self, conversation_id: str) -> Recording:
        """The audio of one conversation."""
        if conversation_id not in self.ids:
            near = closest(conversation_id, self.ids)
            raise CorpusError(
                Fault(
                    f"conversation {conversation_id}",
                    f"is not in {self.name}",
                    f"one of its {len(self.ids)} conversations",
                    f"Did you mean {near!r}?" if near else "",
                )
            )
        return self._recording(conversation_id)

    @cached_property
    def _ids(self) -> tuple[str, ...]:
        return self._find_ids()

    @abstractmethod
    def _find_ids(self) -> tuple[str, ...]: ...

    @abstractmethod
    def _read_conversations(self) -> tuple[Conversation, ...]:
        """Read everything; oddities go to ``self._notes``."""

    @abstractmethod
    def _hashed_parts(self) -> Sequence[tuple[str, bytes]]:
        """Names and contents of all that gold depends on, in a fixed order."""

    @abstractmethod
    def _recording(self, conversation_id: str) -> Recording: ...

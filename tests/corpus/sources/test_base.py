"""What all sources share."""

from __future__ import annotations

import pytest

from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.tracks import Track
from turnscope.corpus.audio import Recording
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.corpus.sources.base import (
    Options,
    ReadOnce,
    conversation_of,
    raise_all,
)
from turnscope.errors import CorpusError, Fault, FormatError


class Counting(ReadOnce):
    """A corpus of one conversation that counts how often it is read."""

    source = "counting"
    n_read = 0
    content = b"x"
    broken = False

    def _find_ids(self) -> tuple[str, ...]:
        return ("c1",)

    def _read_conversations(self) -> tuple[Conversation, ...]:
        self.n_read += 1
        if self.broken:
            raise_all([Fault("c1", "broken")])
        document = Document((Cue(1, 2), Cue(2, 1), Cue(3, 4)), (Fault("c1:9", "unread"),))
        tracks = self._admit({(1, "a"): document.cues[:2]}, document, "c1", {})
        return (conversation_of("c1", 9.0, tracks, Metadata()),)

    def _hashed_parts(self) -> list[tuple[str, bytes]]:
        return [("c1", self.content)]

    def _recording(self, conversation_id: str) -> Recording:
        raise AssertionError(conversation_id)


def test_annotations_are_read_once() -> None:
    corpus = Counting("n", Options())
    assert corpus.conversations() is corpus.conversations()
    assert corpus.n_read == 1


def test_what_failed_is_not_tried_again() -> None:
    corpus = Counting("n", Options())
    corpus.broken = True
    for _ in range(2):
        with pytest.raises(CorpusError, match="broken"):
            corpus.conversations()
    assert corpus.n_read == 1


def test_accounts_add_up_and_faults_are_told_once() -> None:
    corpus = Counting("n", Options())
    assert list(corpus.faults) == []
    corpus.conversations()
    (one,) = corpus.accounts
    assert (one.n_found, one.n_admitted, one.n_set_aside, one.n_left_out) == (4, 1, 2, 1)
    assert [fault.where for fault in corpus.faults] == ["c1:9", "c1[1]", "c1[0]"]


def test_the_fingerprint_depends_on_content_mapping_swap_and_offsets() -> None:
    options = [
        Options(),
        Options(mapping=AnnotationMapping(default_label="Filler")),
        Options(swap=True),
        Options(offsets_s=(0.0, 0.1)),
    ]
    prints = [Counting("n", one).fingerprint() for one in options]
    other = Counting("n", Options())
    other.content = b"y"
    assert len({*prints, other.fingerprint()}) == 5
    assert Counting("elsewhere", Options()).fingerprint() == prints[0]


def test_an_unknown_id_is_refused_before_audio_is_looked_for() -> None:
    with pytest.raises(CorpusError, match=r"is not in n; expected one of its 1 conversations"):
        Counting("n", Options()).recording("x")


def test_annotators_come_in_the_order_of_the_consensus() -> None:
    track = Track.of([1], [2], ["Filler"])
    conversation = conversation_of("c", 9.0, {(2, "c"): track, (1, "a"): track}, Metadata())
    assert conversation.annotators == ("a", "c")
    assert len(conversation.track(1, "c")) == 0


def test_raising_all_or_nothing() -> None:
    raise_all([])
    with pytest.raises(FormatError):
        raise_all([Fault("x", "y")], formats_only=True)

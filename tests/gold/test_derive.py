"""From conversations to gold: annotator counts and stamps."""

import pytest

from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.protocol import Protocol, Task
from turnscope.core.tracks import Track
from turnscope.errors import CorpusError
from turnscope.gold.derive import gold_of
from turnscope.gold.derived import derived


def conversation(annotators: str, *, jitter_s: float = 0.0) -> Conversation:
    def tracks(start: float, end: float) -> dict[str, Track]:
        return {
            a: Track.of([start + k * jitter_s], [end], ["Normal Turn"])
            for k, a in enumerate(annotators)
        }

    return Conversation(annotators, 9.0, (tracks(1.0, 2.0), tracks(3.0, 4.0)), Metadata("Casual"))


def test_one_annotator_is_the_gold_two_must_agree_three_need_two() -> None:
    gold = gold_of([conversation("a"), conversation("ab"), conversation("abc")])
    assert gold.provenance.annotators == (1, 2, 3)
    assert gold.eot.positives.time_s.tolist() == [2.0, 4.0] * 3
    apart = gold_of([conversation("a", jitter_s=0.3), conversation("ab", jitter_s=0.3)])
    assert apart.eot.positives.group.tolist() == [0, 1]


def test_the_stamps_go_through() -> None:
    protocol = Protocol(arithmetic="exact")
    gold = gold_of([conversation("abc")], protocol=protocol, data_hash="h", revision="r")
    assert gold.protocol == protocol
    assert (gold.provenance.source, gold.provenance.data_hash, gold.provenance.revision) == (
        "consensus",
        "h",
        "r",
    )
    assert gold.roster.metadata[0].conversation_type == "Casual"


def test_what_nobody_annotated_is_refused_not_taken_for_silence() -> None:
    bare = [Conversation(name, 9.0, ({}, {})) for name in ("x", "y")]
    with pytest.raises(CorpusError, match=r"conversation x: nobody annotated it(.|\n)*y"):
        gold_of([conversation("a"), *bare])
    with pytest.raises(CorpusError, match="conversation x"):
        derived(bare[0])


def test_no_conversations_make_an_empty_gold() -> None:
    gold = gold_of([])
    assert len(gold.roster) == 0
    for task in Task:
        part = gold.task(task)
        assert len(part.positives) == len(part.negatives) == len(part.excluded) == 0

"""Conversations: two speakers' tracks by the same annotators, and what is known beside them."""

from __future__ import annotations

import math

import pytest

from turnscope.core.conversation import SPEAKERS, TYPE_NAMES, Conversation, Metadata, id_fault
from turnscope.core.tracks import Track


def track(start: float) -> Track:
    return Track.of([start], [start + 1.0], ["Filler"])


def test_annotators_in_their_order_not_sorted() -> None:
    first = {"c": track(1.0), "a": track(2.0)}
    second = {"c": track(3.0), "a": Track.empty()}
    conversation = Conversation("20", 60.0, (first, second))
    assert conversation.annotators == ("c", "a")
    assert conversation.track(1, "a").start_s.tolist() == [2.0]
    assert conversation.track(2, "c").start_s.tolist() == [3.0]
    assert len(conversation.track(2, "a")) == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [(["a"], ["a", "b"]), (["a"], ["b"]), (["a", "b"], ["b", "a"]), ([], ["a"])],
)
def test_speakers_must_have_the_same_annotators(first: list[str], second: list[str]) -> None:
    tracks = ({name: Track.empty() for name in first}, {name: Track.empty() for name in second})
    with pytest.raises(ValueError, match=r"20: speaker 1 has annotators .* the same"):
        Conversation("20", 60.0, tracks)


def test_no_such_speaker_or_annotator() -> None:
    conversation = Conversation("20", 60.0, ({"a": track(1.0)}, {"a": track(2.0)}))
    with pytest.raises(KeyError):
        conversation.track(1, "b")
    with pytest.raises(IndexError):
        conversation.track(3, "a")


def test_metadata_knows_nothing_by_default() -> None:
    metadata = Conversation("20", 60.0, ({}, {})).metadata
    assert metadata == Metadata()
    assert metadata.conversation_type is None
    assert metadata.type_name is None
    assert metadata.actor_ids == metadata.actor_genders == (None, None)
    assert dict(metadata.extra) == {}


@pytest.mark.parametrize(
    ("in_data", "short"),
    [
        ("Argumentative/Deliberative", "Argumentative"),
        ("Casual/Spontaneous", "Casual"),
        ("Collaborative/Problem-Solving", "Collaborative"),
        ("Instructional", "Instructional"),
        ("Narrative/Storytelling", "Narrative"),
        ("Task-Oriented/Transactional", "Task-Oriented"),
        ("Customer Service", "Customer Service"),
        ("", ""),
    ],
)
def test_type_names(in_data: str, short: str) -> None:
    assert Metadata(conversation_type=in_data).type_name == short


def test_six_types_two_speakers() -> None:
    assert len(TYPE_NAMES) == len(set(TYPE_NAMES.values())) == 6
    assert SPEAKERS == (1, 2)


@pytest.mark.parametrize("bad", ["", " ", ".", "..", "../x", "a/b", "a\\b", "a\nb", "a\0b"])
def test_ids_that_cannot_be_names(bad: str) -> None:
    assert id_fault(bad, "x") is not None


@pytest.mark.parametrize("good", ["20", "KB3_1", "a b", "ünï", "x..y", "-1"])
def test_ids_that_can(good: str) -> None:
    assert id_fault(good, "x") is None


def test_a_duration_is_not_negative() -> None:
    with pytest.raises(ValueError, match=r"20: a duration of -1.0 s; expected"):
        Conversation("20", -1.0, ({}, {}))
    assert math.isnan(Conversation("20", float("nan"), ({}, {})).duration_s)

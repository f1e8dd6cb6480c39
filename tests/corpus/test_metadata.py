"""Metadata of a conversation from JSON and back."""

from __future__ import annotations

import pytest

from turnscope.corpus.metadata import metadata_entries, parse_metadata
from turnscope.errors import FormatError

FULL: dict[str, object] = {
    "task_id": "t7",
    "conversation_type": "Instructional",
    "audio_status": "noisy",
    "speaker_1_actor_id": "p1",
    "speaker_2_actor_id": "p2",
    "speaker_1_actor_gender": "female",
    "speaker_2_actor_gender": "male",
    "duration_s": 702.4,
}


def test_all_keys_find_their_place_and_come_back() -> None:
    metadata, duration_s = parse_metadata(FULL, "x")
    assert duration_s == 702.4
    assert metadata.actor_ids == ("p1", "p2")
    assert metadata.audio_status == "noisy"
    assert metadata.extra == {"task_id": "t7"}
    assert metadata_entries(metadata, 702.4) == FULL


def test_nothing_is_needed() -> None:
    metadata, duration_s = parse_metadata(dict.fromkeys(FULL), "x")
    assert duration_s is None
    assert metadata == parse_metadata({}, "x")[0]
    assert metadata_entries(metadata, 1.0) == {"duration_s": 1.0}


def test_ids_may_be_numbers_and_the_rest_is_kept_as_text() -> None:
    metadata, duration_s = parse_metadata(
        {"speaker_1_actor_id": 17, "duration_s": 9, "room": {"size": [1, 2]}, "take": 3}, "x"
    )
    assert metadata.actor_ids == ("17", None)
    assert duration_s == 9.0
    assert metadata.extra == {"room": '{"size": [1, 2]}', "take": "3"}


@pytest.mark.parametrize("entries", [[], "text", 3, None, True])
def test_metadata_is_an_object(entries: object) -> None:
    with pytest.raises(FormatError, match="expected an object"):
        parse_metadata(entries, "x")


def test_all_wrong_types_at_once() -> None:
    entries = {
        "conversation_type": 3,
        "audio_status": ["clean"],
        "speaker_1_actor_id": True,
        "speaker_2_actor_gender": 1.5,
        "duration_s": "702.4",
    }
    with pytest.raises(FormatError) as caught:
        parse_metadata(entries, "20/metadata.json")
    assert [fault.where for fault in caught.value.faults] == [
        f"20/metadata.json: {key}" for key in entries
    ]


@pytest.mark.parametrize("value", [0, -1.5, float("nan"), float("inf"), True, "7"])
def test_durations_are_finite_numbers_above_zero(value: object) -> None:
    with pytest.raises(FormatError, match="duration_s"):
        parse_metadata({"duration_s": value}, "x")


@pytest.mark.parametrize("duration_s", [10**400, 702_400.0, True, "11"])
def test_durations_are_checked_as_everywhere(duration_s: object) -> None:
    with pytest.raises(FormatError, match=r"^m: duration_s: "):
        parse_metadata({"duration_s": duration_s}, "m")

"""Metadata to JSON fields and back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import Metadata
from turnscope.errors import Fault
from turnscope.files.metadata_fields import metadata_fields, metadata_of

TEXTS = st.none() | st.text(max_size=5)
PAIRS = st.tuples(TEXTS, TEXTS)
EXTRA = st.dictionaries(st.text(max_size=5) | st.just("audio_status"), st.text(max_size=5))


@given(st.builds(Metadata, TEXTS, PAIRS, PAIRS, TEXTS, EXTRA))
@settings(deadline=None)
def test_round_trip(metadata: Metadata) -> None:
    faults: list[Fault] = []
    read = metadata_of(metadata_fields(metadata), "w", faults)
    assert not faults
    assert read.conversation_type == metadata.conversation_type
    assert read.actor_ids == metadata.actor_ids
    assert read.actor_genders == metadata.actor_genders
    assert read.audio_status == metadata.audio_status
    assert dict(read.extra) == dict(metadata.extra)


def test_the_keys_are_those_of_the_data() -> None:
    metadata = Metadata("Instructional", ("p1", None), (None, "f"), "clean", {"task_id": "7"})
    assert metadata_fields(metadata) == {
        "conversation_type": "Instructional",
        "speaker_1_actor_id": "p1",
        "speaker_2_actor_gender": "f",
        "audio_status": "clean",
        "extra": {"task_id": "7"},
    }


def test_foreign_keys_go_to_extra_as_text_and_wrong_types_are_told() -> None:
    faults: list[Fault] = []
    read = metadata_of({"task_id": 7, "audio_status": 3}, "20/metadata", faults)
    assert dict(read.extra) == {"task_id": "7"}
    assert [str(f) for f in faults] == ["20/metadata/audio_status: 3; expected text."]
    metadata_of([], "20/metadata", faults)
    assert faults[-1].found == "an empty list"
    assert metadata_of(None, "w", faults) == Metadata()

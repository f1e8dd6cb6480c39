"""The list of conversations of predictions and probability files."""

import pytest

from turnscope.errors import Fault
from turnscope.files.entries import entries_of, head_of, speaker_key


def test_speaker_keys() -> None:
    assert [speaker_key(1), speaker_key(2)] == ["speaker_1", "speaker_2"]


@pytest.mark.parametrize(
    ("version", "found"),
    [
        ("1", "the text '1'"),
        (2, "2"),
        (True, "true"),
        (1.0, "1.0"),
        (None, "null"),
        ([], "an empty list"),
    ],
)
def test_the_version_is_the_number_one(version: object, found: str) -> None:
    faults: list[Fault] = []
    head_of({"schema_version": version, "x": 0}, "f", ("x",), faults)
    assert [(f.where, f.found) for f in faults] == [("f: schema_version", found)]
    faults = []
    head_of({"schema_version": 1, "x": 0}, "f", ("x",), faults)
    assert not faults


def test_entries_without_a_usable_id_are_yielded_but_not_fresh() -> None:
    faults: list[Fault] = []
    both = {"speaker_1": 1, "speaker_2": 2}
    values = [{"conversation_id": i, **both} for i in ("a", "a", 5, None, "", True)] + [both, 3]
    entries = list(entries_of(values, "predictions", "f", None, faults))
    assert [(e.where, e.fresh) for e in entries] == [
        ("a", True),
        ("a", False),
        ("5", True),
        *((f"predictions[{k}]", False) for k in range(3, 8)),
    ]
    assert [str(f) for f in faults] == [
        "predictions[1]: conversation a again; expected each conversation once. "
        "It is also at predictions[0].",
        "predictions[2]/conversation_id: 5; expected text in quotes. "
        'Ids are text: write "5", in quotes.',
        "predictions[3]/conversation_id: null; expected text in quotes.",
        "predictions[4]/conversation_id: the text ''; expected text in quotes.",
        "predictions[5]/conversation_id: true; expected text in quotes.",
        "predictions[6]: conversation_id is missing; expected the keys conversation_id, "
        "speaker_1, speaker_2.",
        "predictions[7]: 3; expected an object with the keys conversation_id, speaker_1, "
        "speaker_2.",
    ]


def test_an_object_instead_of_a_list() -> None:
    faults: list[Fault] = []
    assert list(entries_of({"20": {}}, "predictions", "f", None, faults)) == []
    assert "A list of objects with a conversation_id each" in str(faults[0])

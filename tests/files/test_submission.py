"""Predictions as JSON: every rule, every fault at once, and a fuzz that must only be refused."""

import copy
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import Metadata
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import FormatError, SubmissionError, TurnscopeError
from turnscope.files.submission import (
    parse_predictions,
    parse_predictions_file,
    read_predictions,
)

ROSTER = Roster(("20", "21", "x-é"), np.array([702.4, 60.0, np.nan]), (Metadata(),) * 3)
GOOD: dict[str, Any] = {
    "schema_version": 1,
    "predictions": [
        {
            "conversation_id": "21",
            "speaker_1": {"eot": [1.5, 60], "interruption": []},
            "speaker_2": {"eot": [], "interruption": [0]},
        },
        {
            "conversation_id": "20",
            "speaker_1": {"eot": [], "interruption": []},
            "speaker_2": {"eot": [3.25, 4.75, 700.1], "interruption": [2.5]},
        },
        {
            "conversation_id": "x-é",
            "speaker_1": {"eot": [9000.5], "interruption": []},
            "speaker_2": {"eot": [], "interruption": []},
        },
    ],
}


def faults(document: object, roster: Roster | None = ROSTER) -> list[str]:
    with pytest.raises(SubmissionError) as caught:
        parse_predictions_file(json.dumps(document).encode(), roster, "p.json")
    return [str(fault) for fault in caught.value.faults]


def changed(**places: object) -> dict[str, Any]:
    """GOOD with values put in places like ``p0__speaker_1__eot``."""
    document = copy.deepcopy(GOOD)
    for place, value in places.items():
        *steps, last = place.split("__")
        target = document
        for step in steps:
            target = target["predictions"][int(step[1:])] if step[1:].isdigit() else target[step]
        target[last] = value
    return document


def test_a_good_file_keeps_its_order_and_times(tmp_path: Path) -> None:
    path = tmp_path / "my-system.json"
    path.write_text(json.dumps(GOOD), encoding="utf-8-sig")
    predictions = read_predictions(path, roster=ROSTER)
    assert predictions.ids == ("21", "20", "x-é")
    assert predictions.system == "my-system"
    assert predictions.supported == {Task.EOT, Task.INTERRUPTION}
    assert predictions.eot.time_s.tolist() == [1.5, 60.0, 3.25, 4.75, 700.1, 9000.5]
    assert predictions.eot.group.tolist() == [0, 0, 3, 3, 3, 4]
    assert predictions.interruption.group.tolist() == [1, 3]
    assert predictions.eot.group.dtype == np.int64
    assert predictions.eot.time_s.dtype == np.float64


def test_utf16_is_read() -> None:
    assert parse_predictions_file(json.dumps(GOOD).encode("utf-16"), ROSTER, "p").ids[0] == "21"


def test_a_silent_task_is_not_supported_and_no_conversations_are_fine() -> None:
    nothing: dict[str, list[float]] = {"eot": [], "interruption": []}
    entry = {"conversation_id": "a", "speaker_1": nothing, "speaker_2": nothing}
    silent = parse_predictions({"schema_version": 1, "predictions": [entry]}, None, "s.json")
    assert silent.supported == frozenset()
    none = parse_predictions({"schema_version": 1, "predictions": []}, None, "s.json")
    assert none.ids == ()
    assert len(none.eot) == 0


@pytest.mark.parametrize(
    ("place", "value", "words"),
    [
        ("schema_version", "1", ("p.json: schema_version: the text '1'", "the number 1")),
        ("schema_version", 2, ("schema_version: 2",)),
        ("author", "me", ("p.json: the unknown key author", "only the keys")),
        ("predictions", {"20": {}}, ("p.json: predictions: an object", "a list")),
        ("p1__conversation_id", 20, ("predictions[1]/conversation_id: 20", 'write "20"')),
        ("p0__speaker_1", None, ("21/speaker_1: null", "an object")),
        ("p0__speaker_1", [1.5], ("21/speaker_1: a list of 1 values",)),
        ("p0__speaker_3", {}, ("21: the unknown key speaker_3",)),
        ("p0__speaker_1__eots", [1], ("21/speaker_1: the unknown key eots", "mean eot?")),
        ("p0__speaker_1__int", [1], ("21/speaker_1: the unknown key int", "mean interruption?")),
        ("p0__speaker_1__eot", "1.5", ("21/speaker_1/eot: the text '1.5'", "a list")),
        ("p0__speaker_1__eot", ["1.5"], ("21/speaker_1/eot[0]: the text '1.5'", "quotes")),
        ("p0__speaker_1__eot", [True], ("21/speaker_1/eot[0]: true",)),
        ("p0__speaker_1__eot", [1, None], ("21/speaker_1/eot[1]: null",)),
        ("p0__speaker_1__eot", [[1.5]], ("21/speaker_1/eot[0]: a list", "brackets")),
        ("p0__speaker_1__eot", [float("nan")], ("21/speaker_1/eot[0]: NaN",)),
        ("p0__speaker_1__eot", [float("inf")], ("21/speaker_1/eot[0]: Infinity",)),
        ("p0__speaker_1__eot", [10**400], ("21/speaker_1/eot[0]: a number of 401 digits",)),
        ("p0__speaker_1__eot", [-0.5], ("21/speaker_1/eot[0]: -0.5 s", "not negative")),
        ("p0__speaker_1__eot", [60.000001], ("21/speaker_1/eot[0]: 60.000001 s", "60.0 s")),
        ("p0__speaker_1__eot", [2, 1], ("21/speaker_1/eot[1]: 1.0 s comes after 2.0 s",)),
        ("p0__speaker_1__eot", [2, 2], ("21/speaker_1/eot[1]: 2.0 s a second time",)),
        ("p1__speaker_2__eot", [12840.0], ("20/speaker_2/eot[0]: 12840.0 s", "Milliseconds?")),
    ],
)
def test_each_rule_is_one_fault_with_place_value_and_rule(
    place: str, value: object, words: tuple[str, ...]
) -> None:
    told = faults(changed(**{place: value}))
    assert len(told) == 1, told
    for word in words:
        assert word in told[0]


def test_missing_parts() -> None:
    document = copy.deepcopy(GOOD)
    del document["predictions"][0]["speaker_2"]
    del document["predictions"][1]["speaker_1"]["interruption"]
    del document["predictions"][2]
    assert [fault.split(";")[0] for fault in faults(document)] == [
        "21: speaker_2 is missing",
        "20/speaker_1: interruption is missing",
        "conversation x-é: missing from p.json",
    ]
    assert "schema_version is missing" in faults({"predictions": GOOD["predictions"]})[0]


def test_unknown_and_duplicate_conversations() -> None:
    document = copy.deepcopy(GOOD)
    document["predictions"] += [copy.deepcopy(GOOD["predictions"][0]) for _ in range(2)]
    document["predictions"][4]["conversation_id"] = "../x"
    told = faults(document)
    assert told[0].startswith("predictions[3]: conversation 21 again")
    assert any("the unknown conversation ../x" in fault for fault in told)


def test_all_faults_of_all_kinds_come_together() -> None:
    document = changed(
        schema_version=None,
        p0__conversation_id=21,
        p0__speaker_1__eot=["a", -1, 3, 2],
        p1__speaker_2__interruption=None,
        p2__conversation_id="nobody",
    )
    assert len(faults(document)) == 8


def test_without_a_roster_only_form_is_checked() -> None:
    document = changed(p0__speaker_1__eot=[1e6])
    assert parse_predictions(document, None, "p").eot.time_s[0] == 1e6


def test_duplicate_keys_join_the_other_faults() -> None:
    text = json.dumps(changed(p0__speaker_1__eot=[-1])).replace(
        '"schema_version": 1', '"schema_version": 1, "schema_version": 1'
    )
    with pytest.raises(SubmissionError) as caught:
        parse_predictions_file(text.encode(), ROSTER, "p.json")
    assert [f.found for f in caught.value.faults] == [
        "the key 'schema_version' again (first on the same line)",
        "-1.0 s is before the recording",
    ]
    good = json.dumps(GOOD).replace("{", '{"schema_version": 1, ', 1)
    with pytest.raises(SubmissionError, match="again"):
        parse_predictions_file(good.encode(), ROSTER, "p.json")


@pytest.mark.parametrize("document", [[], "x", 5, None, {}, {"probs": []}, {"conversations": {}}])
def test_documents_of_another_kind(document: object) -> None:
    assert faults(document)


def test_other_files_of_ours_are_recognised() -> None:
    assert any("probability file" in fault for fault in faults({"probs": []}))
    assert any("gold artefact" in fault for fault in faults({"conversations": {}}))


def test_a_file_wholly_in_milliseconds_is_told_briefly() -> None:
    document = copy.deepcopy(GOOD)
    for entry in document["predictions"]:
        for speaker in ("speaker_1", "speaker_2"):
            entry[speaker]["eot"] = list(range(1000, 900_000, 900))
    told = faults(document)
    assert len(told) == 4 * 6
    assert all("Milliseconds?" in fault for fault in told)
    assert "994 more of this kind" in told[5]


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(TurnscopeError, match="no such file"):
        read_predictions(tmp_path / "p.json")


Tree = dict[str, Any] | list[Any]

ODD: list[object] = [
    None, True, -1, 1e308, 10**400, float("nan"), "", "20", "\ud800", "\x00", [], {}, [[]],
    {"eot": 1}, 20, -0.0, "1.5", [None], {"conversation_id": "20"},
]  # fmt: skip


def mutate(document: Tree, rng: random.Random) -> object:
    """Replace, remove, repeat, rename or swap something at a random place of a document."""
    places: list[tuple[Any, Any]] = []

    def walk(value: Tree) -> None:
        items: list[tuple[Any, Any]]
        items = list(value.items() if isinstance(value, dict) else enumerate(value))
        for key, inner in items:
            places.append((value, key))
            if isinstance(inner, dict | list):
                walk(inner)

    walk(document)
    if not places:
        return rng.choice(ODD)
    parent, key = rng.choice(places)
    match rng.randrange(5):
        case 0:
            parent[key] = copy.deepcopy(rng.choice(ODD))
        case 1:
            del parent[key]
        case 2 if isinstance(parent, list):
            parent.append(copy.deepcopy(parent[key]))
        case 3 if isinstance(parent, dict):
            parent[rng.choice([key + "s", key.upper(), "", "int"])] = parent.pop(key)
        case _:
            other, place = rng.choice(places)
            parent[key] = copy.deepcopy(other[place])
    return document


@given(st.integers(0, 2**32), st.integers(1, 4))
@settings(max_examples=300, deadline=None)
def test_mutations_of_a_good_document_are_read_or_refused(seed: int, n: int) -> None:
    rng = random.Random(seed)
    document: object = copy.deepcopy(GOOD)
    for _ in range(n):
        if isinstance(document, dict | list):
            document = mutate(document, rng)
    try:
        predictions = parse_predictions_file(json.dumps(document).encode(), ROSTER, "p.json")
    except (SubmissionError, FormatError) as error:
        str(error).encode()
    else:
        assert set(predictions.ids) == set(ROSTER.ids)
        assert np.isfinite(predictions.eot.time_s).all()


TEXT = json.dumps(GOOD).encode()


@given(
    st.lists(st.tuples(st.integers(0, len(TEXT) - 1), st.integers(0, 255)), min_size=1, max_size=4)
)
@settings(max_examples=300, deadline=None)
def test_changed_bytes_are_read_or_refused(changes: list[tuple[int, int]]) -> None:
    content = bytearray(TEXT)
    for position, byte in changes:
        content[position] = byte
    try:
        parse_predictions_file(bytes(content), ROSTER, "p.json")
    except (SubmissionError, FormatError) as error:
        str(error).encode()


@pytest.mark.parametrize("conversation_id", ["../x", " ", "a/b", "a\nb"])
def test_ids_that_cannot_be_names_are_refused_without_a_roster_too(conversation_id: str) -> None:
    silent: dict[str, object] = {"eot": [], "interruption": []}
    entry = {"conversation_id": conversation_id, "speaker_1": silent, "speaker_2": silent}
    with pytest.raises(SubmissionError, match=r"^predictions\[0\]: conversation id "):
        parse_predictions({"schema_version": 1, "predictions": [entry]}, None, "p")

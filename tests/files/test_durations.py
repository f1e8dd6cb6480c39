"""The durations file."""

import json
from pathlib import Path

import pytest

from turnscope.errors import FormatError
from turnscope.files.durations import duration_fault, parse_durations, read_durations


def test_reads_seconds_by_id(tmp_path: Path) -> None:
    path = tmp_path / "d.json"
    path.write_text(json.dumps({"split": "dev", "durations": {"20": 702.4, "x": 60}}))
    assert read_durations(path) == {"20": 702.4, "x": 60.0}


def test_a_gold_artefact_tells_them_too() -> None:
    document = {"conversations": {"20": {"duration_s": 1.5, "eot_excluded": []}}}
    assert parse_durations(document, "g") == {"20": 1.5}


def test_all_faults_come_together() -> None:
    durations = {"a": 0, "b": -1, "c": "60", "d": None, "e": True, "f": 702_400, "g": 60.0}
    with pytest.raises(FormatError) as caught:
        parse_durations({"durations": durations}, "d.json")
    told = [str(fault) for fault in caught.value.faults]
    assert len(told) == 6
    assert told[0] == "d.json/a: 0; expected a finite number of seconds above 0."
    assert told[2].endswith("Write it without quotes.")
    assert told[5] == "d.json/f: 702400 s, over a hundred hours; expected seconds. Milliseconds?"


@pytest.mark.parametrize(
    "document", [{"20": 1.0}, [], None, {"durations": [1.0]}, {"conversations": {"20": 3}}]
)
def test_other_documents(document: object) -> None:
    if document == {"conversations": {"20": 3}}:
        assert parse_durations(document, "d") == {"20": 3.0}
    else:
        with pytest.raises(FormatError, match="expected"):
            parse_durations(document, "d")


def test_repeated_ids_are_refused(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text('{"durations": {"20": 1, "20": 2}}')
    with pytest.raises(FormatError, match="the key '20' in durations again"):
        read_durations(tmp_path / "d.json")


@pytest.mark.parametrize(
    "value", [10**400, float("inf"), float("nan"), -1, 0, True, "11", None, []]
)
def test_values_that_are_no_duration(value: object) -> None:
    fault = duration_fault(value, "here")
    assert fault is not None
    assert fault.expected == "a finite number of seconds above 0"


def test_a_duration_is_under_a_hundred_hours() -> None:
    assert duration_fault(359_999, "here") is None
    assert str(duration_fault(702_400, "here")).endswith("Milliseconds?")

"""Findings for people and as JSON."""

import json

from turnscope.corpus.findings import Finding
from turnscope.errors import Fault
from turnscope.report.findings import findings_document, findings_lines

NOTE = Finding("low_rate", "a/speaker_1", {"rate_hz": 500.0}, "note")
WARNING = Finding("swapped_channels", "b", {}, "warning", "by energy")


def test_warnings_come_first_and_all_is_counted() -> None:
    lines = findings_lines({"a": (NOTE,), "b": (WARNING,), "c": ()})
    assert lines[0] == "3 conversations checked: 1 without findings, 1 warnings, 1 notes"
    assert lines[2] == "warning: b: swapped channels"
    assert "  by energy" in lines
    assert "  measured: rate_hz 500" in lines
    assert sum(line.startswith("  means: ") for line in lines) == 2
    assert sum(line.startswith("  fix: ") for line in lines) == 2


def test_what_is_said_of_many_is_explained_once() -> None:
    other = Finding("low_rate", "c/speaker_2", {"rate_hz": 400.0}, "note")
    lines = findings_lines({"a": (NOTE,), "b": (WARNING,), "c": (other,)})
    at = lines.index("note: a/speaker_1: low rate")
    assert lines[at + 1 : at + 4] == [
        "  measured: rate_hz 500",
        "note: c/speaker_2: low rate",
        "  measured: rate_hz 400",
    ]
    assert lines[at + 4].startswith("  means: ")
    assert sum(line.startswith("  means: ") for line in lines) == 2


def test_the_document_keeps_values_and_reading_faults() -> None:
    made = findings_document({"a": (NOTE,)}, [Fault("f", "odd")])
    document = json.loads(json.dumps(made))
    (finding,) = document["conversations"]["a"]
    assert finding["values"] == {"rate_hz": 500.0}
    assert document["reading"] == ["f: odd."]

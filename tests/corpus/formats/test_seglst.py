"""SegLST."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.seglst import SEGLST
from turnscope.errors import FormatError

FILE = """[
  {
    "end_time": "0.50",
    "session_id": "recordingA",
    "speaker": "Alice",
    "start_time": "0",
    "words": "Effort made"
  },
  {"session_id": "b", "speaker": "Bob", "start_time": 1, "end_time": 2.5, "words": "so \\"no\\""}
]
"""
CUES = (
    Cue(0.0, 0.5, "Alice", "Effort made", line=2, recording="recordingA"),
    Cue(1.0, 2.5, "Bob", 'so "no"', line=9, recording="b"),
)


@pytest.mark.parametrize(
    "data", [FILE.encode(), FILE.encode("utf-16"), b"\xef\xbb\xbf" + FILE.encode()]
)
def test_times_as_strings_or_numbers(data: bytes) -> None:
    document = SEGLST.parse(data, "f.json")
    assert document.cues == CUES
    assert document.unread == document.notes == ()


def test_without_a_session() -> None:
    cue = SEGLST.parse(b'[{"start": 1, "end": 2, "text": "x", "channel": 2}]', "f").cues[0]
    assert cue == Cue(1.0, 2.0, "2", "x", line=1)


@pytest.mark.parametrize(
    "entry",
    [
        '{"start_time": "x", "end_time": 1}',
        '{"start_time": true, "end_time": 1}',
        '{"start_time": "NaN", "end_time": 1}',
        '{"start_time": 1, "start_time": 2, "end_time": 1}',
        '{"start_time": 1}',
        "[1, 2]",
        "3",
    ],
)
def test_entries_that_cannot_be_read_are_told(entry: str) -> None:
    document = SEGLST.parse(FILE.replace("]", f",\n\n{entry}]").encode(), "f.json")
    assert document.cues == CUES
    assert [fault.where for fault in document.unread] == ["f.json:12"]


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'{"text": " One", "chunks": []}', "an object with text, chunks"),
        (b'[{"context": "x", "timestamp": [1, 2]}]', "an object with context"),
        (b"[[[0.0, 2.12]], []]", "a list"),
        (FILE.encode()[:-20], "Cut short"),
        (FILE.encode()[:30], "Cut short"),
        (FILE.encode() + b"[]", "more text after the end"),
        (FILE.replace("\n]", ",\n]").encode(), "comma"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nx\n", "SubRip"),
        (b"\n words", "f.json:2: 'words'"),
        (b"[" * 100_000, "nested"),
        (b'"x"', "f.json:1: '\"x\"'"),
        (b"RIFF\x00\x00", "audio"),
    ],
)
def test_other_and_broken_files_are_refused(data: bytes, hint: str) -> None:
    with pytest.raises(FormatError) as caught:
        SEGLST.parse(data, "f.json")
    assert hint in str(caught.value)
    assert "f.json" in str(caught.value)


@pytest.mark.parametrize("data", [b"", b" \n", b"[]", b" [ ]\n"])
def test_no_entries(data: bytes) -> None:
    assert SEGLST.parse(data, "f.json").n_found == 0


def test_written_as_seglst() -> None:
    assert SEGLST.serialise is not None
    data = SEGLST.serialise([*CUES, Cue(0.1, None, label="l")])
    assert json.loads(data) == [
        {
            "session_id": "recordingA",
            "speaker": "Alice",
            "start_time": 0.0,
            "end_time": 0.5,
            "words": "Effort made",
        },
        {
            "session_id": "b",
            "speaker": "Bob",
            "start_time": 1.0,
            "end_time": 2.5,
            "words": 'so "no"',
        },
        {
            "session_id": "",
            "speaker": "",
            "start_time": 0.1,
            "end_time": None,
            "words": "",
            "label": "l",
        },
    ]
    assert json.loads(SEGLST.serialise([])) == []


@given(any_cues(SEGLST))
@settings(deadline=None)
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(SEGLST, cues)


def test_entries_lost_on_one_line_are_told_apart() -> None:
    entry = '{"session_id": "c", "speaker": "A", "start_time": 1, "end_time": true, "words": "x"}'
    good = entry.replace("true", "2")
    document = SEGLST.parse(f"[{entry}, {good}, {entry}, {entry}]".encode(), "f")
    assert [fault.where for fault in document.unread] == ["f:1", "f:1, entry 3", "f:1, entry 4"]

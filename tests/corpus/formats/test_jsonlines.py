"""JSON Lines."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.jsonlines import JSONL
from turnscope.errors import FormatError


def test_one_object_a_line() -> None:
    document = JSONL.parse(
        b'{"start": 1, "end": 2, "speaker": "A", "text": "a\\nb"}\r\n\r\n'
        b'{"onset": 0.5, "dur": 0.25, "session_id": "r", "words": "c", "p": 1}\n',
        "f.jsonl",
    )
    assert document.cues == (
        Cue(1.0, 2.0, "A", "a\nb", line=1),
        Cue(0.5, 0.75, "", "c", line=3, recording="r"),
    )
    assert [str(note) for note in document.notes] == [
        "f.jsonl: keys not kept, and how often: p (1)."
    ]


@pytest.mark.parametrize(
    "line",
    [
        '{"start": 1, "end": 2, "end": 3}',
        '{"start": NaN, "end": 2}',
        '{"start": true, "end": 2}',
        '{"start": "1", "end": 2}',
        '{"start": 1, "end": 2',
        '{"start": 1, "end": 2}, ',
        "{'start': 1, 'end': 2}",
        "[1, 2]",
        "words",
        "[" * 100_000,
        "1" * 5000,
    ],
)
def test_lines_that_cannot_be_read_are_told(line: str) -> None:
    good = '{"start": 1, "end": 2}'
    document = JSONL.parse(f"{good}\n{line}\n{good}".encode(), "f.jsonl")
    assert [cue.line for cue in document.cues] == [1, 3]
    assert [fault.where for fault in document.unread] == ["f.jsonl:2"]
    assert len(str(document.unread[0])) < 300


def test_a_line_separator_of_unicode_is_text() -> None:
    document = JSONL.parse('{"start": 1, "end": 2, "text": "a\u2028b\x85c"}'.encode(), "f")
    assert document.cues[0].text == "a\u2028b\x85c"


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'[\n {"a": 1}\n]\n', "several lines"),
        (b'{\n "start": 1,\n "end": 2\n}', "several lines"),
        (b'{"context": "x"}\n{"context": "y"}\n', "with context"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nx\n", "SubRip"),
        (b"start,end\n1,2\n", "expected lines like"),
    ],
)
def test_other_files_are_refused(data: bytes, hint: str) -> None:
    with pytest.raises(FormatError) as caught:
        JSONL.parse(data, "f.jsonl")
    assert str(caught.value).startswith("f.jsonl:1: ")
    assert hint in str(caught.value)


def test_one_bad_entry_of_this_kind_is_no_other_format() -> None:
    assert len(JSONL.parse(b'{"start": "1", "end": 2}', "f").unread) == 1


def test_written_with_all_digits() -> None:
    assert JSONL.serialise is not None
    cues = [Cue(0.1 + 0.2, None, "A", "é", "l", None, "r"), Cue(-1.0, 2.0)]
    assert JSONL.serialise(cues).decode() == (
        '{"recording": "r", "start_s": 0.30000000000000004, "end_s": null, "speaker": "A", '
        '"label": "l", "text": "é"}\n'
        '{"start_s": -1.0, "end_s": 2.0, "speaker": "", "label": "", "text": ""}\n'
    )
    assert JSONL.serialise([]) == b""
    assert JSONL.parse(b"", "f").n_found == 0


@pytest.mark.parametrize("cue", [Cue(float("nan"), 1.0), Cue(0.0, 1.0, text="\udfff")])
def test_what_it_cannot_hold_is_refused(cue: Cue) -> None:
    assert JSONL.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        JSONL.serialise([cue])


@given(any_cues(JSONL))
@settings(deadline=None)
def test_everything_else_comes_back(cues: list[Cue]) -> None:
    assert JSONL.serialise is not None
    again = JSONL.parse(JSONL.serialise(cues), "f").cues
    assert [(c.start_s, c.end_s, c.tier, c.text, c.label, c.recording) for c in again] == [
        (c.start_s, c.end_s, c.tier, c.text, c.label, c.recording) for c in cues
    ]
    check_round_trip(JSONL, cues)

"""YouTube's SBV captions."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.sbv import SBV
from turnscope.errors import FormatError

FILE = """0:00:00.378,0:00:11.378
Caption #1

0:00:11.378,0:00:12.305
>> ANN: well, 5, 6
1:30, 2:45 pm

0:00:17.484,0:00:16.543
"""
CUES = (
    Cue(0.378, 11.378, text="Caption #1", line=1),
    Cue(11.378, 12.305, text=">> ANN: well, 5, 6\n1:30, 2:45 pm", line=4),
    Cue(17.484, 16.543, line=8),
)


@pytest.mark.parametrize(
    "data", [FILE.encode(), FILE.replace("\n", "\r\n").encode(), FILE.encode("utf-16")]
)
def test_captions(data: bytes) -> None:
    document = SBV.parse(data, "f.sbv")
    assert document.cues == CUES
    assert document.unread == document.notes == ()


def test_there_is_no_index() -> None:
    document = SBV.parse(b"0:00:01.000,0:00:02.000\na\n\n2\n\n0:00:03.000,0:00:04.000\nb", "f")
    assert [cue.text for cue in document.cues] == ["a\n\n2", "b"]
    assert document.unread == ()
    assert "blank line inside a body" in str(document.notes[0])


@pytest.mark.parametrize(
    "line",
    [
        "0:00:1x.378,0:00:12.305",
        "x:00:11.378,0:00:12.305",
        "0:00:11.378,0:00:12:305",
        "0:00:11.378;0:00:12.305",
        "0:00:11.378 0:00:12.305",
        "-0:00:11.378,0:00:12.305",
        "0:00:11,378,0:00:12,305",
    ],
)
def test_broken_time_lines_are_unread_with_their_line(line: str) -> None:
    document = SBV.parse(FILE.replace("0:00:11.378,0:00:12.305", line).encode(), "f.sbv")
    assert document.cues == (CUES[0], CUES[2])
    assert [fault.where for fault in document.unread] == ["f.sbv:4"]


def test_a_broken_time_line_right_after_a_text_is_unread_too() -> None:
    text = "0:00:01.000,0:00:02.000\na\n0:00:03.000,0:00:04:000\nb\n0:00:05.000,0:00:06.000\nc"
    document = SBV.parse(text.encode(), "f.sbv")
    assert [cue.text for cue in document.cues] == ["a", "c"]
    assert [fault.where for fault in document.unread] == ["f.sbv:3"]


@pytest.mark.parametrize(
    "data",
    [b"1\n00:00:01,000 --> 00:00:02,000\nx\n", b"a, b, c\n1, 2, 3\n", b'{"a": 1, "b": 2}'],
)
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match="expected SBV with lines like"):
        SBV.parse(data, "f.sbv")


def test_written_as_youtube_does() -> None:
    assert SBV.serialise is not None
    assert SBV.serialise(CUES).decode() == FILE + "\n\n"


@given(any_cues(SBV))
@settings(deadline=None)
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(SBV, cues)

"""Cues as a TextGrid, and what it refuses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from tests.corpus.formats.roundtrip import any_times, check_round_trip, cue_lists
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.praat_writing import NO_TEXT, serialise
from turnscope.corpus.formats.textgrid import TEXTGRID
from turnscope.errors import FormatError


def test_what_is_written() -> None:
    cues = [Cue(2.0, 3.0, 'a "b"', "later"), Cue(0.5, 1.0, 'a "b"', 'he "said"\nso')]
    assert (
        serialise(cues).decode()
        == '''File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 3
tiers? <exists>
size = 1
item []:
    item [1]:
        class = "IntervalTier"
        name = "a ""b"""
        xmin = 0
        xmax = 3
        intervals: size = 4
        intervals [1]:
            xmin = 0
            xmax = 0.5
            text = ""
        intervals [2]:
            xmin = 0.5
            xmax = 1
            text = "he ""said""
so"
        intervals [3]:
            xmin = 1
            xmax = 2
            text = ""
        intervals [4]:
            xmin = 2
            xmax = 3
            text = "later"
'''
    )


def test_overlaps_and_points_get_tiers_of_their_own() -> None:
    cues = [Cue(0.0, 2.0, "a", "x"), Cue(1.0, 3.0, "a", "y"), Cue(1.5, 1.5, "a", "z")]
    cues += [Cue(1.5, 1.5, "a", "again")]
    text = serialise(cues).decode()
    assert re.findall(r'class = "(\w+)"\n +name = "(.*)"', text) == [
        ("IntervalTier", "a"),
        ("IntervalTier", "a [2]"),
        ("TextTier", "a"),
        ("TextTier", "a [2]"),
    ]


def test_every_interval_tier_covers_the_whole_file_without_gaps() -> None:
    cues = [Cue(-1.0, 0.25, "a", "x"), Cue(0.25, 2.0, "b", "y"), Cue(0.5, 1.0, "b", "y")]
    document = TEXTGRID.parse(serialise(cues), "f")
    told = [note.found for note in document.notes]
    assert told == ["tier 'b [2]' is read as more of tier 'b'"]
    assert (document.header["start_s"], document.header["end_s"]) == ("-1.0", "2.0")
    limits = re.findall(r"xm(?:in|ax) = (\S+)\n +text", serialise(cues).decode())
    assert limits == ["0.25", "2", "0.25", "2", "0.5", "1", "2"]


def test_no_cues_and_cues_without_extent_make_a_file_with_some() -> None:
    for cues in ([], [Cue(0.0, 0.0, "a", "x")]):
        assert TEXTGRID.parse(serialise(cues), "f").header["end_s"] == "1.0"


def test_a_cue_without_text_is_no_silence() -> None:
    cue = TEXTGRID.parse(serialise([Cue(0.0, 1.0, "a")]), "f").cues[0]
    assert (cue.text, cue.tier) == ("", "a")


@pytest.mark.parametrize(
    ("cue", "told"),
    [
        (Cue(None, 1.0, "a"), "no start"),
        (Cue(0.0, None, "a"), "no end"),
        (Cue(2.0, 1.0, "a"), "2.0 to 1.0 s"),
        (Cue(0.0, 1.0, "a", "x", "Turn"), "label"),
        (Cue(0.0, 1.0, "a", "x", recording="r"), "recording"),
        (Cue(0.0, 1.0, "a", NO_TEXT), "stands for none"),
        (Cue(0.0, 1.0, "a", " \n"), "reads as silence"),
        (Cue(0.0, 1.0, "a", "x\r\ny"), "carriage return"),
        (Cue(0.0, 1.0, "a\0", "x"), "NUL"),
        (Cue(0.0, 1.0, "a", "x\n  intervals [2]:\n"), "head of an interval"),
    ],
)
def test_what_a_textgrid_cannot_hold_is_refused_by_name(cue: Cue, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        serialise([Cue(0.0, 1.0, "a", "fine"), cue])
    assert [fault.where for fault in caught.value.faults] == ["cue[1]"]
    assert told in str(caught.value)


@given(cue_lists(times=any_times))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(TEXTGRID, cues, in_order=False)


@given(cue_lists(reversed_times=False))
def test_round_trip_on_a_grid_of_milliseconds(cues: list[Cue]) -> None:
    check_round_trip(TEXTGRID, cues, in_order=False)

"""EXB: shared timeline, missing times, names of tiers."""

from __future__ import annotations

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given

from tests.corpus.formats.roundtrip import (
    any_times,
    bare,
    check_round_trip,
    check_truncated,
    cue_lists,
)
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.exb import EXB
from turnscope.errors import FormatError

SAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<basic-transcription>
<head><meta-information><referenced-file url="a.wav"/></meta-information><speakertable>
<speaker id="SPK0"><abbreviation>StS</abbreviation></speaker></speakertable></head>
<basic-body><common-timeline>
<tli id="T0" time="0.0"/><tli id="T1" time="3.7466614125214335"/><tli id="T2"/>
<tli id="T3" time="soon"/>
</common-timeline>
<tier id="TIE0" speaker="SPK0" category="v" type="t" display-name="StS [v]">
<event start="T0" end="T1">Well, \u2022 alright. </event>
<event start="T1" end="T2">((laughs))</event>
<event start="T2" end="T3">lost</event>
<event start="T9" end="T1">lost too</event>
</tier>
<tier id="TIE1" category="nn" type="d" display-name="StS"><event
start="T1" end="T0">x</event></tier>
<tier id="TIE2" category="nn" type="d" display-name="StS"/>
<tier id="TIE3" type="t"><event start="T1" end="T1"/></tier>
</basic-body>
</basic-transcription>
"""


def parse(text: str) -> Document:
    return EXB.parse(text.encode(), "a.exb")


def test_events_have_the_times_of_the_shared_timeline() -> None:
    document = parse(SAMPLE)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(0.0, 3.7466614125214335, "StS [v]", "Well, \u2022 alright. "), 10),
        (Cue(3.7466614125214335, None, "StS [v]", "((laughs))"), 11),
        (Cue(3.7466614125214335, 0.0, "TIE1", "x"), 15),
        (Cue(3.7466614125214335, 3.7466614125214335, "TIE3", ""), 18),
    ]
    assert [str(fault) for fault in document.unread] == [
        "a.exb:12: end at point 'T3' with time 'soon'; expected a point of the timeline with "
        "seconds as its time, or none.",
        "a.exb:13: start at unknown point 'T9'; expected a point of the timeline with seconds as "
        "its time, or none.",
    ]
    assert [str(note) for note in document.notes] == [
        "a.exb:11: events with a boundary without a time: 1."
    ]


def test_the_header_tells_speakers_and_kinds_of_tiers() -> None:
    header = parse(SAMPLE).header
    assert header["media"] == "a.wav"
    assert header["participant/StS [v]"] == "StS"
    assert header["tier/TIE1"] == "category 'nn', type 'd'"


@pytest.mark.parametrize(
    ("text", "where"),
    [("", "a.exb:1"), (SAMPLE[:-40], "a.exb:18"), ("<ANNOTATION_DOCUMENT/>", "a.exb:1")],
)
def test_what_is_no_exb_is_refused(text: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert caught.value.faults[0].where == where


def test_what_is_written() -> None:
    assert EXB.serialise is not None
    cues = [Cue(1.0, 2.0, "A", "<x>"), Cue(0.5, 1.5, "A"), Cue(1.0, None, "B & C", "y")]
    root = fromstring(EXB.serialise(cues))
    points = {point.get("id"): point.get("time") for point in root.iter("tli")}
    assert points == {"T0": "0.5", "T1": "1", "T2": "1.5", "T3": "2", "T4": None}
    assert [
        (tier.get("display-name"), tier.get("speaker"), len(tier)) for tier in root.iter("tier")
    ] == [("A [2]", "SPK0", 1), ("A", "SPK0", 1), ("B & C", "SPK1", 1)]
    assert [part.text for part in root.iter("abbreviation")] == ["A", "B & C"]


@pytest.mark.parametrize(
    "cue",
    [Cue(0.0, 1.0, "<NA>"), Cue(0.0, 1.0, "A", "\0"), Cue(0.0, 1.0, "A", "x", "Turn")],
)
def test_what_exb_cannot_hold_is_refused_by_name(cue: Cue) -> None:
    assert EXB.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[1\]"):
        EXB.serialise([Cue(0.0, 1.0, "A"), cue])


@given(cue_lists(times=any_times, missing=True))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(EXB, cues, in_order=False)


def test_cut_anywhere() -> None:
    check_truncated(EXB, SAMPLE.encode())

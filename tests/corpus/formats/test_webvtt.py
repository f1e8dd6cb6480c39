"""WebVTT: voices, settings, tags, references, and blocks that are no cues."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.webvtt import WEBVTT
from turnscope.errors import FormatError


def parse(text: str) -> Document:
    return WEBVTT.parse(text.encode(), "f.vtt")


def only(payload: str) -> Cue:
    document = parse(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{payload}\n\n00:03.000 --> 00:04.000\nx")
    assert document.unread == ()
    assert len(document.cues) == 2
    return document.cues[0]


def notes(payload: str) -> list[str]:
    document = parse(f"WEBVTT\n\n00:01.000 --> 00:02.000\n{payload}\n")
    return [str(note) for note in document.notes]


def test_unpadded_times_identifiers_and_voices() -> None:
    document = parse(
        "WEBVTT\n\nid/12-0\n0:0:0.0 --> 0:0:3.540\n<v Jane Doe>Good morning.</v>\n\n"
        "id/17-0\n0:1:5.2 --> 1:2:7.95\n<v John>Hi</v>\n"
    )
    assert document.cues == (
        Cue(0.0, 3.54, "Jane Doe", "Good morning.", line=4),
        Cue(65.2, 3727.95, "John", "Hi", line=8),
    )
    assert [str(n) for n in document.notes] == ["f.vtt:3: cue identifier, not kept (2 times)."]


def test_a_header_and_cues_without_blank_lines() -> None:
    document = parse(
        "WEBVTT - a title\nKind: captions\nLanguage: en\nStyle:\n::cue(c.x) { a: b; }\n##\n\n\n"
        "00:04:46.070 --> 00:04:46.470 align:start position:0%\nyeah\n\n\n"
        "00:04:46.470 --> 00:05:04.080 align:start\nyeah\n<c.colorCCCCCC>what</c>\n"
        "00:05:04.080 --> 00:05:05.069\nthis<00:05:04.199><c> will</c><c.x><00:05:04.379><c> do</c>"
        "</c>\n"
    )
    assert [(cue.start_s, cue.text) for cue in document.cues] == [
        (286.07, "yeah"),
        (286.47, "yeah\nwhat"),
        (304.08, "this will do"),
    ]
    assert document.header["title"] == "- a title"
    assert document.header["Kind"] == "captions"
    assert document.header["Language"] == "en"
    assert "::cue" in document.header["other"]
    assert document.unread == ()
    assert [str(note) for note in document.notes] == [
        "f.vtt:9: cue settings, not kept (2 times).",
        "f.vtt:13: tags inside the text, left out (2 times).",
    ]


def test_notes_styles_and_regions_are_no_cues() -> None:
    document = parse(
        "WEBVTT\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:fred\n\nNOTE one\ntwo\n\nNOTE\n\n"
        "00:01.000 --> 00:02.000\na\n\nNOTE x\n\nNOTEBOOK\n00:03.000 --> 00:04.000\nb"
    )
    assert [cue.text for cue in document.cues] == ["a", "b"]
    assert document.unread == ()
    assert "NOTE block, not kept (3 times)" in str(document.notes[2])


def test_a_line_of_spaces_is_text() -> None:
    """As in automatic captions, whose first line is often one blank."""
    assert only(" \nhello").text == " \nhello"


@pytest.mark.parametrize(
    ("payload", "tier", "text"),
    [
        ("<v Bob>hi", "Bob", "hi"),
        ("<v.loud.x Bob  Ross >hi</v>", "Bob  Ross", "hi"),
        ("- <v Bob>hi</v>", "Bob", "- hi"),
        ("<v Bob>hi</v>\n<v Bob>there</v>", "Bob", "hi\nthere"),
        ("<v>hi</v>", "", "hi"),
        ("<v A &amp; B>hi", "A & B", "hi"),
        ("<v Bob>hi</v><v Ann>yo</v>", "", "<v Bob>hi</v><v Ann>yo</v>"),
        ("<i>a</i> <b>b</b> <lang en>c</lang> <ruby>d<rt>e</rt></ruby>", "", "a b c de"),
        ("<laugh> <video> 1 < 2 > 0", "", "<laugh> <video> 1 < 2 > 0"),
        ("a &amp; b &lt;i&gt; &nbsp;&#10;&quot;", "", 'a & b <i> \xa0\n"'),
        ("AT&T &copy &unknown; &;", "", "AT&T &copy &unknown; &;"),
        ("&amp;lt;", "", "&lt;"),
    ],
)
def test_what_a_cue_says(payload: str, tier: str, text: str) -> None:
    cue = only(payload)
    assert (cue.tier, cue.text) == (tier, text)


def test_what_is_left_out_is_told() -> None:
    assert notes("plain <laugh>") == []
    assert notes("<v Bob>plain</v>") == []
    assert notes("<i>a</i>") == ["f.vtt:3: tags inside the text, left out."]
    assert notes("<v A>a <v B>b")[0].startswith("f.vtt:3: several voices in one cue (A, B)")


def test_entries_that_cannot_be_read() -> None:
    document = parse(
        "WEBVTT\n\n1\n00:0x.000 --> 00:02.000\nlost\n\nno times\nat all\n\n"
        "00:01.000 -> 00:02.000\nlost\n\n00:03.000 --> 00:04.000\nc\n\n5"
    )
    assert [cue.text for cue in document.cues] == ["c"]
    assert [fault.where for fault in document.unread] == [
        "f.vtt:4",
        "f.vtt:7",
        "f.vtt:10",
        "f.vtt:16",
    ]


def test_a_missing_first_line_is_told() -> None:
    document = parse("1\n00:00:01,000 --> 00:00:02,000\na\n")
    assert [cue.text for cue in document.cues] == ["a"]
    assert "no line WEBVTT" in str(document.notes[0])
    assert "SubRip" in str(document.notes[0])


def test_a_map_of_stream_times_is_told() -> None:
    document = parse(
        "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:01.000 --> 00:02.000\na"
    )
    assert document.header["X-TIMESTAMP-MAP"] == "LOCAL:00:00:00.000,MPEGTS:900000"
    assert str(document.notes[0]).startswith("f.vtt:2: X-TIMESTAMP-MAP")


@pytest.mark.parametrize("data", [b"", b"\n \n", b"WEBVTT", b"\xef\xbb\xbfWEBVTT\n\n"])
def test_no_cues(data: bytes) -> None:
    assert WEBVTT.parse(data, "f.vtt").n_found == 0


@pytest.mark.parametrize("data", [b"words\n", b"WEBVTTX\n\nfoo", b"[1]", b"0:00:01.0,0:00:02.0\nx"])
def test_other_files_are_refused(data: bytes) -> None:
    with pytest.raises(FormatError, match=r"f.vtt:1: .* expected WebVTT"):
        WEBVTT.parse(data, "f.vtt")


def test_written_with_voices_and_references() -> None:
    assert WEBVTT.serialise is not None
    cues = [
        Cue(0.0, 3661.5, "A & <B>", "1 < 2 & --> 3"),
        Cue(1.0, 2.0, "", "a\n\nb"),
        Cue(1.0, 2.0, "", "a\nb"),
    ]
    assert WEBVTT.serialise(cues).decode() == (
        "WEBVTT\n\n00:00:00.000 --> 01:01:01.500\n"
        "<v A &amp; &lt;B&gt;>1 &lt; 2 &amp; --&gt; 3</v>\n\n"
        "00:00:01.000 --> 00:00:02.000\na&#10;&#10;b\n\n"
        "00:00:01.000 --> 00:00:02.000\na\nb\n"
    )
    assert [c.text for c in WEBVTT.parse(WEBVTT.serialise(cues), "f").cues] == [
        c.text for c in cues
    ]


@pytest.mark.parametrize(
    "cue",
    [
        Cue(0.0, 1.0, tier=" A"),
        Cue(0.0, 1.0, tier="A\n\nB"),
        Cue(0.0, 1.0, label="Filler"),
        Cue(None, 1.0),
        Cue(-1.0, 1.0),
    ],
)
def test_what_it_cannot_hold_is_refused(cue: Cue) -> None:
    assert WEBVTT.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        WEBVTT.serialise([cue])


@given(any_cues(WEBVTT))
@settings(deadline=None)
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(WEBVTT, cues)


@given(any_cues(WEBVTT))
@settings(deadline=None)
def test_every_printable_text_can_be_held(cues: list[Cue]) -> None:
    fine = [
        Cue(c.start_s, c.end_s, "A", c.text) for c in cues if c.text.isprintable() or "\n" in c.text
    ]
    fine = [c for c in fine if "\0" not in c.text and c.text.isascii()]
    assert WEBVTT.serialise is not None
    assert [c.text for c in WEBVTT.parse(WEBVTT.serialise(fine), "f").cues] == [
        c.text for c in fine
    ]

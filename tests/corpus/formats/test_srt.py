"""SubRip, the benchmark's raw format."""

from __future__ import annotations

import codecs
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.srt import SRT
from turnscope.errors import FormatError

FILE = """1
00:00:00,500 --> 00:00:07,000
[Normal Turn] Caption #1

2
00:00:07,000 --> 00:00:11,890
[Speech, Non-Linguistic]
hm
  hm <laugh>

3
00:00:11,890 --> 00:00:16,320
"""
CUES = (
    Cue(0.5, 7.0, text="[Normal Turn] Caption #1", line=2),
    Cue(7.0, 11.89, text="[Speech, Non-Linguistic]\nhm\n  hm <laugh>", line=6),
    Cue(11.89, 16.32, line=12),
)


def parse(text: str) -> tuple[Cue, ...]:
    document = SRT.parse(text.encode(), "f.srt")
    assert document.unread == ()
    return document.cues


@pytest.mark.parametrize(
    "data",
    [
        FILE.encode(),
        FILE.replace("\n", "\r\n").encode(),
        codecs.BOM_UTF8 + FILE.encode(),
        codecs.BOM_UTF16_LE + FILE.encode("utf-16-le"),
        codecs.BOM_UTF16_BE + FILE.replace("\n", "\r\n").encode("utf-16-be"),
        FILE.replace(",000 ", ".000 ").replace(",890", ".890").encode(),
        FILE.replace("\n\n", "\n   \n").encode(),
        FILE.replace(" --> ", "-->").encode(),
        FILE.replace("00:00:", "0:0:").encode(),
    ],
)
def test_one_file_in_many_dresses(data: bytes) -> None:
    document = SRT.parse(data, "f.srt")
    assert document.cues == CUES
    assert document.unread == document.notes == ()


def test_seconds_are_added_in_the_published_order() -> None:
    """(h * 3600 + m * 60 + s) + ms / 1000; whole milliseconds / 1000 gives another last bit."""
    ms = next(t for t in range(1_000_000) if t // 1000 + t % 1000 / 1000 != t / 1000)
    m, s = divmod(ms // 1000, 60)
    cue = parse(f"00:{m:02d}:{s:02d},{ms % 1000:03d} --> 00:59:59,999\n")[0]
    assert cue.start_s == 60 * m + s + ms % 1000 / 1000
    assert cue.start_s != ms / 1000


def test_hours_over_99() -> None:
    assert parse("123:00:01,000 --> 1234:00:00,000\nx")[0].start_s == 442801.0


def test_reversed_and_empty_spans_stay() -> None:
    cues = parse("00:00:02,000 --> 00:00:01,000\na\n\n00:00:03,000 --> 00:00:03,000\nb")
    assert [(cue.start_s, cue.end_s) for cue in cues] == [(2.0, 1.0), (3.0, 3.0)]


def test_arrows_in_the_text() -> None:
    assert parse("00:00:01,000 --> 00:00:02,000\nhome --> work\n")[0].text == "home --> work"


@pytest.mark.parametrize(
    "line",
    [
        "00:00:07,000 --> 00:00:11:890",
        "00:00:0x,000 --> 00:00:11,890",
        "-00:00:01,000 --> 00:00:11,890",
        "00:00:07,000 -->",
        "--> 00:00:11,890",
        "7 --> 11",
        "NaN --> NaN",
    ],
)
def test_broken_time_lines_are_unread_with_their_line(line: str) -> None:
    document = SRT.parse(FILE.replace("00:00:07,000 --> 00:00:11,890", line).encode(), "f.srt")
    assert document.cues == (CUES[0], CUES[2])
    assert [fault.where for fault in document.unread] == ["f.srt:6"]
    assert line in str(document.unread[0])


@pytest.mark.parametrize(
    ("data", "hint"),
    [
        (b'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n2.5\n', "TextGrid"),
        (b'[{"start": 1, "end": 2}]', "JSON"),
        (b"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nx", ".vtt"),
        (b"0:00:01.000,0:00:02.000\nx\n", "SBV"),
        (b"\x00\x01\x02\x03" * 9, "binary"),
        (b"\n\nwords\n1\n2\n", ""),
    ],
)
def test_other_files_are_refused_with_a_guess(data: bytes, hint: str) -> None:
    with pytest.raises(FormatError) as caught:
        SRT.parse(data, "f.srt")
    assert hint in str(caught.value)
    assert str(caught.value).startswith("f.srt:")


def test_another_encoding_is_refused_with_a_hint() -> None:
    data = FILE.encode() + "你好".encode("gb2312")
    with pytest.raises(FormatError, match="encoding"):
        SRT.parse(data, "f.srt")


def test_an_empty_file_has_no_cues() -> None:
    for data in (b"", b"\n \n", codecs.BOM_UTF8, codecs.BOM_UTF16_LE):
        assert SRT.parse(data, "f.srt").n_found == 0
    assert SRT.serialise is not None
    assert SRT.serialise([]) == b""


def test_written_as_subrip() -> None:
    assert SRT.serialise is not None
    assert SRT.serialise(CUES).decode() == FILE + "\n\n"


@pytest.mark.parametrize(
    "cue",
    [
        Cue(None, 1.0),
        Cue(0.0, None),
        Cue(-0.001, 1.0),
        Cue(0.0, float("nan")),
        Cue(0.0, float("inf")),
        Cue(0.0, 1e300),
        Cue(0.0, 1.0, tier="A"),
        Cue(0.0, 1.0, label="Filler"),
        Cue(0.0, 1.0, recording="r"),
        Cue(0.0, 1.0, text="ends\n"),
        Cue(0.0, 1.0, text="\nbegins"),
        Cue(0.0, 1.0, text=" "),
        Cue(0.0, 1.0, text="a\n\n2\nb"),
        Cue(0.0, 1.0, text="00:00:01,000 --> 00:00:02,000"),
        Cue(0.0, 1.0, text="a\n\nb --> c"),
        Cue(0.0, 1.0, text="a\rb"),
        Cue(0.0, 1.0, text="\ud800"),
    ],
)
def test_what_it_cannot_hold_is_refused(cue: Cue) -> None:
    assert SRT.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[1\]"):
        SRT.serialise([Cue(0.0, 1.0, text="fine"), cue])


@pytest.mark.parametrize("text", ["a\n\nb", "a --> b", "42", "a\n42", ' "x", y ', "\t", "a\n \nb"])
def test_odd_texts_it_can_hold(text: str) -> None:
    if not text.strip():
        text = f"a{text}b"
    assert SRT.serialise is not None
    cues = [Cue(0.0, 1.0, text=text), Cue(1.0, 2.0, text="next")]
    assert [cue.text for cue in SRT.parse(SRT.serialise(cues), "f").cues] == [text, "next"]


@given(any_cues(SRT))
@settings(deadline=None)
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(SRT, cues)


@given(st.integers(0, 10**9), st.integers(0, 10**9))
@settings(deadline=None)
def test_millisecond_times_come_back_as_the_same_floats(start: int, end: int) -> None:
    first = parse(f"1\n00:00:00,000 --> 00:00:00,000\n\n2\n{_clock(start)} --> {_clock(end)}\nx\n")
    assert SRT.serialise is not None
    again = SRT.parse(SRT.serialise(first), "f").cues
    assert [(c.start_s, c.end_s) for c in again] == [(c.start_s, c.end_s) for c in first]


def _clock(ms: int) -> str:
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d},{ms % 1000:03d}"


def test_a_large_file_is_read_in_linear_time() -> None:
    """Per cue, a file sixteen times as long takes no more than a few times as long."""

    def seconds(n: int) -> float:
        data = "".join(
            f"{k}\n{_clock(k * 500)} --> {_clock(k * 500 + 400)}\n[Normal Turn] words {k}\n\n"
            for k in range(1, n + 1)
        ).encode()
        best = float("inf")
        for _ in range(3):
            before = time.process_time()
            document = SRT.parse(data, "f")
            best = min(best, time.process_time() - before)
            assert len(document.cues) == n
        return best

    assert seconds(16_000) < 16 * 6 * max(seconds(1_000), 0.002)

"""CHAT: bullets of both kinds, continuation lines, lost digits, odd lines."""

from __future__ import annotations

import pytest

from tests.corpus.formats.roundtrip import bare, check_truncated
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.chat import CHAT
from turnscope.errors import FormatError

NAK = "\x15"

CLAN = f"""@UTF8
@Begin
@Languages:\teng
@Participants:\tMOT Anna Mother, CHI Target_Child ,
\tUNK Unknown Unknown, UNK Unknown Unknown
@ID:\teng|corpus|MOT|||||Mother|||
@ID:\teng|corpus|CHI|1;04.11|||||Target_Child|||
@Media:\tclip, audio
@New Episode
*MOT:\tyou enjoyed yourself <in> [>] ? {NAK}208_2672{NAK}
%mor:\tpro|you v|enjoy
\tv|more
*CHI:\toh I covered
\ta nice trip . {NAK}3328_5264{NAK}
*CHI:\t0 .
*DAD:\tyes . {NAK}9000_8000{NAK}
@End
"""

CABNC = """@Begin
@Languages:     eng
@Participants:\tHEL Helen self
@Media: 021A.wav, audio \t\t
*HEL:\tRight! •22425_23825•
        I've got the film
        here . •23825_56925•

        and •_•
        more •170011_•
        Got to go •510466_mute•
*NON:\t. •_•
*HEL:\t
"""


def parse(text: str) -> Document:
    return CHAT.parse(text.encode(), "a.cha")


def test_main_lines_with_nak_bullets() -> None:
    document = parse(CLAN)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(0.208, 2.672, "MOT", "you enjoyed yourself <in> [>] ?"), 10),
        (Cue(3.328, 5.264, "CHI", "oh I covered a nice trip ."), 13),
        (Cue(None, None, "CHI", "0 ."), 15),
        (Cue(9.0, 8.0, "DAD", "yes ."), 16),
    ]
    assert document.unread == ()
    assert [str(note) for note in document.notes] == [
        "a.cha: @Participants names 'UNK' twice.",
        "a.cha:16: speaker 'DAD' (1 cues) is not among @Participants.",
        "a.cha:11: a dependent line %mor, not read.",
    ]


def test_the_header_as_text() -> None:
    header = parse(CLAN).header
    assert header["Media"] == "clip, audio"
    assert header["ID"].split("\n")[1].startswith("eng|corpus|CHI")
    assert header["participant/MOT"] == "Anna Mother"
    assert header["participant/UNK"] == "Unknown Unknown"


def test_several_visible_bullets_on_one_main_line_and_lost_digits() -> None:
    document = parse(CABNC)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(22.425, 23.825, "HEL", "Right!"), 5),
        (Cue(23.825, 56.925, "HEL", "I've got the film here ."), 6),
        (Cue(None, None, "HEL", "and"), 9),
        (Cue(170.011, None, "HEL", "more"), 10),
        (Cue(510.466, None, "HEL", "Got to go"), 11),
        (Cue(None, None, "NON", "."), 12),
        (Cue(None, None, "HEL", ""), 13),
    ]
    assert [note.where for note in document.notes] == [
        "a.cha:9",
        "a.cha:10",
        "a.cha:11",
        "a.cha:12",
        "a.cha",
        "a.cha",
        "a.cha:12",
    ]
    assert "no @UTF8" in str(document.notes[4])
    assert "no @End. Cut short" in str(document.notes[5])


@pytest.mark.parametrize(
    ("body", "cues"),
    [
        (f"so {NAK}1_2{NAK} no {NAK}3_4{NAK}", [(0.001, 0.002, "so"), (0.003, 0.004, "no")]),
        (f"so {NAK}1_2{NAK} no", [(0.001, 0.002, "so"), (None, None, "no")]),
        (f"so {NAK}1_2{NAK} .", [(0.001, 0.002, "so .")]),
        (f"{NAK}1_2{NAK} .", [(0.001, 0.002, ".")]),
        (f"so {NAK}1_2-{NAK}", [(0.001, 0.002, "so")]),
        (f'so {NAK}%snd:"boys_85"_7349_8338{NAK}', [(7.349, 8.338, "so")]),
        (
            f'so {NAK}%pic:"a.jpg"{NAK} {NAK}1_2{NAK}',
            [(0.001, 0.002, f'so {NAK}%pic:"a.jpg"{NAK}')],
        ),
        (f"so {NAK}1_2", [(None, None, f"so {NAK}1_2")]),
        ("\u2022 so \u2022 no", [(None, None, "\u2022 so \u2022 no")]),
        ("", [(None, None, "")]),
    ],
)
def test_bullets(body: str, cues: list[tuple[float | None, float | None, str]]) -> None:
    document = parse(f"@Begin\n*AAA:\t{body}\n@End\n")
    assert [(cue.start_s, cue.end_s, cue.text) for cue in document.cues] == cues


def test_times_in_hundredths_are_suspected() -> None:
    cues = "".join(f"*AAA:\tgood morning to you all •{k}00_{k}99•\n" for k in range(1, 9))
    notes = [str(note) for note in parse(f"@Begin\n{cues}@End\n").notes]
    assert any("hundredths" in note and "232 characters a second" in note for note in notes)
    assert not any("hundredths" in str(note) for note in parse(CLAN).notes)


@pytest.mark.parametrize("line", ["lost its tab", "*MOT no colon", "*:\tnobody", "* :\tnobody"])
def test_lines_of_no_kind_are_unread(line: str) -> None:
    document = parse(CLAN.replace("*CHI:\t0 .", line))
    assert [fault.where for fault in document.unread] == ["a.cha:15"]
    assert document.n_found == 4


def test_an_indented_line_without_a_head_is_unread() -> None:
    document = parse("\tlost\n@Begin\n*AAA:\tso\n")
    assert [fault.where for fault in document.unread] == ["a.cha:1"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("WEBVTT\n\n00:01.000 --> 00:02.000\nhi\n", "a.cha:1: 'WEBVTT'"),
        ("\n\nspeaker,start,end\n", "a.cha:3: 'speaker,start,end'; expected a CHAT header"),
    ],
)
def test_what_is_no_chat_is_refused(text: str, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert told in str(caught.value)


def test_undecodable_bytes_are_refused_with_their_line() -> None:
    with pytest.raises(FormatError, match=r"a\.cha:2: byte 0xe9"):
        CHAT.parse("@Begin\n*AAA:\té .\n".encode("latin-1"), "a.cha")


def test_nothing_is_an_empty_document() -> None:
    assert parse("").n_found == 0
    assert parse("\n \n").notes == ()


@pytest.mark.parametrize("text", [CLAN, CABNC])
def test_cut_anywhere(text: str) -> None:
    check_truncated(CHAT, text.encode())
    assert [bare(cue) for cue in parse(text.replace("\n", "\r\n")).cues] == [
        bare(cue) for cue in parse(text).cues
    ]

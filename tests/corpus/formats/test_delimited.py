"""Tables: their headers, separators, quotes, and the rows in them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.formats.cue_strategies import any_cues
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.delimited import CSV, TSV
from turnscope.errors import FormatError


def parse(*lines: str, one: Format = CSV) -> Document:
    return one.parse("\n".join(lines).encode(), "f.csv")


def told(document: Document) -> list[str]:
    return [str(note) for note in document.notes]


CUES = (Cue(1.0, 2.5, "A", "so, no", "l", 2), Cue(3.0, 4.0, "B", "yes", line=3))


@pytest.mark.parametrize(
    "text",
    [
        'start,end,speaker,label,text\n1,2.5,A,l,"so, no"\n3,4,B,,yes\n',
        'Start_S,Stop,Channel,Label,Words\r\n1,2.5,A,l,"so, no"\r\n3,4,B,,yes\r\n',
        "tmin\ttier\ttext\tlabel\ttmax\n1.0\tA\tso, no\tl\t2.5\n3e0\tB\tyes\t\t4.\n",
        "speaker;start;end;label;text\nA;1;2.5;l;so, no\nB;3;4;;yes\n",
        "speaker|start|end|label|text\nA|1|2.5|l|so, no\nB|3|4||yes",
        'begin,duration,speaker,label,text\n1,1.5,A,l,"so, no"\n3,1,B,,yes\n',
        'start_ms,end_ms,speaker,label,text\n1000,2500,A,l,"so, no"\n3000,4000,B,,yes\n',
        'start,end,speaker,label,text\n00:00:01.000,0:02.5,A,l,"so, no"\n00:00:03,4,B,,yes\n',
        'start, end, speaker, label, text\n1, 2.5, A, l, "so, no"\n3, 4, B, , yes\n',
        '"start","end","speaker","label","text"\n"1","2.5","A","l","so, no"\n3,"4","B","","yes"',
        'start,end,speaker,label,text\n1,2.5,A,l,"so, no"\n3,4,B,,yes\n,,,,\n   \n',
    ],
)
@pytest.mark.parametrize("one", [CSV, TSV])
def test_one_table_in_many_dresses(text: str, one: Format) -> None:
    for data in (text.encode(), b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        document = one.parse(data, "f.csv")
        assert document.cues == CUES
        assert document.unread == document.notes == ()


def test_excel_and_comments() -> None:
    document = parse("sep=;", "# made by hand", '"#file:///a.eaf"', "", "start;end", "1,5;2,5")
    assert document.cues == (Cue(1.5, 2.5, line=6),)
    assert document.header["comments"] == "made by hand\nfile:///a.eaf"
    assert told(document) == ["f.csv:6: a decimal comma (2 times)."]


def test_columns_without_a_place_are_told() -> None:
    document = parse("start,end,confidence,my note", "1,2,0.5,x")
    assert document.cues == (Cue(1.0, 2.0, line=2),)
    assert told(document) == ["f.csv:1: columns not kept: confidence, my note."]


def test_a_header_of_elan() -> None:
    document = parse(
        "Tier\tParticipant\tBegin Time - hh:mm:ss.ms\tBegin Time - msec\t"
        "End Time - hh:mm:ss.ms\tEnd Time - msec\tAnnotation",
        "A-words\tAnn\t00:00:01.000\t1000\t00:00:02.500\t2500\tso no",
        one=TSV,
    )
    assert document.cues == (Cue(1.0, 2.5, "A-words", "so no", line=2),)
    assert "Participant, Begin Time - msec, End Time - msec" in told(document)[0]


def test_empty_times_are_not_known() -> None:
    assert parse("start,end,text", ",2,x", "1,,y").cues == (
        Cue(None, 2.0, text="x", line=2),
        Cue(1.0, None, text="y", line=3),
    )


def test_odd_times_stay() -> None:
    cues = parse("start,end", "2,1", "-1,0", "3,3").cues
    assert [(c.start_s, c.end_s) for c in cues] == [(2.0, 1.0), (-1.0, 0.0), (3.0, 3.0)]


@pytest.mark.parametrize(
    "row",
    [
        "x,2,A,y",
        "1,nan,A,y",
        "1,inf,A,y",
        "1_0,2,A,y",
        "1,2s,A,y",
        "1,00:00:0x,A,y",
        "1,2,A,so, no",
        "1",
        '1,"1,5",A,y',
    ],
)
def test_rows_that_cannot_be_read_are_told(row: str) -> None:
    document = parse("start,end,speaker,text", "1,2,A,x", row, "3,4,B,z")
    assert [cue.line for cue in document.cues] == [2, 4]
    assert [fault.where for fault in document.unread] == ["f.csv:3"]


def test_short_rows_are_told() -> None:
    document = parse("start,end,speaker,text", "1,2", "1,2,A")
    assert document.cues == (Cue(1.0, 2.0, line=2), Cue(1.0, 2.0, "A", line=3))
    assert told(document) == [
        "f.csv:2: fewer cells than the header has, the rest taken as empty (2 times)."
    ]


def test_line_breaks_in_quotes() -> None:
    document = parse("start,end,text", '1,2,"a', "", 'b ""c"""', "3,4,d")
    assert document.cues == (
        Cue(1.0, 2.0, text='a\n\nb "c"', line=2),
        Cue(3.0, 4.0, text="d", line=5),
    )
    assert document.unread == document.notes == ()


def test_stray_quotes_are_told() -> None:
    document = parse("start\tend\ttext", '1\t2\t"open', "3\t4\tb", '5\t6\t"c"', one=TSV)
    assert [cue.text for cue in document.cues] == ['"open', "b", "c"]
    assert told(document) == ["f.csv:2: quotes that do not pair, read as plain characters."]


def test_elan_without_a_header() -> None:
    document = parse(
        "fragment\t\t00:00:06.727\t00:00:09.051\t00:00:02.324\t",
        'extreme\t\t00:00:13.342\t00:00:13.591\t00:00:00.249\tth-high, "x',
        "extreme\tAnn\t1:00:00.000\t1:00:00.500\tfive cells",
        "extreme\t\t00:00:1x.342\t00:00:13.591\t00:00:00.249\tz",
        one=TSV,
    )
    assert document.cues == (
        Cue(6.727, 9.051, "fragment", line=1),
        Cue(13.342, 13.591, "extreme", 'th-high, "x', line=2),
        Cue(3600.0, 3600.5, "extreme", "five cells", line=3),
    )
    assert [fault.where for fault in document.unread] == ["f.csv:4"]
    assert told(document) == ["f.csv:3: names of participants, not kept."]


def test_elan_without_durations() -> None:
    document = parse("A\t\t00:00:06.727\t00:00:09.051\tso no", one=TSV)
    assert document.cues == (Cue(6.727, 9.051, "A", "so no", line=1),)


def test_elan_in_milliseconds_is_told() -> None:
    document = parse("A\t\t6727\t9051\t2324\tx", one=TSV)
    assert document.cues == (Cue(6727.0, 9051.0, "A", "x", line=1),)
    assert "Milliseconds?" in told(document)[0]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("id,recording_date,original\nES_001,2022-03-21,OG\n", "start_s,end_s"),
        ("start,text\n1,a\n", "an end or a duration"),
        ("1.0\t2.0\tx\n", "Audacity"),
        ("1.0,2.0,x\n", "column names"),
        ('[{"start": 1, "end": 2}]', "JSON"),
        ("1\n00:00:01,000 --> 00:00:02,000\nx\n", "SubRip"),
        ('"never closed', "column names"),
        ("|", "column names"),
        (",,\n1,2,3", "column names"),
        ("x" * 200_000, "column names"),
    ],
)
@pytest.mark.parametrize("one", [CSV, TSV])
def test_other_files_are_refused(text: str, hint: str, one: Format) -> None:
    with pytest.raises(FormatError) as caught:
        one.parse(text.encode(), "f.csv")
    assert str(caught.value).startswith("f.csv:1: ")
    assert hint in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "start,end\n"])
def test_no_rows(text: str) -> None:
    assert parse(text).n_found == 0


def test_a_cell_longer_than_the_csv_reader_takes() -> None:
    words = "so " * 50_000
    document = parse("start,end,text", f"1,2,{words}")
    assert document.cues[0].text == words


def test_written_as_a_table() -> None:
    assert CSV.serialise is not None
    assert TSV.serialise is not None
    cues = [Cue(0.1 + 0.2, None, "A", 'a, "b"\n\nc', "l"), Cue(-1.0, 2.0)]
    assert CSV.serialise(cues).decode() == (
        'start_s,end_s,speaker,label,text\n0.30000000000000004,,A,l,"a, ""b""\n\nc"\n-1.0,2.0,,,\n'
    )
    named = [Cue(1.0, 2.0, "A", "a\tb", recording="r")]
    assert TSV.serialise(named).decode() == (
        'start_s\tend_s\tspeaker\tlabel\ttext\trecording\n1.0\t2.0\tA\t\t"a\tb"\tr\n'
    )
    assert CSV.serialise([]) == b"start_s,end_s,speaker,label,text\n"


@pytest.mark.parametrize(
    "cue",
    [
        Cue(0.0, 1.0, text="a\rb"),
        Cue(0.0, 1.0, tier=" A"),
        Cue(None, None),
        Cue(0.0, float("inf")),
        Cue(0.0, 1.0, text="x\n1,2,A,l,swallowed?"),
    ],
)
def test_what_it_cannot_hold_is_refused(cue: Cue) -> None:
    assert CSV.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        CSV.serialise([cue])


@pytest.mark.parametrize("one", [CSV, TSV])
@given(data=st.data())
@settings(deadline=None)
def test_round_trip(one: Format, data: st.DataObject) -> None:
    check_round_trip(one, data.draw(any_cues(one)))

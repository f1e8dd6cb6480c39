"""TextGrid in both forms and all encodings, odd, broken and cut short."""

from __future__ import annotations

import pytest

from tests.corpus.formats.roundtrip import bare, check_truncated
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.textgrid import TEXTGRID
from turnscope.errors import FormatError

LONG = '''File type = "ooTextFile"
Object class = "TextGrid"

xmin = -0
xmax = 5
tiers? <exists>
size = 3
item []:
    item [1]:
        class = "IntervalTier"
        name = "the ""left"" one"
        xmin = -0.0
        xmax = 5
        intervals: size = 3
        intervals [1]:
            xmin = -0
            xmax = 1.25
            text = "so
he ""said"""
        intervals [2]:
            xmin = 1.25
            xmax = 2
            text = ""
        intervals [3]:
            xmin = 2
            xmax = 5
            text = "\u0259\u03b8"
    item [2]:
        class = "TextTier"
        name = ""
        xmin = 0
        xmax = 5
        points: size = 2
        points [1]:
            number = 3.5
            mark = "click"
        points [2]:
            time = 4
            mark = ""
    item [3]:
        class = "IntervalTier"
        name = "nobody"
        xmin = 1
        xmax = 4.5
        intervals: size = 0
'''.replace('"\n', '" \n')
"""Praat ends lines with a blank, which does not belong to a label."""

SHORT = '''File type = "ooTextFile"
Object class = "TextGrid"

-0
5
<exists>
3
"IntervalTier"
"the ""left"" one"
-0.0
5
3
-0
1.25
"so
he ""said"""
1.25
2
""
2
5
"\u0259\u03b8"
"TextTier"
""
0
5
2
3.5
"click"
4
""
"IntervalTier"
"nobody"
1
4.5
0
'''

CUES = [
    Cue(0.0, 1.25, 'the "left" one', 'so\nhe "said"'),
    Cue(2.0, 5.0, 'the "left" one', "\u0259\u03b8"),
    Cue(3.5, 3.5, "", "click"),
    Cue(4.0, 4.0, "", ""),
]


def parse(text: str, encoding: str = "utf-8") -> Document:
    return TEXTGRID.parse(text.encode(encoding), "a.TextGrid")


def grid(tiers: str, n_tiers: int = 1) -> str:
    return (
        f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n5\n<exists>\n{n_tiers}\n{tiers}'
    )


@pytest.mark.parametrize("text", [LONG, SHORT], ids=["long", "short"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-16-le"])
def test_both_forms_in_every_encoding_hold_the_same(text: str, newline: str, encoding: str) -> None:
    document = parse(text.replace("\n", newline), encoding)
    assert [bare(cue) for cue in document.cues] == CUES
    assert document.unread == ()
    assert [str(note) for note in document.notes] == [
        f"a.TextGrid:{41 if text is LONG else 32}: tier 'nobody' lasts from 1.0 to 4.5 s; "
        "expected 0.0 to 5.0 s as the file does."
    ]


def test_lines_are_those_of_the_entries() -> None:
    assert [cue.line for cue in parse(LONG).cues] == [16, 25, 35, 38]
    assert [cue.line for cue in parse(SHORT).cues] == [13, 20, 28, 30]


def test_silences_are_counted_in_the_header() -> None:
    header = parse(LONG).header
    assert header["tier[1]"] == (
        "IntervalTier 'the \"left\" one': 3 entries, 1 of them empty, from 0.0 to 5.0 s"
    )
    assert header["tier[2]"].startswith("TextTier '': 2 entries, 0 of them empty")
    assert header["tier[3]"].startswith("IntervalTier 'nobody': 0 entries")


@pytest.mark.parametrize("tail", ["<absent>\n", "<exists>\n0\n"])
def test_no_tiers(tail: str) -> None:
    document = parse(f'File type = "ooTextFile"\nObject class = "TextGrid"\n\n0\n5\n{tail}')
    assert document.n_found == 0
    assert document.header["end_s"] == "5.0"


def test_white_space_alone_is_silence_and_told() -> None:
    document = parse(grid('"IntervalTier"\n"a"\n0\n5\n2\n0\n1\n" "\n1\n5\n"\n\t"\n'))
    assert document.cues == ()
    assert "2 labels of tier 'a' are mere white space" in str(document.notes[0])
    assert document.notes[0].where == "a.TextGrid:13"


def test_reversed_overlapping_and_gapped_intervals_stay_and_are_told() -> None:
    body = '"IntervalTier"\n"a"\n0\n5\n4\n0\n2\n"x"\n1\n3\n"y"\n3\n2\n"z"\n4\n5\n"w"\n'
    document = parse(grid(body))
    assert [(cue.start_s, cue.end_s) for cue in document.cues] == [
        (0.0, 2.0),
        (1.0, 3.0),
        (3.0, 2.0),
        (4.0, 5.0),
    ]
    assert [str(note) for note in document.notes] == [
        "a.TextGrid:16: 2 intervals of tier 'a' do not begin where the one before ends."
    ]


def test_a_label_that_names_a_tier_class_is_a_label() -> None:
    body = '"IntervalTier"\n"TextTier"\n0\n5\n2\n0\n2\n"IntervalTier"\n2\n5\n"TextTier"\n'
    assert [cue.text for cue in parse(grid(body)).cues] == ["IntervalTier", "TextTier"]


def test_two_tiers_of_one_name_are_told() -> None:
    tier = '"IntervalTier"\n"a"\n0\n5\n1\n0\n5\n"x"\n'
    document = parse(grid(tier * 2, 2))
    assert [cue.tier for cue in document.cues] == ["a", "a"]
    assert [str(note) for note in document.notes] == ["a.TextGrid:16: a second tier called 'a'."]


def test_layers_are_read_under_their_name() -> None:
    tier = '"IntervalTier"\n"{}"\n0\n5\n1\n0\n5\n"x"\n'
    document = parse(grid("".join(map(tier.format, ("a", "a [2]", "b [2]"))), 3))
    assert [cue.tier for cue in document.cues] == ["a", "a", "b [2]"]
    assert "'a [2]' is read as more of tier 'a'" in str(document.notes[0])


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('0,5\n2\n"x"\n', "times '0,5', '2' before 'x'; expected a start and an end"),
        ('2\n"x"\n', "times '2' before 'x'"),
        ('0\n1\n2\n"x"\n', "times '0', '1', '2' before 'x'"),
        ('"x"\n', "times none before 'x'"),
        ('--undefined--\n1\n"x"\n', "times '--undefined--', '1'"),
    ],
)
def test_broken_entries_are_unread_with_their_line(entry: str, told: str) -> None:
    body = f'"IntervalTier"\n"a"\n0\n5\n3\n0\n1\n"one"\n{entry}3\n4\n"three"\n'
    document = parse(grid(body))
    assert [cue.text for cue in document.cues] == ["one", "three"]
    assert [fault.where for fault in document.unread] == ["a.TextGrid:16"]
    assert told in str(document.unread[0])
    assert document.n_found == 3


@pytest.mark.parametrize("string", ['"he said "no" so"', '"lost', 'lost"'])
def test_quotes_that_do_not_match_cost_one_entry_of_the_long_form(string: str) -> None:
    document = parse(LONG.replace('"click"', string))
    assert document.n_found == 4
    assert [fault.where for fault in document.unread] == ["a.TextGrid:35"]
    assert [bare(cue) for cue in document.cues] == [*CUES[:2], CUES[3]]


def test_a_wrong_count_of_entries_is_told() -> None:
    text = LONG.replace("intervals: size = 3", "intervals: size = 4")
    document = parse(text)
    assert [bare(cue) for cue in document.cues] == CUES
    assert "has 3 entries; expected 4 by its own count" in str(document.notes[0])


@pytest.mark.parametrize(
    ("data", "where", "told"),
    [
        (b"", "a.TextGrid:1", "no head"),
        (b"1\n00:00:01,000 --> 00:00:02,000\nhi\n", "a.TextGrid:1", "Is it SubRip (.srt)?"),
        (b"ooBinaryFile\x08TextGrid\x00\x00", "a.TextGrid:1", "Save it as a text file in Praat"),
        (b'"Praat chronological TextGrid text file"\n0 5\n', "a.TextGrid:1", "in Praat"),
        (b'File type = "ooTextFile"\nObject class = "Sound 2"\n', "a.TextGrid:2", "'Sound 2'"),
        (b'File type = "ooTextFile"\nObject class = "TextGrid"\n0\n', "a.TextGrid:3", "cut short"),
        (grid('"IntervalTier"\n"a"\n0\n5\n2.5\n').encode(), "a.TextGrid:12", "2.5"),
        (grid('"IntervalTier"\n"a"\n0\n5\n2\n0\n1\n"x"\n').encode(), "a.TextGrid:15", "1 of 2"),
        (grid('"IntervalTier"\n"a"\n0\n5\n0\n', 2).encode(), "a.TextGrid:12", "the file ends"),
        (b"File type = \xe9", "a.TextGrid:1", "0xe9"),
    ],
)
def test_what_is_no_whole_textgrid_is_refused(data: bytes, where: str, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        TEXTGRID.parse(data, "a.TextGrid")
    assert caught.value.faults[0].where == where
    assert told.casefold() in str(caught.value).casefold()


def test_a_lost_tier_head_never_gives_its_intervals_to_another_tier() -> None:
    for lost in ('class = "TextTier"', 'name = ""', '"TextTier" \n        name = ""'):
        assert lost in LONG
        with pytest.raises(FormatError):
            parse(LONG.replace(lost, ""))


@pytest.mark.parametrize("text", [LONG, SHORT], ids=["long", "short"])
def test_cut_anywhere(text: str) -> None:
    check_truncated(TEXTGRID, text.encode())
    whole = len(text.rstrip())
    for end in range(whole - 1):
        with pytest.raises(FormatError):
            parse(text[:end])

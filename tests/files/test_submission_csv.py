"""Predictions as CSV: columns and rows in any order, faults by line."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import Metadata
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import FormatError, SubmissionError
from turnscope.files.submission import parse_predictions_file
from turnscope.files.submission_csv import looks_like_csv, parse_predictions_csv

ROSTER = Roster(("20", "21", "22"), np.array([702.4, 60.0, np.nan]), (Metadata(),) * 3)
HEADER = "conversation_id,speaker,task,time_s\n"


def faults(text: str, roster: Roster | None = ROSTER) -> list[str]:
    with pytest.raises(SubmissionError) as caught:
        parse_predictions_csv(text.encode(), roster, "p.csv")
    return [str(fault) for fault in caught.value.faults]


def test_rows_and_columns_in_any_order_with_every_spelling() -> None:
    text = (
        "time_s,task,conversation_id,speaker\n"
        "5.5,eot,21,1\n"
        "3.25,eot,21,speaker_1\n"
        "\n"
        "4,interruption,20,2\n"
        "2.5,int,20,Speaker_2\n"
    )
    predictions = parse_predictions_csv(text.encode(), ROSTER, "dir/system.csv")
    assert predictions.ids == ROSTER.ids
    assert predictions.system == "system"
    assert predictions.eot.time_s.tolist() == [3.25, 5.5]
    assert predictions.eot.group.tolist() == [2, 2]
    assert predictions.interruption.time_s.tolist() == [2.5, 4.0]
    assert predictions.interruption.group.tolist() == [1, 1]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_what_spreadsheets_write(encoding: str, delimiter: str, ending: str) -> None:
    text = (HEADER + '"20", 1 ,eot, 1.5 \n').replace(",", delimiter).replace("\n", ending)
    predictions = parse_predictions_csv(text.encode(encoding), ROSTER, "p.csv")
    assert predictions.eot.time_s.tolist() == [1.5]


def test_without_a_roster_the_rows_say_which_conversations_there_are() -> None:
    text = HEADER + "b,1,eot,1\na,1,eot,1\nb,2,eot,1\n"
    predictions = parse_predictions_csv(text.encode(), None, "p.csv")
    assert predictions.ids == ("b", "a")
    assert predictions.supported == {Task.EOT}


def test_a_header_alone_is_a_silent_system() -> None:
    assert parse_predictions_csv(HEADER.encode(), ROSTER, "p.csv").ids == ROSTER.ids


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ("99,1,eot,1", ("p.csv:2: the unknown conversation 99",)),
        ("20.0,1,eot,1", ("p.csv:2: the unknown conversation 20.0",)),
        (",1,eot,1", ("p.csv:2: no conversation_id",)),
        ("20,3,eot,1", ("p.csv:2: speaker '3'", "1 or 2")),
        ("20,1,eots,1", ("p.csv:2: task 'eots'", "Did you mean eot?")),
        ("20,1,eot,", ("p.csv:2 (20/speaker_1/eot): time_s ''",)),
        ("20,1,eot,nan", ("time_s 'nan'",)),
        ("20,1,eot,inf", ("time_s 'inf'",)),
        ("20,1,eot,1e999", ("time_s '1e999'",)),
        ("20,1,eot,1_0", ("time_s '1_0'",)),
        ("20,1,eot,\u0661", ("time_s '\u0661'",)),
        ("20,1,eot,-1", ("-1.0 s is before the recording",)),
        ("20,1,eot,12840", ("p.csv:2 (20/speaker_1/eot): 12840.0 s", "Milliseconds?")),
        ('20,1,eot,"1,5"', ("time_s '1,5'", "A decimal comma?")),
        ("20,1,eot,1,5", ("p.csv:2: 5 fields", "A decimal comma?")),
        ("20,1,eot", ("p.csv:2: 3 fields",)),
        (",,,", ("no conversation_id",)),
        ("20,1,int,5\n20,2,int,5\n20,1,interruption,5.0", ("p.csv:4 (20", "5.0 s a second time")),
    ],
)
def test_each_fault_names_its_line(row: str, words: tuple[str, ...]) -> None:
    told = faults(HEADER + row + "\n")
    for word in words:
        assert word in told[0]


def test_all_faults_come_together_in_line_order() -> None:
    told = faults(HEADER + "20,1,eot,x\n20,9,eot,1\n99,1,eot,1\n20,1,eot,-3\n20,1\n")
    assert [fault.split(":")[1].split(" ")[0] for fault in told] == ["2", "3", "4", "5", "6"]


def test_an_unreadable_speaker_in_every_row_is_told_briefly() -> None:
    assert len(faults(HEADER + "20,A,eot,1\n" * 1000)) == 6


@pytest.mark.parametrize(
    ("header", "words"),
    [
        (",conversation_id,speaker,task,time_s", "pandas"),
        ("conversation_id,speaker,task,time_s,score", "unknown column 'score'"),
        ("conversation_id,speaker,task,time", "Did you mean time_s?"),
        ("conversation_id,speaker,task", "the column time_s is missing"),
        ("conversation_id,speaker,task,time_s,task", "a second column 'task'"),
    ],
)
def test_headers(header: str, words: str) -> None:
    assert any(words in fault for fault in faults(header + "\n"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the file is empty"),
        ("20,1,eot,3.5\n", "No header?"),
        ('{"schema_version": 1}', r"JSON\? Give it the ending \.json"),
        (HEADER + '20,1,eot,"3', "not CSV"),
        (HEADER + "x" * 200_000 + ",1,eot,1\n", "not CSV"),
    ],
)
def test_what_is_no_table(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        parse_predictions_csv(text.encode(), ROSTER, "p.csv")


def test_form_by_ending_then_by_content() -> None:
    assert looks_like_csv(b"{}", "p.CSV")
    assert looks_like_csv(b"", "p.tsv")
    assert not looks_like_csv(HEADER.encode(), "p.json")
    assert looks_like_csv(HEADER.encode("utf-16"), "p.txt")
    assert not looks_like_csv(b'\xef\xbb\xbf {"schema_version"', "p")
    assert parse_predictions_file(HEADER.encode(), ROSTER, "-").ids == ROSTER.ids


@given(st.text(alphabet="2013,;\t\n\"'.-e _speakrtoin\x00é", max_size=80))
@settings(deadline=None)
def test_any_body_is_read_or_refused(body: str) -> None:
    try:
        parse_predictions_csv((HEADER + body).encode(), ROSTER, "p.csv")
    except (SubmissionError, FormatError) as error:
        str(error).encode()


@given(st.permutations([f"20,1,eot,{t}" for t in (0.5, 1, 1.25, 30, 700)]))
@settings(deadline=None)
def test_the_order_of_rows_does_not_matter(rows: list[str]) -> None:
    predictions = parse_predictions_csv((HEADER + "\n".join(rows)).encode(), ROSTER, "p.csv")
    assert predictions.eot.time_s.tolist() == [0.5, 1.0, 1.25, 30.0, 700.0]


def test_ids_that_cannot_be_names_are_refused_without_a_roster_too() -> None:
    table = b"conversation_id,speaker,task,time_s\nx,1,eot,1\n../x,1,eot,1\n"
    with pytest.raises(SubmissionError, match=r"^p.csv:3: conversation id '../x'"):
        parse_predictions_csv(table, None, "p.csv")

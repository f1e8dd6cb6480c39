"""Taking files of blocks apart: every index and every time line is one entry."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.corpus.formats.blocks import Grammar, read_blocks, read_time_line
from turnscope.errors import FormatError

GRAMMAR = Grammar(
    mark="->",
    usual=re.compile(r"(\d\d):(\d\d):(\d\d),(\d{3})->(\d\d):(\d\d):(\d\d),(\d{3})"),
    loose=re.compile(r"\d"),
    alike=re.compile(r"[\d:,]+->"),
    broken=re.compile(r".*->|\d+:\d+:\d"),
    indexed=True,
    example="00:00:01,000->00:00:02,000",
    kind="Test",
)


def times(n: int) -> str:
    return f"00:00:{n:02d},000->00:00:{n:02d},500"


def read(*lines: str) -> tuple[list[tuple[float | None, str]], list[int], list[str]]:
    """Starts and texts, lines of what is unread, and notes."""
    document = read_blocks("\n".join(lines), "f", GRAMMAR)
    return (
        [(cue.start_s, cue.text) for cue in document.cues],
        [int(fault.where.removeprefix("f:")) for fault in document.unread],
        [str(note) for note in document.notes],
    )


def test_regular_blocks() -> None:
    assert read("1", times(1), "a", "", "2", times(2), "b", "c", "") == (
        [(1.0, "a"), (2.0, "b\nc")],
        [],
        [],
    )


def test_lines_are_those_of_the_times() -> None:
    document = read_blocks(f"\n1\n{times(1)}\na\n\n{times(2)}", "f", GRAMMAR)
    assert [cue.line for cue in document.cues] == [3, 6]


def test_missing_indices_and_blank_lines() -> None:
    assert read(times(1), "a", "", times(2), "b")[:2] == ([(1.0, "a"), (2.0, "b")], [])
    assert read("1", times(1), "a", "2", times(2), "b") == ([(1.0, "a"), (2.0, "b")], [], [])
    assert read("1", times(1), "a", times(2), "b") == ([(1.0, "a"), (2.0, "b")], [], [])


def test_blank_lines_of_spaces() -> None:
    assert read("1", times(1), "a", " \t", "2", times(2), "b", "  ") == (
        [(1.0, "a"), (2.0, "b")],
        [],
        [],
    )


def test_missing_texts() -> None:
    entries = [(1.0, ""), (2.0, "b"), (3.0, "")]
    assert read("1", times(1), "", "", "2", times(2), "b", "", "3", times(3))[0] == entries
    assert read("1", times(1), "", "2", times(2), "b", "", "3", times(3), "")[0] == entries
    assert read("1", times(1), "2", times(2), "b", "3", times(3))[0] == entries


def test_an_index_without_times_is_an_entry_that_cannot_be_read() -> None:
    cues, unread, _ = read("1", times(1), "a", "", "2", "lost", "", "3", times(3), "c")
    assert cues == [(1.0, "a"), (3.0, "c")]
    assert unread == [5]
    assert read("1", times(1), "a", "", "2")[1] == [5]


def test_broken_times_are_entries_that_cannot_be_read() -> None:
    broken = "00:00:0x,000->00:00:02,000"
    for lines in (
        ("1", times(1), "a", "", "2", broken, "b", "", "3", times(3), "c"),
        ("1", times(1), "a", "", broken, "b", "", times(3), "c"),
        ("1", times(1), "a", "", "2", "00:00:02,000 - 00:00:03,000", "b", "", "3", times(3), "c"),
        ("1", times(1), "a", "", "00:00:02,000 - 00:00:03,000", "b", "", "3", times(3), "c"),
        ("1", times(1), "a", "00:00:02:000->00:00:03,000", "b", "", times(3), "c"),
    ):
        cues, unread, _ = read(*lines)
        assert cues == [(1.0, "a"), (3.0, "c")], lines
        assert len(unread) == 1, lines
        assert lines[unread[0] - 1] in ("2", broken, "00:00:02:000->00:00:03,000") or lines[
            unread[0] - 1
        ].startswith("00:00:02"), lines


def test_the_mark_inside_a_text_is_text() -> None:
    assert read("1", times(1), "I went -> home", "he->she")[0] == [(1.0, "I went -> home\nhe->she")]


def test_digits_inside_a_text_are_text() -> None:
    assert read("1", times(1), "42", "", "2", times(2), "a", "7")[0] == [(1.0, "42"), (2.0, "a\n7")]


def test_blank_lines_inside_a_text_are_kept_and_told() -> None:
    cues, unread, notes = read("1", times(1), "a", "", "b", " ", "c", "", "2", times(2), "d")
    assert cues == [(1.0, "a\n\nb\n \nc"), (2.0, "d")]
    assert unread == []
    assert notes == ["f:5: a blank line inside a body, kept (2 times)."]


def test_double_spaced_files() -> None:
    """What editors make of CR CR LF: a blank line after every line."""
    lines = ["1", times(1), "a", "", "2", times(2), "b", "", "3", times(3), "c"]
    cues, unread, notes = read(*[part for line in lines for part in (line, "")])
    assert cues == [(1.0, "a"), (2.0, "b"), (3.0, "c")]
    assert unread == []
    assert len(notes) == 2


def test_what_stands_in_place_of_an_index_is_told() -> None:
    cues, unread, notes = read("title", times(1), "a", "", "b)", times(2), "c")
    assert cues == [(1.0, "a"), (2.0, "c")]
    assert unread == []
    assert notes == [
        "f:1: 'title' in place of an index, not kept.",
        "f:5: 'b)' in place of an index, not kept.",
    ]


def test_text_before_the_first_entry_is_told() -> None:
    cues, unread, notes = read("made by hand", "yesterday", "", "1", times(1), "a")
    assert (cues, unread) == ([(1.0, "a")], [])
    assert notes == ["f:1: text before the first time line, not kept."]


def test_unusual_time_lines_are_read_and_told() -> None:
    cues, unread, notes = read("1", "0:0:1.5 -> 00:01:60,000  X1:40 Y2:7", "a")
    assert (cues, unread) == ([(1.5, "a")], [])
    assert len(notes) == 2
    assert all(note.startswith("f:2: ") for note in notes)


def test_without_any_time_line_it_is_another_format() -> None:
    with pytest.raises(FormatError) as caught:
        read("", '{"start": 1}', "1", "2")
    assert str(caught.value).startswith("f:2: ")
    assert "Is it JSON?" in str(caught.value)
    assert "00:00:01,000->00:00:02,000" in str(caught.value)


def test_one_broken_time_line_is_enough_to_be_this_format() -> None:
    cues, unread, _ = read("1", "00:00:01,000->00:00:02:000", "a")
    assert (cues, unread) == ([], [2])


def test_nothing_is_nothing() -> None:
    assert read("") == read("", " ", "") == ([], [], [])


@pytest.mark.parametrize(
    ("line", "times"),
    [
        ("0:01.5->0:02", (1.5, 2.0, "")),
        (" 00:00:01,000 -> 00:00:02,000 \t", (1.0, 2.0, "")),
        ("00:00:01,000->00:00:02,000 align:left", (1.0, 2.0, "align:left")),
        ("1->2", None),
        ("0:01->2", None),
        ("0:01->", None),
        ("0:01", None),
        ("a->b", None),
        ("0:01 x->0:02", None),
    ],
)
def test_time_lines(line: str, times: tuple[float, float, str] | None) -> None:
    read = read_time_line(line, "->")
    assert (None if read is None else read[:3]) == times


@given(st.data())
@settings(deadline=None)
def test_deleting_any_line_of_a_regular_file_loses_no_entry(data: st.DataObject) -> None:
    n = data.draw(st.integers(2, 5))
    lines = [part for k in range(1, n + 1) for part in (str(k), times(k), f"text {k}", "")]
    gone = data.draw(st.integers(0, len(lines) - 1))
    document = read_blocks("\n".join(lines[:gone] + lines[gone + 1 :]), "f", GRAMMAR)
    assert document.n_found == n
    assert len(document.unread) == (gone % 4 == 1)


@given(st.lists(st.sampled_from(("1", "2", "", " ", "a", "b c", times(1), times(2), "0:x->0:y"))))
@settings(deadline=None)
def test_every_time_line_is_an_entry(lines: list[str]) -> None:
    try:
        document = read_blocks("\n".join(lines), "f", GRAMMAR)
    except FormatError:
        assert not any("00:00" in line for line in lines)
        return
    good = [k for k, line in enumerate(lines, 1) if line in (times(1), times(2))]
    assert [cue.line for cue in document.cues] == good
    told = "\n".join(map(str, (*document.unread, *document.notes)))
    kept = "\n".join(cue.text for cue in document.cues)
    if not told:
        # nothing told: every word of the file is in a text
        assert kept.count("b c") == lines.count("b c")

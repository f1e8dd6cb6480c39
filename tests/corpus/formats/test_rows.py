"""Line formats of fields: comments, broken lines, files of another format."""

from __future__ import annotations

import pytest

from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.rows import (
    RowError,
    Rows,
    read_rows,
    split_fields,
    time_field,
    write_rows,
)
from turnscope.errors import FormatError


def read(text: str) -> Document:
    return read_rows(text.encode(), "f.row", "name time", _read_line)


def _read_line(line: str, number: int, rows: Rows) -> None:
    fields = split_fields(line)
    if len(fields) != 2:
        raise RowError(f"{len(fields)} fields")
    rows.heard(fields[0], "1")
    if fields[1] == "odd":
        rows.odd.add(number, "an odd one")
        return
    rows.cues.append(Cue(time_field(fields[1], "time"), None, fields[0], line=number))


def test_comments_and_blank_lines_are_passed_over_but_counted_as_lines() -> None:
    document = read(";; head\n\n  ;;more\na 1\n \t\nb\t 2\r\n")
    assert [(cue.tier, cue.start_s, cue.line) for cue in document.cues] == [
        ("a", 1.0, 4),
        ("b", 2.0, 6),
    ]
    assert document.header["comments"] == "head\nmore"
    assert document.header["channel/a"] == "1"


def test_a_broken_line_is_told_and_the_rest_is_read() -> None:
    document = read("a 1\nb\nc 1,5\nd <NA>\ne odd\nf odd\n")
    assert [cue.tier for cue in document.cues] == ["a", "d"]
    assert document.cues[1].start_s is None
    assert [str(fault) for fault in document.unread] == [
        "f.row:2: 1 fields; expected `name time`.",
        "f.row:3: time '1,5'; expected seconds as a decimal number. A decimal comma?",
    ]
    assert [str(note) for note in document.notes] == ["f.row:5: an odd one (2 times)."]
    assert document.n_found == 4


def test_a_file_without_one_good_line_is_another_format() -> None:
    with pytest.raises(FormatError) as caught:
        read("WEBVTT\n\n00:01.000 --> 00:02.000\n")
    assert str(caught.value) == (
        "f.row:1: 1 fields (none of 2 lines can be read); expected `name time`. Is it WebVTT?"
    )


@pytest.mark.parametrize("text", ["", "\n\n", ";; only a comment\n", "\ufeff"])
def test_a_file_without_lines_is_an_empty_document(text: str) -> None:
    assert read(text).n_found == 0


def test_only_blanks_and_tabs_part_fields() -> None:
    assert split_fields(" a\u00a0b\t c\u2028d ") == ["a\u00a0b", "c\u2028d"]
    assert split_fields("a b  c d", most=2) == ["a", "b", "c d"]


def test_nothing_is_written_if_one_cue_cannot_be() -> None:
    limits = Limits("row")
    assert write_rows([Cue(0.0, 1.0, "a")], limits, lambda cue: [cue.tier, "x"]) == b"a x\n"
    with pytest.raises(FormatError, match=r"cue\[1\]: no end"):
        write_rows([Cue(0.0, 1.0), Cue(0.0, None)], limits, lambda cue: [cue.tier])

"""Names of columns, and rows by them."""

from __future__ import annotations

import pytest

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.columns import NAMES, TimeColumn, columns_of, cue_of
from turnscope.corpus.formats.rows import RowError


@pytest.mark.parametrize(
    "name",
    [
        "start",
        "START",
        " Start ",
        "start_s",
        "start (s)",
        "Start [sec]",
        "startTime",
        "start-time",
        "begin",
        "start_time",
        "tmin",
        "Begin Time - hh:mm:ss.ms",
        "Begin Time - ss.msec",
        "onset",
    ],
)
def test_names_of_the_start(name: str) -> None:
    assert columns_of([name]).start == TimeColumn(0, 1)


@pytest.mark.parametrize("name", ["start_ms", "Start (ms)", "begin_time_msec", "Begin Time - msec"])
def test_starts_in_milliseconds(name: str) -> None:
    assert columns_of([name]).start == TimeColumn(0, 1000)


@pytest.mark.parametrize("name", ["", "starts", "restart", "start_frame", "ms", "_s", "text_s"])
def test_other_names_are_not(name: str) -> None:
    columns = columns_of([name])
    assert columns.start is None
    assert not columns.are_entries
    assert columns.unused == ((name,) if name else ())


def test_all_roles() -> None:
    columns = columns_of(
        ["Text", "stop", "session_id", "Speaker", "onset", "dur", "label", "x", ""]
    )
    assert columns.are_entries
    assert (columns.text, columns.recording, columns.tier, columns.label) == (0, 2, 3, 6)
    assert (columns.end, columns.start, columns.duration) == (
        TimeColumn(1, 1),
        TimeColumn(4, 1),
        TimeColumn(5, 1),
    )
    assert columns.unused == ("x",)


def test_the_better_name_wins_and_the_other_is_told() -> None:
    columns = columns_of(["channel", "words", "speaker", "text", "begin", "start", "start"])
    assert (columns.tier, columns.text, columns.start) == (2, 3, TimeColumn(5, 1))
    assert columns.unused == ("channel", "words", "begin", "start")


def test_a_start_alone_is_no_entry() -> None:
    assert not columns_of(["start", "text"]).are_entries
    assert columns_of(["start", "duration"]).are_entries
    assert not columns_of(["end", "duration"]).are_entries


@pytest.mark.parametrize("name", ["call_id", "Call ID", "callId", "dialogue", "dialog_id"])
def test_calls_and_dialogues_are_recordings(name: str) -> None:
    assert columns_of([name, "start", "end"]).recording == 0


def test_no_name_has_two_roles() -> None:
    names = [name for known in NAMES.values() for name in known]
    assert len(names) == len(set(names))


def _number(value: object, what: str) -> float | None:
    if value == "bad":
        raise RowError(f"{what} bad")
    return None if value is None else float(str(value))


def _row(names: str, *values: object) -> Cue:
    return cue_of(
        columns_of(names.split()), values, number=_number, text=lambda v, _: str(v), line=7
    )


def test_rows() -> None:
    assert _row("start end speaker text label file", 1, 2, "A", "x", "l", "r") == Cue(
        1.0, 2.0, "A", "x", "l", 7, "r"
    )
    assert _row("start_ms end_ms", 1500, None) == Cue(1.5, None, line=7)


def test_an_end_from_a_duration_is_the_decimal_sum() -> None:
    assert _row("start duration", 0.1, 0.2).end_s == 0.3 != 0.1 + 0.2
    assert _row("start_ms duration_ms", 100, 200).end_s == 0.3
    assert _row("start duration", None, 0.2) == Cue(None, None, line=7)
    assert _row("start duration", 1.0, None) == Cue(1.0, None, line=7)


def test_an_end_wins_over_a_duration() -> None:
    assert _row("start end duration", 1, 2, 5).end_s == 2.0
    assert _row("start end duration", 1, None, 5).end_s is None


def test_bad_values_are_told_by_the_name_of_their_column() -> None:
    with pytest.raises(RowError, match="Onset bad"):
        _row("Onset stop", "bad", 1)
    with pytest.raises(RowError, match="dur"):
        _row("start dur", 1e308, 1.7e308)

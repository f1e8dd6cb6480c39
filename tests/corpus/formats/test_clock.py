"""Clock times and the order of their arithmetic."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.corpus.formats.clock import clock_text, read_clock, read_seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("00:00:00,000", 0.0),
        ("00:00:01,234", 1.234),
        ("01:02:03.004", 3723.004),
        ("123:00:00,000", 442800.0),
        ("0:0:3.54", 3.54),
        ("0:1:5.2", 65.2),
        ("1:2:7.950", 3727.95),
        ("05:06.5", 306.5),
        ("90:00.000", 5400.0),
        ("00:00:07", 7.0),
        ("00:00:01.123456", 1.123456),
        ("7", 7.0),
    ],
)
def test_clock_times(text: str, seconds: float) -> None:
    clock = read_clock(text)
    assert clock is not None
    assert clock.seconds == seconds


@pytest.mark.parametrize(
    "text",
    [
        "",
        "00:00:11:890",
        "00:00:0x,000",
        "-00:00:01,000",
        "00:00:01,",
        ":00:01,000",
        "1:2:3:4",
        "00:00:001,000",
        "1234567:00:00,000",
        "\u0660\u0660:\u0660\u0660:\u0660\u0661",
        "00:00:01,000 ",
        "00: 00:01,000",
        "nan",
        "00:00:-1,000",
        "9" * 5000 + ":00:00",
    ],
)
def test_other_texts_are_no_clock_times(text: str) -> None:
    assert read_clock(text) is None


@pytest.mark.parametrize(
    ("text", "seconds", "is_odd"),
    [
        ("00:01:60,000", 120.0, True),
        ("00:75:00,000", 4500.0, True),
        ("75:00.000", 4500.0, False),
        ("00:00:01,5", 1.5, True),
        ("00:00:01,5000", 1.5, True),
        ("00:00:01.5", 1.5, False),
        ("00:00:59,999", 59.999, False),
    ],
)
def test_oddities_are_read_and_told(text: str, seconds: float, *, is_odd: bool) -> None:
    clock = read_clock(text)
    assert clock is not None
    assert (clock.seconds, bool(clock.oddity)) == (seconds, is_odd)


def test_the_order_of_the_arithmetic_decides_the_last_bit() -> None:
    """Whole milliseconds over 1000 is another float for some times; ours adds as published."""
    differing = [
        ms
        for ms in range(0, 7_200_000, 7)
        if 60 * (ms // 60000) + ms // 1000 % 60 + ms % 1000 / 1000 != ms / 1000
    ]
    assert differing
    for ms in differing:
        clock = read_clock(clock_text(ms / 1000, ","))
        assert clock is not None
        assert clock.seconds == ms // 1000 + ms % 1000 / 1000 != ms / 1000


def test_the_fraction_is_added_last() -> None:
    """Adding it to the hours first and the minutes after would round twice."""
    differing = 0
    for ms in range(1, 36_000_000, 4_999):
        h, m, s, part = ms // 3_600_000, ms // 60_000 % 60, ms // 1000 % 60, ms % 1000 / 1000
        clock = read_clock(f"{h}:{m}:{s}.{ms % 1000:03d}")
        assert clock is not None
        assert clock.seconds == (h * 3600 + m * 60 + s) + part
        differing += clock.seconds != part + h * 3600 + m * 60 + s
    assert differing


@given(st.integers(0, 10**10))
@settings(deadline=None)
def test_milliseconds_come_back_exactly(ms: int) -> None:
    clock = read_clock(clock_text(ms / 1000, ","))
    assert clock is not None
    assert not clock.oddity
    assert round(clock.seconds * 1000) == ms
    assert clock_text(clock.seconds, ",") == clock_text(ms / 1000, ",")


@pytest.mark.parametrize(
    ("time_s", "text"),
    [
        (0.0, "00:00:00,000"),
        (59.9996, "00:01:00,000"),
        (3599.9996, "01:00:00,000"),
        (360000.0, "100:00:00,000"),
        (0.0004, "00:00:00,000"),
    ],
)
def test_rounding_carries(time_s: float, text: str) -> None:
    assert clock_text(time_s, ",") == text


def test_hours_may_be_short() -> None:
    assert clock_text(3661.5, ".", hour_digits=1) == "1:01:01.500"


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("12.84", 12.84), ("-0.5", -0.5), ("1e3", 1000.0), (".5", 0.5), ("00:01.5", 1.5), ("5", 5.0)],
)
def test_plain_seconds_or_a_clock(text: str, seconds: float) -> None:
    assert read_seconds(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "nan", "inf", "1_000", "1,5", "1.5s", "\u0663", "1e999", "12:", "a:b", "0x10", " 1"],
)
def test_other_texts_are_no_seconds(text: str) -> None:
    assert read_seconds(text) is None

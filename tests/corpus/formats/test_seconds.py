"""Times as text: what is a number, exact sums, and what is written."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.corpus.formats import seconds

finite = st.floats(allow_nan=False, allow_infinity=False)


@pytest.mark.parametrize(
    ("text", "time_s"),
    [("0", 0.0), ("1.", 1.0), (".5", 0.5), ("+2.25", 2.25), ("-1e-3", -0.001), ("1E2", 100.0)],
)
def test_numbers_are_read(text: str, time_s: float) -> None:
    assert seconds.read(text) == time_s


@pytest.mark.parametrize(
    "text",
    [
        "",
        "-",
        ".",
        "1,5",
        "nan",
        "inf",
        "-inf",
        "1e999",
        "1_000",
        " 1",
        "1 ",
        "0x10",
        "1e",
        "١٢",
        "1e99999999999",
        "--undefined--",
        "9" * 400,
        "1.2.3",
        "½",
    ],
)
def test_what_is_no_finite_decimal_number_is_none(text: str) -> None:
    assert seconds.read(text) is None
    assert seconds.reach(text, "1") is None
    assert seconds.reach("1", text) is None


def test_negative_zero_becomes_zero() -> None:
    for text in ("-0", "-0.0", "-0e5"):
        time_s = seconds.read(text)
        assert time_s is not None
        assert math.copysign(1.0, time_s) == 1.0
    assert seconds.write(-0.0) == "0"


def test_sums_are_those_of_the_decimals_not_of_the_floats() -> None:
    assert seconds.reach("0.1", "0.2") == 0.3
    assert seconds.reach("0.1", "0.2") != 0.1 + 0.2
    assert seconds.between(0.1, 0.3) == "0.2"


def test_a_sum_beyond_float64_is_none() -> None:
    assert seconds.reach("1.7e308", "1.7e308") is None


def test_no_exponents_are_written() -> None:
    assert seconds.write(1e-7) == "0.0000001"
    assert seconds.write(1e22) == "10000000000000000000000"
    assert seconds.write(12.0) == "12"


@given(finite)
def test_written_times_read_back_exactly(time_s: float) -> None:
    assert seconds.read(seconds.write(time_s)) == time_s


@given(finite, finite)
def test_a_written_duration_leads_to_the_very_end(start_s: float, end_s: float) -> None:
    duration = seconds.between(start_s, end_s)
    if seconds.read(duration) is not None:
        assert seconds.reach(seconds.write(start_s), duration) == end_s

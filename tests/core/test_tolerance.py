"""The two arithmetics: float64 seconds as the published scorer compares, and exact microseconds."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from turnscope.core.columns import Floats
from turnscope.core.tolerance import EXACT, OFFICIAL, arithmetic
from turnscope.errors import ProtocolError


def column(*values: float) -> Floats:
    return np.array(values, dtype=np.float64)


def same_bits(found: Floats, expected: list[float]) -> bool:
    return found.tobytes() == np.array(expected, dtype=np.float64).tobytes()


HARD = [
    1.00005,  # below the half in binary
    2.00015,  # above it
    0.00005,
    1.00015,
    2.67495,
    0.12345,
    1234.56785,
    35_999.99995,
    35_999.99985,
    0.03125,  # an exact half of the fourth decimal: to even
    0.09375,
    0.15625,
    4096.03125,
    4096.09375,
    nextafter(0.03125, 1.0),
    nextafter(0.03125, 0.0),
    nextafter(4096.03125, 1e9),
    nextafter(4096.03125, 0.0),
    1e11 + 0.00005,
    99_999.99995,
]


def test_official_rounding_is_pythons_on_hard_values() -> None:
    values = [*HARD, *(-v for v in HARD)]
    assert same_bits(OFFICIAL.rounded(column(*values)), [round(v, 4) for v in values])


def test_hard_values_are_hard() -> None:
    # numpy's own rounding gets some of them wrong, or the test above tests nothing
    wrong = [v for v in HARD if float(np.round(v, 4)) != round(v, 4)]
    assert len(wrong) >= 3


def test_official_rounding_is_pythons_on_every_half_of_a_second_grid() -> None:
    values = [k / 20_000 for k in range(1, 200_000, 2)]  # all the halves below 10 s
    values += [3_600 + k / 20_000 for k in range(1, 40_000, 2)]
    assert same_bits(OFFICIAL.rounded(column(*values)), [round(v, 4) for v in values])


@given(st.lists(st.floats(0.0, 1e6), max_size=50))
@example([0.0, -0.0])
def test_official_rounding_is_pythons_on_any_value(values: list[float]) -> None:
    assert OFFICIAL.rounded(column(*values)).tolist() == [round(v, 4) for v in values]


@given(st.integers(0, 10**9), st.integers(-3, 3))
def test_official_rounding_is_pythons_next_to_a_half(units: int, ulps: int) -> None:
    value = (2 * units + 1) / 20_000
    for _ in range(abs(ulps)):
        value = nextafter(value, inf if ulps > 0 else -inf)
    assert OFFICIAL.rounded(column(value)).tolist() == [round(value, 4)]


def test_rounding_of_nothing() -> None:
    assert OFFICIAL.rounded(column()).shape == (0,)
    assert EXACT.rounded(column()).shape == (0,)


def test_official_ticks_are_the_seconds_themselves() -> None:
    values = column(0.1 + 0.2, 1e-300, inf, -inf)
    assert same_bits(OFFICIAL.ticks(values), values.tolist())
    assert same_bits(OFFICIAL.seconds(values), values.tolist())
    assert OFFICIAL.tick(0.1 + 0.2) == 0.1 + 0.2


def test_exact_ticks_are_whole_microseconds() -> None:
    found = EXACT.ticks(column(0.0, 0.2, 0.1 + 0.2, 1.0000004, 1.0000006, 35_999.999, inf, -inf))
    assert found.tolist() == [0, 200_000, 300_000, 1_000_000, 1_000_001, 35_999_999_000, inf, -inf]
    assert EXACT.tick(0.2) == 200_000
    assert EXACT.tick(0.25) == 250_000
    assert EXACT.tick(3.0) == 3_000_000


@given(st.integers(0, 10**8))
def test_every_millisecond_survives_the_exact_grid(milliseconds: int) -> None:
    time_s = milliseconds / 1000
    ticks = EXACT.ticks(column(time_s))
    assert ticks.tolist() == [milliseconds * 1000]
    assert EXACT.seconds(ticks).tolist() == [time_s]


@given(st.integers(0, 10**8))
def test_milliseconds_read_from_a_clock_survive_the_exact_grid(milliseconds: int) -> None:
    hours, rest = divmod(milliseconds, 3_600_000)
    minutes, rest = divmod(rest, 60_000)
    seconds, fraction = divmod(rest, 1000)
    time_s = hours * 3600 + minutes * 60 + seconds + fraction / 1000
    assert EXACT.ticks(column(time_s)).tolist() == [milliseconds * 1000]


def test_200_ms_is_within_200_ms_on_the_exact_grid_alone() -> None:
    starts = np.arange(600_000) / 1000
    ends = (np.arange(600_000) + 200) / 1000
    exact = EXACT.ticks(ends) - EXACT.ticks(starts) <= EXACT.tick(0.2)
    official = OFFICIAL.ticks(ends) - OFFICIAL.ticks(starts) <= OFFICIAL.tick(0.2)
    assert exact.all()
    assert official.mean() == pytest.approx(0.605, abs=0.0005)  # of the first ten minutes


@given(st.integers(0, 2 * 10**11))
def test_exact_rounding_is_half_to_even_on_100_microseconds(half_ticks: int) -> None:
    # means of two ticks lie on halves
    expected = round(Fraction(half_ticks, 200)) * 100
    assert EXACT.rounded(column(half_ticks / 2)).tolist() == [expected]


@pytest.mark.parametrize(
    ("ticks", "rounded"),
    [(50.0, 0.0), (150.0, 200.0), (250.0, 200.0), (49.5, 0.0), (50.5, 100.0), (1_000_050.0, 1e6)],
)
def test_exact_rounding_by_hand(ticks: float, rounded: float) -> None:
    assert EXACT.rounded(column(ticks)).tolist() == [rounded]


def test_by_name() -> None:
    assert arithmetic("official") is OFFICIAL
    assert arithmetic("exact") is EXACT


@pytest.mark.parametrize("name", ["", "Exact", "float", "decimal"])
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(ProtocolError, match=f"arithmetic: {name!r}; expected official or exact"):
        arithmetic(name)

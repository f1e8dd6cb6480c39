"""Numbers as people read them."""

import pytest

from turnscope.report.numbers import count_of, milliseconds, rate


@pytest.mark.parametrize(
    ("value", "text"), [(5315 / 6293, "0.845"), (1.0, "1.000"), (0.0005, "0.001"), (0.0, "0.000")]
)
def test_rates_have_three_decimals(value: float, text: str) -> None:
    assert rate(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(368.4, "368"), (-56.6, "-57"), (-0.4, "0"), (0.5, "0"), (1.5, "2")]
)
def test_latencies_are_whole_milliseconds(value: float, text: str) -> None:
    assert milliseconds(value) == text


def test_the_undefined_is_a_dash() -> None:
    assert rate(float("nan")) == milliseconds(float("nan")) == "—"


def test_counts_stand_in_brackets() -> None:
    assert count_of(5315, 6293) == "(5315/6293)"

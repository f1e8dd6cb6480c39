"""The rules for times and the guesses at what broke them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.errors import Fault
from turnscope.files.time_lists import time_list


def told(values: object, duration_s: float = 702.4) -> list[str]:
    faults: list[Fault] = []
    time_list(values, "20/speaker_1/eot", duration_s, faults)
    return [str(fault) for fault in faults]


@pytest.mark.parametrize("values", [[], [0], [0.0, 702.4], [1, 2.5, 3]])
def test_good_lists(values: list[float]) -> None:
    assert told(values) == []


def test_one_time_in_milliseconds_is_told_as_such() -> None:
    assert told([1.0, 2.0, 3.0, 12840.0]) == [
        "20/speaker_1/eot[3]: 12840.0 s is past the end of the audio (702.4 s); expected seconds. "
        "Milliseconds?"
    ]


@pytest.mark.parametrize(
    ("values", "hint"),
    [
        ([500, 900, 1300], "Milliseconds?"),
        ([1.0, 702.5], "Committed after the audio had ended? Leave it out"),
        ([1.0, 2.0, 3.0, 900.0], "Times of another conversation?"),
        ([16000, 1_600_000], "Sample numbers? Divide by the sampling rate"),
        ([1.7e9], "Clock time? Count from the start of the recording"),
        ([1e300], "Times of another conversation?"),
    ],
)
def test_guesses(values: list[float], hint: str) -> None:
    assert told(values)[-1].endswith(f"expected seconds. {hint}" + "." * (hint[-1] != "?"))


def test_without_a_duration_no_end_is_checked() -> None:
    assert told([12840.0], float("nan")) == []


def test_order_duplicates_and_negatives_name_index_and_values() -> None:
    assert told([-1, 5.0, 5.0, 3.0]) == [
        "20/speaker_1/eot[0]: -1.0 s is before the recording; expected seconds from its start, "
        "not negative. A mark for 'no event'? Leave it out.",
        "20/speaker_1/eot[2]: 5.0 s a second time; expected strictly increasing times. "
        "A duplicate? Keep one.",
        "20/speaker_1/eot[3]: 3.0 s comes after 5.0 s; expected strictly increasing times. "
        "Sort the list.",
    ]


def test_indices_are_those_of_the_file_also_beside_values_that_are_no_numbers() -> None:
    lines = told([1.0, "x", 800.5, 2.0])
    assert [line.split(":")[0][-3:] for line in lines] == ["[1]", "[2]", "[3]"]


@given(st.lists(st.floats(-10, 800) | st.sampled_from([0.0, -0.0, 702.4, 5.0, 5])))
@settings(deadline=None)
def test_a_list_passes_exactly_if_it_keeps_the_rules(values: list[float]) -> None:
    keeps = all(0 <= t <= 702.4 for t in values) and bool((np.diff(values) > 0).all())
    assert (told(values) == []) == keeps

"""Lists of numbers: what counts as one and what is said of the rest."""

import numpy as np
import pytest

from turnscope.errors import Fault
from turnscope.files.number_lists import each_fault, is_number, number_list


def test_numbers_become_float64_in_order() -> None:
    faults: list[Fault] = []
    numbers = number_list([1, 2.5, -3, 2**60], "w", "a number", faults)
    assert numbers.value.tolist() == [1.0, 2.5, -3.0, float(2**60)]
    assert numbers.whole
    assert not faults


@pytest.mark.parametrize(
    ("value", "found", "hint"),
    [
        (True, "true", "A flag in the place of a number?"),
        (None, "null", "Leave out what did not happen"),
        ("1.5", "the text '1.5'", "Write it without quotes"),
        ("1,5", "the text '1,5'", "A decimal comma? Write a point, without quotes"),
        ("x", "the text 'x'", ""),
        ([1.0], "a list of 1 values", "One pair of brackets too many?"),
        ({"t": 1}, "an object with t", ""),
        (float("nan"), "NaN", ""),
        (float("inf"), "Infinity", ""),
        (10**400, "a number of 401 digits", ""),
    ],
)
def test_everything_else_is_a_fault_at_its_index(value: object, found: str, hint: str) -> None:
    faults: list[Fault] = []
    numbers = number_list([0.5, value, 2], "w", "a number", faults)
    assert faults == [Fault("w[1]", found, "a number", hint)]
    assert numbers.value.tolist() == [0.5, 2.0]
    assert numbers.index.tolist() == [0, 2]
    assert not numbers.whole
    assert not is_number(value)


def test_no_list_at_all() -> None:
    faults: list[Fault] = []
    assert not len(number_list(1.5, "w", "a number", faults).value)
    assert str(faults[0]) == "w: 1.5; expected a list, each value a number."


def test_after_five_the_rest_is_counted() -> None:
    def fault(k: int) -> Fault:
        return Fault(f"w[{k}]", "bad", "good")

    told = list(each_fault(np.arange(100), fault))
    assert len(told) == 6
    assert str(told[-1]) == "w[5] to w[99]: 95 more of this kind in the list; expected good."
    assert [f.where for f in each_fault(np.arange(6), fault)][-1] == "w[5]"
    assert len(list(each_fault(np.arange(5), fault))) == 5

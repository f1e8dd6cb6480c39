"""A JSON list of numbers to a column, with a fault for every value that is none."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from turnscope.core.columns import Floats, Ints
from turnscope.errors import Fault
from turnscope.files.wording import described

__all__ = ["NumberList", "each_fault", "is_number", "number_list"]

_NUMERIC = frozenset({int, float})
_MOST_FAULTS = 5


def is_number(value: object) -> bool:
    """Whether a JSON value is a finite number that float64 can hold; true and false are not."""
    if type(value) is float:
        return math.isfinite(value)
    if type(value) is int:
        try:
            float(value)
        except OverflowError:
            return False
        return True
    return False


def each_fault(indices: Ints, fault: Callable[[int], Fault]) -> Iterator[Fault]:
    """A fault for each index, and after five one that counts the rest.

    A list in milliseconds is wrong in every value; five of them show it, and a file of
    millions of values must not become millions of messages.
    """
    for index in indices[:_MOST_FAULTS]:
        yield fault(int(index))
    rest = len(indices) - _MOST_FAULTS
    if rest > 0:
        first, last = fault(int(indices[_MOST_FAULTS])), fault(int(indices[-1]))
        where = first.where if rest == 1 else f"{first.where} to {last.where}"
        yield Fault(where, f"{rest} more of this kind in the list", first.expected, first.hint)


@dataclass(frozen=True, slots=True)
class NumberList:
    """The finite numbers of a list.

    Attributes:
        value: float64, shape (n,).
        index: where each stands in the list as the file has it, shape (n,).
        whole: whether everything in the list was a finite number.
    """

    value: Floats
    index: Ints
    whole: bool


def number_list(values: object, where: str, rule: str, faults: list[Fault]) -> NumberList:
    """The numbers of a JSON list; whatever else it holds is added to ``faults``.

    Args:
        values: the list as parsed; anything else is a fault and counts as no numbers.
        where: its place, for messages; values are named ``where[index]``.
        rule: what each value should be.
        faults: grows by what is found.
    """
    if not isinstance(values, list):
        faults.append(Fault(where, described(values), f"a list, each value {rule}"))
        return NumberList(np.empty(0), np.empty(0, np.int64), False)
    # One pass in C over the types: converting alone would take true, null and "1.5" for numbers.
    if _NUMERIC.issuperset(map(type, values)):
        try:
            column = np.array(values, dtype=np.float64)
        except OverflowError:
            pass
        else:
            if np.isfinite(column).all():
                return NumberList(column, np.arange(len(column)), True)
    good = np.fromiter(map(is_number, values), np.bool_, len(values))
    bad = np.flatnonzero(~good)
    faults.extend(
        each_fault(
            bad, lambda k: Fault(f"{where}[{k}]", described(values[k]), rule, _cause(values[k]))
        )
    )
    kept = np.flatnonzero(good)
    return NumberList(np.array([float(values[k]) for k in kept]), kept, False)


def _cause(value: object) -> str:
    match value:
        case None:
            return "Leave out what did not happen"
        case bool():
            return "A flag in the place of a number?"
        case str():
            try:
                float(value)
            except ValueError:
                comma = value.strip().replace(",", ".", 1)
                decimal = "," in value and comma.replace(".", "", 1).isdecimal()
                return "A decimal comma? Write a point, without quotes" if decimal else ""
            return "Write it without quotes"
        case list():
            return "One pair of brackets too many?"
        case _:
            return ""

"""The rules for a list of committed times, and what a list that breaks them probably is."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from turnscope.core.columns import Floats
from turnscope.errors import Fault
from turnscope.files.number_lists import each_fault, number_list

__all__ = ["repeated_or_unsorted", "time_list", "time_range_faults"]

_RULE = "a number of seconds"
_JUST_PAST_S = 5.0
_UNIX_S = (1.0e9, 1.0e13)
_SAMPLE_RATES_HZ = (8000, 16000, 24000, 44100, 48000)


def time_list(values: object, where: str, duration_s: float, faults: list[Fault]) -> Floats:
    """The times of one JSON list: finite, >= 0, strictly increasing, at most ``duration_s``.

    Args:
        values: the list as parsed.
        where: conversation/speaker/list, for messages.
        duration_s: of the conversation's audio; NaN leaves that rule out.
        faults: grows by every value that breaks a rule, named by its index.

    Returns:
        The finite numbers of the list in file order, shape (n,).
    """
    numbers = number_list(values, where, _RULE, faults)
    times, index = numbers.value, numbers.index
    # Increasing times are in range if both ends are: one comparison for nearly every list.
    if not len(times) or (
        (times[1:] > times[:-1]).all() and times[0] >= 0 and not times[-1] > duration_s
    ):
        return times

    def place(position: int) -> str:
        return f"{where}[{index[position]}]"

    faults.extend(time_range_faults(times, duration_s, place))
    faults.extend(repeated_or_unsorted(times, place))
    return times


def time_range_faults(times: Floats, duration_s: float, place: Callable[[int], str]) -> list[Fault]:
    """Faults of times before 0 or past the end of the audio, each at ``place(position)``."""
    faults = list(
        each_fault(
            np.flatnonzero(times < 0),
            lambda k: Fault(
                place(k),
                f"{times[k]!s} s is before the recording",
                "seconds from its start, not negative",
                "A mark for 'no event'? Leave it out" if times[k] == -1 else "",
            ),
        )
    )
    late = times > duration_s
    most_are_late = np.count_nonzero(late) * 2 >= len(times)
    faults.extend(
        each_fault(
            np.flatnonzero(late),
            lambda k: Fault(
                place(k),
                f"{times[k]!s} s is past the end of the audio ({duration_s!s} s)",
                "seconds",
                _late_cause(float(times[k]), duration_s, bool(most_are_late)),
            ),
        )
    )
    return faults


def repeated_or_unsorted(times: Floats, place: Callable[[int], str]) -> list[Fault]:
    """Faults of times that do not come after the one before, each at ``place(position)``."""
    step = np.diff(times)
    faults = list(
        each_fault(
            np.flatnonzero(step == 0) + 1,
            lambda k: Fault(
                place(k),
                f"{times[k]!s} s a second time",
                "strictly increasing times",
                "A duplicate? Keep one",
            ),
        )
    )
    faults.extend(
        each_fault(
            np.flatnonzero(step < 0) + 1,
            lambda k: Fault(
                place(k),
                f"{times[k]!s} s comes after {times[k - 1]!s} s",
                "strictly increasing times",
                "Sort the list",
            ),
        )
    )
    return faults


def _late_cause(time_s: float, duration_s: float, most_are_late: bool) -> str:
    if time_s <= duration_s + _JUST_PAST_S:
        return "Committed after the audio had ended? Leave it out"
    if _UNIX_S[0] <= time_s < _UNIX_S[1] and duration_s < _UNIX_S[0] / 1000:
        return "Clock time? Count from the start of the recording"
    if time_s / 1000 <= duration_s and (most_are_late or time_s > 2 * duration_s):
        return "Milliseconds?"
    if time_s > 2 * duration_s and time_s / 1000 > duration_s:
        rates = [rate for rate in _SAMPLE_RATES_HZ if time_s / rate <= duration_s]
        if rates:
            return "Sample numbers? Divide by the sampling rate"
    return "Times of another conversation?"

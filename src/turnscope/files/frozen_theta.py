"""The threshold that a sweep of one split froze for another, read from the sweep's file."""

from __future__ import annotations

import os
from dataclasses import dataclass

from turnscope.core.commit_rule import CommitRule
from turnscope.core.protocol import Task
from turnscope.errors import Fault, FormatError, ProtocolError, SubmissionError
from turnscope.files.number_lists import is_number
from turnscope.files.score_tracks import MOST_FRAMES
from turnscope.files.strict_json import read_json

__all__ = ["FrozenTheta", "read_frozen_theta"]


@dataclass(frozen=True, slots=True)
class FrozenTheta:
    """A threshold and what it was chosen for.

    Attributes:
        task: the task of the scores.
        theta: the threshold.
        frame_rate_hz: of the scores it was chosen on; another rate has another refractory
            period in frames and other times.
        rule: the rule of commits.
    """

    task: Task
    theta: float
    frame_rate_hz: float
    rule: CommitRule


def read_frozen_theta(path: str | os.PathLike[str]) -> FrozenTheta:
    """The operating point in a file that ``turnscope sweep --json`` wrote.

    Raises:
        FormatError: if it is not such a file.
        SubmissionError: if no threshold fitted the budget there: there is nothing to freeze.
    """
    document = read_json(path)
    name = str(path)
    if not isinstance(document, dict) or "operating_point" not in document:
        raise FormatError.at(
            name, None, "has no operating_point", expected="a file of turnscope sweep --json"
        )
    point, protocol = document["operating_point"], document.get("protocol")
    if point is None:
        raise SubmissionError(
            Fault(name, "no threshold fitted the budget", "an operating point to freeze")
        )
    task, rate_hz = document.get("task"), document.get("frame_rate_hz")
    theta = point.get("theta") if isinstance(point, dict) else None
    stamp = protocol.get("commit_rule") if isinstance(protocol, dict) else None
    rule = _rule(stamp)
    faults = [
        Fault(f"{name}: {key}", repr(value), expected)
        for key, value, good, expected in (
            ("task", task, task in tuple(Task), "eot or int"),
            ("operating_point/theta", theta, _is_within(theta, 1.0), "a number from 0 to 1"),
            ("frame_rate_hz", rate_hz, _is_rate(rate_hz), "a number above 0"),
            ("protocol/commit_rule", stamp, rule is not None, "the options of the rule"),
        )
        if not good
    ]
    if faults or rule is None:
        raise FormatError(faults)
    return FrozenTheta(Task(str(task)), float(str(theta)), float(str(rate_hz)), rule)


def _is_within(value: object, most: float) -> bool:
    return is_number(value) and 0.0 <= float(str(value)) <= most


def _is_rate(value: object) -> bool:
    return _is_within(value, MOST_FRAMES) and value != 0


def _rule(stamp: object) -> CommitRule | None:
    """The rule behind a stamp, None if it is none."""
    if not isinstance(stamp, dict):
        return None
    options = {key: value for key, value in stamp.items() if key != "name"}
    try:
        return CommitRule(**options)
    except (TypeError, ProtocolError):
        return None

"""Predictions: times by conversation, speaker and task, renumbered along other rosters."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task


def some() -> Predictions:
    return Predictions.of(
        {
            "a": {1: {Task.EOT: [3.0, 1.0], Task.INTERRUPTION: [7.0]}, 2: {Task.EOT: [2.0]}},
            "b": {2: {Task.INTERRUPTION: np.array([4.0, 5.0])}},
            "c": {},
        },
        system="s",
    )


def test_of_numbers_groups_and_sorts_times() -> None:
    found = some()
    assert found.ids == ("a", "b", "c")
    assert found.system == "s"
    assert found.eot.group.tolist() == [0, 0, 1]
    assert found.eot.time_s.tolist() == [1.0, 3.0, 2.0]
    assert found.interruption.group.tolist() == [0, 3, 3]
    assert found.interruption.time_s.tolist() == [7.0, 4.0, 5.0]
    assert found.task(Task.EOT) is found.eot
    assert found.task(Task.INTERRUPTION) is found.interruption


def test_a_task_without_an_event_in_the_whole_is_not_supported() -> None:
    assert some().supported == {Task.EOT, Task.INTERRUPTION}
    only = Predictions.of({"a": {1: {Task.EOT: []}}, "b": {1: {Task.EOT: [1.0]}}})
    assert only.supported == {Task.EOT}
    assert Predictions.of({"a": {}}).supported == frozenset()


def test_no_conversations() -> None:
    nothing = Predictions.of({})
    assert nothing.ids == ()
    assert len(nothing.eot) == len(nothing.interruption) == 0
    assert nothing.supported == frozenset()


def test_along_reorders_drops_and_fills() -> None:
    found = some().along(["b", "x", "a"])
    assert found.ids == ("b", "x", "a")
    assert found.eot.group.tolist() == [4, 4, 5]
    assert found.eot.time_s.tolist() == [1.0, 3.0, 2.0]
    assert found.interruption.group.tolist() == [1, 1, 4]
    assert found.interruption.time_s.tolist() == [4.0, 5.0, 7.0]
    assert found.system == "s"


def test_support_does_not_change_with_the_filter() -> None:
    found = some().along(["c"])
    assert len(found.eot) == len(found.interruption) == 0
    assert found.supported == {Task.EOT, Task.INTERRUPTION}


@pytest.mark.parametrize(
    ("speakers", "eot", "interruption"),
    [((1,), [1.0, 3.0], [7.0]), ((2,), [2.0], [4.0, 5.0]), ((), [], [])],
)
def test_along_keeps_the_asked_speakers(
    speakers: tuple[int, ...], eot: list[float], interruption: list[float]
) -> None:
    found = some().along(["a", "b", "c"], speakers=iter(speakers))
    assert found.eot.time_s.tolist() == eot
    assert found.interruption.time_s.tolist() == interruption


def test_along_of_no_conversations() -> None:
    assert len(Predictions.of({}).along(["a", "b"]).eot) == 0
    assert len(some().along([]).eot) == 0

"""Predictions: times by conversation, speaker and task, renumbered along other rosters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import SubmissionError


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


@pytest.mark.parametrize(
    ("events", "said"),
    [
        ({20: {1: {Task.EOT: [1.0]}}}, "conversation: id 20; expected text"),
        ({"20": {3: {Task.EOT: [1.0]}}}, "20/3: speaker 3; expected the number 1 or 2"),
        ({"20": {"speaker_1": {Task.EOT: [1.0]}}}, "speaker 'speaker_1'"),
        ({"20": {1: {"interruption": [1.0]}}}, "20/1: task 'interruption'; expected Task.EOT"),
        ({"20": {1: {Task.EOT: [1.0, float("nan")]}}}, "20/1/eot[1]: nan s; expected a finite"),
        ({"20": {1: {Task.EOT: [float("inf")]}}}, "20/1/eot[0]: inf s"),
        ({"20": {1: {Task.EOT: ["1.0"]}}}, "20/1/eot: times of shape (1,) and type <U3"),
        ({"20": {1: {Task.EOT: [True]}}}, "type bool"),
        ({"20": {1: {Task.EOT: [None]}}}, "type object"),
        ({"20": {1: {Task.EOT: [[1.0]]}}}, "times of shape (1, 1)"),
        ({"20": {1: {Task.EOT: 1.0}}}, "times of shape ()"),
    ],
)
def test_nothing_that_cannot_be_meant_is_dropped(events: dict[str, Any], said: str) -> None:
    with pytest.raises(SubmissionError, match="expected") as caught:
        Predictions.of({**events, "21": {1: {Task.INTERRUPTION: [2, 3]}}})
    assert said in str(caught.value)
    assert len(caught.value.faults) == 1

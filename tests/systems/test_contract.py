"""Answers that are none, in words rather than in exceptions of ours."""

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Said, SystemCard
from turnscope.systems.contract import breach

EOT, INT = Task.EOT, Task.INTERRUPTION
CARD = SystemCard("x", "1", frozenset({EOT}), 0.1, score_rate_hz=10.0)


class Unspeakable:
    def __repr__(self) -> str:
        raise RuntimeError


@pytest.mark.parametrize(
    "said",
    [
        NOTHING,
        Said([EOT]),
        Said((EOT,), {EOT: [0.0, 1.0]}),
        Said._make((["eot"], {"eot": [1]})),
        Said._make(((), {EOT: np.array([0.5], np.float32)})),
        Said._make(((), {EOT: np.array([1, 0])})),
        Said._make(((), {EOT: [np.float32(0.5)]})),
        Said((), {EOT: []}),
    ],
)
def test_answers(said: Said) -> None:
    assert breach(said, CARD) is None


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (None, "an answer of the type NoneType"),
        (((), {}), "an answer of the type tuple"),
        (Said._make((None, {})), "commits None"),
        (Said._make((EOT, {})), "commits <Task"),
        (Said._make(({EOT}, {})), "commits {<Task"),
        (Said._make((iter([EOT]), {})), "commits <list_iterator"),
        (Said._make((np.array(["eot"]), {})), "commits array"),
        (Said._make(([3.2], {})), "a commit to 3.2"),
        (Said._make(([[]], {})), "a commit to []"),
        (Said._make(([INT], {})), "a commit to int"),
        (Said._make(([EOT, "eot"], {})), "a commit to eot"),
        (Said._make(((), None)), "scores None"),
        (Said._make(((), [0.5])), "scores [0.5]"),
        (Said._make(((), {5: [0.1]})), "a score for 5"),
        (Said._make(((), {INT: [0.1]})), "a score for int"),
        (Said._make(((), {EOT: 0.5})), "the eot scores 0.5"),
        (Said._make(((), {EOT: None})), "the eot scores None"),
        (Said._make(((), {EOT: "1"})), "the eot scores '1'"),
        (Said._make(((), {EOT: np.array(0.5)})), "the eot scores array(0.5)"),
        (Said._make(((), {EOT: np.zeros((1, 1))})), "the eot scores array([[0.]])"),
        (Said._make(((), {EOT: [True]})), "the eot score True"),
        (Said._make(((), {EOT: np.array([True])})), "the eot score np.True_"),
        (Said._make(((), {EOT: [None]})), "the eot score None"),
        (Said._make(((), {EOT: [float("nan")]})), "the eot score nan"),
        (Said._make(((), {EOT: np.array([0.5, np.nan])})), "the eot score nan"),
        (Said._make(((), {EOT: [0.5, 1.01]})), "the eot score 1.01"),
        (Said._make(((), {EOT: [-0.1]})), "the eot score -0.1"),
        (
            Said._make(((), {EOT: [Unspeakable()]})),
            "the eot score Unspeakable (RuntimeError in its repr)",
        ),
    ],
)
def test_what_is_none_is_told(said: object, found: str) -> None:
    odd = breach(said, CARD)
    assert odd is not None
    assert odd[0].startswith(found)
    assert odd[1]


def test_scores_need_a_rate() -> None:
    assert breach(Said((), {EOT: [0.5]}), SystemCard("x", "1", frozenset({EOT}), 0.1)) is not None

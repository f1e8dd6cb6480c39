"""The small values systems speak in."""

from turnscope.core.protocol import Task
from turnscope.systems.base import Commit, SystemCard


def test_a_commit_is_a_task_and_a_time() -> None:
    task, time_s = Commit(Task.EOT, 1.5)
    assert (task, time_s) == ("eot", 1.5)


def test_a_card_has_no_parameters_by_default() -> None:
    card = SystemCard("x", "1", frozenset({Task.EOT}), causal=False)
    assert dict(card.parameters) == {}

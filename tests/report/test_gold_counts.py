"""Counts of a gold by type, and where two golds differ."""

import json

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.report.gold_counts import (
    GoldCounts,
    count_gold,
    counts_document,
    counts_table,
    n_different,
)


def gold(last: float = 9.0) -> Gold:
    roster = Roster(
        ("a", "b", "c"),
        np.array([3600.0, 1800.0, 1800.0]),
        (Metadata("Instructional"), Metadata("Casual/Spontaneous"), Metadata()),
    )
    eot = TaskGold(
        Points(np.array([0, 0, 2, 5]), np.array([1.0, 2.0, 3.0, last])),
        Spans(np.array([0]), np.array([4.0]), np.array([5.0])),
        Spans(np.array([0, 3]), np.array([2.0, 0.0]), np.array([2.5, 1.0])),
    )
    return Gold(roster, eot, TaskGold.empty())


def test_counts_are_by_type_and_over_all() -> None:
    counts = count_gold(gold())
    assert list(counts) == ["all", "Instructional", "Casual", "(no type)"]
    assert counts["all"][Task.EOT] == GoldCounts(4, 1, 2, 1)
    assert counts["Instructional"][Task.EOT] == GoldCounts(2, 1, 1, 1)
    assert counts["Casual"][Task.EOT] == GoldCounts(1, 0, 1, 0)
    assert counts["all"][Task.INTERRUPTION] == GoldCounts(0, 0, 0, 0)


def test_table_and_document_say_the_same() -> None:
    counts = count_gold(gold())
    assert counts_table(counts)[1].split() == ["all", "4", "1", "2", "1", "0", "0", "0", "0"]
    document = json.loads(json.dumps(counts_document(gold(), counts)))
    assert document["hours"] == 2.0
    assert document["counts"]["all"]["eot"]["masked"] == 1


def test_a_moved_event_is_one_lost_and_one_new() -> None:
    assert n_different(gold(), gold()) == {Task.EOT: 0, Task.INTERRUPTION: 0}
    assert n_different(gold(), gold(last=9.5)) == {Task.EOT: 2, Task.INTERRUPTION: 0}

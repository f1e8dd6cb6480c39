"""Masked positives by name."""

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.scoring.masked import MaskedPositive, masked_positives
from turnscope.scoring.score import score


def test_they_are_named_and_told_whether_they_were_hit() -> None:
    # speaker 2 of "b"   excluded [4 ── 6]    [14 ── 20]
    #                    positives  5           15     25
    #                    predictions    7          16
    group = np.array([3, 3, 3])
    interruption = TaskGold(
        Points(group, np.array([5.0, 15.0, 25.0])),
        Spans.empty(),
        Spans(group[:2], np.array([4.0, 14.0]), np.array([6.0, 20.0])),
    )
    roster = Roster(("a", "b"), np.full(2, 60.0), (Metadata(), Metadata()))
    gold = Gold(roster, TaskGold.empty(), interruption)
    said = Predictions.of({"b": {2: {Task.INTERRUPTION: [7.0, 16.0]}}})
    assert masked_positives(score(gold, said)) == {
        Task.EOT: (),
        Task.INTERRUPTION: (MaskedPositive("b", 2, 5.0, True), MaskedPositive("b", 2, 15.0, False)),
    }

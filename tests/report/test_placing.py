"""Systems side by side."""

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.report.placing import placed_table, points_lines
from turnscope.scoring.placing import Placed, place_commits
from turnscope.scoring.thresholds import OperatingPoint


def placed() -> Placed:
    points = Points(np.zeros(2, np.int64), np.array([5.0, 15.0]))
    roster = Roster(("a",), np.array([30.0]), (Metadata(),))
    eot = TaskGold(points, Spans.empty(), Spans.empty())
    gold = Gold(roster, eot, TaskGold.empty())
    return place_commits(Predictions.of({"a": {1: {Task.EOT: [5.5]}}}), gold)


def test_a_row_a_system_and_a_dash_for_what_it_does_not_do() -> None:
    lines = placed_table({"energy": placed(), "oracle (causal: no)": placed()})
    assert lines[0].startswith("end of turn by system ")
    assert lines[1].split() == ["energy", "0.500", "(1/2)", "—", "(0/0)", "500"]
    assert lines[2].startswith("oracle (causal: no)")
    assert lines[5].split() == ["energy", "—", "(0/0)", "—", "(0/0)", "—"]


def test_points_are_told_also_where_none_fits() -> None:
    chosen = Placed(
        placed().outcomes,
        placed().predictions,
        {Task.EOT: OperatingPoint(0.25, 0.9, 0.05, 0.1, 3), Task.INTERRUPTION: None},
    )
    assert points_lines("s", chosen) == [
        "s eot: theta 0.25, recall 0.900, fp_rate 0.050",
        "s int: no threshold fits",
    ]
    assert points_lines("s", placed()) == []

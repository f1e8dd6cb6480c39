"""The table of planted values: marks what does not hold, dashes what is undefined."""

from __future__ import annotations

import json
import math

from turnscope.analysis.recovery import Recovered
from turnscope.core.protocol import Task
from turnscope.report.recovery import recovery_document, recovery_lines
from turnscope.stats.intervals import Interval, no_interval

ROWS = [
    Recovered(Task.EOT, "recall", 0.9, 0.88, Interval(0.86, 0.91, 0.95, "percentile", 9), 0.8),
    Recovered(Task.EOT, "p50_ms", 300.0, 340.0, Interval(320.0, 360.0, 0.95, "bca", 9), 330.0),
    Recovered(
        Task.INTERRUPTION, "fp_rate", math.nan, math.nan, no_interval(0.95, "percentile"), math.nan
    ),
]


def test_lines() -> None:
    assert recovery_lines(ROWS) == [
        "task                     planted  measured   95 % interval     annotators",
        "end of turn   recall       0.900     0.880  0.860 to 0.910          0.800",
        "              median ms      300       340      320 to 360  *         330",
        "interruption  fp_rate          —         —               —  *           —",
        "",
        "1 of 3 planted values lie in their interval; others: *",
        "annotators: the same system against the gold of three simulated annotators,",
        "whose errors are in it",
    ]


def test_document_is_plain_json() -> None:
    document = json.loads(json.dumps(recovery_document(ROWS), allow_nan=False))
    assert document[0]["holds"] is True
    assert document[0]["interval"]["high"] == 0.91
    assert document[2]["planted"] is None
    assert document[2]["interval"]["low"] is None

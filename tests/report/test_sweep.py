"""A sweep for people and as a document."""

import json

import numpy as np

from turnscope.core.protocol import Task
from turnscope.report.sweep import sweep_document, sweep_lines
from turnscope.scoring.nested import nested
from turnscope.scoring.sweep import Sweep
from turnscope.scoring.thresholds import operating_point


def swept(alarms: list[int]) -> Sweep:
    k = len(alarms)
    return Sweep(
        Task.EOT,
        np.arange(1, k + 1) / 10,
        ("a", "b"),
        np.array([[9 - i for i in range(k)]] * 2),
        np.array([10, 10]),
        np.array([alarms] * 2),
        np.array([10, 10]),
        np.array([[100.0] * k, [np.nan] + [250.0] * (k - 1), [900.0] * k]),
        12.5,
    )


def test_the_operating_point_comes_first() -> None:
    sweep = swept([4, 1, 0])
    lines = sweep_lines(sweep, operating_point(sweep), budget=0.1)
    assert lines[:2] == [
        "end of turn: theta 0.2 has the highest recall with fp_rate within 0.1",
        "recall 0.800 (16/20)  fp_rate 0.100 (2/20)  latency 250 ms",
    ]
    assert sum("<- operating point" in line for line in lines) == 1
    assert lines[-1] == "(3 of 3 thresholds)"


def test_that_none_fits_is_said_with_the_lowest_rate() -> None:
    sweep = swept([5, 4, 3])
    line = " ".join(sweep_lines(sweep, operating_point(sweep), budget=0.1)[:2])
    assert "no operating point" in line
    assert "the lowest is 0.300" in line


def test_the_document_is_json_with_the_whole_curve() -> None:
    sweep = swept([4, 1, 0])
    found = sweep_document(
        sweep, operating_point(sweep), budget=0.1, tie="theta", nest=nested(sweep)
    )
    document = json.loads(json.dumps(found, allow_nan=False))
    assert document["operating_point"]["theta"] == 0.2
    assert document["curve"]["tp"] == [18, 16, 14]
    assert document["curve"]["latency_ms"]["p50"] == [None, 250.0, 250.0]
    assert document["protocol"]["commit_rule"]["name"] == "official"
    assert document["nested"]["n_folds"] == 2
    assert sweep_document(sweep, None, budget=0.1, tie="theta")["operating_point"] is None

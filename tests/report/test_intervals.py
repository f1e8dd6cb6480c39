"""How intervals are written: marks, dashes, doubts, null."""

from __future__ import annotations

import json

from tests.analysis.planted_corpus import outcomes
from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.intervals import TaskIntervals, intervals
from turnscope.analysis.resampling import Resampling
from turnscope.core.protocol import Task
from turnscope.report.intervals import interval_lines, intervals_document
from turnscope.report.tables import WIDTH
from turnscope.simulate.planted import Behaviour
from turnscope.stats.intervals import Interval, no_interval

ASKED = Resampling(n_resamples=200)


def made(low: float, high: float, method: str = "percentile") -> Interval:
    return Interval(low, high, 0.95, method, 10)


def test_spans_marks_and_dashes() -> None:
    table = outcomes(10)
    found = {
        Task.EOT: TaskIntervals(
            made(0.8, 0.9),
            made(0.0, 0.03, "wilson"),
            made(-123.4, -60.6),
            made(300, 400),
            made(1500, 2345.5),
        ),
        Task.INTERRUPTION: TaskIntervals(*[no_interval(0.95, "percentile")] * 5),
    }
    clusters = clusters_of(table.roster)
    lines = interval_lines(found, clusters, ASKED)
    assert max(map(len, lines)) <= WIDTH
    assert lines[1].split()[3:] == [
        "0.800..0.900",
        "0.000..0.030w",
        "300..400",
        "-123..-61",
        "1500..2346",
    ]
    assert lines[2].split()[1:] == ["—"] * 5
    assert "10 clusters of speakers" in lines[3]
    assert any(line.startswith("w: Wilson") for line in lines)
    assert (
        json.loads(json.dumps(intervals_document(found, clusters, ASKED), allow_nan=False))[
            "tasks"
        ]["int"]["recall"]["low"]
        is None
    )


def test_what_covers_too_seldom_is_told_of_shown_intervals_alone() -> None:
    few = outcomes(10, behaviour=Behaviour(0.4, 0.1, 0.3, 0.2))
    clusters = clusters_of(few.roster)
    found = intervals(few, clusters, n_resamples=200)
    text = " ".join(interval_lines(found, clusters, ASKED))
    assert "end of turn recall" in text
    document = intervals_document(found, clusters, ASKED)
    low = document["low_coverage"]
    assert isinstance(low, list)
    assert {"task": "eot", "number": "recall"}.items() <= low[0].items()
    other = Resampling(level=0.9, n_resamples=200)
    assert "simulation" not in " ".join(interval_lines(found, clusters, other))
    none_hit = outcomes(10, behaviour=Behaviour(miss_rate=1.0, false_alarm_rate=0.0))
    found = intervals(none_hit, clusters, n_resamples=200)
    assert "simulation" not in " ".join(interval_lines(found, clusters, ASKED))


def test_without_wilson_there_is_no_mark() -> None:
    table = outcomes(10, behaviour=Behaviour(0.4, 0.1, 0.3, 0.2))
    clusters = clusters_of(table.roster)
    lines = interval_lines(intervals(table, clusters, n_resamples=200), clusters, ASKED)
    assert not [line for line in lines if "Wilson" in line]

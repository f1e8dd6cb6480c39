"""Intervals as asked for: clusters, method, seed."""

from __future__ import annotations

import json

from tests.analysis.planted_corpus import gold
from turnscope.analysis.resampling import Resampling
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted
from turnscope.study.intervals import score_intervals

TRUTH = gold(12, n_events=6, n_pairs=6)
TABLE = score(TRUTH, planted(TRUTH, Behaviour(0.4, 0.1, 0.3, 0.2), seed=1).predictions)


def test_what_was_asked_for_is_done_and_said() -> None:
    asked = Resampling(0.9, "bca", 300, 4)
    found = score_intervals(TABLE, asked, clusters="conversations")
    assert found.document["clusters"] == {"unit": "conversations", "n": 12}
    assert found.document["resampling"] == asked.stamp()
    recall = json.loads(json.dumps(found.document))["tasks"]["eot"]["recall"]
    assert (recall["method"], recall["level"], recall["n"]) == ("bca", 0.9, 12)
    assert found.lines[0].startswith("90 % interval")
    assert score_intervals(TABLE, asked).document["clusters"] == {"unit": "speakers", "n": 6}


def test_the_seed_is_all_the_luck() -> None:
    once = score_intervals(TABLE, Resampling(n_resamples=100, seed=1))
    assert once == score_intervals(TABLE, Resampling(n_resamples=100, seed=1))
    assert once.document != score_intervals(TABLE, Resampling(n_resamples=100, seed=2)).document

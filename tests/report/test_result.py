"""The result document: complete, unrounded, undefined as null."""

import json

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster
from turnscope.report.result import METRICS, result_document
from turnscope.scoring.score import score
from turnscope.version import __version__


def document() -> dict[str, object]:
    roster = Roster(("7",), np.array([60.0]), (Metadata("Narrative/Storytelling"),))
    eot = TaskGold(
        Points(np.array([0] * 3), np.array([1.0, 10.0, 20.0])), Spans.empty(), Spans.empty()
    )
    gold = Gold(
        roster, eot, TaskGold.empty(), Protocol(), Provenance("consensus", (3,), "abc", "r1")
    )
    said = Predictions.of({"7": {1: {Task.EOT: [1.1, 10.3, 50.0]}}})
    return result_document(score(gold, said), gold, inputs={"system": "s"})


def test_it_has_every_part_and_is_valid_json() -> None:
    found = json.loads(json.dumps(document(), allow_nan=False))
    assert list(found) == [
        "protocol",
        "tasks",
        "by_type",
        "by_conversation",
        "by_speaker",
        *METRICS,
    ]
    assert list(found["by_type"]) == ["Narrative"]
    assert list(found["by_speaker"]) == ["7/1", "7/2"]


def test_rates_are_not_rounded_and_the_undefined_is_null() -> None:
    found = json.loads(json.dumps(document()))
    eot = found["tasks"]["eot"]
    assert eot["recall"] == 2 / 3
    assert eot["fp_rate"] is None
    assert found["tasks"]["int"]["latency_ms"] == {"p10": None, "p50": None, "p90": None}
    assert found["by_speaker"]["7/2"]["eot"]["recall"] is None


def test_the_stamps_say_what_was_done() -> None:
    protocol = json.loads(json.dumps(document()))["protocol"]
    assert protocol["name"] == "official"
    assert protocol["version"] == __version__
    assert protocol["tau_pre_s"] == 0.25
    assert protocol["speakers"] == [1, 2]
    assert protocol["gold"] == {
        "source": "consensus",
        "annotators": [3],
        "data_hash": "abc",
        "revision": "r1",
        "n_conversations": 1,
    }
    assert protocol["hashes"] == {"system": "s"}


def test_what_the_rates_do_not_see_is_there() -> None:
    unscored = json.loads(json.dumps(document()))["unscored"]["eot"]
    assert unscored["n_predictions"] == 3
    assert unscored["outside"] == 1
    assert unscored["precision"] == 2 / 3
    assert unscored["false_alarms_per_hour"] == 60.0

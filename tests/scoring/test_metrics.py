"""Numbers from the table: pooling, breakdowns, undefined values, what the rates do not see."""

import math

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.outcomes import Fate, Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.scoring.metrics import summarise, unscored
from turnscope.scoring.score import score

EOT, INT = Task.EOT, Task.INTERRUPTION


def table(speakers: tuple[int, ...] = (1, 2)) -> Outcomes:
    """Three conversations; positives every 10 s for each speaker, one negative each."""
    roster = Roster(
        ("a", "b", "c"),
        np.array([1800.0, 900.0, 900.0]),
        (Metadata("Casual/Spontaneous"), Metadata("Instructional"), Metadata()),
    )
    group = np.repeat(np.arange(6), 2)
    eot = TaskGold(
        Points(group, np.tile([10.0, 20.0], 6)),
        Spans(np.arange(6), np.full(6, 30.0), np.full(6, 31.0)),
        Spans.empty(),
    )
    gold = Gold(roster, eot, TaskGold.empty())
    said = Predictions.of(
        {
            "a": {1: {EOT: [10.1, 20.3, 30.5]}, 2: {EOT: [10.2, 50.0]}},
            "b": {1: {EOT: [20.4]}, 2: {EOT: [30.0, 30.9]}},
        }
    )
    return score(gold, said, speakers=speakers)


def test_pooled_counts_rates_and_percentiles() -> None:
    scores = summarise(table())["all"][EOT]
    assert (scores.tp, scores.fn, scores.fp, scores.tn) == (4, 8, 2, 4)
    assert scores.recall == 4 / 12
    assert scores.fp_rate == 2 / 6
    # latencies 100, 200, 300, 400 ms; linear percentiles
    latency = scores.latency_ms
    assert [latency.p10, latency.p50, latency.p90] == pytest.approx([130.0, 250.0, 370.0])


def test_by_type_uses_short_names_and_adds_up_to_the_whole() -> None:
    by_type = summarise(table(), by="type")
    assert list(by_type) == ["Casual", "Instructional", "(no type)"]
    assert [s[EOT].tp for s in by_type.values()] == [3, 1, 0]
    assert [s[EOT].fn for s in by_type.values()] == [1, 3, 4]


def test_by_conversation_and_speaker_cover_everything_once() -> None:
    outcomes = table()
    by_conversation = summarise(outcomes, by="conversation")
    by_speaker = summarise(outcomes, by="speaker")
    assert list(by_conversation) == ["a", "b", "c"]
    assert list(by_speaker) == ["a/1", "a/2", "b/1", "b/2", "c/1", "c/2"]
    whole = summarise(outcomes)["all"][EOT]
    for parts in (by_conversation, by_speaker):
        assert sum(s[EOT].tp for s in parts.values()) == whole.tp
        assert sum(s[EOT].n_negatives for s in parts.values()) == whole.n_negatives
    assert [by_speaker[k][EOT].tp for k in by_speaker] == [2, 1, 1, 0, 0, 0]
    assert by_speaker["a/1"][EOT].latency_ms.p50 == pytest.approx(200.0)


def test_one_side_has_only_its_own_rows() -> None:
    by_speaker = summarise(table(speakers=(2,)), by="speaker")
    assert list(by_speaker) == ["a/2", "b/2", "c/2"]
    assert [s[EOT].tp for s in by_speaker.values()] == [1, 0, 0]


def test_nothing_to_detect_is_nan_with_n_0() -> None:
    scores = summarise(table())["all"][INT]
    assert (scores.n_positives, scores.n_negatives) == (0, 0)
    assert math.isnan(scores.recall)
    assert math.isnan(scores.fp_rate)
    assert math.isnan(scores.latency_ms.p50)
    assert not scores.supported


def test_silence_is_recall_0_without_latency() -> None:
    scores = summarise(table(), by="conversation")["c"][EOT]
    assert scores.recall == 0.0
    assert scores.fp_rate == 0.0
    assert math.isnan(scores.latency_ms.p10)
    assert scores.supported


def test_what_the_rates_do_not_see() -> None:
    found = unscored(table())[EOT]
    assert found.n_predictions == 8
    assert found.fates[Fate.HIT] == 4
    assert found.fates[Fate.FALSE_ALARM] == 3  # two in one span are one fp, but two events
    assert found.fates[Fate.OUTSIDE] == 1
    assert found.precision == 4 / 8
    assert found.false_alarms_per_hour == 4 / 1.0


def test_an_empty_table_has_undefined_precision() -> None:
    empty = Gold(Roster((), np.empty(0), ()), TaskGold.empty(), TaskGold.empty())
    outcomes = score(empty, Predictions.of({}))
    assert math.isnan(unscored(outcomes)[EOT].precision)
    assert math.isnan(unscored(outcomes)[EOT].false_alarms_per_hour)
    assert summarise(outcomes, by="type") == {}

"""The outcome table: rows, references between them, fates and reasons, one-sided scoring."""

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.outcomes import Fate, Kind, Outcomes, Reason
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster
from turnscope.core.tracks import Track
from turnscope.errors import CorpusError, ProtocolError
from turnscope.gold.derive import gold_of
from turnscope.scoring.score import score

EOT, INT = Task.EOT, Task.INTERRUPTION


def points(*pairs: tuple[int, float]) -> Points:
    return Points.sorted(
        np.array([g for g, _ in pairs], np.int64), np.array([t for _, t in pairs], np.float64)
    )


def spans(*triples: tuple[int, float, float]) -> Spans:
    columns = np.array(triples, np.float64).reshape(-1, 3)
    return Spans.sorted(columns[:, 0].astype(np.int64), columns[:, 1], columns[:, 2])


def gold() -> Gold:
    # speaker 1 of "a", EOT
    #   excluded        [2 ─── 3]
    #   positives             3        10   10.5
    #   negatives                                    [20 21] [20.5 22]
    eot = TaskGold(
        points((0, 3.0), (0, 10.0), (0, 10.5), (3, 5.0)),
        spans((0, 20.0, 21.0), (0, 20.5, 22.0), (2, 1.0, 2.0)),
        spans((0, 2.0, 3.0)),
    )
    interruption = TaskGold(points((1, 7.0)), spans((1, 1.0, 2.0)), Spans.empty())
    roster = Roster(("a", "b"), np.array([60.0, 60.0]), (Metadata(), Metadata()))
    return Gold(roster, eot, interruption)


def outcome(
    events: dict[str, dict[int, dict[Task, list[float]]]], speakers: tuple[int, ...] = (1, 2)
) -> Outcomes:
    return score(gold(), Predictions.of(events), speakers=speakers)


def test_every_gold_row_and_every_prediction_has_its_row() -> None:
    found = outcome({"a": {1: {EOT: [2.8, 10.2, 10.3, 13.0, 20.8, 40.0]}, 2: {INT: [7.5]}}})
    assert found.gold.task.tolist() == [0] * 7 + [1] * 2
    assert [Kind(k).name for k in found.gold.kind] == [
        "MISS",
        "HIT",
        "HIT",
        "MISS",
        "FALSE_ALARM",
        "FALSE_ALARM",
        "CORRECT_REJECTION",
        "HIT",
        "CORRECT_REJECTION",
    ]
    assert [Reason(r).name for r in found.gold.reason] == [
        "EXCLUDED",
        "MATCHED",
        "MATCHED",
        "SILENT",
        "FIRED",
        "FIRED",
        "SILENT",
        "MATCHED",
        "SILENT",
    ]
    assert [Fate(f).name for f in found.predictions.fate] == [
        "EXCLUDED",
        "HIT",
        "HIT",
        "EXEMPT",
        "FALSE_ALARM",
        "OUTSIDE",
        "HIT",
    ]


def test_rows_point_at_each_other() -> None:
    found = outcome({"a": {1: {EOT: [10.2, 10.3, 20.8]}, 2: {INT: [7.5]}}})
    for row in np.flatnonzero(found.gold.prediction >= 0):
        met = found.gold.prediction[row]
        assert found.predictions.time_s[met] == found.gold.prediction_s[row]
        assert found.predictions.group[met] == found.gold.group[row]
        assert found.predictions.task[met] == found.gold.task[row]
    # one prediction costs two overlapping spans; it names the first
    assert found.predictions.gold.tolist() == [1, 2, 4, 7]


def test_windows_latency_and_masking_are_told() -> None:
    found = outcome({"a": {1: {EOT: [10.2]}}})
    assert found.gold.window_start_s[:4].tolist() == [2.75, 9.75, 10.25, 4.75]
    assert found.gold.window_end_s[:4].tolist() == [6.0, 10.5, 13.5, 8.0]
    assert found.gold.window_start_s[4] == 19.75
    assert found.gold.latency_s[1] == 10.2 - 10.0
    assert np.isnan(np.delete(found.gold.latency_s, 1)).all()
    assert found.gold.masked.tolist() == [True] + [False] * 8


def test_claimed_predictions_leave_a_miss_with_its_reason() -> None:
    # windows of 10 and 10.5 share [10.25, 10.5]; one prediction there serves the first only
    found = outcome({"a": {1: {EOT: [10.3]}}})
    assert Reason(found.gold.reason[2]) is Reason.CLAIMED
    assert Kind(found.gold.kind[2]) is Kind.MISS


def test_exempt_firing_in_a_negative_is_told_from_silence() -> None:
    base = gold()
    eot = TaskGold(points((0, 10.0)), spans((0, 11.0, 12.0)), Spans.empty())
    found = score(
        Gold(base.roster, eot, TaskGold.empty()), Predictions.of({"a": {1: {EOT: [10.1, 11.5]}}})
    )
    assert Reason(found.gold.reason[1]) is Reason.EXEMPT
    assert [Fate(f) for f in found.predictions.fate] == [Fate.HIT, Fate.EXEMPT]


def test_one_sided_scoring_drops_the_other_speaker_whole() -> None:
    events: dict[str, dict[int, dict[Task, list[float]]]] = {
        "a": {1: {EOT: [10.2]}, 2: {INT: [7.5]}}
    }
    found = outcome(events, speakers=(2,))
    assert found.speakers == (2,)
    assert found.gold.group.tolist() == [3, 1, 1]
    assert found.predictions.group.tolist() == [1]


def test_conversations_not_predicted_are_silent_and_foreign_ones_ignored() -> None:
    found = outcome({"z": {1: {EOT: [10.2]}}, "b": {2: {EOT: [5.0]}}})
    assert len(found.predictions) == 1
    assert (found.gold.kind[found.gold.group == 3] == Kind.HIT).all()


@pytest.mark.parametrize(("name", "kind"), [("official", Kind.MISS), ("exact", Kind.HIT)])
def test_exact_arithmetic_reaches_the_edge(name: str, kind: Kind) -> None:
    # in floats 1.1 - 0.25 is 0.8500000000000001: the official window begins after 0.85
    roster = Roster(("a",), np.array([9.0]), (Metadata(),))
    eot = TaskGold(points((0, 1.1)), Spans.empty(), Spans.empty())
    made = Gold(roster, eot, TaskGold.empty(), Protocol(arithmetic=name))
    found = score(made, Predictions.of({"a": {1: {EOT: [0.85]}}}))
    assert Kind(found.gold.kind[0]) is kind
    if kind is Kind.HIT:
        assert found.gold.latency_s[0] == -0.25


@pytest.mark.parametrize("speakers", [(), (3,), (1, 3), "1", ("speaker_1",)])
def test_speakers_that_there_are_not(speakers: tuple[int, ...]) -> None:
    with pytest.raises(ProtocolError, match=r"speakers: .*; expected 1, 2, or both"):
        score(gold_of([]), Predictions.of({}), speakers=speakers)


def test_predictions_of_another_corpus_are_not_silence() -> None:
    silent = Conversation("20", 9.0, ({"a": Track.empty()}, {"a": Track.empty()}))
    gold = gold_of([silent])
    score(gold, Predictions.of({}))
    score(gold, Predictions.of({"20": {}, "21": {}}))
    with pytest.raises(CorpusError, match="none of the 1 predicted conversations is in the gold"):
        score(gold, Predictions.of({"21": {1: {Task.EOT: [1.0]}}}))

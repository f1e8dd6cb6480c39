"""What every metric of the result file keeps to; new ones are picked up by themselves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.outcomes import Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster
from turnscope.report.result import METRICS, result_document
from turnscope.scoring.score import score

Metric = Callable[[Outcomes], Mapping[str, object]]
each = pytest.mark.parametrize("metric", METRICS.values(), ids=list(METRICS))


def gold_of(*ids: str) -> Gold:
    """Conversations of 60 s: speaker 1 has two positives of each task, speaker 2 a negative."""
    roster = Roster(ids, np.full(len(ids), 60.0), (Metadata(),) * len(ids))
    first, second = (2 * np.arange(len(ids)) + k for k in (0, 1))
    events = TaskGold(
        Points(np.repeat(first, 2), np.tile([10.0, 20.0], len(ids))),
        Spans(second, np.full(len(ids), 30.0), np.full(len(ids), 31.0)),
        Spans.empty(),
    )
    return Gold(roster, events, events, Protocol(), Provenance("consensus", (3,), "", ""))


def said(*ids: str) -> Predictions:
    """Some of each fate, different from one conversation to the next."""
    times = {i: [10.1, 10.2 + k, 40.0 + k] for k, i in enumerate(sorted(ids))}
    return Predictions.of(
        {i: {1: dict.fromkeys(Task, times[i]), 2: {t: [30.5] for t in Task}} for i in ids}
    )


def found(metric: Metric, outcomes: Outcomes) -> str:
    """The metric as it is printed, NaN and all."""
    return json.dumps(metric(outcomes), sort_keys=True)


@each
def test_nothing_said_and_nothing_to_say_are_defined(metric: Metric) -> None:
    none = Gold(
        Roster((), np.empty(0), ()),
        TaskGold.empty(),
        TaskGold.empty(),
        Protocol(),
        Provenance("consensus", (), "", ""),
    )
    for gold, predictions in [
        (none, Predictions.of({})),
        (gold_of("a"), Predictions.of({"a": {}})),
    ]:
        outcomes = score(gold, predictions)
        (key,) = (name for name, one in METRICS.items() if one is metric)
        document = json.loads(json.dumps(result_document(outcomes, gold), allow_nan=False))
        told = json.loads(found(metric, outcomes).replace("NaN", "null"))
        assert document[key] == told


@each
def test_the_order_of_conversations_does_not_matter(metric: Metric) -> None:
    one = score(gold_of("a", "b", "c"), said("a", "b", "c"))
    other = score(gold_of("c", "a", "b"), said("b", "c", "a"))
    assert found(metric, one) == found(metric, other)


@each
def test_the_table_is_left_as_it_is(metric: Metric) -> None:
    outcomes = score(gold_of("a", "b"), said("a", "b"))
    before = found(metric, outcomes), outcomes.gold.kind.tobytes()
    assert (found(metric, outcomes), outcomes.gold.kind.tobytes()) == before


def test_no_metric_takes_the_place_of_an_official_part() -> None:
    gold = gold_of("a")
    document = result_document(score(gold, said("a")), gold)
    official = {"protocol", "tasks", "by_type", "by_conversation", "by_speaker"}
    assert document.keys() - METRICS.keys() == official

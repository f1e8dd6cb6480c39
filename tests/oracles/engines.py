"""The oracle and the package behind one interface, so that a hand case holds both to its numbers.

Times go in and come out in seconds; every list is in ascending order.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np

from tests.oracles import consensus as slow_consensus
from tests.oracles import floor as slow_floor
from tests.oracles import matching as slow_matching
from tests.oracles.consensus import Agreed
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import (
    TASKS,
    PlainConversation,
    PlainPredictions,
    core_gold,
    core_predictions,
    core_protocol,
    task_lists,
)
from tests.oracles.matching import Fate, Row, Scored
from tests.oracles.rules import Rules
from turnscope.core.gold import Gold
from turnscope.core.labels import Label, View
from turnscope.core.outcomes import Fate as CoreFate
from turnscope.core.outcomes import Kind, Outcomes, Reason
from turnscope.core.protocol import Task
from turnscope.gold.consensus import consensus
from turnscope.gold.derive import gold_of
from turnscope.scoring.score import score

__all__ = ["ENGINES", "Engine", "FastEngine", "SlowEngine", "Table", "plain_gold", "plain_table"]

AgreedPair = tuple[Agreed, Agreed]


class Table(NamedTuple):
    """The outcome of one conversation: for each task, what became of speakers 1 and 2."""

    eot: tuple[Scored, Scored]
    int: tuple[Scored, Scored]


class Engine(Protocol):
    """Gold and scoring of several conversations at once."""

    def consensus(
        self, conversations: Sequence[PlainConversation], view: str, rules: Rules
    ) -> list[AgreedPair]: ...

    def gold(self, conversations: Sequence[PlainConversation], rules: Rules) -> list[PlainGold]: ...

    def match(
        self,
        golds: Sequence[PlainGold],
        predictions: Sequence[PlainPredictions],
        rules: Rules,
    ) -> list[Table]: ...


class SlowEngine:
    """The oracle."""

    def consensus(
        self, conversations: Sequence[PlainConversation], view: str, rules: Rules
    ) -> list[AgreedPair]:
        return [
            (
                slow_consensus.consensus(c.tracks[0], view, rules),
                slow_consensus.consensus(c.tracks[1], view, rules),
            )
            for c in conversations
        ]

    def gold(self, conversations: Sequence[PlainConversation], rules: Rules) -> list[PlainGold]:
        return [slow_floor.gold(c.tracks, rules) for c in conversations]

    def match(
        self,
        golds: Sequence[PlainGold],
        predictions: Sequence[PlainPredictions],
        rules: Rules,
    ) -> list[Table]:
        def one(gold: PlainGold, plain: PlainPredictions, task: str, speaker: int) -> Scored:
            times = getattr(plain, task)[speaker]
            return slow_matching.match(task_lists(gold, task, speaker), times, rules)

        return [
            Table(
                (one(gold, plain, "eot", 0), one(gold, plain, "eot", 1)),
                (one(gold, plain, "int", 0), one(gold, plain, "int", 1)),
            )
            for gold, plain in zip(golds, predictions, strict=True)
        ]


class FastEngine:
    """The package."""

    def consensus(
        self, conversations: Sequence[PlainConversation], view: str, rules: Rules
    ) -> list[AgreedPair]:
        agreed = consensus(
            [c.core() for c in conversations], View(view), protocol=core_protocol(rules)
        )
        assert np.array_equal(
            np.lexsort((agreed.label, agreed.end_s, agreed.start_s, agreed.group)),
            np.arange(len(agreed.group)),
        ), "consensus events are not sorted by (group, start, end, label)"

        def one(group: int) -> Agreed:
            mine = agreed.group == group
            # The columns are sorted by label code, the oracle's lists by spelling.
            events = sorted(
                (s, e, Label(code).spelling)
                for s, e, code in zip(
                    agreed.start_s[mine].tolist(),
                    agreed.end_s[mine].tolist(),
                    agreed.label[mine].tolist(),
                    strict=True,
                )
            )
            return Agreed(events, _pairs(agreed.excluded.of(group)))

        return [(one(2 * k), one(2 * k + 1)) for k in range(len(conversations))]

    def gold(self, conversations: Sequence[PlainConversation], rules: Rules) -> list[PlainGold]:
        gold = gold_of([c.core() for c in conversations], protocol=core_protocol(rules))
        assert gold.roster.ids == tuple(c.name for c in conversations)
        return plain_gold(gold)

    def match(
        self,
        golds: Sequence[PlainGold],
        predictions: Sequence[PlainPredictions],
        rules: Rules,
    ) -> list[Table]:
        return plain_table(score(core_gold(golds, rules), core_predictions(predictions)))


ENGINES: dict[str, Engine] = {"oracle": SlowEngine(), "fast": FastEngine()}


def _pairs(rows: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[tuple[float, float]]:
    return [(float(start), float(end)) for start, end in rows]


def plain_gold(gold: Gold) -> list[PlainGold]:
    """The package's gold as lists, one entry a conversation."""

    def one(task: Task, group: int) -> TaskLists:
        lists = gold.task(task)
        return TaskLists(
            lists.positives.of(group).tolist(),
            _pairs(lists.negatives.of(group)),
            _pairs(lists.excluded.of(group)),
        )

    return [
        PlainGold(
            (one(Task.EOT, 2 * k), one(Task.EOT, 2 * k + 1)),
            (one(Task.INTERRUPTION, 2 * k), one(Task.INTERRUPTION, 2 * k + 1)),
        )
        for k in range(len(gold.roster))
    ]


def plain_table(outcomes: Outcomes) -> list[Table]:
    """The package's outcome table as lists, one entry a conversation; checks its order, too."""
    gold, predictions = outcomes.gold, outcomes.predictions
    is_negative = gold.kind >= Kind.FALSE_ALARM
    assert np.array_equal(
        np.lexsort((gold.group, is_negative, gold.task)), np.arange(len(gold))
    ) or np.array_equal(np.lexsort((is_negative, gold.group, gold.task)), np.arange(len(gold))), (
        "gold rows are not sorted by task and group"
    )
    assert np.array_equal(
        np.lexsort((predictions.time_s, predictions.group, predictions.task)),
        np.arange(len(predictions)),
    ), "prediction rows are not sorted by task, group and time"
    return [
        Table(*((_scored(outcomes, t, 2 * k), _scored(outcomes, t, 2 * k + 1)) for t in (0, 1)))
        for k in range(len(outcomes.roster))
    ]


def _scored(outcomes: Outcomes, task: int, group: int) -> Scored:
    gold, predictions = outcomes.gold, outcomes.predictions
    of_gold = (gold.task == task) & (gold.group == group)
    positives = np.flatnonzero(of_gold & (gold.kind <= Kind.MISS)).tolist()
    negatives = np.flatnonzero(of_gold & (gold.kind >= Kind.FALSE_ALARM)).tolist()
    mine = np.flatnonzero((predictions.task == task) & (predictions.group == group)).tolist()

    def row(k: int) -> Row:
        prediction, time, latency = gold.prediction[k], gold.prediction_s[k], gold.latency_s[k]
        if prediction < 0:
            assert np.isnan(time)
        else:
            assert predictions.time_s[prediction] == time
        return Row(
            kind=Kind(gold.kind[k]).name.lower(),
            reason=Reason(gold.reason[k]).name.lower(),
            masked=bool(gold.masked[k]),
            start=float(gold.start_s[k]),
            end=float(gold.end_s[k]),
            window=(float(gold.window_start_s[k]), float(gold.window_end_s[k])),
            prediction=None if prediction < 0 else mine.index(prediction),
            latency=None if np.isnan(latency) else float(latency),
        )

    def fate(k: int) -> Fate:
        name = CoreFate(predictions.fate[k])
        target = int(predictions.gold[k])
        assert (target >= 0) == (name in (CoreFate.HIT, CoreFate.FALSE_ALARM))
        if target < 0:
            return Fate(name.name.lower())
        return Fate(
            name.name.lower(),
            (positives if name is CoreFate.HIT else negatives).index(target),
        )

    return Scored([row(k) for k in positives], [row(k) for k in negatives], [fate(k) for k in mine])


assert tuple(task.value for task in Task) == TASKS

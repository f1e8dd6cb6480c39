"""Gold: both tasks over a roster, and its parts."""

from __future__ import annotations

import pytest

from tests.oracles.engines import plain_gold
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import core_gold
from tests.oracles.rules import Rules
from turnscope.core.gold import Gold, Provenance, TaskGold
from turnscope.core.protocol import Task
from turnscope.errors import CorpusError


def lists(base: float) -> TaskLists:
    return TaskLists(
        [base, base + 1.0],
        [(base + 2.0, base + 3.0)],
        [(base + 4.0, base + 5.0), (base + 4.5, 9e3)],
    )


NOTHING = TaskLists([], [], [])
PLAIN = [
    PlainGold((lists(10.0 * k), lists(10.0 * k + 100)), (lists(10.0 * k + 200), NOTHING))
    for k in range(3)
]


def gold() -> Gold:
    return core_gold(PLAIN, Rules(exact=True))


def test_tasks() -> None:
    whole = gold()
    assert whole.task(Task.EOT) is whole.eot
    assert whole.task(Task.INTERRUPTION) is whole.interruption
    assert plain_gold(whole) == PLAIN


def test_subset_keeps_conversations_in_the_rosters_order() -> None:
    part = gold().subset(["c2", "c0"])
    assert part.roster.ids == ("c0", "c2")
    assert plain_gold(part) == [PLAIN[0], PLAIN[2]]


def test_subset_keeps_what_it_was_made_with() -> None:
    whole = gold()
    part = whole.subset(["c1"])
    assert part.protocol == whole.protocol
    assert part.provenance == whole.provenance
    assert whole.protocol.arithmetic == "exact"


@pytest.mark.parametrize("speaker", [1, 2])
def test_subset_of_one_speaker(speaker: int) -> None:
    part = gold().subset(["c1", "c2"], speakers=[speaker])

    def kept(pair: tuple[TaskLists, TaskLists]) -> tuple[TaskLists, TaskLists]:
        return (pair[0], NOTHING) if speaker == 1 else (NOTHING, pair[1])

    assert plain_gold(part) == [PlainGold(kept(one.eot), kept(one.int)) for one in PLAIN[1:]]


def test_subset_of_nobody_and_of_nothing() -> None:
    silent = PlainGold((NOTHING, NOTHING), (NOTHING, NOTHING))
    assert plain_gold(gold().subset(["c0"], speakers=())) == [silent]
    assert plain_gold(gold().subset(())) == []


def test_subset_of_unknown_conversations() -> None:
    with pytest.raises(CorpusError, match="conversation c7"):
        gold().subset(["c0", "c7"])


def test_empty_task() -> None:
    empty = TaskGold.empty()
    assert len(empty.positives) == len(empty.negatives) == len(empty.excluded) == 0


def test_provenance_defaults() -> None:
    assert Provenance() == Provenance("consensus", (), "", "")


def test_other_durations_leave_the_events_alone() -> None:
    changed = gold().with_durations({"c1": 3.25})
    assert changed.roster.duration_s[1] == 3.25
    assert changed.roster.duration_s[0] == gold().roster.duration_s[0]
    assert plain_gold(changed) == plain_gold(gold())

"""Outcomes: the codes written into outcome tables keep their numbers and names."""

from __future__ import annotations

from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import PlainPredictions, core_gold, core_predictions
from tests.oracles.rules import Rules
from turnscope.core.outcomes import Fate, Kind, Reason
from turnscope.scoring.score import score


def test_codes() -> None:
    assert {kind.name: int(kind) for kind in Kind} == {
        "HIT": 0,
        "MISS": 1,
        "FALSE_ALARM": 2,
        "CORRECT_REJECTION": 3,
    }
    assert {reason.name: int(reason) for reason in Reason} == {
        "MATCHED": 0,
        "SILENT": 1,
        "EXCLUDED": 2,
        "CLAIMED": 3,
        "FIRED": 4,
        "EXEMPT": 5,
    }
    assert {fate.name: int(fate) for fate in Fate} == {
        "HIT": 0,
        "FALSE_ALARM": 1,
        "EXEMPT": 2,
        "EXCLUDED": 3,
        "OUTSIDE": 4,
    }


def test_rows_count_themselves() -> None:
    lists = TaskLists([1.0, 9.0], [(4.0, 5.0)], [])
    nothing = TaskLists([], [], [])
    gold = core_gold([PlainGold((lists, nothing), (nothing, lists))], Rules())
    outcomes = score(gold, core_predictions([PlainPredictions(([1.0, 4.5, 50.0], []))]))
    assert len(outcomes.gold) == 6
    assert len(outcomes.predictions) == 3
    assert outcomes.speakers == (1, 2)

"""The package's outcome table and metrics against the oracle's, row for row, float for float."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings

from tests.oracles.engines import ENGINES, Table, plain_table
from tests.oracles.floor import PlainGold
from tests.oracles.forms import (
    PlainPredictions,
    core_gold,
    core_predictions,
    core_roster,
    task_lists,
)
from tests.oracles.matching import counts, percentile
from tests.oracles.random_cases import (
    RandomPick,
    any_rules,
    conversation,
    gold_and_predictions,
    predictions_for,
    rules,
    scoring_cases,
)
from tests.oracles.rules import Rules
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import TaskScore, summarise
from turnscope.scoring.score import score

BATCH = 25
CASES = range(40_000, 40_500)
MANY = range(40_500, 50_500)
RULES = {"official": Rules(), "exact": Rules(exact=True)}

Case = tuple[PlainGold, PlainPredictions]


def loose_case(seed: int, _: Rules) -> Case:
    """Gold lists that no conversation need have."""
    return gold_and_predictions(RandomPick(seed))


def whole_case(seed: int, used: Rules) -> Case:
    """Gold of a random conversation."""
    pick = RandomPick(seed)
    gold = ENGINES["oracle"].gold([conversation(pick)], used)[0]
    times = [
        predictions_for(pick, task_lists(gold, task, speaker))
        for task in ("eot", "int")
        for speaker in (0, 1)
    ]
    return gold, PlainPredictions((times[0], times[1]), (times[2], times[3]))


def check(cases: list[Case], used: Rules) -> list[Table]:
    golds = [gold for gold, _ in cases]
    predictions = [plain for _, plain in cases]
    expected = ENGINES["oracle"].match(golds, predictions, used)
    found = ENGINES["fast"].match(golds, predictions, used)
    for case, right, got in zip(cases, expected, found, strict=True):
        for task in (0, 1):
            for speaker in (0, 1):
                a, b = right[task][speaker], got[task][speaker]
                assert b.positives == a.positives, (used, case)
                assert b.negatives == a.negatives, (used, case)
                assert b.fates == a.fates, (used, case)
    return expected


def check_seeds(seeds: range, used: Rules) -> list[Table]:
    tables = []
    for first in range(seeds.start, seeds.stop, BATCH):
        batch = range(first, min(first + BATCH, seeds.stop))
        tables += check([whole_case(s, used) for s in batch], used)
        tables += check([loose_case(s, used) for s in batch[::2]], used)
    return tables


@pytest.mark.parametrize("used", RULES.values(), ids=RULES)
def test_agrees_with_the_oracle(used: Rules) -> None:
    tables = check_seeds(CASES, used)
    scored = [one for table in tables for task in table for one in task]
    rows = Counter(
        (row.kind, row.reason) for one in scored for row in one.positives + one.negatives
    )
    fates = Counter(fate.name for one in scored for fate in one.fates)
    assert set(rows) == {
        ("hit", "matched"),
        ("miss", "silent"),
        ("miss", "excluded"),
        ("miss", "claimed"),
        ("false_alarm", "fired"),
        ("correct_rejection", "silent"),
        ("correct_rejection", "excluded"),
        ("correct_rejection", "exempt"),
    }
    assert set(fates) == {"hit", "false_alarm", "exempt", "excluded", "outside"}
    assert min(rows.values()) >= 10
    assert min(fates.values()) >= 100


@pytest.mark.slow
@pytest.mark.parametrize("used", RULES.values(), ids=RULES)
def test_agrees_with_the_oracle_on_ten_thousand(used: Rules) -> None:
    check_seeds(MANY, used)


def test_agrees_under_other_constants() -> None:
    for seed in range(40_000, 40_300, 5):
        used = rules(RandomPick(seed))
        check([loose_case(s, used) for s in range(seed, seed + 5)], used)


@settings(deadline=None, max_examples=25)
@given(scoring_cases(), any_rules())
def test_agrees_alone(case: Case, used: Rules) -> None:
    check([case], used)


def assert_same_numbers(found: TaskScore, tables: list[Table], task: str, speakers: str) -> None:
    expected = counts([getattr(table, task)[int(s) - 1] for table in tables for s in speakers])
    assert (found.tp, found.fn, found.fp, found.tn) == (
        expected.tp,
        expected.fn,
        expected.fp,
        expected.tn,
    )
    assert found.n_masked == expected.n_masked
    assert same(found.recall, expected.recall)
    assert same(found.fp_rate, expected.fp_rate)
    for percent in (10, 50, 90):
        in_ms = percentile([1000 * latency for latency in expected.latencies], percent)
        assert getattr(found.latency_ms, f"p{percent}") == pytest.approx(
            in_ms, rel=1e-9, abs=1e-6, nan_ok=True
        )


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))


@pytest.mark.parametrize("used", RULES.values(), ids=RULES)
def test_metrics_are_the_oracles_counts(used: Rules) -> None:
    for first in range(0, 100, 10):
        cases = [gold_and_predictions(RandomPick(s)) for s in range(first, first + 10)]
        golds, predictions = [g for g, _ in cases], [p for _, p in cases]
        kinds = [("Instructional", "Casual/Spontaneous", "Own kind")[k % 3] for k in range(10)]
        gold = core_gold(golds, used, core_roster(10, kinds=kinds))
        outcomes = score(gold, core_predictions(predictions))
        tables = ENGINES["oracle"].match(golds, predictions, used)
        assert plain_table(outcomes) == tables
        pooled = summarise(outcomes, by=None)
        by_type = summarise(outcomes, by="type")
        by_conversation = summarise(outcomes, by="conversation")
        by_speaker = summarise(outcomes, by="speaker")
        assert list(pooled) == ["all"]
        assert list(by_type) == ["Instructional", "Casual", "Own kind"]
        assert list(by_conversation) == [f"c{k}" for k in range(10)]
        assert list(by_speaker) == [f"c{k}/{s}" for k in range(10) for s in (1, 2)]
        for task in Task:
            assert_same_numbers(pooled["all"][task], tables, task.value, "12")
            for offset, kind in enumerate(by_type):
                assert_same_numbers(by_type[kind][task], tables[offset::3], task.value, "12")
            for k in range(10):
                alone = by_conversation[f"c{k}"][task]
                assert_same_numbers(alone, [tables[k]], task.value, "12")
                for s in "12":
                    one = by_speaker[f"c{k}/{s}"][task]
                    assert_same_numbers(one, [tables[k]], task.value, s)

"""Laws that scoring must obey whatever the gold, on the package alone."""

from __future__ import annotations

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from tests.oracles.engines import ENGINES, Table, plain_table
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import (
    TASKS,
    PlainPredictions,
    core_gold,
    core_predictions,
    core_roster,
    task_lists,
)
from tests.oracles.moving import moved_gold, shift
from tests.oracles.random_cases import (
    RandomPick,
    conversation,
    gold_and_predictions,
    scoring_cases,
)
from tests.oracles.rules import Rules
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import TaskScore, summarise
from turnscope.scoring.score import score

FAST = ENGINES["fast"]
Case = tuple[PlainGold, PlainPredictions]

some = settings(deadline=None, max_examples=20)
each_arithmetic = pytest.mark.parametrize("exact", [False, True], ids=["official", "exact"])


# Shifting the clock.


@some
@given(scoring_cases(), st.integers(1, 50_000))
def test_shifting_the_clock_shifts_the_exact_outcomes(case: Case, by_s: int) -> None:
    def strictly(times: list[float], by: int) -> list[float]:
        return sorted({shift(by)(t) for t in times})

    rules = Rules(exact=True)
    gold, plain = case
    tables = [
        FAST.match(
            [moved_gold(shift(by), gold)],
            [
                PlainPredictions(
                    *((strictly(x, by), strictly(y, by)) for x, y in (plain.eot, plain.int))
                )
            ],
            rules,
        )[0]
        for by in (0, by_s)
    ]
    for task in (0, 1):
        for speaker in (0, 1):
            now, later = tables[0][task][speaker], tables[1][task][speaker]
            assert later.fates == now.fates
            for rows, moved_rows in (
                (now.positives, later.positives),
                (now.negatives, later.negatives),
            ):
                for row, moved_row in zip(rows, moved_rows, strict=True):
                    assert moved_row.start == shift(by_s)(row.start)
                    assert (moved_row.kind, moved_row.reason, moved_row.masked) == (
                        row.kind,
                        row.reason,
                        row.masked,
                    )
                    assert (moved_row.prediction, moved_row.latency) == (
                        row.prediction,
                        row.latency,
                    )


# Swapping speakers.


@each_arithmetic
@some
@given(case=scoring_cases())
def test_swapping_speakers_swaps_the_outcomes(exact: bool, case: Case) -> None:
    gold, plain = case
    rules = Rules(exact=exact)
    (table,) = FAST.match([gold], [plain], rules)
    (swapped,) = FAST.match(
        [PlainGold((gold.eot[1], gold.eot[0]), (gold.int[1], gold.int[0]))],
        [PlainPredictions((plain.eot[1], plain.eot[0]), (plain.int[1], plain.int[0]))],
        rules,
    )
    assert swapped == Table((table.eot[1], table.eot[0]), (table.int[1], table.int[0]))


# Splitting a corpus.


def many_cases(seed: int, n: int) -> tuple[list[PlainGold], list[PlainPredictions]]:
    cases = [gold_and_predictions(RandomPick(seed + k)) for k in range(n)]
    return [gold for gold, _ in cases], [plain for _, plain in cases]


def summed(scores: list[TaskScore]) -> tuple[int, ...]:
    return tuple(
        sum(getattr(s, name) for s in scores) for name in ("tp", "fn", "fp", "tn", "n_masked")
    )


@each_arithmetic
@pytest.mark.parametrize("seed", range(0, 100, 10))
def test_parts_of_a_corpus_add_up_to_the_whole(exact: bool, seed: int) -> None:
    golds, predictions = many_cases(seed, 8)
    gold, submission = core_gold(golds, Rules(exact=exact)), core_predictions(predictions)
    whole = score(gold, submission)
    here, there = ["c1", "c4", "c5"], ["c0", "c2", "c3", "c6", "c7"]
    parts = [score(gold.subset(ids), submission) for ids in (here, there)]
    assert sum(len(part.gold) for part in parts) == len(whole.gold)
    assert sum(len(part.predictions) for part in parts) == len(whole.predictions)
    tables = {
        name: table
        for ids, part in zip((here, there), parts, strict=True)
        for name, table in zip(ids, plain_table(part), strict=True)
    }
    assert [tables[f"c{k}"] for k in range(8)] == plain_table(whole)
    for task in Task:
        total = summarise(whole, by=None)["all"][task]
        pieces = [summarise(part, by=None)["all"][task] for part in parts]
        assert summed(pieces) == summed([total])
        for by in ("conversation", "speaker"):
            assert summed([s[task] for s in summarise(whole, by=by).values()]) == summed([total])


def test_one_speaker_alone_is_that_half_of_the_table() -> None:
    golds, predictions = many_cases(500, 6)
    gold, submission = core_gold(golds, Rules()), core_predictions(predictions)
    whole = plain_table(score(gold, submission))
    for speaker in (1, 2):
        outcomes = score(gold, submission, speakers=(speaker,))
        assert outcomes.speakers == (speaker,)
        for table, full in zip(plain_table(outcomes), whole, strict=True):
            for task in (0, 1):
                assert table[task][speaker - 1] == full[task][speaker - 1]
                assert table[task][2 - speaker].positives == []
                assert table[task][2 - speaker].negatives == []
                assert table[task][2 - speaker].fates == []


def test_the_order_of_the_submission_does_not_matter() -> None:
    golds, predictions = many_cases(700, 6)
    gold = core_gold(golds, Rules())
    straight = score(gold, core_predictions(predictions))
    order = [3, 0, 5, 1, 4, 2]
    mixed = core_predictions([predictions[k] for k in order], [f"c{k}" for k in order])
    assert plain_table(score(gold, mixed)) == plain_table(straight)


def test_the_protocol_of_the_call_overrides_the_golds() -> None:
    golds, predictions = many_cases(900, 6)
    rules = Rules(tau_pre=0.5, tau_max=1.0, exact=True)
    gold = core_gold(golds, Rules())
    asked = score(gold, core_predictions(predictions), protocol=core_gold([], rules).protocol)
    assert asked.protocol.tau_max_s == 1.0
    expected = ENGINES["oracle"].match(golds, predictions, rules)
    assert plain_table(asked) == expected
    assert expected != ENGINES["oracle"].match(golds, predictions, Rules())


# The gold as its own prediction.


def echo(gold: PlainGold) -> PlainPredictions:
    """Predict exactly the gold times, each once, as a file must."""

    def times(lists: TaskLists) -> list[float]:
        return sorted(set(lists.positives))

    return PlainPredictions(
        (times(gold.eot[0]), times(gold.eot[1])), (times(gold.int[0]), times(gold.int[1]))
    )


def is_masked(time: float, lists: TaskLists) -> bool:
    return any(start <= time <= end for start, end in lists.excluded)


def check_echo(golds: list[PlainGold], rules: Rules) -> int:
    """The law of the perfect system, and how often its strict form applied.

    Every prediction that survives exclusion is claimed: when a positive is asked, all earlier
    survivors are taken, and its own lies in its window. So

    - no prediction is charged or left over: fp_rate is 0 (or undefined);
    - hits are exactly the distinct unmasked times. A masked positive, or a second positive at
      one time, may claim the *next* positive's prediction and so pass its miss on;
    - without masked positives and repeated times, every positive is hit with latency 0: recall 1.
    """
    n_strict = 0
    tables = FAST.match(golds, [echo(gold) for gold in golds], rules)
    for gold, table in zip(golds, tables, strict=True):
        for task in TASKS:
            for speaker in (0, 1):
                lists, scored = task_lists(gold, task, speaker), getattr(table, task)[speaker]
                distinct = set(lists.positives)
                unmasked = {t for t in distinct if not is_masked(t, lists)}
                hits = [row for row in scored.positives if row.kind == "hit"]
                assert len(hits) == len(unmasked)
                assert all(row.kind == "correct_rejection" for row in scored.negatives)
                assert {fate.name for fate in scored.fates} <= {"hit", "excluded"}
                if len(unmasked) == len(lists.positives):
                    assert all(row.latency == 0.0 for row in hits)
                    n_strict += bool(hits)
                misses = [row for row in scored.positives if row.kind == "miss"]
                isolated = all(b - a > 3.0 for a, b in combinations(sorted(distinct), 2))
                if isolated and len(distinct) == len(lists.positives):
                    assert [row.start for row in misses] == sorted(distinct - unmasked)
    return n_strict


@each_arithmetic
def test_predicting_the_gold_of_conversations(exact: bool) -> None:
    rules = Rules(exact=exact)
    cases = [conversation(RandomPick(s), name=f"c{s}") for s in range(60_000, 60_300)]
    assert check_echo(FAST.gold(cases, rules), rules) > 200


@each_arithmetic
@some
@given(case=scoring_cases())
def test_predicting_any_gold(exact: bool, case: Case) -> None:
    event(f"strict form: {check_echo([case[0]], Rules(exact=exact)) > 0}")


def test_a_masked_positive_passes_its_miss_on() -> None:
    #   x 5 + 5.5 x    + 7      the masked 5.5 takes 7's prediction; 7 is missed, not 5.5
    lists = TaskLists([5.5, 7.0], [], [(5.0, 6.0)])
    nothing = TaskLists([], [], [])
    gold = PlainGold((lists, nothing), (nothing, nothing))
    (table,) = FAST.match([gold], [echo(gold)], Rules())
    assert [(row.kind, row.latency) for row in table.eot[0].positives] == [
        ("hit", 1.5),
        ("miss", None),
    ]


def official_numbers(gold: Gold, predictions: Predictions) -> dict[Task, TaskScore]:
    return summarise(score(gold, predictions), by=None)["all"]


@each_arithmetic
def test_a_perfect_system_scores_one_and_zero(exact: bool) -> None:
    clear = []
    rules = Rules(exact=exact)
    cases = [conversation(RandomPick(s), name=f"c{s}") for s in range(300)]
    for gold in FAST.gold(cases, rules):
        lists = [*gold.eot, *gold.int]
        if all(
            len(set(one.positives)) == len(one.positives)
            and not any(is_masked(t, one) for t in one.positives)
            for one in lists
        ):
            clear.append(gold)
    found = official_numbers(core_gold(clear, rules), core_predictions([echo(g) for g in clear]))
    for task in Task:
        numbers = found[task]
        assert numbers.recall == 1.0
        assert numbers.fp_rate == 0.0
        assert numbers.tp > 50
        assert numbers.tn > 50
        assert (numbers.fn, numbers.fp, numbers.n_masked) == (0, 0, 0)
        assert numbers.latency_ms.p10 == numbers.latency_ms.p50 == numbers.latency_ms.p90 == 0.0


# The silent system, and empty denominators.


@each_arithmetic
def test_a_system_that_never_fires(exact: bool) -> None:
    golds, _ = many_cases(1_500, 12)
    rules = Rules(exact=exact)
    found = official_numbers(
        core_gold(golds, rules), core_predictions([PlainPredictions() for _ in golds])
    )
    for task in Task:
        lists = [task_lists(gold, task.value, s) for gold in golds for s in (0, 1)]
        numbers = found[task]
        assert (numbers.tp, numbers.fp) == (0, 0)
        assert numbers.fn == sum(len(one.positives) for one in lists) > 0
        assert numbers.tn == sum(len(one.negatives) for one in lists) > 0
        assert numbers.recall == 0.0
        assert numbers.fp_rate == 0.0
        assert not numbers.supported
        assert math.isnan(numbers.latency_ms.p10)
        assert math.isnan(numbers.latency_ms.p50)
        assert math.isnan(numbers.latency_ms.p90)


def test_one_event_anywhere_supports_a_task() -> None:
    golds, _ = many_cases(1_600, 3)
    submission = [PlainPredictions(), PlainPredictions(([0.5], [])), PlainPredictions()]
    found = official_numbers(core_gold(golds, Rules()), core_predictions(submission))
    assert found[Task.EOT].supported
    assert not found[Task.INTERRUPTION].supported


@pytest.mark.parametrize("predictions", [[], [1.0, 20.0]])
def test_empty_denominators_are_nan_with_nothing_counted(predictions: list[float]) -> None:
    nothing = TaskLists([], [], [])
    only_positive = TaskLists([10.0], [], [])
    only_negative = TaskLists([], [(10.0, 11.0)], [])
    golds = [
        PlainGold((nothing, nothing), (nothing, nothing)),
        PlainGold((only_positive, nothing), (only_negative, nothing)),
    ]
    gold = core_gold(golds, Rules(), core_roster(2))
    fired = PlainPredictions((predictions, []), (predictions, []))
    by = summarise(score(gold, core_predictions([fired, fired])), by="conversation")
    for task in Task:
        empty = by["c0"][task]
        assert (empty.tp, empty.fn, empty.fp, empty.tn) == (0, 0, 0, 0)
        assert math.isnan(empty.recall)
        assert math.isnan(empty.fp_rate)
    assert by["c1"][Task.EOT].recall == 0.0
    assert math.isnan(by["c1"][Task.EOT].fp_rate)
    assert math.isnan(by["c1"][Task.INTERRUPTION].recall)
    assert by["c1"][Task.INTERRUPTION].fp_rate == 0.0


# Everything counted once.


@each_arithmetic
@some
@given(case=scoring_cases())
def test_nothing_is_lost(exact: bool, case: Case) -> None:
    gold, plain = case
    outcomes = score(core_gold([gold], Rules(exact=exact)), core_predictions([plain]))
    assert len(outcomes.predictions) == sum(len(t) for pair in plain for t in pair)
    assert len(outcomes.gold) == sum(
        len(lists.positives) + len(lists.negatives) for pair in gold for lists in pair
    )
    claimed = outcomes.gold.prediction[np.isfinite(outcomes.gold.latency_s)]
    assert len(set(claimed.tolist())) == len(claimed)  # a prediction is claimed once

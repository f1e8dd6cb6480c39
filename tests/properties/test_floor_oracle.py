"""The package's gold of both tasks against the oracle's: every list in order, float for float."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.oracles.engines import ENGINES
from tests.oracles.forms import PlainConversation
from tests.oracles.random_cases import RandomPick, any_rules, conversation, conversations, rules
from tests.oracles.rules import Rules

BATCH = 25
CASES = range(20_000, 20_500)
MANY = range(20_500, 30_500)

RULES = {
    "official": Rules(),
    "exact": Rules(exact=True),
}


def check(cases: list[PlainConversation], used: Rules) -> None:
    expected = ENGINES["oracle"].gold(cases, used)
    found = ENGINES["fast"].gold(cases, used)
    for case, right, got in zip(cases, expected, found, strict=True):
        for speaker in (0, 1):
            assert got.eot[speaker] == right.eot[speaker], (used, case)
            assert got.int[speaker] == right.int[speaker], (used, case)


def check_seeds(seeds: range, used: Rules) -> None:
    for first in range(seeds.start, seeds.stop, BATCH):
        batch = range(first, min(first + BATCH, seeds.stop))
        check([conversation(RandomPick(s), name=f"c{s}") for s in batch], used)


@pytest.mark.parametrize("used", RULES.values(), ids=RULES)
def test_agrees_with_the_oracle(used: Rules) -> None:
    check_seeds(CASES, used)


@pytest.mark.slow
@pytest.mark.parametrize("used", RULES.values(), ids=RULES)
def test_agrees_with_the_oracle_on_ten_thousand(used: Rules) -> None:
    check_seeds(MANY, used)


def test_agrees_under_other_constants() -> None:
    for seed in range(20_000, 20_300, 5):
        batch = [conversation(RandomPick(s), name=f"c{s}") for s in range(seed, seed + 5)]
        check(batch, rules(RandomPick(seed)))


@settings(deadline=None, max_examples=25)
@given(conversations(), any_rules())
def test_agrees_alone(case: PlainConversation, used: Rules) -> None:
    check([case], used)


def test_the_cases_are_not_empty() -> None:
    golds = ENGINES["oracle"].gold(
        [conversation(RandomPick(s), name=f"c{s}") for s in CASES], Rules()
    )
    lists = [one for gold in golds for one in (*gold.eot, *gold.int)]
    assert sum(len(one.positives) for one in lists) > 1_000
    assert sum(len(one.negatives) for one in lists) > 500
    assert sum(len(one.excluded) for one in lists) > 1_000

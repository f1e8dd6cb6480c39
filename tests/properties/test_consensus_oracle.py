"""The package's consensus against the oracle's: every list in order, float for float."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from tests.oracles.engines import ENGINES
from tests.oracles.forms import PlainConversation
from tests.oracles.random_cases import RandomPick, any_rules, conversation, conversations, rules
from tests.oracles.rules import Rules

BATCH = 25
CASES = range(500)
MANY = range(500, 10_500)

RULES = {
    "official": Rules(),
    "exact": Rules(exact=True),
    "order free": Rules(order_free=True),
    "order free, exact": Rules(order_free=True, exact=True),
}


def check(cases: list[PlainConversation], used: Rules) -> None:
    for view in ("label", "turn"):
        expected = ENGINES["oracle"].consensus(cases, view, used)
        found = ENGINES["fast"].consensus(cases, view, used)
        for case, right, got in zip(cases, expected, found, strict=True):
            assert got == right, (view, used, case)


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
    for seed in range(0, 300, 5):
        batch = [conversation(RandomPick(s), name=f"c{s}") for s in range(seed, seed + 5)]
        check(batch, rules(RandomPick(seed)))


@settings(deadline=None, max_examples=25)
@given(conversations(), any_rules())
def test_agrees_alone(case: PlainConversation, used: Rules) -> None:
    check([case], used)

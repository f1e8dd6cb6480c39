"""Laws that gold must obey whatever the conversation, on the package alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracles.consensus import Agreed
from tests.oracles.engines import ENGINES, plain_gold
from tests.oracles.floor import PlainGold
from tests.oracles.forms import PlainConversation
from tests.oracles.moving import moved, moved_gold, moved_intervals, shift
from tests.oracles.random_cases import RandomPick, conversation, conversations
from tests.oracles.rules import Rules
from turnscope.gold.derive import gold_of

FAST = ENGINES["fast"]

some = settings(deadline=None, max_examples=20)
each_arithmetic = pytest.mark.parametrize("exact", [False, True], ids=["official", "exact"])


# Shifting the clock.


@some
@given(conversations(milliseconds=True), st.integers(1, 50_000), st.booleans())
def test_shifting_the_clock_shifts_the_exact_gold(
    case: PlainConversation, by_s: int, order_free: bool
) -> None:
    rules = Rules(exact=True, order_free=order_free)
    plain = moved(shift(0), case)
    later = moved(shift(by_s), case)
    for view in ("label", "turn"):
        expected = [
            tuple(
                Agreed(
                    [(shift(by_s)(s), shift(by_s)(e), label) for s, e, label in agreed.events],
                    moved_intervals(shift(by_s), agreed.excluded),
                )
                for agreed in pair
            )
            for pair in FAST.consensus([plain], view, rules)
        ]
        assert FAST.consensus([later], view, rules) == expected
    expected_gold = [moved_gold(shift(by_s), gold) for gold in FAST.gold([plain], rules)]
    assert FAST.gold([later], rules) == expected_gold


def ties(case: PlainConversation) -> bool:
    """Whether two times differ by exactly a tolerance, or two candidates are equally near.

    Only then can float64 seconds decide otherwise than the milliseconds they stand for.
    """
    for tracks in case.tracks:
        starts = [round(event[0] * 1000) for track in tracks for event in track]
        ends = [round(event[1] * 1000) for track in tracks for event in track]
        if any(abs(x - y) in (200, 500) for x, y in combinations(starts, 2)):
            return True
        if any(abs(x - y) == 200 for x, y in combinations(ends, 2)):
            return True
        for anchor in set(starts):
            distances = [abs(x - anchor) for x in set(starts)]
            if len(set(distances)) < len(distances):
                return True
    return False


def test_shifting_the_clock_shifts_the_official_gold_where_nothing_ties() -> None:
    cases, changes = [], []
    for seed in range(1_000):
        drawn = conversation(RandomPick(seed), milliseconds=True, name=f"c{seed}")
        case = moved(shift(0), drawn)
        if not ties(case):
            cases.append(case)
            changes.append(shift(1 + 37 * seed % 40_000))
    golds = FAST.gold(cases, Rules())
    later = FAST.gold([moved(*pair) for pair in zip(changes, cases, strict=True)], Rules())
    assert later == [moved_gold(*pair) for pair in zip(changes, golds, strict=True)]
    assert len(cases) >= 200
    assert sum(len(one.positives) for gold in golds for one in (*gold.eot, *gold.int)) >= 200


def test_the_official_gold_may_change_with_the_clock_where_something_ties() -> None:
    # 1.0 and 1.2 agree in float64, 2.0 and 2.2 do not: this is why the law has its exception.
    a, b = [(1.0, 9.0, "Filler")], [(1.2, 9.0, "Filler")]
    case = PlainConversation("c0", ([a, b, []], [[], [], []]))
    assert FAST.gold([case], Rules())[0].eot[0].positives == [9.0]
    assert FAST.gold([moved(shift(1), case)], Rules())[0].eot[0].positives == []


# Swapping speakers, splitting a corpus.


@each_arithmetic
@some
@given(case=conversations(), order_free=st.booleans())
def test_swapping_speakers_swaps_the_gold(
    exact: bool, case: PlainConversation, order_free: bool
) -> None:
    rules = Rules(exact=exact, order_free=order_free)
    (gold,), (swapped,) = FAST.gold([case], rules), FAST.gold([case.swapped()], rules)
    assert swapped == PlainGold((gold.eot[1], gold.eot[0]), (gold.int[1], gold.int[0]))


@each_arithmetic
def test_gold_of_a_corpus_is_the_gold_of_its_conversations(exact: bool) -> None:
    rules = Rules(exact=exact)
    cases = [conversation(RandomPick(s), name=f"c{s}") for s in range(60)]
    assert FAST.gold(cases, rules) == [FAST.gold([case], rules)[0] for case in cases]
    assert FAST.gold(cases[::-1], rules) == FAST.gold(cases, rules)[::-1]


# The order of annotators.


@each_arithmetic
@some
@given(case=conversations(n_annotators=3))
def test_annotators_in_any_order_make_the_same_order_free_gold(
    exact: bool, case: PlainConversation
) -> None:
    rules = Rules(exact=exact, order_free=True)
    for view in ("label", "turn"):
        found = [
            FAST.consensus([case.annotators(order)], view, rules)
            for order in permutations(range(3))
        ]
        assert all(one == found[0] for one in found)


@each_arithmetic
def test_annotators_in_any_order_on_many_conversations(exact: bool) -> None:
    rules = Rules(exact=exact, order_free=True)
    cases = [
        conversation(RandomPick(s), n_annotators=3, name=f"c{s}") for s in range(70_000, 70_100)
    ]
    straight = FAST.gold(cases, rules)
    for order in permutations(range(3)):
        assert FAST.gold([case.annotators(order) for case in cases], rules) == straight


def test_annotators_in_another_order_can_make_another_official_gold() -> None:
    # a 1.0, b 1.15, c 1.3: a-b or c-b, as the anchor has it
    tracks = [[(start, 9.0, "Filler")] for start in (1.0, 1.15, 1.3)]
    case = PlainConversation("c0", (tracks, [[], [], []]))
    (straight,) = FAST.consensus([case], "turn", Rules())
    (turned,) = FAST.consensus([case.annotators((2, 1, 0))], "turn", Rules())
    assert straight[0].events != turned[0].events


# Agreement of everybody.


@each_arithmetic
@some
@given(case=conversations(n_annotators=1), n=st.integers(2, 4))
def test_annotators_who_agree_in_everything_exclude_nothing(
    exact: bool, case: PlainConversation, n: int
) -> None:
    # Also where events repeat a start: file order tells them apart, and is the same in all copies.
    first, second = case.tracks
    copies = replace(case, tracks=(first * n, second * n))
    assert FAST.gold([copies], Rules(exact=exact)) == FAST.gold([case], Rules(exact=exact))


def test_gold_keeps_the_roster() -> None:
    cases = [conversation(RandomPick(s), name=f"x{s}") for s in (5, 3, 9)]
    gold = gold_of([case.core() for case in cases])
    assert gold.roster.ids == ("x5", "x3", "x9")
    assert gold.roster.duration_s.tolist() == [case.duration for case in cases]
    assert [m.conversation_type for m in gold.roster.metadata] == [case.kind for case in cases]
    assert gold.protocol.name == "official"
    assert len(plain_gold(gold)) == 3

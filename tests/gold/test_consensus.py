"""Protocol 2.1 by hand. Every case holds the oracle and the package to the same numbers.

Timelines show one row an annotator; `=` is an event, the gold is below. Values are derived from
the protocol's text, not from running anything.
"""

from __future__ import annotations

import pytest

from tests.oracles.consensus import Agreed, Event
from tests.oracles.engines import ENGINES, Engine
from tests.oracles.forms import PlainConversation
from tests.oracles.rules import Rules

TURN = "Normal Turn"
INT = "Floor-taking Competitive Interruption"
NFT = "Non-floor Taking Competitive Interruption"
BC = "Continuer Backchannel"
LAUGH = "Laughter"

OFFICIAL = Rules()
EXACT = Rules(exact=True)
ORDER_FREE = Rules(exact=True, order_free=True)
BOTH = pytest.mark.parametrize("rules", [OFFICIAL, EXACT], ids=["official", "exact"])


@pytest.fixture(params=list(ENGINES.values()), ids=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


def turns(*times: tuple[float, float], label: str = TURN) -> list[Event]:
    return [(start, end, label) for start, end in times]


def agreed(
    engine: Engine,
    *tracks: list[Event],
    view: str = "label",
    rules: Rules = OFFICIAL,
) -> Agreed:
    """The consensus of speaker 1; speaker 2 heard nothing of."""
    silent: list[list[Event]] = [[] for _ in tracks]
    case = PlainConversation("c0", (list(tracks), silent))
    mine, yours = engine.consensus([case], view, rules)[0]
    assert yours == Agreed([], [])
    return mine


@BOTH
def test_two_of_three_agree_and_the_boundary_is_their_mean(engine: Engine, rules: Rules) -> None:
    #        1.0      1.1             2.0   2.1
    # a       ========================
    # b               =====================
    # c
    # gold        1.05 ============== 2.05
    found = agreed(engine, turns((1.0, 2.0)), turns((1.1, 2.1)), [], rules=rules)
    assert found == Agreed([(1.05, 2.05, "Turn")], [])


@BOTH
def test_three_agree_and_the_boundary_is_their_median(engine: Engine, rules: Rules) -> None:
    # a       1.0  ================ 2.0
    # b       1.1     ================ 2.05
    # c       1.15      ================== 2.15
    # gold    1.1     ================ 2.05      not the mean of a and b
    found = agreed(engine, turns((1.0, 2.0)), turns((1.1, 2.05)), turns((1.15, 2.15)), rules=rules)
    assert found == Agreed([(1.1, 2.05, "Turn")], [])


@BOTH
def test_median_is_taken_for_starts_and_ends_apart(engine: Engine, rules: Rules) -> None:
    # a  1.00 ======================== 2.15
    # b    1.05 =================== 2.00
    # c      1.10 ==================== 2.10
    # gold 1.05 ====================== 2.10      start from b, end from c
    found = agreed(engine, turns((1.0, 2.15)), turns((1.05, 2.0)), turns((1.1, 2.1)), rules=rules)
    assert found == Agreed([(1.05, 2.1, "Turn")], [])


@BOTH
def test_one_of_three_is_not_agreement(engine: Engine, rules: Rules) -> None:
    # a  1 ===== 2
    # b
    # c
    # excluded  1 xxxxx 2
    found = agreed(engine, turns((1.0, 2.0)), [], [], rules=rules)
    assert found == Agreed([], [(1.0, 2.0)])


@BOTH
def test_mean_of_two_milliseconds_keeps_the_half(engine: Engine, rules: Rules) -> None:
    # a  1.000 ===== 2.000
    # b  1.001 ===== 2.003
    # gold 1.0005 .. 2.0015   (four decimals hold it)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.001, 2.003)), [], rules=rules)
    assert found == Agreed([(1.0005, 2.0015, "Turn")], [])


@BOTH
def test_boundaries_are_rounded_to_four_decimals(engine: Engine, rules: Rules) -> None:
    # a  1.00001 ===== 2.00002
    # b  1.00013 ===== 2.00006     means 1.00007 and 2.00004
    found = agreed(engine, turns((1.00001, 2.00002)), turns((1.00013, 2.00006)), [], rules=rules)
    assert found == Agreed([(1.0001, 2.0, "Turn")], [])


def test_exact_arithmetic_rounds_half_to_even(engine: Engine) -> None:
    # means 1.00005 -> 1.0000 (even), 2.00015 -> 2.0002 (even)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.0001, 2.0003)), [], rules=EXACT)
    assert found == Agreed([(1.0, 2.0002, "Turn")], [])


@BOTH
def test_excluded_intervals_are_rounded_to_four_decimals(engine: Engine, rules: Rules) -> None:
    found = agreed(engine, turns((1.00004, 2.00006)), [], [], rules=rules)
    assert found == Agreed([], [(1.0, 2.0001)])


@BOTH
def test_the_first_annotator_anchors(engine: Engine, rules: Rules) -> None:
    # a   1.0  =============== 2.0
    # b     1.15 =============== 2.15
    # c        1.3 =============== 2.3      a-c span 300 ms; both a-b and b-c would fit
    # gold  1.075 .. 2.075 (a, b); c overlaps it: a dissent that is settled
    a, b, c = turns((1.0, 2.0)), turns((1.15, 2.15)), turns((1.3, 2.3))
    assert agreed(engine, a, b, c, rules=rules) == Agreed([(1.075, 2.075, "Turn")], [])
    assert agreed(engine, c, b, a, rules=rules) == Agreed([(1.225, 2.225, "Turn")], [])


@BOTH
def test_anchors_come_in_file_order_not_in_time_order(engine: Engine, rules: Rules) -> None:
    # a   file order: 1.1 then 1.0 (both end at 2.0)
    # b               1.05
    # The 1.1 event comes first and takes b's only event; 1.0 is left, and overlaps.
    late_first, b = turns((1.1, 2.0), (1.0, 2.0)), turns((1.05, 2.0))
    assert agreed(engine, late_first, b, [], rules=rules) == Agreed([(1.075, 2.0, "Turn")], [])
    early_first = turns((1.0, 2.0), (1.1, 2.0))
    assert agreed(engine, early_first, b, [], rules=rules) == Agreed([(1.025, 2.0, "Turn")], [])


@BOTH
def test_a_later_annotator_anchors_what_the_first_did_not_hear(
    engine: Engine, rules: Rules
) -> None:
    # a
    # b   1.0 ===== 2.0
    # c   1.1 ===== 2.0
    found = agreed(engine, [], turns((1.0, 2.0)), turns((1.1, 2.0)), rules=rules)
    assert found == Agreed([(1.05, 2.0, "Turn")], [])


@BOTH
def test_no_second_choice(engine: Engine, rules: Rules) -> None:
    # a   1.0  ========= 2.0
    # b   1.05 ==================== 3.0     nearest start, but its end does not fit
    # b   1.1   ======== 2.0                would fit, is not asked
    # gold none; excluded  1.0 xxxxxxxxxxxx 3.0
    a, b = turns((1.0, 2.0)), turns((1.05, 3.0), (1.1, 2.0))
    assert agreed(engine, a, b, [], rules=rules) == Agreed([], [(1.0, 3.0)])


@BOTH
def test_equally_near_candidates_the_first_in_the_file(engine: Engine, rules: Rules) -> None:
    # a          1.0   ========= 2.0
    # b        0.875 =========== 2.0
    # b            1.125 ======= 2.0       both 125 ms away
    a = turns((1.0, 2.0))
    later_first = turns((1.125, 2.0), (0.875, 2.0))
    found = agreed(engine, a, later_first, [], rules=rules)
    assert found == Agreed([(1.0625, 2.0, "Turn")], [])
    earlier_first = turns((0.875, 2.0), (1.125, 2.0))
    found = agreed(engine, a, earlier_first, [], rules=rules)
    assert found == Agreed([(0.9375, 2.0, "Turn")], [])


@pytest.mark.parametrize("exact", [False, True])
def test_candidates_are_looked_for_up_to_half_a_second(engine: Engine, exact: bool) -> None:
    # tolerance opened to 0.6 s so that the 0.5 s of the search can be seen
    # a  1.0 ========= 2.0
    # b       1.5 ==== 2.0      500 ms: in;  501 ms: out
    rules = Rules(tolerance=0.6, exact=exact)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.5, 2.0)), [], rules=rules)
    assert found == Agreed([(1.25, 2.0, "Turn")], [])
    found = agreed(engine, turns((1.0, 2.0)), turns((1.501, 2.0)), [], rules=rules)
    assert found == Agreed([], [(1.0, 2.0)])


@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize("order_free", [False, True])
@pytest.mark.parametrize("window", [0.25, 0.5])
def test_at_the_edge_of_tolerance_and_window_at_once(
    engine: Engine, exact: bool, order_free: bool, window: float
) -> None:
    # a  1.0 ========= 2.0
    # b     1.25 ===== 2.0      250 ms is within 250 ms, for the search and for the endpoints
    rules = Rules(tolerance=0.25, window=window, exact=exact, order_free=order_free)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.25, 2.0)), [], rules=rules)
    assert found == Agreed([(1.125, 2.0, "Turn")], [])


@BOTH
def test_subsets_in_order_of_the_annotators(engine: Engine, rules: Rules) -> None:
    # b  1.0  =========== 2.0
    # a   1.15 ========== 2.0
    # c     1.3 ========= 2.0       a-b and a-c fit, b-c does not: a-b comes first
    found = agreed(engine, turns((1.15, 2.0)), turns((1.0, 2.0)), turns((1.3, 2.0)), rules=rules)
    assert found == Agreed([(1.075, 2.0, "Turn")], [])


@BOTH
def test_a_subset_without_its_anchor_waits_for_its_own_anchor(engine: Engine, rules: Rules) -> None:
    # a  1.0  ============= 2.0
    # b      1.25 ========= 2.0
    # c       1.3 ========= 2.0      a fits nobody; then b anchors and takes c
    found = agreed(engine, turns((1.0, 2.0)), turns((1.25, 2.0)), turns((1.3, 2.0)), rules=rules)
    assert found == Agreed([(1.275, 2.0, "Turn")], [])


@BOTH
def test_a_third_whose_end_does_not_fit_is_left_out(engine: Engine, rules: Rules) -> None:
    # a  1.0 ===== 2.0
    # b  1.0 ============= 3.0
    # c  1.1 ===== 2.1              {a, b, c} and {a, b} fail on the end, {a, c} fits
    found = agreed(engine, turns((1.0, 2.0)), turns((1.0, 3.0)), turns((1.1, 2.1)), rules=rules)
    assert found == Agreed([(1.05, 2.05, "Turn")], [])


@BOTH
def test_an_event_is_used_once(engine: Engine, rules: Rules) -> None:
    # a  1.0 ===== 2.0    a  1.1 ==== 2.0
    # b  1.05 ==== 2.0    one event only: the second anchor finds nobody
    found = agreed(engine, turns((1.0, 2.0), (1.1, 2.0)), turns((1.05, 2.0)), [], rules=rules)
    assert found == Agreed([(1.025, 2.0, "Turn")], [])


@BOTH
def test_duplicates_agree_one_by_one(engine: Engine, rules: Rules) -> None:
    # a  1 ===== 2 twice;  b  1 ===== 2 twice  -> two gold events
    twice = turns((1.0, 2.0), (1.0, 2.0))
    found = agreed(engine, twice, twice, [], rules=rules)
    assert found == Agreed([(1.0, 2.0, "Turn"), (1.0, 2.0, "Turn")], [])


@BOTH
def test_labels_must_be_of_one_class(engine: Engine, rules: Rules) -> None:
    # a  Turn 1 ===== 2
    # b  BC   1 ===== 2      excluded 1 xxxxx 2
    found = agreed(engine, turns((1.0, 2.0)), turns((1.0, 2.0), label=BC), [], rules=rules)
    assert found == Agreed([], [(1.0, 2.0)])


@BOTH
def test_fine_labels_of_one_class_agree(engine: Engine, rules: Rules) -> None:
    a = [(1.0, 2.0, "Filler"), (5.0, 6.0, "Channel Bleed"), (8.0, 9.0, INT)]
    b = [
        (1.0, 2.0, "Regular Turn"),
        (5.0, 6.0, "Speech, Non-Linguistic"),
        (8.0, 9.0, "Floor-taking Cooperative Interruption"),
    ]
    assert agreed(engine, a, b, [], rules=rules) == Agreed(
        [(1.0, 2.0, "Turn"), (5.0, 6.0, "NonContent"), (8.0, 9.0, "Interruption")], []
    )


@BOTH
def test_a_nearer_event_of_another_class_is_no_candidate(engine: Engine, rules: Rules) -> None:
    # a  Turn 1.0 ==== 2.0
    # b  BC   1.0 ==== 2.0
    # b  Turn 1.1 ==== 2.0
    b = [(1.0, 2.0, BC), (1.1, 2.0, TURN)]
    found = agreed(engine, turns((1.0, 2.0)), b, [], rules=rules)
    assert found == Agreed([(1.05, 2.0, "Turn")], [])


@BOTH
def test_a_dissent_that_overlaps_the_gold_is_settled_whatever_its_label(
    engine: Engine, rules: Rules
) -> None:
    # a, b  Turn 1 ======= 2
    # c     BC      1.5 ======== 3      overlaps the gold: not excluded, not even its rest
    c = turns((1.5, 3.0), label=BC)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.0, 2.0)), c, rules=rules)
    assert found == Agreed([(1.0, 2.0, "Turn")], [])


@BOTH
def test_touching_the_gold_is_not_overlapping_it(engine: Engine, rules: Rules) -> None:
    # a, b  1 ===== 2
    # c             2 ===== 3           excluded 2 xxxxx 3
    found = agreed(engine, turns((1.0, 2.0)), turns((1.0, 2.0)), turns((2.0, 3.0)), rules=rules)
    assert found == Agreed([(1.0, 2.0, "Turn")], [(2.0, 3.0)])


@BOTH
def test_overlap_is_with_the_gold_not_with_its_members(engine: Engine, rules: Rules) -> None:
    # a      1.0 ====== 2.0
    # b       1.1 ====== 2.1
    # gold    1.05 ==== 2.05
    # c                  2.06 === 2.5      overlaps b's event only: excluded
    found = agreed(engine, turns((1.0, 2.0)), turns((1.1, 2.1)), turns((2.06, 2.5)), rules=rules)
    assert found == Agreed([(1.05, 2.05, "Turn")], [(2.06, 2.5)])


@BOTH
def test_excluded_intervals_merge_where_they_touch_or_overlap(engine: Engine, rules: Rules) -> None:
    # a  Turn   1 ===== 2
    # b  laugh          2 ===== 3               touches
    # c  BC                 2.5 ===== 4         overlaps
    # a                                4.001 == 5   one millisecond beside
    # excluded  1 xxxxxxxxxxxxxxxxxxx 4 4.001 xx 5
    a, b, c = turns((1.0, 2.0), (4.001, 5.0)), turns((2.0, 3.0), label=LAUGH), [(2.5, 4.0, BC)]
    assert agreed(engine, a, b, c, rules=rules) == Agreed([], [(1.0, 4.0), (4.001, 5.0)])


@BOTH
def test_an_excluded_interval_inside_another_does_not_shorten_it(
    engine: Engine, rules: Rules
) -> None:
    # a  1 ================ 5
    # b    BC 2 == 3
    found = agreed(engine, turns((1.0, 5.0)), turns((2.0, 3.0), label=BC), [], rules=rules)
    assert found == Agreed([], [(1.0, 5.0)])


@BOTH
def test_zero_length_events(engine: Engine, rules: Rules) -> None:
    # gold    | at 1.0     and  5 ===== 6 (a, b)
    # c  | at 5.5: inside the gold, settled;  | at 6.0: touches, excluded;  | at 9.0: excluded
    a = [(1.0, 1.0, LAUGH), (5.0, 6.0, TURN)]
    c = [(5.5, 5.5, BC), (6.0, 6.0, BC), (9.0, 9.0, BC)]
    assert agreed(engine, a, a, c, rules=rules) == Agreed(
        [(1.0, 1.0, "Laughter"), (5.0, 6.0, "Turn")], [(6.0, 6.0), (9.0, 9.0)]
    )


@BOTH
def test_turn_view_asks_only_who_holds_the_floor(engine: Engine, rules: Rules) -> None:
    # a  Turn 1 ===== 2   BC  5 == 6   NFT  8 == 9
    # b  INT  1 ===== 2   BC  5 == 6   NFT  8 == 9
    # label view: no Turn, no INT there (excluded 1-2), BC and NFT agreed
    # turn view:  Turn 1-2; BC and NFT are dropped before matching
    a = [(1.0, 2.0, TURN), (5.0, 6.0, BC), (8.0, 9.0, NFT)]
    b = [(1.0, 2.0, INT), (5.0, 6.0, BC), (8.0, 9.0, NFT)]
    assert agreed(engine, a, b, [], rules=rules) == Agreed(
        [(5.0, 6.0, "Backchannel"), (8.0, 9.0, "NonFloorTakingInterruption")], [(1.0, 2.0)]
    )
    assert agreed(engine, a, b, [], view="turn", rules=rules) == Agreed([(1.0, 2.0, "Turn")], [])


@BOTH
def test_turn_view_neither_excludes_nor_is_settled_by_what_it_drops(
    engine: Engine, rules: Rules
) -> None:
    # a, b  BC   1 ===== 2
    # c     Turn  1.5 ===== 3      label view: overlaps the agreed BC, settled
    # c     BC                 5 == 6      turn view: dropped, not excluded
    bc = turns((1.0, 2.0), label=BC)
    c = [(1.5, 3.0, TURN), (5.0, 6.0, BC)]
    assert agreed(engine, bc, bc, c, rules=rules) == Agreed(
        [(1.0, 2.0, "Backchannel")], [(5.0, 6.0)]
    )
    assert agreed(engine, bc, bc, c, view="turn", rules=rules) == Agreed([], [(1.5, 3.0)])


@BOTH
@pytest.mark.parametrize("label", ["", "normal turn", "Cough?", "Turn"])
@pytest.mark.parametrize("view", ["label", "turn"])
def test_unknown_labels_are_ignored(engine: Engine, rules: Rules, label: str, view: str) -> None:
    # two annotators agree on it, the third hears it elsewhere: neither gold nor excluded
    track = turns((1.0, 2.0), label=label)
    elsewhere = turns((5.0, 6.0), label=label)
    assert agreed(engine, track, track, elsewhere, view=view, rules=rules) == Agreed([], [])


@BOTH
def test_gold_is_sorted_whatever_the_order_of_the_file(engine: Engine, rules: Rules) -> None:
    track = turns((8.0, 9.0), (1.0, 2.0), (5.0, 6.0))
    found = agreed(engine, track, track, [], rules=rules)
    assert found.events == [(1.0, 2.0, "Turn"), (5.0, 6.0, "Turn"), (8.0, 9.0, "Turn")]


@BOTH
def test_speakers_are_kept_apart(engine: Engine, rules: Rules) -> None:
    # speaker 1  a  1 ===== 2
    # speaker 2  b  1 ===== 2       nobody agrees with anybody
    case = PlainConversation("c0", ([turns((1.0, 2.0)), [], []], [[], turns((1.0, 2.0)), []]))
    lone = Agreed([], [(1.0, 2.0)])
    assert engine.consensus([case], "label", rules) == [(lone, lone)]


@BOTH
def test_conversations_are_kept_apart(engine: Engine, rules: Rules) -> None:
    silent: list[list[Event]] = [[], [], []]
    one = PlainConversation("c0", ([turns((1.0, 2.0)), [], []], silent))
    two = PlainConversation("c1", ([[], turns((1.0, 2.0)), []], silent))
    lone, nothing = Agreed([], [(1.0, 2.0)]), Agreed([], [])
    found = engine.consensus([one, two], "label", rules)
    assert found == [(lone, nothing), (lone, nothing)]


# Annotators other than three.


@BOTH
def test_a_single_annotator_is_the_gold(engine: Engine, rules: Rules) -> None:
    # a  1.00004 ===== 2;  unknown label;  the same event twice
    track = [(5.0, 6.0, BC), (1.00004, 2.0, TURN), (3.0, 4.0, "?"), (5.0, 6.0, BC)]
    assert agreed(engine, track, rules=rules) == Agreed(
        [(1.0, 2.0, "Turn"), (5.0, 6.0, "Backchannel"), (5.0, 6.0, "Backchannel")], []
    )


@BOTH
def test_two_annotators_must_both_agree(engine: Engine, rules: Rules) -> None:
    # a  1.0 ===== 2.0     5 == 6
    # b  1.1 ===== 2.0            7 == 8
    a, b = turns((1.0, 2.0), (5.0, 6.0)), turns((1.1, 2.0), (7.0, 8.0))
    found = agreed(engine, a, b, rules=rules)
    assert found == Agreed([(1.05, 2.0, "Turn")], [(5.0, 6.0), (7.0, 8.0)])


@pytest.mark.parametrize("exact", [False, True])
def test_all_three_can_be_asked_to_agree(engine: Engine, exact: bool) -> None:
    # a  1 == 2   5 == 6
    # b  1 == 2   5 == 6
    # c           5 == 6
    rules = Rules(agreement=3, exact=exact)
    two, one = turns((1.0, 2.0), (5.0, 6.0)), turns((5.0, 6.0))
    found = agreed(engine, two, two, one, rules=rules)
    assert found == Agreed([(5.0, 6.0, "Turn")], [(1.0, 2.0)])


@pytest.mark.parametrize("exact", [False, True])
def test_one_of_three_can_be_enough(engine: Engine, exact: bool) -> None:
    # a  1.0 == 2.0
    # b  1.1 == 2.0          joins a: the largest subset first
    # c             5 == 6   stands alone
    rules = Rules(agreement=1, exact=exact)
    found = agreed(engine, turns((1.0, 2.0)), turns((1.1, 2.0)), turns((5.0, 6.0)), rules=rules)
    assert found == Agreed([(1.05, 2.0, "Turn"), (5.0, 6.0, "Turn")], [])


# The tolerance of 200 ms, in float64 seconds and on the exact grid.

PASSES = [(0.0, 0.2), (1.0, 1.2), (0.8, 1.0), (10.0, 10.2)]
"""Milliseconds 200 apart whose float64 difference is at most 0.2."""

FAILS = [(2.0, 2.2), (0.141, 0.341), (1.001, 1.201), (10.1, 10.3)]
"""Milliseconds 200 apart whose float64 difference comes out above 0.2."""


@pytest.mark.parametrize(("first", "second"), PASSES + FAILS)
def test_pairs_are_what_they_are_said_to_be(first: float, second: float) -> None:
    assert (second - first <= 0.2) is ((first, second) in PASSES)


@pytest.mark.parametrize(("first", "second"), PASSES + FAILS)
@pytest.mark.parametrize("at", ["start", "end"])
def test_200_ms_official_and_exact(engine: Engine, first: float, second: float, at: str) -> None:
    # a   |first ========
    # b        |second ==      exactly 200 ms apart
    if at == "start":
        a, b = turns((first, 50.0)), turns((second, 50.0))
    else:
        a, b = turns((0.0, first)), turns((0.0, second))
    mean = round((first + second) / 2, 4)
    gold = (mean, 50.0, "Turn") if at == "start" else (0.0, mean, "Turn")
    together = Agreed([gold], [])
    apart = Agreed([], [(first, 50.0) if at == "start" else (0.0, second)])
    official = together if (first, second) in PASSES else apart
    assert agreed(engine, a, b, [], rules=OFFICIAL) == official
    assert agreed(engine, a, b, [], rules=EXACT) == together


@BOTH
def test_201_ms_never_agree(engine: Engine, rules: Rules) -> None:
    found = agreed(engine, turns((1.0, 2.0)), turns((1.201, 2.0)), [], rules=rules)
    assert found == Agreed([], [(1.0, 2.0)])


def test_share_of_200_ms_pairs_that_pass_in_float64() -> None:
    # All pairs (t, t + 200 ms) on the millisecond grid of the first ten minutes.
    n = 600_000
    passing = sum((t + 200) / 1000 - t / 1000 <= 0.2 for t in range(n))
    assert passing / n == pytest.approx(0.605, abs=0.0005)


# The order-free consensus.


def test_order_free_takes_the_largest_group_first(engine: Engine) -> None:
    # a  1.0  ===== 2.0
    # b    1.1 ==== 2.0
    # c     1.15 == 2.0        b-c is the tightest pair, but a, b, c fit, too: median 1.1
    found = agreed(
        engine, turns((1.0, 2.0)), turns((1.1, 2.0)), turns((1.15, 2.0)), rules=ORDER_FREE
    )
    assert found == Agreed([(1.1, 2.0, "Turn")], [])


def test_order_free_takes_the_tightest_pair_whoever_anchors(engine: Engine) -> None:
    # a  1.0  ============== 2.0
    # b    1.15 ============ 2.0      a-b 150 ms
    # c      1.25 ========== 2.0      b-c 100 ms: taken; the official rule takes a-b
    a, b, c = turns((1.0, 2.0)), turns((1.15, 2.0)), turns((1.25, 2.0))
    assert agreed(engine, a, b, c, rules=ORDER_FREE).events == [(1.2, 2.0, "Turn")]
    assert agreed(engine, c, a, b, rules=ORDER_FREE).events == [(1.2, 2.0, "Turn")]
    assert agreed(engine, a, b, c, rules=EXACT).events == [(1.075, 2.0, "Turn")]


def test_order_free_counts_starts_and_ends_together(engine: Engine) -> None:
    # a-b: starts 0, ends 150 ms;  b-c: starts 100, ends 60 ms -> a-b is tighter (150 < 160)
    a, b, c = turns((1.0, 2.0)), turns((1.0, 2.15)), turns((1.1, 2.21))
    found = agreed(engine, a, b, c, rules=ORDER_FREE)
    assert found.events == [(1.0, 2.075, "Turn")]


def test_order_free_takes_the_earlier_of_equally_tight_pairs(engine: Engine) -> None:
    # a 1.0, b 1.15, c 1.3 (ends equal): a-b and b-c both 150 ms
    a, b, c = turns((1.0, 2.0)), turns((1.15, 2.0)), turns((1.3, 2.0))
    for order in ((a, b, c), (c, b, a), (b, a, c)):
        assert agreed(engine, *order, rules=ORDER_FREE) == Agreed([(1.075, 2.0, "Turn")], [])


def test_order_free_has_second_choices(engine: Engine) -> None:
    # a   1.0  ========= 2.0
    # b   1.05 ==================== 3.0
    # b   1.1   ======== 2.0      what the official rule does not see
    a, b = turns((1.0, 2.0)), turns((1.05, 3.0), (1.1, 2.0))
    found = agreed(engine, a, b, [], rules=ORDER_FREE)
    assert found == Agreed([(1.05, 2.0, "Turn")], [])


def test_order_free_uses_an_event_once_and_excludes_the_rest(engine: Engine) -> None:
    # a  1.0 == 1.1   a  1.2 == 1.3
    # b  1.1 == 1.2   one event between two
    # a-b: 100 + 100 ms both; the earlier is taken, gold 1.05 - 1.15, 1.2 - 1.3 is left over
    a, b = turns((1.0, 1.1), (1.2, 1.3)), turns((1.1, 1.2))
    found = agreed(engine, a, b, [], rules=ORDER_FREE)
    assert found == Agreed([(1.05, 1.15, "Turn")], [(1.2, 1.3)])

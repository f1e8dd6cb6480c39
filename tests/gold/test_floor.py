"""Protocol 2.2 and 2.3 by hand. Every case holds the oracle and the package to the same numbers.

Timelines: `s1`, `s2` are the speakers' agreed events, `x` marks excluded stretches, `+` a positive,
`----` a negative span. Values are derived from the protocol's text, not from running anything.
"""

from __future__ import annotations

import pytest

from tests.oracles.consensus import Event, Interval
from tests.oracles.engines import ENGINES, Engine
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import PlainConversation
from tests.oracles.rules import Rules

TURN = "Normal Turn"
INT = "Floor-taking Competitive Interruption"
NFT = "Non-floor Taking Cooperative Interruption"
BC = "Reaction Backchannel"
LAUGH = "Laughter"
SILENCE = "Awkward Silence"
NOISE = "Non-Speech Noise"


@pytest.fixture(params=list(ENGINES.values()), ids=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


@pytest.fixture(params=[False, True], ids=["official", "exact"])
def rules(request: pytest.FixtureRequest) -> Rules:
    return Rules(exact=request.param)


def gold(
    engine: Engine,
    rules: Rules,
    s1: list[Event],
    s2: list[Event] | None = None,
    *,
    lone1: list[Event] | None = None,
    lone2: list[Event] | None = None,
) -> PlainGold:
    """Gold of events that annotators a and b agree on exactly, and c's lone events besides."""
    s2 = s2 or []
    case = PlainConversation("c0", ([s1, s1, lone1 or []], [s2, s2, lone2 or []]))
    return engine.gold([case], rules)[0]


def turns(*times: Interval) -> list[Event]:
    return [(start, end, TURN) for start, end in times]


# Positives.


def test_nobody_speaks(engine: Engine, rules: Rules) -> None:
    nothing = TaskLists([], [], [])
    assert gold(engine, rules, []) == PlainGold((nothing, nothing), (nothing, nothing))


def test_the_last_turn_ends_a_turn(engine: Engine, rules: Rules) -> None:
    # s1  1 ===== 2
    #             +
    found = gold(engine, rules, turns((1.0, 2.0)))
    assert found.eot == (TaskLists([2.0], [], []), TaskLists([], [], []))


def test_the_other_starts_before_the_speaker_restarts(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2           5 == 6
    # s2           3 == 4
    #          +       +        +
    found = gold(engine, rules, turns((1.0, 2.0), (5.0, 6.0)), turns((3.0, 4.0)))
    assert found.eot == (TaskLists([2.0, 6.0], [], []), TaskLists([4.0], [], []))


def test_the_speaker_restarts_before_the_other_starts(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2     3 == 4
    # s2                      5 == 6
    #          ------     +        +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 4.0)), turns((5.0, 6.0)))
    assert found.eot == (TaskLists([4.0], [(2.0, 3.0)], []), TaskLists([6.0], [], []))


def test_the_other_is_already_speaking(engine: Engine, rules: Rules) -> None:
    # s1  1 ====== 2        3 == 4
    # s2       1.5 == 2.5
    #              +   +         +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 4.0)), turns((1.5, 2.5)))
    assert found.eot == (TaskLists([2.0, 4.0], [], []), TaskLists([2.5], [], []))


def test_the_other_speaks_through_it_all(engine: Engine, rules: Rules) -> None:
    # s1    1 == 2   3 == 4
    # s2  0 =================== 9
    #            +        +     +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 4.0)), turns((0.0, 9.0)))
    assert found.eot == (TaskLists([2.0, 4.0], [], []), TaskLists([9.0], [], []))


def test_the_others_turn_that_ends_at_that_very_time_is_over(engine: Engine, rules: Rules) -> None:
    # s1  1 ========= 2        3 == 4
    # s2      1.5 === 2                     its end is a positive: nobody else follows it
    #                 ---------     +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 4.0)), turns((1.5, 2.0)))
    # for s2 at 2.0: no own restart at all -> positive
    assert found.eot == (TaskLists([4.0], [(2.0, 3.0)], []), TaskLists([2.0], [], []))


def test_the_others_turn_that_starts_at_that_very_time_is_not_later(
    engine: Engine, rules: Rules
) -> None:
    # s1  1 == 2         3 == 4
    # s2       2 == 2.5           not speaking before 2, not starting after 2: a pause
    #          --------      +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 4.0)), turns((2.0, 2.5)))
    assert found.eot == (TaskLists([4.0], [(2.0, 3.0)], []), TaskLists([2.5], [], []))


def test_a_simultaneous_restart_is_a_pause(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2       3 ===== 5
    # s2               3 == 4
    #          --------    +   +
    found = gold(engine, rules, turns((1.0, 2.0), (3.0, 5.0)), turns((3.0, 4.0)))
    # s2 at 4.0: no own restart -> positive
    assert found.eot == (TaskLists([5.0], [(2.0, 3.0)], []), TaskLists([4.0], [], []))


def test_an_end_inside_another_own_turn_is_skipped(engine: Engine, rules: Rules) -> None:
    # s1  1 ================ 5
    # s1      2 == 3
    #                        +
    found = gold(engine, rules, turns((1.0, 5.0), (2.0, 3.0)))
    assert found.eot[0] == TaskLists([5.0], [], [])


def test_an_end_at_the_edge_of_another_own_turn_is_not_inside(engine: Engine, rules: Rules) -> None:
    # s1  1 ============ 5
    # s1       2 ======= 5          one positive, though two turns end there
    #                    +
    found = gold(engine, rules, turns((1.0, 5.0), (2.0, 5.0)))
    assert found.eot[0] == TaskLists([5.0], [], [])


def test_one_pause_after_two_turns_that_end_together(engine: Engine, rules: Rules) -> None:
    # s1  1 ============ 5      7 == 8
    # s1       2 ======= 5
    #                    ------      +
    found = gold(engine, rules, turns((1.0, 5.0), (2.0, 5.0), (7.0, 8.0)))
    assert found.eot[0] == TaskLists([8.0], [(5.0, 7.0)], [])


def test_overlapping_own_turns_restart_at_the_next_later_start(
    engine: Engine, rules: Rules
) -> None:
    # s1  1 ======= 3
    # s1       2 ========= 4      6 == 7
    #                      ------      +     3.0 lies inside 2-4
    found = gold(engine, rules, turns((1.0, 3.0), (2.0, 4.0), (6.0, 7.0)))
    assert found.eot[0] == TaskLists([7.0], [(4.0, 6.0)], [])


def test_own_turns_that_touch_make_a_positive_between_them(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2 == 3           the turn from 2.0 does not start *after* 2.0: no restart
    #          +    +
    found = gold(engine, rules, turns((1.0, 2.0), (2.0, 3.0)))
    assert found.eot[0] == TaskLists([2.0, 3.0], [], [])


def test_touching_turns_before_the_others_turn(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2 == 3            6 == 7
    # s2                4 == 5
    #          +    +       +        +
    found = gold(engine, rules, turns((1.0, 2.0), (2.0, 3.0), (6.0, 7.0)), turns((4.0, 5.0)))
    assert found.eot == (TaskLists([2.0, 3.0, 7.0], [], []), TaskLists([5.0], [], []))


def test_touching_turns_before_an_own_restart(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2 == 3     5 == 6     by the letter: from 2.0 the next own start is 5.0
    #          -----------     +
    #               ------
    found = gold(engine, rules, turns((1.0, 2.0), (2.0, 3.0), (5.0, 6.0)))
    assert found.eot[0] == TaskLists([6.0], [(2.0, 5.0), (3.0, 5.0)], [])


def test_a_zero_length_turn_at_an_end(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2       4 == 5
    # s1       |2.0                both end at 2.0; the span counts once
    #          --------     +
    found = gold(engine, rules, turns((1.0, 2.0), (2.0, 2.0), (4.0, 5.0)))
    assert found.eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_interruptions_are_turns(engine: Engine, rules: Rules) -> None:
    # s1  1 ======= 3          5 == 6
    # s2      INT 2 ===== 4
    #               +     +        +
    found = gold(engine, rules, turns((1.0, 3.0), (5.0, 6.0)), [(2.0, 4.0, INT)])
    assert found.eot == (TaskLists([3.0, 6.0], [], []), TaskLists([4.0], [], []))
    assert found.int == (TaskLists([], [], []), TaskLists([2.0], [], []))


@pytest.mark.parametrize("label", [BC, LAUGH, SILENCE, NOISE, NFT])
def test_what_is_no_turn_ends_no_turn(engine: Engine, rules: Rules, label: str) -> None:
    # s1  1 == 2
    # s2         3 xx 4 (label)       neither a start of the other nor an end of its own
    found = gold(engine, rules, turns((1.0, 2.0)), [(3.0, 4.0, label)])
    assert found.eot == (TaskLists([2.0], [], []), TaskLists([], [], []))


# What cuts a pause.


@pytest.mark.parametrize("label", [BC, LAUGH, SILENCE, NOISE])
def test_the_others_sounds_do_not_cut(engine: Engine, rules: Rules, label: str) -> None:
    # s1  1 == 2              4 == 5
    # s2         2.5 == 3 (label)
    #          ---------------     +
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), [(2.5, 3.0, label)])
    assert found.eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_the_others_non_floor_taking_interruption_cuts(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2               4 == 5
    # s2         NFT 2.5 == 3
    #          ------               +
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), [(2.5, 3.0, NFT)])
    assert found.eot[0] == TaskLists([5.0], [(2.0, 2.5)], [])


@pytest.mark.parametrize("label", [BC, LAUGH, SILENCE, NOISE, NFT])
def test_own_sounds_cut(engine: Engine, rules: Rules, label: str) -> None:
    # s1  1 == 2  2.5 == 3 (label)  4 == 5
    #          ---                       +
    own = [(1.0, 2.0, TURN), (2.5, 3.0, label), (4.0, 5.0, TURN)]
    assert gold(engine, rules, own).eot[0] == TaskLists([5.0], [(2.0, 2.5)], [])


@pytest.mark.parametrize("start", [1.5, 2.0])
def test_own_sounds_that_begin_before_or_with_the_pause_do_not_cut(
    engine: Engine, rules: Rules, start: float
) -> None:
    # s1  1 ==== 2           4 == 5
    # s1    1.5 ==== 3 (BC)           its start is not strictly inside the pause
    #            ------------     +
    own = [(1.0, 2.0, TURN), (start, 3.0, BC), (4.0, 5.0, TURN)]
    assert gold(engine, rules, own).eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_a_sound_that_begins_with_the_restart_does_not_cut(engine: Engine, rules: Rules) -> None:
    own = [(1.0, 2.0, TURN), (4.0, 4.5, LAUGH), (4.0, 5.0, TURN)]
    assert gold(engine, rules, own).eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_the_earliest_cut_counts(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2           BC 3.2 = 3.4   4 == 5
    # s2           NFT 2.7 = 3
    #          --------                        +
    own = [(1.0, 2.0, TURN), (3.2, 3.4, BC), (4.0, 5.0, TURN)]
    found = gold(engine, rules, own, [(2.7, 3.0, NFT)])
    assert found.eot[0] == TaskLists([5.0], [(2.0, 2.7)], [])


@pytest.mark.parametrize("speaker", [1, 2])
def test_an_interruption_that_only_the_label_view_agrees_on_cuts(
    engine: Engine, rules: Rules, speaker: int
) -> None:
    # One speaker:
    # a  1 == 2     INT 2.5 ===== 4.5
    # a                       4 ========== 8
    # b  1 == 2     Turn 2.5 ================= 9     first in b's file at 2.5
    # b             INT 2.5 ===== 4.5
    # b                       4 ========== 8
    # In the turn view a's interruption meets b's long turn, which does not fit, so that view has
    # the turn 4-8 alone (and all the rest overlaps it: nothing is excluded). In the label view the
    # interruption is agreed. It cuts the speaker's own pause, and the other's:
    # own pause    2 ---- 2.5      other's  2 ---- 2.5 (turns 1-2 and 3.5-5)
    a = [(2.5, 4.5, INT), (4.0, 8.0, TURN)]
    b = [(2.5, 9.0, TURN), (2.5, 4.5, INT), (4.0, 8.0, TURN)]
    first, plain = turns((1.0, 2.0)), turns((1.0, 2.0), (3.5, 5.0))
    if speaker == 1:
        case = PlainConversation("c0", ([first + a, first + b, []], [[], [], []]))
        expected = TaskLists([8.0], [(2.0, 2.5)], [])
    else:
        case = PlainConversation("c0", ([plain, plain, []], [a, b, []]))
        expected = TaskLists([5.0], [(2.0, 2.5)], [])
    found = engine.gold([case], rules)[0]
    assert found.eot[0] == expected
    assert found.int[speaker - 1].positives == [2.5]


@pytest.mark.parametrize("speaker", [1, 2])
@pytest.mark.parametrize("label", [TURN, INT, BC, NOISE])
def test_an_excluded_interval_cuts_whoever_and_whatever_it_is(
    engine: Engine, rules: Rules, speaker: int, label: str
) -> None:
    # s1  1 == 2                   4 == 5
    # s1 or s2     xx 2.5 - 3 xx            heard by c alone
    #          ------                   +
    lone = [(2.5, 3.0, label)]
    pair = turns((1.0, 2.0), (4.0, 5.0))
    found = gold(engine, rules, pair, **{f"lone{speaker}": lone})
    assert found.eot[0].positives == [5.0]
    assert found.eot[0].negatives == [(2.0, 2.5)]
    in_turn_view = [(2.5, 3.0)] if label in (TURN, INT) else []
    assert found.eot[speaker - 1].excluded == in_turn_view
    assert found.int[speaker - 1].excluded == [(2.5, 3.0)]
    assert found.eot[2 - speaker].excluded == found.int[2 - speaker].excluded == []


def test_an_interval_excluded_in_the_turn_view_alone_cuts(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2                   4 == 5
    # s2       BC 2.4 == 2.8               agreed: settles the label view, unknown to the turn view
    # s2 c     Turn 2.5 === 3              so excluded in the turn view alone
    #          -------                  +
    found = gold(
        engine,
        rules,
        turns((1.0, 2.0), (4.0, 5.0)),
        [(2.4, 2.8, BC)],
        lone2=turns((2.5, 3.0)),
    )
    assert found.eot[0] == TaskLists([5.0], [(2.0, 2.5)], [])
    assert found.eot[1].excluded == [(2.5, 3.0)]
    assert found.int[1].excluded == []


@pytest.mark.parametrize("start", [1.5, 2.0])
def test_a_pause_that_is_eaten_up_is_neither(engine: Engine, rules: Rules, start: float) -> None:
    # s1  1 ======= 2         4 == 5
    # s2    x 1.5 ----- 3 x             excluded from before (or at) the pause's beginning
    #                              +
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), lone2=turns((start, 3.0)))
    assert found.eot[0] == TaskLists([5.0], [], [])


def test_an_excluded_interval_that_ends_where_the_pause_begins_does_not_cut(
    engine: Engine, rules: Rules
) -> None:
    # s1  1 ======= 2         4 == 5
    # s2    x 1.5 - 2 x
    #               ----------     +
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), lone2=turns((1.5, 2.0)))
    assert found.eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_an_excluded_interval_that_begins_where_the_pause_ends_does_not_cut(
    engine: Engine, rules: Rules
) -> None:
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), lone2=turns((4.0, 4.5)))
    assert found.eot[0] == TaskLists([5.0], [(2.0, 4.0)], [])


def test_the_cut_is_at_the_merged_intervals_start(engine: Engine, rules: Rules) -> None:
    # s1  1 ===== 2              4 == 5
    # s2 c  x 1.2 - 1.8 x 1.8 -- 3 x      merged to 1.2 - 3: overlaps the pause from before it
    lone = [(1.2, 1.8, TURN), (1.8, 3.0, BC)]
    found = gold(engine, rules, turns((1.0, 2.0), (4.0, 5.0)), lone2=lone)
    # label view: one interval 1.2 - 3; it eats the pause up
    assert found.eot[0] == TaskLists([5.0], [], [])
    assert found.int[1].excluded == [(1.2, 3.0)]
    assert found.eot[1].excluded == [(1.2, 1.8)]


def test_excluded_intervals_do_not_touch_positives(engine: Engine, rules: Rules) -> None:
    # s1  1 == 2 x 2.5 - 3 x        the last turn stays a positive
    found = gold(engine, rules, turns((1.0, 2.0)), lone1=turns((2.5, 3.0)))
    assert found.eot[0] == TaskLists([2.0], [], [(2.5, 3.0)])


# Interruption.


def test_interruption_gold(engine: Engine, rules: Rules) -> None:
    # s1  INT 1-2   BC 3-4  noise 5-6  laughter 7-8  silence 9-10   NFT 11-12   turn 13-14
    #         +        ---        ---                             x 11-12 x
    own = [
        (1.0, 2.0, "Floor-taking Cooperative Interruption"),
        (3.0, 4.0, BC),
        (5.0, 6.0, NOISE),
        (7.0, 8.0, LAUGH),
        (9.0, 10.0, SILENCE),
        (11.0, 12.0, NFT),
        (13.0, 14.0, TURN),
    ]
    found = gold(engine, rules, own)
    assert found.int == (
        TaskLists([1.0], [(3.0, 4.0), (5.0, 6.0)], [(11.0, 12.0)]),
        TaskLists([], [], []),
    )


def test_interruptions_at_one_time_count_each(engine: Engine, rules: Rules) -> None:
    # s1  INT 3 == 4
    # s1  INT 3 ======== 5
    #         ++
    found = gold(engine, rules, [(3.0, 4.0, INT), (3.0, 5.0, INT)])
    assert found.int[0].positives == [3.0, 3.0]


def test_negative_spans_of_interruption_count_each_and_may_overlap(
    engine: Engine, rules: Rules
) -> None:
    own = [(3.0, 4.0, BC), (3.0, 4.0, NOISE), (3.5, 6.0, NOISE), (8.0, 8.0, BC)]
    found = gold(engine, rules, own)
    assert found.int[0].negatives == [(3.0, 4.0), (3.0, 4.0), (3.5, 6.0), (8.0, 8.0)]


def test_non_floor_taking_extents_join_the_excluded_unmerged(engine: Engine, rules: Rules) -> None:
    # s1  NFT 2 ==== 4       excluded 2 - 4
    # c             x 4 -- 5 x   excluded 4 - 5: touching, kept as two
    found = gold(engine, rules, [(2.0, 4.0, NFT)], lone1=turns((4.0, 5.0)))
    assert found.int[0].excluded == [(2.0, 4.0), (4.0, 5.0)]
    assert found.eot[0].excluded == [(4.0, 5.0)]


def test_a_positive_inside_an_own_nft_extent_stays_in_the_gold(
    engine: Engine, rules: Rules
) -> None:
    # s1  NFT 2 ======= 4
    # s1    INT 3 ====== 5      masked: scoring will drop whatever is predicted there
    found = gold(engine, rules, [(2.0, 4.0, NFT), (3.0, 5.0, INT)])
    assert found.int[0] == TaskLists([3.0], [], [(2.0, 4.0)])


def test_a_single_annotator_has_no_excluded_intervals(engine: Engine, rules: Rules) -> None:
    # a  1 == 2    BC 2.5 = 3    4 == 5      the only track is the gold
    track = [(1.0, 2.0, TURN), (2.5, 3.0, BC), (4.0, 5.0, TURN)]
    case = PlainConversation("c0", ([track], [[]]))
    found = engine.gold([case], rules)[0]
    assert found.eot[0] == TaskLists([5.0], [(2.0, 2.5)], [])
    assert found.int[0] == TaskLists([], [(2.5, 3.0)], [])


def test_two_annotators_who_differ_exclude(engine: Engine, rules: Rules) -> None:
    # a  1 == 2                4 == 5
    # b  1 == 2   2.5 == 3     4 == 5
    case = PlainConversation(
        "c0",
        ([turns((1.0, 2.0), (4.0, 5.0)), turns((1.0, 2.0), (2.5, 3.0), (4.0, 5.0))], [[], []]),
    )
    found = engine.gold([case], rules)[0]
    assert found.eot[0] == TaskLists([5.0], [(2.0, 2.5)], [(2.5, 3.0)])


def test_conversations_do_not_mix(engine: Engine, rules: Rules) -> None:
    # c0  s1  1 == 2     c1  s1  5 == 6, s2 3 == 4: were they one, 1-2 would end otherwise
    silent: list[list[Event]] = [[], [], []]
    one, two = turns((1.0, 2.0)), turns((5.0, 6.0))
    other = turns((3.0, 4.0))
    found = engine.gold(
        [
            PlainConversation("c0", ([one, one, []], silent)),
            PlainConversation("c1", ([two, two, []], [other, other, []])),
        ],
        rules,
    )
    assert found[0].eot == (TaskLists([2.0], [], []), TaskLists([], [], []))
    assert found[1].eot == (TaskLists([6.0], [], []), TaskLists([4.0], [], []))

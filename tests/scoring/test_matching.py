"""Protocol 3 by hand. Every case holds the oracle and the package to the same rows and fates.

Timelines: `+` a positive, `[...]` its window, `----` a negative span, `x...x` an excluded interval,
`!` a prediction. Values are derived from the protocol's text, not from running anything.
"""

from __future__ import annotations

import pytest

from tests.oracles.consensus import Interval
from tests.oracles.engines import ENGINES, Engine
from tests.oracles.floor import PlainGold, TaskLists
from tests.oracles.forms import PlainPredictions
from tests.oracles.matching import Fate, Row, Scored, counts
from tests.oracles.rules import Rules

NOTHING = TaskLists([], [], [])
SILENT = Scored([], [], [])


@pytest.fixture(params=list(ENGINES.values()), ids=list(ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


@pytest.fixture(params=[False, True], ids=["official", "exact"])
def rules(request: pytest.FixtureRequest) -> Rules:
    return Rules(exact=request.param)


def match(
    engine: Engine,
    rules: Rules,
    predictions: list[float],
    positives: list[float] | None = None,
    negatives: list[Interval] | None = None,
    excluded: list[Interval] | None = None,
) -> Scored:
    """Score one speaker's end-of-turn list; the other speaker and task are empty."""
    lists = TaskLists(positives or [], negatives or [], excluded or [])
    table = engine.match(
        [PlainGold((lists, NOTHING), (NOTHING, NOTHING))],
        [PlainPredictions((predictions, []))],
        rules,
    )[0]
    assert table.eot[1] == table.int[0] == table.int[1] == SILENT
    return table.eot[0]


def positives_of(scored: Scored) -> list[tuple[str, str, int | None, float | None]]:
    return [(row.kind, row.reason, row.prediction, row.latency) for row in scored.positives]


def negatives_of(scored: Scored) -> list[tuple[str, str, int | None]]:
    return [(row.kind, row.reason, row.prediction) for row in scored.negatives]


def fates_of(scored: Scored) -> list[str]:
    return [fate.name for fate in scored.fates]


# Positives.


def test_a_hit_row_in_full(engine: Engine, rules: Rules) -> None:
    #    9.75 [      + 10        !10.5           ] 13
    scored = match(engine, rules, [10.5], [10.0])
    assert scored == Scored(
        [Row("hit", "matched", False, 10.0, 10.0, (9.75, 13.0), 0, 0.5)], [], [Fate("hit", 0)]
    )


def test_a_false_alarm_row_in_full(engine: Engine, rules: Rules) -> None:
    #    19.75 [ 20 ------- !21 ---- 22 ]
    scored = match(engine, rules, [21.0], negatives=[(20.0, 22.0)])
    assert scored == Scored(
        [],
        [Row("false_alarm", "fired", False, 20.0, 22.0, (19.75, 22.0), 0, None)],
        [Fate("false_alarm", 0)],
    )


def test_silence_misses_and_rejects(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [], [10.0], [(20.0, 22.0)])
    assert scored == Scored(
        [Row("miss", "silent", False, 10.0, 10.0, (9.75, 13.0), None, None)],
        [Row("correct_rejection", "silent", False, 20.0, 22.0, (19.75, 22.0), None, None)],
        [],
    )


@pytest.mark.parametrize(
    ("time", "latency"),
    [(9.75, -0.25), (9.875, -0.125), (10.0, 0.0), (12.5, 2.5), (13.0, 3.0)],
)
def test_the_window_is_closed_at_both_ends(
    engine: Engine, rules: Rules, time: float, latency: float
) -> None:
    #    9.75 [!     + 10                       !] 13
    scored = match(engine, rules, [time], [10.0])
    assert positives_of(scored) == [("hit", "matched", 0, latency)]
    assert fates_of(scored) == ["hit"]


@pytest.mark.parametrize("time", [9.749, 13.001])
def test_beside_the_window(engine: Engine, rules: Rules, time: float) -> None:
    #   !9.749 [     + 10                        ] !13.001
    scored = match(engine, rules, [time], [10.0])
    assert positives_of(scored) == [("miss", "silent", None, None)]
    assert fates_of(scored) == ["outside"]


def test_the_window_ends_at_the_next_positive_inclusive(engine: Engine, rules: Rules) -> None:
    #   9.75 [  + 10       + 12 ]          the first window is closed at 12.0
    #                11.75 [  + 12     ] 15
    #                        !12           the first positive is asked first and takes it
    scored = match(engine, rules, [12.0], [10.0, 12.0])
    assert [row.window for row in scored.positives] == [(9.75, 12.0), (11.75, 15.0)]
    assert positives_of(scored) == [("hit", "matched", 0, 2.0), ("miss", "claimed", None, None)]
    assert scored.fates == [Fate("hit", 0)]


def test_after_the_next_positive_the_window_is_over(engine: Engine, rules: Rules) -> None:
    #   9.75 [  + 10       + 12 ]  !12.5
    scored = match(engine, rules, [12.5], [10.0, 12.0])
    assert positives_of(scored) == [("miss", "silent", None, None), ("hit", "matched", 0, 0.5)]


def test_a_far_next_positive_does_not_stretch_the_window(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [13.5], [10.0, 14.0])
    assert [row.window for row in scored.positives] == [(9.75, 13.0), (13.75, 17.0)]
    assert fates_of(scored) == ["outside"]


def test_a_next_positive_in_the_early_part_of_a_window(engine: Engine, rules: Rules) -> None:
    #   9.75 [  + 10  !10.0625  + 10.125 ]
    #   9.875 [        !10.0625  + 10.125     ...     both windows hold it; in time order
    scored = match(engine, rules, [10.0625], [10.0, 10.125])
    assert positives_of(scored) == [("hit", "matched", 0, 0.0625), ("miss", "claimed", None, None)]


def test_the_earliest_prediction_is_claimed_not_the_nearest(engine: Engine, rules: Rules) -> None:
    #   9.75 [ !9.875  + !10.0  !11.0      ] 13
    scored = match(engine, rules, [9.875, 10.0, 11.0], [10.0])
    assert positives_of(scored) == [("hit", "matched", 0, -0.125)]
    assert fates_of(scored) == ["hit", "exempt", "exempt"]


def test_a_later_positive_takes_the_earliest_that_is_left(engine: Engine, rules: Rules) -> None:
    #   + 10 !10.5       + 11
    #           !10.875  + 11  !11.5       first: 10.5; second: 10.875 (window from 10.75)
    scored = match(engine, rules, [10.5, 10.875, 11.5], [10.0, 11.0])
    assert positives_of(scored) == [("hit", "matched", 0, 0.5), ("hit", "matched", 1, -0.125)]
    assert scored.fates == [Fate("hit", 0), Fate("hit", 1), Fate("exempt")]


def test_two_positives_at_one_time_share_a_window(engine: Engine, rules: Rules) -> None:
    #   9.75 [   ++ 10   !10.25   !10.75       + 12 ]
    scored = match(engine, rules, [10.25, 10.75], [10.0, 10.0, 12.0])
    assert [row.window for row in scored.positives] == [
        (9.75, 12.0),
        (9.75, 12.0),
        (11.75, 15.0),
    ]
    assert positives_of(scored) == [
        ("hit", "matched", 0, 0.25),
        ("hit", "matched", 1, 0.75),
        ("miss", "silent", None, None),
    ]


def test_two_positives_at_one_time_and_one_prediction(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [10.25], [10.0, 10.0])
    assert positives_of(scored) == [("hit", "matched", 0, 0.25), ("miss", "claimed", None, None)]


# Negatives.


@pytest.mark.parametrize(
    ("time", "kind", "fate"),
    [
        (19.749, "correct_rejection", "outside"),
        (19.75, "false_alarm", "false_alarm"),
        (20.0, "false_alarm", "false_alarm"),
        (22.0, "false_alarm", "false_alarm"),
        (22.001, "correct_rejection", "outside"),
    ],
)
def test_a_span_is_charged_from_a_quarter_second_before_it_to_its_end(
    engine: Engine, rules: Rules, time: float, kind: str, fate: str
) -> None:
    #   19.75 [! 20 ------------ 22 !]
    scored = match(engine, rules, [time], negatives=[(20.0, 22.0)])
    assert [row.kind for row in scored.negatives] == [kind]
    assert fates_of(scored) == [fate]


def test_a_zero_length_span_can_be_charged(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [20.0], negatives=[(20.0, 20.0)])
    assert negatives_of(scored) == [("false_alarm", "fired", 0)]


def test_one_false_alarm_a_span(engine: Engine, rules: Rules) -> None:
    #   20 --- !20.5 --- !21 --- 22       one false alarm; both predictions were wrong
    scored = match(engine, rules, [20.5, 21.0], negatives=[(20.0, 22.0)])
    assert negatives_of(scored) == [("false_alarm", "fired", 0)]
    assert scored.fates == [Fate("false_alarm", 0), Fate("false_alarm", 0)]
    total = counts([scored])
    assert (total.fp, total.tn) == (1, 0)


def test_one_prediction_costs_every_span_it_lies_in(engine: Engine, rules: Rules) -> None:
    #   20 ------ !21.5 -- 22
    #        21 - !21.5 ------- 23
    #              21.625 ---- 23         charged too: from 21.375 on
    #                     22 ------ 24    not: from 21.75 on
    spans = [(20.0, 22.0), (21.0, 23.0), (21.625, 23.0), (22.0, 24.0)]
    scored = match(engine, rules, [21.5], negatives=spans)
    assert negatives_of(scored) == [
        ("false_alarm", "fired", 0),
        ("false_alarm", "fired", 0),
        ("false_alarm", "fired", 0),
        ("correct_rejection", "silent", None),
    ]
    assert scored.fates == [Fate("false_alarm", 0)]


def test_the_same_span_twice_costs_twice(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [21.0], negatives=[(20.0, 22.0), (20.0, 22.0)])
    assert counts([scored]).fp == 2


def test_a_claimed_prediction_costs_nothing(engine: Engine, rules: Rules) -> None:
    #   20 -- + !20.5 ----- 22
    scored = match(engine, rules, [20.5], [20.5], [(20.0, 22.0)])
    assert positives_of(scored) == [("hit", "matched", 0, 0.0)]
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]
    assert scored.fates == [Fate("hit", 0)]


def test_an_unclaimed_prediction_in_a_positive_window_costs_nothing(
    engine: Engine, rules: Rules
) -> None:
    #   18.75 [ + !19    20 -- !21 -- ] 22 ---- 23
    scored = match(engine, rules, [19.0, 21.0], [19.0], [(20.0, 23.0)])
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]
    assert scored.fates == [Fate("hit", 0), Fate("exempt")]


@pytest.mark.parametrize(
    ("time", "fate"), [(22.0, "exempt"), (22.001, "false_alarm"), (22.999, "false_alarm")]
)
def test_the_exemption_ends_with_the_window(
    engine: Engine, rules: Rules, time: float, fate: str
) -> None:
    #   18.75 [ + !19    20 ---------- ] 22 -!-- 23
    scored = match(engine, rules, [19.0, time], [19.0], [(20.0, 23.0)])
    assert fates_of(scored) == ["hit", fate]
    assert counts([scored]).fp == (fate == "false_alarm")


def test_the_exemption_holds_in_the_early_part_of_a_window(engine: Engine, rules: Rules) -> None:
    #   19 ------- !20.75 --!20.875 - + 21      window from 20.75
    scored = match(engine, rules, [20.75, 20.875], [21.0], [(19.0, 21.0)])
    assert positives_of(scored) == [("hit", "matched", 0, -0.25)]
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]
    assert fates_of(scored) == ["hit", "exempt"]


def test_a_clamped_window_exempts_no_longer(engine: Engine, rules: Rules) -> None:
    #   [ + !10     + 11 ]         each window as it is, also the clamped one
    #        10.75 [  + 11     ] 14
    #                13 ---- !13.5 --- !14.5 --- 15     13.5 in the second window, 14.5 in none
    scored = match(engine, rules, [10.0, 13.5, 14.5], [10.0, 11.0], [(13.0, 15.0)])
    assert positives_of(scored) == [("hit", "matched", 0, 0.0), ("hit", "matched", 1, 2.5)]
    assert negatives_of(scored) == [("false_alarm", "fired", 2)]


def test_the_charged_prediction_is_the_first_guilty_one(engine: Engine, rules: Rules) -> None:
    #   20 -- + !20.5 --!21 ----------- !24 -- !25 - 26      20.5 hit, 21 exempt, 24 charged
    scored = match(engine, rules, [20.5, 21.0, 24.0, 25.0], [20.5], [(20.0, 26.0)])
    assert negatives_of(scored) == [("false_alarm", "fired", 2)]
    assert fates_of(scored) == ["hit", "exempt", "false_alarm", "false_alarm"]


def test_negatives_come_after_all_positives(engine: Engine, rules: Rules) -> None:
    #   20 ------ !22 ----- 22.5       earlier in time than the positive, but judged after it
    #               + 22.25
    scored = match(engine, rules, [22.0], [22.25], [(20.0, 22.5)])
    assert positives_of(scored) == [("hit", "matched", 0, -0.25)]
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]


# Excluded first.


@pytest.mark.parametrize("time", [5.0, 5.5, 6.0])
def test_predictions_in_closed_excluded_intervals_are_dropped_first(
    engine: Engine, rules: Rules, time: float
) -> None:
    #   4.5 +   x 5 --!-- 6 x
    #        5 ----!---- 7
    scored = match(engine, rules, [time], [4.5], [(5.0, 7.0)], [(5.0, 6.0)])
    assert positives_of(scored) == [("miss", "excluded", None, None)]
    assert negatives_of(scored) == [("correct_rejection", "excluded", None)]
    assert fates_of(scored) == ["excluded"]


@pytest.mark.parametrize("time", [4.999, 6.001])
def test_beside_the_excluded_interval(engine: Engine, rules: Rules, time: float) -> None:
    scored = match(engine, rules, [time], [4.875], [], [(5.0, 6.0)])
    assert fates_of(scored) == ["hit"]


def test_a_zero_length_excluded_interval(engine: Engine, rules: Rules) -> None:
    scored = match(engine, rules, [5.0, 5.001], [5.0], [], [(5.0, 5.0)])
    assert fates_of(scored) == ["excluded", "hit"]


def test_an_excluded_interval_inside_another(engine: Engine, rules: Rules) -> None:
    #   x 1 ------------------ 9 x
    #         x 2 - 3 x     !5            excluded by the long one
    scored = match(engine, rules, [5.0], [5.0], [], [(1.0, 9.0), (2.0, 3.0)])
    assert fates_of(scored) == ["excluded"]


def test_an_earlier_excluded_prediction_leaves_the_claim_to_the_next(
    engine: Engine, rules: Rules
) -> None:
    #   + 10   x !10.5 x   !11
    scored = match(engine, rules, [10.5, 11.0], [10.0], [], [(10.25, 10.75)])
    assert positives_of(scored) == [("hit", "matched", 1, 1.0)]
    assert fates_of(scored) == ["excluded", "hit"]


@pytest.mark.parametrize("positive", [5.0, 5.5, 6.0])
def test_a_masked_positive_is_counted_and_told(
    engine: Engine, rules: Rules, positive: float
) -> None:
    #   x 5 --+!-- 6 x        a prediction at its very time is dropped
    scored = match(engine, rules, [positive], [positive], [], [(5.0, 6.0)])
    assert [row.masked for row in scored.positives] == [True]
    assert positives_of(scored) == [("miss", "excluded", None, None)]
    total = counts([scored])
    assert (total.tp, total.fn, total.n_masked) == (0, 1, 1)


def test_a_masked_positive_can_be_hit_beside_its_mask(engine: Engine, rules: Rules) -> None:
    #   x 5 -+- 6 x  !6.5
    scored = match(engine, rules, [6.5], [5.5], [], [(5.0, 6.0)])
    assert [row.masked for row in scored.positives] == [True]
    assert positives_of(scored) == [("hit", "matched", 0, 1.0)]


@pytest.mark.parametrize("positive", [4.999, 6.001])
def test_beside_the_mask(engine: Engine, rules: Rules, positive: float) -> None:
    scored = match(engine, rules, [], [positive], [], [(5.0, 6.0)])
    assert [row.masked for row in scored.positives] == [False]


def test_a_masked_positive_clamps_and_exempts_like_any_other(engine: Engine, rules: Rules) -> None:
    #   + 10     x 11 + 11.5 - 12 x
    #              13 --- !14 ---- 15       inside the masked one's window (to 14.5)
    scored = match(engine, rules, [10.0, 12.5, 14.0], [10.0, 11.5], [(13.0, 15.0)], [(11.0, 12.0)])
    assert [row.window for row in scored.positives] == [(9.75, 11.5), (11.25, 14.5)]
    assert fates_of(scored) == ["hit", "hit", "exempt"]
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]


# Reasons, where several apply.


def test_reason_of_a_miss_whose_predictions_are_excluded_or_claimed(
    engine: Engine, rules: Rules
) -> None:
    #   + 10  !10.5   + 10.5   x !11 x      10.5 claimed by the first, 11 excluded
    scored = match(engine, rules, [10.5, 11.0], [10.0, 10.5], [], [(10.75, 11.25)])
    assert positives_of(scored) == [("hit", "matched", 0, 0.5), ("miss", "claimed", None, None)]


def test_reason_of_a_rejection_whose_predictions_are_excluded_or_exempt(
    engine: Engine, rules: Rules
) -> None:
    #   + 19 !19.5    20 -- x !20.5 x -- !21 -- 23
    scored = match(engine, rules, [19.5, 20.5, 21.0], [19.0], [(20.0, 23.0)], [(20.25, 20.75)])
    assert negatives_of(scored) == [("correct_rejection", "exempt", None)]
    assert fates_of(scored) == ["hit", "excluded", "exempt"]


# The two arithmetics.


def test_official_windows_are_float64_windows(engine: Engine) -> None:
    # 1.1 - 0.25 is 0.8500000000000001 in float64: a prediction at 0.85 is early by a hair.
    assert positives_of(match(engine, Rules(), [0.85], [1.1])) == [("miss", "silent", None, None)]
    assert positives_of(match(engine, Rules(exact=True), [0.85], [1.1])) == [
        ("hit", "matched", 0, -0.25)
    ]
    # 0.119 + 3.0 is below 3.119 in float64: the deadline is missed by a hair.
    assert positives_of(match(engine, Rules(), [3.119], [0.119])) == [
        ("miss", "silent", None, None)
    ]
    assert positives_of(match(engine, Rules(exact=True), [3.119], [0.119])) == [
        ("hit", "matched", 0, 3.0)
    ]


def test_official_spans_are_float64_spans(engine: Engine) -> None:
    spans = [(1.1, 2.0)]
    assert counts([match(engine, Rules(), [0.85], negatives=spans)]).fp == 0
    assert counts([match(engine, Rules(exact=True), [0.85], negatives=spans)]).fp == 1


def test_latency_is_a_difference_of_floats_or_a_decimal(engine: Engine) -> None:
    # 10.3 - 10.1 is 0.20000000000000107 in float64
    assert match(engine, Rules(), [10.3], [10.1]).positives[0].latency == 0.20000000000000107
    assert match(engine, Rules(exact=True), [10.3], [10.1]).positives[0].latency == 0.2


# Whose list meets whose gold.


def test_speakers_tasks_and_conversations_are_kept_apart(engine: Engine, rules: Rules) -> None:
    # The same positive on every list, and one prediction on one list at a time.
    lists = TaskLists([10.0], [(20.0, 22.0)], [])
    gold = PlainGold((lists, lists), (lists, lists))
    for conversation in (0, 1):
        for task in ("eot", "int"):
            for speaker in (0, 1):
                times: tuple[list[float], list[float]] = ([], [])
                times[speaker].extend([10.0, 21.0])
                plain = PlainPredictions(**{task: times})
                predictions = [PlainPredictions(), PlainPredictions()]
                predictions[conversation] = plain
                tables = engine.match([gold, gold], predictions, rules)
                found = {
                    (c, t, s)
                    for c, table in enumerate(tables)
                    for t in ("eot", "int")
                    for s in (0, 1)
                    if counts([getattr(table, t)[s]]).tp and counts([getattr(table, t)[s]]).fp
                }
                assert found == {(conversation, task, speaker)}


def test_other_constants(engine: Engine) -> None:
    #   tau_pre 0.5, tau_max 1:  9.5 [ !  + 10      ] 11
    rules = Rules(tau_pre=0.5, tau_max=1.0)
    scored = match(engine, rules, [9.5, 11.0, 19.5], [10.0], [(20.0, 21.0)])
    assert positives_of(scored) == [("hit", "matched", 0, -0.5)]
    assert fates_of(scored) == ["hit", "exempt", "false_alarm"]


def test_no_conversation_at_all(engine: Engine, rules: Rules) -> None:
    assert engine.match([], [], rules) == []

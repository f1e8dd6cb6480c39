"""Which tier is which speaker."""

from __future__ import annotations

import tomllib

import pytest

from turnscope.corpus.mapping import AnnotationMapping, parse_mapping
from turnscope.corpus.tiers import plan_tiers

NONE = AnnotationMapping()


def test_two_tiers_in_order_of_appearance_and_the_guess_is_told() -> None:
    plan = plan_tiers({"GRA": 3, "ALI": 9}, NONE, "x")
    assert plan.speakers == {"GRA": 1, "ALI": 2}
    assert plan.guessed == ("GRA", "ALI")
    assert plan.faults == ()


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("2", "1"),
        ("B", "A"),
        ("right", "left"),
        ("speaker_2", "speaker_1"),
        ("ch2", "ch1"),
        ("channel2", "channel1"),
    ],
)
def test_names_that_say_it_go_before_the_order(first: str, second: str) -> None:
    plan = plan_tiers({first: 1, second: 1}, NONE, "x")
    assert plan.speakers == {first: 2, second: 1}
    assert plan.guessed == ()
    assert plan_tiers({first: 1}, NONE, "x").speakers == {first: 2}


def test_names_of_different_kinds_do_not_say_it() -> None:
    assert plan_tiers({"2": 1, "A": 1}, NONE, "x").guessed == ("2", "A")


def test_no_entries_need_no_speakers() -> None:
    plan = plan_tiers({}, NONE, "x")
    assert (plan.speakers, plan.faults, plan.guessed) == ({}, (), ())


def test_a_third_speaker_is_told_with_counts_and_the_mapping_to_write() -> None:
    plan = plan_tiers({"UNK": 2, "ALI": 40, "GRA": 31}, NONE, "KB3.cha")
    (fault,) = plan.faults
    assert fault.where == "KB3.cha"
    assert "3 tiers: 'UNK' (2), 'ALI' (40), 'GRA' (31)" in fault.found
    ignore, keep = fault.hint.partition(": ")[2].split("; to keep two by name: ")
    assert tomllib.loads(ignore) == {"ignore": ["UNK"]}
    mapping = parse_mapping("\n".join(keep.split(" and ")).encode(), "m.toml")
    assert plan_tiers({"UNK": 2, "ALI": 40, "GRA": 31}, mapping, "x").speakers == {
        "ALI": 1,
        "GRA": 2,
    }
    assert plan_tiers(
        {"UNK": 2, "ALI": 40, "GRA": 31}, AnnotationMapping(ignore=("UNK",)), "x"
    ).speakers == {"ALI": 1, "GRA": 2}


def test_one_tier_is_not_two_speakers() -> None:
    assert 'speakers = { "CHI" = 1 }' in plan_tiers({"CHI": 2}, NONE, "x").faults[0].hint
    (fault,) = plan_tiers({"": 2}, NONE, "x").faults
    assert "without a speaker" in fault.found
    assert "<id>_1" in fault.hint


def test_the_mapping_decides_and_unnamed_tiers_are_refused_or_left_out() -> None:
    mapping = AnnotationMapping(speakers={"b": 1, "a": 2}, ignore=("c",))
    assert plan_tiers({"a": 1, "b": 1, "c": 1}, mapping, "x").speakers == {"a": 2, "b": 1}
    (fault,) = plan_tiers({"a": 1, "d": 7}, mapping, "x").faults
    assert "'d' (7)" in fault.found
    lenient = AnnotationMapping(speakers={"b": 1, "a": 2}, others="ignore")
    assert plan_tiers({"a": 1, "d": 7}, lenient, "x").speakers == {"a": 2}


def test_a_conversation_the_mapping_does_not_speak_of_goes_by_rule() -> None:
    plan = plan_tiers({"p": 1, "q": 1}, AnnotationMapping(speakers={"a": 1}), "x")
    assert plan.guessed == ("p", "q")


def test_several_tiers_may_be_one_speaker() -> None:
    mapping = AnnotationMapping(speakers={"a": 1, "a bc": 1, "b": 2})
    assert plan_tiers({"a": 1, "a bc": 1, "b": 1}, mapping, "x").speakers["a bc"] == 1

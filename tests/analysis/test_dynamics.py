"""Tempo of a conversation: drawn by hand, against the oracle, and where it is undefined."""

import math
from dataclasses import asdict, astuple, replace

import pytest

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.tempo import tempo
from turnscope.analysis.dynamics import dynamics, mean_dynamics
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track


def test_a_minute_drawn_by_hand() -> None:
    #  1  [T 0-10]        [H 20-22]   [F 30-31]
    #  2        [B 5-6] [R 15-18]  [I 22-26]  [O 40-43]   [? 50-51]
    found = dynamics(
        drawn(
            (
                [(0, 10, "T"), (20, 22, "H"), (30, 31, "F")],
                [(5, 6, "B"), (15, 18, "R"), (22, 26, "I"), (40, 43, "O"), (50, 51, "?")],
            )
        )
    )
    assert found.events_per_min == 8.0
    assert found.turn_length_s == 5.0  # 10, 2 and 3; neither filler, overlap nor interruption
    assert found.speaker_changes == 2.0
    assert found.backchannels_per_min == 1.0
    assert found.interruptions_per_min == 1.0
    assert found.overlap_s == 3.0
    assert found.words_per_min == 0.0


def test_annotators_are_averaged_but_their_turns_are_pooled() -> None:
    both = dynamics(
        drawn(
            ([(0, 1, "T"), (2, 3, "T"), (4, 5, "T")], []),
            ([(0, 9, "T")], [(10, 11, "N"), (12, 13, "N")]),
        )
    )
    assert both.events_per_min == 3.0
    assert both.turn_length_s == 3.0  # (1 + 1 + 1 + 9) / 4, not the mean of 1 and 9
    assert both.interruptions_per_min == 1.0


def test_equal_starts_and_ends_are_taken_by_speaker() -> None:
    pair = dynamics(drawn(([(5, 9, "T"), (0, 2, "T")], [(0, 2, "T")])))
    assert pair.speaker_changes == 2.0  # 1, 2, then 1 again


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("So, I -- can't re-do it.", 5),
        ("1984 was", 1),
        ("x2y", 2),
        ("'round -x", 2),
        ("café", 1),
        ("O'Neill's a-", 2),
        ("да", 0),
        ("", 0),
    ],
)
def test_words(text: str, n: int) -> None:
    track = Track.of([0.0], [1.0], ["Laughter"], [text])
    case = Conversation("c", 60.0, ({"a": track}, {"a": Track.empty()}))
    assert dynamics(case).words_per_min == n


def test_agrees_with_the_oracle() -> None:
    for case in random_conversations(range(1500)):
        right = tempo(case)
        assert asdict(dynamics(case)) == pytest.approx(right, rel=1e-12, abs=1e-12, nan_ok=True)


def test_other_spellings_count() -> None:
    track = Track.of([0.0], [4.0], ["Regular Turn"])
    case = Conversation("c", 60.0, ({"a": track}, {"a": Track.empty()}))
    assert dynamics(case).turn_length_s == 4.0


def test_undefined_numbers_are_nan() -> None:
    silent = dynamics(drawn(([], [])))
    assert math.isnan(silent.turn_length_s)
    assert (silent.events_per_min, silent.speaker_changes, silent.overlap_s) == (0.0, 0.0, 0.0)
    for duration_s in (0.0, math.nan):
        unknown = dynamics(drawn(([(0, 1, "O")], []), duration_s=duration_s))
        assert math.isnan(unknown.events_per_min)
        assert unknown.overlap_s == 1.0
    nobody = dynamics(Conversation("c", 60.0, ({}, {})))
    assert all(math.isnan(value) for value in astuple(nobody))


def test_the_mean_weighs_conversations_alike_and_passes_over_the_undefined() -> None:
    one = dynamics(drawn(([(0, 2, "T")], []), duration_s=60.0))
    other = dynamics(drawn(([(0, 4, "T")] * 3, []), duration_s=120.0))
    mean = mean_dynamics([one, other])
    assert mean.events_per_min == (1.0 + 1.5) / 2
    assert mean.turn_length_s == 3.0
    assert mean_dynamics([one, replace(other, turn_length_s=math.nan)]).turn_length_s == 2.0
    assert all(math.isnan(value) for value in astuple(mean_dynamics([])))

"""The listener: everything in the other's floor, apart from each other, and nothing lost."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.parameters import kind_parameters
from turnscope.simulate.timeline_listener import COMPETITIVE, COOPERATIVE, Listener, Stretch
from turnscope.simulate.timeline_voices import Luck, Placed, Talkers


class Words:
    def turn(self, speaker: int, n_words: int, *, complete: bool = True) -> str:
        return " ".join(["word"] * n_words)

    def hold(self, speaker: int, n_words: int) -> str:
        return self.turn(speaker, n_words)

    def answer(self, speaker: int) -> str:
        return "yes"

    def filler(self) -> str:
        return "um"

    def overlap(self, speaker: int, n_words: int) -> str:
        return self.turn(speaker, n_words)

    def backchannel(self, label: str) -> str:
        return "mhm"

    def interruption(
        self, speaker: int, n_words: int, *, cooperative: bool, floor_taking: bool
    ) -> str:
        assert not floor_taking
        return self.turn(speaker, n_words)


def speak(text: str) -> Spoken:
    words = tuple(SpokenWord(word, 0.3 * k, 0.3 * k + 0.25) for k, word in enumerate(text.split()))
    return Spoken(text, words[-1].end_s, words)


def listener(seed: int, duration: int = 60_000, **values: float) -> tuple[Listener, Talkers]:
    names = ("backchannels_per_min", "overlaps_per_min", "not_taking_per_min")
    changed: dict[str, Any] = dict.fromkeys(names, 0.0) | values
    p = replace(kind_parameters("casual"), **changed)
    talkers = Talkers([speak, speak], duration)
    return Listener(p, Words(), talkers, Luck(np.random.default_rng(seed))), talkers


def stretch(lasts: int, *, pause: int = 0, until: int | None = None) -> Stretch:
    cue = Placed(
        1, 1_000, 1_000 + lasts, "Normal Turn", speak(" ".join(["x"] * (lasts // 300))), True
    )
    end = cue.end
    return Stretch(cue, end, end + pause, end + pause if until is None else until)


def test_all_is_in_the_cue_and_apart() -> None:
    for seed in range(60):
        one, talkers = listener(
            seed, backchannels_per_min=20.0, overlaps_per_min=5.0, not_taking_per_min=5.0
        )
        talkers.free[1] = 3_000
        one.draw(20_000)
        placed = one.place(stretch(20_000))
        assert all(each.speaker == 2 for each in placed)
        assert all(3_000 < each.start < each.end < 21_000 for each in placed)
        for this, that in combinations(placed, 2):
            assert this.end < that.start or that.end < this.start
        assert talkers.free[1] == max([3_000, *(each.end for each in placed)])


def test_all_is_over_before_the_listeners_own_turn() -> None:
    for seed in range(60):
        one, _ = listener(seed, backchannels_per_min=24.0, overlaps_per_min=6.0)
        one.draw(10_000)
        assert all(each.end < 8_000 for each in one.place(stretch(10_000, until=8_000)))


@pytest.mark.parametrize("label", ["Overlap", COMPETITIVE])
def test_floor_holding_speech_ends_within_the_cue(label: str) -> None:
    name = "overlaps_per_min" if label == "Overlap" else "not_taking_per_min"
    found = []
    for seed in range(60):
        values: dict[str, Any] = {name: 8.0, "cooperative_share": 0.0}
        one, _ = listener(seed, **values)
        one.draw(10_000)
        found += one.place(stretch(10_000, pause=1_500, until=20_000))
    assert len(found) > 30
    assert {each.label for each in found} == {label}
    assert all(each.end < 11_000 for each in found)


def test_backchannels_may_begin_in_the_pause_but_not_after_it() -> None:
    starts = []
    for seed in range(200):
        one, _ = listener(seed, backchannels_per_min=10.0, backchannel_in_pause_share=1.0)
        one.draw(6_000)
        starts += [e.start for e in one.place(stretch(6_000, pause=900, until=12_000))]
    assert any(7_000 <= start < 7_900 for start in starts)
    assert max(starts) < 7_900


def test_what_finds_no_room_is_owed() -> None:
    one, _ = listener(1, not_taking_per_min=24.0)
    one.draw(8_000)
    assert one.will_interrupt
    assert one.place(stretch(400)) == []
    assert one.will_interrupt
    placed = one.place(stretch(30_000))
    assert placed
    assert {each.label for each in placed} <= {COMPETITIVE, COOPERATIVE}


def test_nothing_is_said_after_the_end_of_the_conversation() -> None:
    for seed in range(60):
        one, _ = listener(seed, duration=7_200, backchannels_per_min=40.0)
        one.draw(6_000)
        assert all(e.end <= 7_200 for e in one.place(stretch(6_000, pause=800, until=20_000)))


def test_what_is_drawn_is_as_much_as_told_and_more_regular_than_by_chance() -> None:
    counts = []
    for seed in range(300):
        one, _ = listener(seed, overlaps_per_min=2.0)
        drawn = 0
        for _ in range(40):
            one.draw(15_000)
            drawn += one._owed["overlap"]
            one._owed["overlap"] = 0
        counts.append(drawn)
    assert np.mean(counts) == pytest.approx(20.0, rel=0.03)
    assert 0.15 < np.var(counts) / np.mean(counts) < 0.45

"""Laughter and noise: in the speaker's own silence, apart, as often as planted."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from turnscope.simulate.happenings import Happening
from turnscope.simulate.parameters import Parameters, kind_parameters
from turnscope.simulate.timeline_noise import sounds_beside
from turnscope.simulate.timeline_voices import Luck

SPEECH = [Happening(1, 10.0 * k, 10.0 * k + 6.0, "Normal Turn", "so.") for k in range(60)]


def beside(p: Parameters, seed: int = 0, duration: int = 600_000) -> list[Happening]:
    happenings = [each for each in SPEECH if each.end_s * 1000 <= duration]
    return sounds_beside(happenings, p, Luck(np.random.default_rng(seed)), duration)


def test_sounds_are_in_own_silence_and_apart() -> None:
    p = replace(kind_parameters("casual"), noise_per_min=30.0)
    found = beside(p)
    assert len(found) > 150
    for each in found:
        assert 0.0 <= each.start_s < each.end_s <= 600.0
        assert each.text.startswith("(")
        assert each.spoken is None
        if each.speaker == 1:
            assert all(each.end_s <= s.start_s or s.end_s <= each.start_s for s in SPEECH)
    for one, other in combinations(found, 2):
        if one.speaker == other.speaker:
            assert one.end_s <= other.start_s or other.end_s <= one.start_s


def test_rates_and_shares() -> None:
    p = replace(
        kind_parameters("casual"),
        noise_per_min=6.0,
        laughter_per_min=1.0,
        bleed_share=0.5,
        nonlinguistic_share=0.25,
    )
    labels = [each.label for seed in range(30) for each in beside(p, seed)]
    n = len(labels)
    assert n == pytest.approx(30 * 70, rel=0.06)
    for label, share in (
        ("Laughter", 1 / 7),
        ("Channel Bleed", 3 / 7),
        ("Speech, Non-Linguistic", 1.5 / 7),
        ("Non-Speech Noise", 1.5 / 7),
    ):
        assert labels.count(label) / n == pytest.approx(share, rel=0.15)


def test_no_room_no_sound() -> None:
    p = replace(kind_parameters("casual"), noise_per_min=100.0, noise_median_s=0.5)
    full = [Happening(s, 0.0, 60.0, "Normal Turn", "so.") for s in (1, 2)]
    assert sounds_beside(full, p, Luck(np.random.default_rng(0)), 60_000) == []


def test_silence_up_to_both_ends_is_used() -> None:
    p = replace(kind_parameters("casual"), noise_per_min=100.0, noise_median_s=0.05)
    found = [
        each
        for seed in range(20)
        for each in sounds_beside([], p, Luck(np.random.default_rng(seed)), 5_000)
    ]
    assert min(each.start_s for each in found) < 0.5
    assert max(each.end_s for each in found) > 4.5
    assert all(each.end_s <= 5.0 for each in found)

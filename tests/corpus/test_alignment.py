"""Audio against annotations, on levels of synthetic conversations (no files)."""

from __future__ import annotations

import numpy as np
import pytest

from tests.corpus.synthetic import RATE_HZ, Flaws, annotated, turns, two_channels
from turnscope.core.columns import Floats
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.corpus.alignment import Alignment, align, spoken
from turnscope.corpus.signals import frame_power

Levels = tuple[Floats, Floats]


def recorded(
    seed: int, flaws: Flaws | None = None, duration_s: float = 120.0
) -> tuple[Levels, Conversation]:
    rng = np.random.default_rng(seed)
    spans = turns(rng, duration_s)
    first, second = two_channels(rng, spans, duration_s, flaws or Flaws())
    levels = frame_power(first, RATE_HZ), frame_power(second, RATE_HZ)
    return levels, annotated(rng, spans, duration_s)


def aligned(seed: int, flaws: Flaws | None = None, duration_s: float = 120.0) -> Alignment:
    levels, conversation = recorded(seed, flaws, duration_s)
    return align(levels, conversation.tracks)


@pytest.mark.parametrize("seed", range(4))
def test_clean(seed: int) -> None:
    found = aligned(seed)
    assert not found.swapped
    assert min(found.follow) > 0.8
    assert max(np.abs(found.lag_s)) <= 0.03
    assert max(found.bleed_db) < -35


@pytest.mark.parametrize("seed", range(4))
def test_swapping_channels_swaps_nothing_else(seed: int) -> None:
    levels, conversation = recorded(seed, Flaws(bleed_db=-15, offset_s=(0.3, 0.0)))
    straight, crossed = (align(p, conversation.tracks) for p in (levels, levels[::-1]))
    assert not straight.swapped
    assert crossed.swapped
    assert straight.straight == pytest.approx(crossed.crossed)
    assert straight.follow == pytest.approx(crossed.follow)
    assert straight.lag_s == crossed.lag_s
    assert straight.lag_s == pytest.approx((0.3, 0.0), abs=0.03)
    assert straight.bleed_db == pytest.approx(crossed.bleed_db)


@pytest.mark.parametrize("offset_s", [(0.3, 0.0), (0.0, -0.15), (2.0, 2.0), (-4.0, 1.0)])
def test_offsets(offset_s: tuple[float, float]) -> None:
    found = aligned(11, Flaws(offset_s=offset_s))
    assert found.lag_s == pytest.approx(offset_s, abs=0.03)


@pytest.mark.parametrize("bleed_db", [-10.0, -20.0])
def test_bleed_is_measured(bleed_db: float) -> None:
    for seed in range(3):
        assert aligned(seed, Flaws(bleed_db=bleed_db)).bleed_db == pytest.approx(
            [bleed_db] * 2, abs=2.0
        )


def test_speakers_as_loud_on_both_channels() -> None:
    # -3 dB: all speech is on both channels; who is whose is what the other does not explain
    for seed in range(3):
        found = aligned(seed, Flaws(bleed_db=-3.0))
        assert not found.swapped
        assert min(found.follow) > 0.55
        assert found.lag_s == (0.0, 0.0)


def test_bleed_is_told_from_voice_on_channels_apart() -> None:
    for seed in range(2):
        found = aligned(seed, Flaws(bleed_db=-10.0, offset_s=(1.0, 0.0)))
        assert found.lag_s == pytest.approx((1.0, 0.0), abs=0.03)
        assert min(found.follow) > 0.85
        assert found.bleed_db == pytest.approx([-10.0] * 2, abs=3.0)


def test_bleed_is_measured_under_drift() -> None:
    flaws = Flaws(bleed_db=-20.0, drift_ms_per_min=(40.0, 0.0))
    assert aligned(1, flaws, 300.0).bleed_db == pytest.approx([-20.0] * 2, abs=2.0)


def test_drift() -> None:
    found = aligned(5, Flaws(drift_ms_per_min=(40.0, -40.0)), 300.0)
    assert found.drift_ms_per_min == pytest.approx((40.0, -40.0), abs=12.0)
    assert found.lag_windows == (5, 5)
    assert max(found.drift_error) < 6
    assert np.isnan(aligned(5, duration_s=100.0).drift_ms_per_min).all()


def test_unrelated() -> None:
    for seed in range(4):
        levels, _ = recorded(seed)
        _, other = recorded(seed + 50)
        found = align(levels, other.tracks)
        assert not found.swapped
        assert max(found.follow) < 0.4
        assert np.isnan(found.lag_s).all()


def test_one_moved_event_is_no_offset() -> None:
    # three long events; the levels stay high after the second: no other lag is clearly better
    start, end = np.array([1.0, 10.0, 30.0]), np.array([8.0, 20.0, 40.0])
    power = np.full(6000, 1e-8) * np.random.default_rng(0).gamma(8, 1 / 8, 6000)
    for first, last in ((100, 800), (1000, 2300), (3000, 4000)):
        power[first:last] += 0.01 * np.random.default_rng(first).gamma(2, 0.5, last - first)
    track = Track.of(start, end, ["Normal Turn"] * 3)
    found = align((power, np.full(6000, 1e-8)), ({"a": track}, {"a": Track.empty()}))
    assert found.follow[0] > 0.8
    assert found.lag_s[0] == 0.0
    assert np.isnan(found.follow[1])


def test_one_sided_call_can_be_swapped_too() -> None:
    levels, conversation = recorded(7)
    nothing = {name: Track.empty() for name in conversation.annotators}
    silent = np.zeros(len(levels[0]))
    tracks = (conversation.tracks[0], nothing)
    assert not align((levels[0], silent), tracks).swapped
    assert align((silent, levels[0]), tracks).swapped
    assert not align(levels, tracks).swapped


def test_nothing_to_judge() -> None:
    levels, conversation = recorded(8, duration_s=30.0)
    none = align(levels, ({}, {}))
    assert np.isnan([none.straight, none.crossed, *none.follow, *none.lag_s]).all()
    empty = align((np.empty(0), np.empty(0)), conversation.tracks)
    assert np.isnan([empty.straight, *empty.follow, *empty.bleed_db]).all()
    assert not empty.swapped
    two = Track.of([1, 5], [2, 6], ["Filler"] * 2)
    assert np.isnan(align(levels, ({"a": two}, {"a": two})).straight)


def test_channels_of_unequal_length() -> None:
    levels, conversation = recorded(9)
    found = align((levels[0], levels[1][:9000]), conversation.tracks)
    assert not found.swapped
    assert found.lag_s == (0.0, 0.0)


def test_spoken_counts_annotators_and_leaves_noise_out() -> None:
    tracks = {
        "a": Track.of([0.0, 0.02], [0.02, 0.04], ["Normal Turn", "Channel Bleed"]),
        "b": Track.of([0.01], [0.03], ["unheard of"]),
        "c": Track.of([0.0, 0.04], [0.05, 0.04], ["Awkward Silence", "Filler"]),
        "d": Track.empty(),
    }
    assert spoken(tracks, 5).tolist() == [0.25, 0.5, 0.25, 0.0, 0.0]
    assert spoken({}, 3).tolist() == [0.0, 0.0, 0.0]

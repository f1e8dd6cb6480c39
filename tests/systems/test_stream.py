"""A recording as a system hears it: channels, rates, chunks, stamps."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.systems.base import Hears, SystemCard
from turnscope.systems.stream import chunks, heard_rate_hz, heard_s


def card(
    chunk_s: float = 0.1, sample_rate_hz: int | None = None, hears: Hears = "own"
) -> SystemCard:
    return SystemCard("x", "1", frozenset(Task), chunk_s, sample_rate_hz, hears)


def recording(
    place: Path, first: np.ndarray, second: np.ndarray, rates_hz: tuple[int, int] = (8000, 8000)
) -> Recording:
    paths = [place / "1.wav", place / "2.wav"]
    for path, audio, rate_hz in zip(paths, (first, second), rates_hz, strict=True):
        soundfile.write(path, audio, rate_hz, subtype="FLOAT")
    return Recording.of_pair("c", paths[0], paths[1])


def ramp(n: int, scale: float = 1.0) -> np.ndarray:
    return (np.arange(n) / n * scale).astype(np.float32)


def test_at_its_own_rate_a_channel_comes_as_it_is(tmp_path: Path) -> None:
    audio = ramp(2010)
    got = list(chunks(recording(tmp_path, audio, ramp(2010)), 1, card()))
    assert [len(c.audio) for c in got] == [800, 800, 410]
    assert [c.heard_s for c in got] == [0.1, 0.2, 2010 / 8000]
    assert [c.is_whole for c in got] == [True, True, False]
    assert np.array_equal(np.concatenate([c.audio for c in got]), audio)


def test_what_fits_leaves_an_empty_rest(tmp_path: Path) -> None:
    got = list(chunks(recording(tmp_path, ramp(1600), ramp(1600)), 2, card()))
    assert [len(c.audio) for c in got] == [800, 800, 0]


def test_both_channels_come_own_first_and_the_mix_is_their_mean(tmp_path: Path) -> None:
    one, two = ramp(1600), ramp(1600, 0.5)
    both = list(chunks(recording(tmp_path, one, two), 2, card(hears="both")))
    assert both[0].audio.shape == (2, 800)
    assert np.array_equal(np.concatenate([c.audio for c in both], axis=1), np.stack([two, one]))
    mix = list(chunks(recording(tmp_path, one, two), 2, card(hears="mix")))
    assert np.allclose(np.concatenate([c.audio for c in mix]), (one + two) / 2)


@pytest.mark.parametrize(("n_one", "n_two"), [(1000, 2410), (2410, 1000), (2410, 2400)])
def test_the_shorter_channel_is_followed_by_silence(n_one: int, n_two: int, tmp_path: Path) -> None:
    one, two = np.ones(n_one, np.float32), np.ones(n_two, np.float32)
    made = recording(tmp_path, one, two)
    got = np.concatenate([c.audio for c in chunks(made, 1, card(hears="both"))], axis=1)
    assert got.shape == (2, max(n_one, n_two))
    assert got.sum(axis=1).tolist() == [n_one, n_two]
    assert heard_s(card(hears="both"), made, 1) == max(n_one, n_two) / 8000
    assert heard_s(card(), made, 1) == n_one / 8000


@pytest.mark.parametrize("own_hz", [8000, 11025, 44100, 48000])
def test_resampled_audio_is_whole_and_never_heard_too_early(own_hz: int, tmp_path: Path) -> None:
    n = own_hz * 2 + 37
    tone = np.sin(2 * np.pi * 300 * np.arange(n) / own_hz).astype(np.float32)
    made = recording(tmp_path, tone, tone, (own_hz, own_hz))
    asked = card(0.032, 16000)
    got = list(chunks(made, 1, asked))
    assert heard_rate_hz(asked, made, 1) == 16000
    heard = np.concatenate([c.audio for c in got])
    assert len(heard) == pytest.approx(n * 16000 / own_hz, abs=2)
    expected = np.sin(2 * np.pi * 300 * np.arange(len(heard)) / 16000)
    assert np.abs(heard - expected)[500:-500].max() < 0.01
    for k, chunk in enumerate(got[:-1], start=1):
        # the resampler's own delay is paid for: the stamp lies at or after the chunk's end
        assert k * 0.032 - 1e-9 <= chunk.heard_s <= k * 0.032 + 0.13
    assert got[-1].heard_s == n / own_hz


def test_nothing_heard_before_a_stamp_depends_on_audio_after_it(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    audio = rng.normal(0, 0.1, 48000).astype(np.float32)
    changed = audio.copy()
    changed[24000:] = rng.normal(0, 0.1, 24000)
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    asked = card(0.032, 16000)
    before = list(chunks(recording(tmp_path / "a", audio, audio, (48000, 48000)), 1, asked))
    after = list(chunks(recording(tmp_path / "b", changed, audio, (48000, 48000)), 1, asked))
    same = [np.array_equal(x.audio, y.audio) for x, y in zip(before, after, strict=True)]
    early = [c.heard_s <= 0.5 for c in before]
    assert sum(early) > 10
    assert all(s for s, e in zip(same, early, strict=True) if e)
    assert not all(same)


def test_channels_of_different_rates_meet_at_the_speakers_own(tmp_path: Path) -> None:
    made = recording(tmp_path, ramp(16000), ramp(8000), (16000, 8000))
    got = list(chunks(made, 1, card(hears="both")))
    assert got[0].audio.shape == (2, 1600)
    assert sum(c.audio.shape[1] for c in got) == pytest.approx(16000, abs=2)

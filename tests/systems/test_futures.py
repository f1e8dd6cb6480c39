"""Recordings with another future: the past stays to the sample."""

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile

from turnscope.corpus.audio import Recording
from turnscope.systems.futures import Future, Tape

RNG = np.random.default_rng(0)


def tape(n_one: int = 1000, n_two: int = 1000, rates_hz: tuple[int, int] = (100, 100)) -> Tape:
    one, two = (RNG.normal(0, 0.3, n).astype(np.float32) for n in (n_one, n_two))
    return Tape("c", (one, two), rates_hz)


@pytest.mark.parametrize("future", list(Future))
@pytest.mark.parametrize("at_s", [0.0, 2.0, 2.001, 9.99])
def test_the_past_is_kept_and_the_future_is_not(future: Future, at_s: float) -> None:
    before = tape()
    after = before.with_future(at_s, future)
    kept = int(np.ceil(at_s * 100))
    for one, two in zip(before.samples, after.samples, strict=True):
        assert np.array_equal(one[:kept], two[:kept])
        if future is Future.END:
            assert len(two) == kept
        else:
            assert len(two) == len(one)
            assert not np.any(one[kept:] == two[kept:])


def test_a_time_that_floats_miss_keeps_its_sample_apart() -> None:
    # 0.29 * 100 is 28.999999999999996, 0.57 * 100 is 56.99999999999999
    for at_s, kept in ((0.29, 29), (0.57, 57), (3 * 0.1, 30)):
        assert len(tape().with_future(at_s, Future.END).samples[0]) == kept


def test_silence_is_zeros_and_noise_is_always_the_same() -> None:
    before = tape()
    assert not before.with_future(1.0, Future.SILENCE).samples[1][100:].any()
    one, two = (before.with_future(1.0, Future.NOISE) for _ in range(2))
    assert one.is_same(two)
    assert not np.array_equal(one.samples[0][100:], one.samples[1][100:])
    assert np.std(one.samples[0][100:]) == pytest.approx(0.1, rel=0.1)


def test_speech_is_from_half_way_round_or_of_the_other_conversation() -> None:
    before, other = tape(), tape(700)
    rolled = before.with_future(1.0, Future.SPEECH)
    assert np.array_equal(rolled.samples[0][100:500], before.samples[0][600:])
    spoken = before.with_future(1.0, Future.SPEECH, speech=other)
    assert np.array_equal(spoken.samples[1][100:700], other.samples[0][100:])
    assert np.array_equal(spoken.samples[1][700:], other.samples[0][:300])
    assert np.array_equal(spoken.samples[0][100:], other.samples[1][100:])


def test_speech_at_another_rate_is_resampled() -> None:
    slow = Tape("s", (np.sin(np.arange(800) / 20).astype(np.float32),) * 2, (100, 100))
    fast = Tape("f", (np.zeros(1600, np.float32),) * 2, (200, 200))
    spoken = fast.with_future(0.0, Future.SPEECH, speech=slow).samples[0]
    assert np.allclose(spoken[100:1500], np.sin(np.arange(1600) / 40)[100:1500], atol=0.01)


def test_channels_of_other_rates_and_lengths_change_at_one_moment() -> None:
    before = tape(1000, 500, (200, 100))
    after = before.with_future(3.0, Future.SILENCE)
    assert np.flatnonzero(after.samples[0])[-1] == 599
    assert np.flatnonzero(after.samples[1])[-1] == 299
    assert before.duration_s == 5.0
    beyond = tape(1000, 200).with_future(5.0, Future.END)
    assert list(map(len, beyond.samples)) == [500, 200]


def test_a_tape_plays_back_to_the_sample() -> None:
    before = tape(1000, 800, (8000, 16000))
    recording = before.recording()
    assert recording.conversation_id == "c"
    assert [recording.rate_hz(s) for s in (1, 2)] == [8000, 16000]
    assert np.array_equal(recording.read(1), before.samples[0])
    assert Tape.of(recording).is_same(before)


def test_odd_samples_are_kept() -> None:
    odd = np.array([1.5, -3.0, np.nan, np.inf, 1e-30, 0.0], np.float32)
    assert Tape.of(Tape("c", (odd, odd), (8000, 8000)).recording()).is_same(
        Tape("c", (odd, odd), (8000, 8000))
    )


def test_offsets_and_beginnings_are_those_of_the_recording(tmp_path: Path) -> None:
    audio = RNG.normal(0, 0.1, (8000, 2)).astype(np.float32)
    soundfile.write(tmp_path / "c.wav", audio, 8000, subtype="FLOAT")
    recording = Recording.of_stereo("c", tmp_path / "c.wav", offsets_s=(0.1, -0.1))
    whole, beginning = Tape.of(recording), Tape.of(recording, seconds=0.5)
    for speaker in (1, 2):
        assert np.array_equal(whole.samples[speaker - 1], recording.read(speaker))
        assert np.array_equal(beginning.samples[speaker - 1], recording.read(speaker)[:4000])
    assert Tape.of(recording, seconds=99.0).is_same(whole)


def test_a_replay_is_an_audio_file_like_any_other() -> None:
    content = tape().with_future(2.0, Future.NOISE).recording().channels[0].content
    assert isinstance(content, bytes)
    samples, rate_hz = soundfile.read(io.BytesIO(content))
    assert (len(samples), rate_hz) == (1000, 100)

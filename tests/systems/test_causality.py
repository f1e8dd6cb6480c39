"""Leaks of known size are found and measured; what hears no future passes; chance is no leak."""

import io
from collections.abc import Callable
from functools import partial

import numpy as np
import pytest
import soundfile

from tests.systems import leaky
from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.errors import ProtocolError
from turnscope.systems.base import NOTHING, Audio, Hears, Said, Session, System, SystemCard
from turnscope.systems.causality import Producer, Proof, Verdict, prove
from turnscope.systems.futures import Future, Tape
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import hear

RESOLUTION_S = 0.005


def talk(seconds: float = 6.0, rate_hz: int = 8000, seed: int = 0) -> Recording:
    """Two speakers' bursts of noise, each 0.1 to 0.6 s at a level of its own, never above 0.3."""
    rng = np.random.default_rng(seed)
    channels = []
    for _ in range(2):
        pieces: list[np.ndarray] = []
        while sum(map(len, pieces)) < seconds * rate_hz:
            n = int(rng.uniform(0.1, 0.6) * rate_hz)
            level = rng.choice([0.0, rng.uniform(0.02, 0.15)])
            envelope = level * (1 + 0.5 * np.sin(np.arange(n) * 40 / rate_hz))
            pieces.append(np.clip(envelope * rng.normal(0, 1, n), -0.3, 0.3))
        channels.append(np.concatenate(pieces)[: int(seconds * rate_hz)])
    file = io.BytesIO()
    soundfile.write(file, np.stack(channels, axis=1), rate_hz, format="WAV", subtype="FLOAT")
    return Recording.of_stereo("talk", file.getvalue())


TALK = talk()


def proven(producer: Producer, *, n_cuts: int = 9, recording: Recording = TALK) -> Proof:
    return prove(
        lambda: producer,
        recording,
        score_rate_hz=leaky.RATE_HZ,
        n_cuts=n_cuts,
        resolution_s=RESOLUTION_S,
    )


def test_frames_that_rest_on_themselves_are_causal() -> None:
    proof = proven(leaky.honest)
    assert proof.verdict is Verdict.CAUSAL
    assert proof.leaks == ()
    assert proof.look_ahead is None
    assert proof.drift == 0.0
    assert proof.n_compared == 4 * len(proof.cuts_s)
    assert proof.n_telling == 3 * len(proof.cuts_s)
    assert proof.n_replays == proof.n_compared + 3


@pytest.mark.parametrize("ahead_s", [0.02, 0.04, 0.32])
@pytest.mark.parametrize("make", [leaky.mean_ahead, leaky.median_ahead])
def test_smoothing_is_measured(make: Callable[[float], Producer], ahead_s: float) -> None:
    found = proven(make(ahead_s)).look_ahead
    assert found is not None
    assert found.below_s is not None
    assert found.at_least_s <= ahead_s
    assert found.below_s - found.at_least_s <= RESOLUTION_S
    # the last frame of a median must be another by half before it counts
    slack_s = 0.001 if make is leaky.mean_ahead else 0.01
    assert found.below_s == pytest.approx(ahead_s, abs=RESOLUTION_S + slack_s)


def test_smoothing_over_nothing_is_none() -> None:
    assert proven(leaky.mean_ahead(0.0)).verdict is Verdict.CAUSAL
    assert proven(leaky.median_ahead(0.0)).verdict is Verdict.CAUSAL


def test_whole_file_loudness_hears_the_end() -> None:
    proof = proven(leaky.loudness, n_cuts=3)
    found = proof.look_ahead
    assert found is not None
    assert found.below_s is None
    assert found.at_least_s == pytest.approx(6.0 - found.stamp_s, abs=2 * RESOLUTION_S)
    assert found.stamp_s < 1.0
    assert {leak.future for leak in proof.leaks} == set(Future)


def test_a_one_shot_resampler_is_measured() -> None:
    found = proven(leaky.resampled(0.025)).look_ahead
    assert found is not None
    assert found.below_s is not None
    assert 0.015 < found.at_least_s <= 0.025


def test_a_leak_of_the_files_length_shows_in_truncation_alone() -> None:
    proof = proven(leaky.file_length, n_cuts=3)
    assert {leak.future for leak in proof.leaks} == {Future.END}
    assert proof.look_ahead is not None
    assert proof.look_ahead.below_s is None


def test_early_stamps_are_measured_by_the_commits_alone() -> None:
    proof = prove(lambda: leaky.early(0.2), TALK, n_cuts=9, resolution_s=RESOLUTION_S)
    assert proof.verdict is Verdict.LEAKS
    assert proof.look_ahead is not None
    assert proof.look_ahead.below_s is not None
    assert proof.look_ahead.below_s == pytest.approx(0.2, abs=RESOLUTION_S)
    assert {leak.change.kind for leak in proof.leaks} == {"commit"}


def test_a_leak_tells_what_changed_where_and_why() -> None:
    proof = prove(lambda: leaky.mean_ahead(0.32), TALK, score_rate_hz=50.0, at_s=[2.0, 1.0])
    assert proof.cuts_s == (1.0, 2.0)
    leak = proof.leaks[0]
    assert leak.at_s == 1.0
    assert leak.future is Future.SILENCE
    assert 1.0 - 0.32 < leak.change.stamp_s <= 1.0
    assert leak.ahead_s == 1.0 - leak.change.stamp_s
    before = leaky.mean_ahead(0.32)(TALK).scores[Task.EOT][leak.change.speaker - 1]
    assert leak.change.before == before[round(leak.change.stamp_s * 50) - 1]
    assert leak.change.before != leak.change.after


def test_rounding_is_no_leak_and_is_told() -> None:
    proof = proven(leaky.rounding, n_cuts=3)
    assert proof.verdict is Verdict.CAUSAL
    assert 0.0 < proof.drift < 1e-9
    strict = prove(
        lambda: leaky.rounding, TALK, score_rate_hz=leaky.RATE_HZ, n_cuts=3, tolerance=0.0
    )
    assert strict.verdict is Verdict.LEAKS


def test_chance_is_not_called_a_leak() -> None:
    proof = prove(leaky.unseeded, TALK, score_rate_hz=leaky.RATE_HZ)
    assert proof.verdict is Verdict.NOT_REPRODUCIBLE
    assert proof.leaks == ()
    assert proof.n_replays == 3


def test_chance_that_comes_late_is_not_called_a_leak() -> None:
    calls = [0]

    def moody(recording: Recording) -> leaky.Made:
        calls[0] += 1
        heard = leaky.honest(recording)
        one, two = heard.scores[Task.EOT]
        return leaky.Made(heard.commits, {Task.EOT: (one * (0.9 if calls[0] > 10 else 1.0), two)})

    proof = proven(moody, n_cuts=3)
    assert proof.verdict is Verdict.NOT_REPRODUCIBLE
    assert proof.leaks == ()


def test_a_session_that_knows_the_one_before_leaks() -> None:
    proof = prove(leaky.remembering, TALK, score_rate_hz=leaky.RATE_HZ, n_cuts=6)
    assert proof.remembers
    assert proof.verdict is Verdict.LEAKS
    assert {leak.change.speaker for leak in proof.leaks} == {2}
    assert proof.look_ahead is not None
    assert proof.look_ahead.at_least_s == pytest.approx(0.1, abs=RESOLUTION_S)


@pytest.mark.parametrize("make", [leaky.tiring, leaky.frightened])
def test_memory_of_other_conversations_is_told_and_no_leak(make: Callable[[], Producer]) -> None:
    proof = prove(make, TALK, score_rate_hz=leaky.RATE_HZ, n_cuts=3, seconds=3.0)
    assert proof.remembers
    assert proof.verdict is Verdict.CAUSAL
    assert proof.leaks == ()


class Hoarder(System):
    """Says nothing until the audio is over, then all at once; costs it what it costs."""

    @property
    def card(self) -> SystemCard:
        return SystemCard("hoarder", "1", frozenset(Task), 0.02, score_rate_hz=50.0)

    def open(self, rate_hz: int) -> Session:
        return _Hoard()


class _Hoard(Session):
    def __init__(self) -> None:
        self._kept: list[Audio] = []

    def feed(self, audio: Audio) -> Said:
        self._kept.append(audio)
        return NOTHING

    def close(self, rest: Audio) -> Said:
        level = float(np.abs(np.concatenate(self._kept)).mean())
        return Said((Task.EOT,), {task: [level] for task in Task})


def test_what_is_said_at_the_end_is_known_at_the_end() -> None:
    proof = proven(partial(hear, Hoarder()), n_cuts=3)
    assert proof.verdict is Verdict.CAUSAL
    assert proof.n_telling > 0


def test_what_does_not_listen_is_told_by_no_telling_replay() -> None:
    metronome = Toy(lambda k, _: Said((Task.EOT,)) if k % 10 == 0 else NOTHING)
    proof = prove(lambda: partial(hear, metronome), TALK)
    assert proof.verdict is Verdict.CAUSAL
    assert proof.n_telling == 0
    assert proof.n_compared > 0


def levels(hears: Hears, rate_hz: int | None, chunk_s: float) -> System:
    """Scores each chunk by its level, from the first sample to the last."""

    def answer(_: int, audio: Audio) -> Said:
        level = float(np.clip(np.abs(audio.astype(np.float64)).mean() * 3, 0, 1))
        return Said(scores={task: [level] for task in Task})

    return Toy(answer, chunk_s=chunk_s, sample_rate_hz=rate_hz, hears=hears, score_rate_hz=50.0)


@pytest.mark.parametrize("hears", ["own", "both", "mix"])
@pytest.mark.parametrize("rate_hz", [8000, 11025, 44100, 48000])
def test_the_runner_is_causal_at_any_rate_and_for_any_ears(rate_hz: int, hears: Hears) -> None:
    recording = talk(2.0, rate_hz, seed=rate_hz)
    system = levels(hears, 16000, 0.032)
    proof = prove(lambda: partial(hear, system), recording, score_rate_hz=50.0, n_cuts=2)
    assert proof.verdict is Verdict.CAUSAL
    assert proof.drift == 0.0
    assert proof.n_telling == 3 * len(proof.cuts_s)


def test_channels_of_different_length_and_rate_are_replayed() -> None:
    one, two = talk(3.0, 8000), talk(2.0, 16000)
    pair = Recording("pair", (one.channels[0], two.channels[1]))
    system = levels("both", 16000, 0.02)
    proof = prove(lambda: partial(hear, system), pair, score_rate_hz=50.0, n_cuts=6)
    assert proof.verdict is Verdict.CAUSAL
    assert proof.duration_s == 3.0


def test_cuts_lie_where_something_was_said() -> None:
    commits = hear(RmsVad(), TALK).commits
    said = {t for tasks in commits.values() for times in tasks.values() for t in times}
    proof = prove(lambda: partial(hear, RmsVad()), TALK, n_cuts=6)
    assert len(proof.cuts_s) == 6
    assert len(set(proof.cuts_s) & said) == 4
    assert proof.verdict is Verdict.CAUSAL


def test_only_the_beginning_is_replayed() -> None:
    proof = prove(lambda: partial(hear, RmsVad()), TALK, n_cuts=3, seconds=1.5)
    assert proof.duration_s == 1.5
    assert max(proof.cuts_s) < 1.5


def test_other_speech_is_the_other_conversations() -> None:
    heard: list[Recording] = []

    def keeps(recording: Recording) -> leaky.Made:
        heard.append(recording)
        return leaky.honest(recording)

    other = talk(6.0, 16000, seed=9)
    prove(lambda: keeps, TALK, score_rate_hz=50.0, at_s=[3.0], speech=other)
    spoken = heard[2 + list(Future).index(Future.SPEECH)].read(1)
    assert np.array_equal(spoken[:24000], TALK.read(1)[:24000])
    assert np.corrcoef(spoken[24000:], other.read(2)[48000::2])[0, 1] > 0.5


@pytest.mark.parametrize("at_s", [-1.0, 6.0, float("nan")])
def test_cuts_outside_the_recording_are_refused(at_s: float) -> None:
    with pytest.raises(ProtocolError, match="between 0 and"):
        prove(lambda: leaky.honest, TALK, score_rate_hz=50.0, at_s=[at_s])


def test_scores_without_a_rate_are_refused_rather_than_passed_over() -> None:
    with pytest.raises(ProtocolError, match="scores of eot without a rate"):
        prove(lambda: leaky.mean_ahead(0.32), TALK)


def test_a_replay_of_the_same_audio_is_not_counted() -> None:
    tape = Tape.of(TALK).with_future(3.0, Future.SILENCE)
    proof = prove(lambda: leaky.honest, tape.recording(), score_rate_hz=50.0, at_s=[2.0, 4.0])
    assert proof.n_compared == 4 + 3
    assert proof.n_replays == 7 + 3


def test_progress_adds_up_to_one() -> None:
    done: list[float] = []
    prove(lambda: leaky.honest, TALK, score_rate_hz=50.0, n_cuts=3, progress=done.append)
    assert sum(done) == pytest.approx(1.0)

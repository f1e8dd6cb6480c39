"""Every built-in system, picked up by itself: causal as declared, whatever the blocks and rates.

Systems that need weights are tried where these are at hand.
"""

from __future__ import annotations

import io
from functools import partial

import numpy as np
import pytest
import soundfile

from tests.models.weights_here import HERE
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError
from turnscope.study.run import REPLAYS
from turnscope.systems.base import System
from turnscope.systems.causality import Proof, Verdict, prove
from turnscope.systems.futures import Tape
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.runner import Heard, hear

QUICK = {"rms_vad", "energy", "webrtc_timeout", "never", "metronome", "poisson"}
"""Systems that hear a minute in well under a second; all others are tried in the slow tests."""

DEAF = {"never", "metronome"}
"""Systems that say what they say whatever they hear."""

NAMES = [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in SYSTEMS]

SECONDS = 12.0


@pytest.fixture(autouse=True)
def _weights_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(HERE))


def excerpt(conversation: str = "1") -> Recording:
    return Tape.of(open_corpus("mini").recording(conversation), seconds=SECONDS).recording()


def made(name: str) -> System:
    """The system, having heard something; skips where what it needs is not on this machine."""
    try:
        system = SYSTEMS[name]()
        hear(system, Tape.of(excerpt(), seconds=0.5).recording())
    except ModelError as error:
        pytest.skip(f"{name}: {error}")
    return system


def proven(name: str, recording: Recording, *, n_cuts: int) -> Proof:
    card = made(name).card
    return prove(
        lambda: partial(hear, SYSTEMS[name]()),
        recording,
        score_rate_hz=card.score_rate_hz,
        speech=open_corpus("mini").recording("4"),
        n_cuts=n_cuts,
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_system_is_as_causal_as_it_declares(name: str) -> None:
    proof = proven(name, excerpt(), n_cuts=3)
    assert not proof.remembers
    assert proof.verdict is not Verdict.NOT_REPRODUCIBLE
    assert proof.verdict is Verdict.CAUSAL or not made(name).card.causal
    assert (proof.n_telling > 0) is (name not in DEAF)


@pytest.mark.parametrize("rate_hz", [8000, 11025, 44100, 48000])
@pytest.mark.parametrize("name", NAMES)
def test_it_is_so_at_other_rates(name: str, rate_hz: int) -> None:
    spoken = excerpt("2")
    samples = np.stack([at_rate(spoken.read(speaker), rate_hz) for speaker in (1, 2)], axis=1)
    file = io.BytesIO()
    soundfile.write(file, samples, rate_hz, format="WAV", subtype="FLOAT")
    proof = proven(name, Recording.of_stereo("2", file.getvalue()), n_cuts=1)
    assert proof.verdict is Verdict.CAUSAL or not made(name).card.causal


def at_rate(samples: np.ndarray, rate_hz: int, seconds: float = 4.0) -> np.ndarray:
    """Speech at another rate, by straight lines between its samples."""
    times = np.arange(int(seconds * rate_hz)) / rate_hz
    return np.asarray(np.interp(times, np.arange(len(samples)) / 16000, samples))


@pytest.mark.parametrize("name", NAMES)
def test_blocks_of_decoding_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    system, recording = made(name), excerpt("3")
    expected = hear(system, recording)
    for n_samples in (160, 512, 16_000, 10_000_000):
        monkeypatch.setattr("turnscope.corpus.audio._CHUNK", n_samples)
        assert_same(hear(system, recording), expected)


def assert_same(one: Heard, two: Heard) -> None:
    assert {s: dict(tasks) for s, tasks in one.commits.items()} == {
        s: dict(tasks) for s, tasks in two.commits.items()
    }
    assert set(one.scores) == set(two.scores)
    for task in one.scores:
        for a, b in zip(one.scores[task], two.scores[task], strict=True):
            assert np.array_equal(a, b)


def test_what_hears_speech_says_something() -> None:
    """Guards against systems that pass because they are silent."""
    said = hear(made("rms_vad"), excerpt("3"))
    assert sum(len(said.commits[s][task]) for s in (1, 2) for task in Task) > 5


def test_systems_and_replays_are_all_tried_or_told_gold() -> None:
    assert set(SYSTEMS) >= QUICK
    assert DEAF <= QUICK
    assert not set(SYSTEMS) & set(REPLAYS)

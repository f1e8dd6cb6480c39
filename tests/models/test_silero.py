"""Silero as a stream: what the network is fed, and what the real one says."""

from typing import Any

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.corpus.load import open_corpus
from turnscope.models.silero import CHUNK, CHUNK_S, Silero, silero_mark


class Net:
    """Keeps what it is fed; its state counts the calls."""

    def __init__(self) -> None:
        self.fed: list[dict[str, Any]] = []

    def run(self, _: None, inputs: dict[str, Any]) -> list[Any]:
        self.fed.append({name: np.array(value) for name, value in inputs.items()})
        return [np.array([[0.25]], np.float32), inputs["state"] + 1.0]


def test_each_chunk_comes_with_the_64_samples_before_it_and_the_state() -> None:
    net = Net()
    model = Silero(net.run)
    audio = np.arange(3 * CHUNK, dtype=np.float32)
    assert [model(part) for part in audio.reshape(3, CHUNK)] == [0.25] * 3
    padded = np.concatenate([np.zeros(64, np.float32), audio])
    for k, fed in enumerate(net.fed):
        assert np.array_equal(fed["input"], padded[None, k * CHUNK : (k + 1) * CHUNK + 64])
        assert np.array_equal(fed["state"], np.full((2, 1, 128), float(k)))
        assert fed["sr"] == 16000


def test_streams_are_apart() -> None:
    net = Net()
    one, two = Silero(net.run), Silero(net.run)
    one(np.ones(CHUNK, np.float32))
    two(np.zeros(CHUNK, np.float32))
    assert not net.fed[1]["input"].any()
    assert not net.fed[1]["state"].any()


@pytest.mark.parametrize("shape", [(511,), (513,), (1, 512), (0,)])
def test_other_chunks_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"expected \(512,\)"):
        Silero(Net().run)(np.zeros(shape, np.float32))


def test_the_mark_names_the_weights() -> None:
    assert silero_mark() == "silero 1a153a22"


def test_the_real_model_tells_speech_from_silence_and_noise(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    need("silero", monkeypatch)
    recording = open_corpus("mini").recording("1")
    audio = np.concatenate(list(recording.blocks(1, 16000)))
    assert recording.rate_hz(1) == 16000
    chunks = audio[: len(audio) // CHUNK * CHUNK].reshape(-1, CHUNK)
    model = Silero()
    p = np.array([model(chunk) for chunk in chunks])
    loud = np.sqrt((chunks**2).mean(axis=1)) > 0.02
    assert 100 < loud.sum() < len(loud) - 100
    assert (p[loud] > 0.5).mean() > 0.9
    # pauses between words count as speech: a quarter of a second away from any
    quiet_there = np.convolve(loud, np.ones(17), "same") < 0.5
    assert quiet_there.sum() > 100
    assert (p[quiet_there] < 0.5).mean() > 0.8
    rng = np.random.default_rng(0)
    for level in (0.0, 0.05):
        quiet = Silero()
        assert max(quiet(rng.normal(0, level, CHUNK).astype(np.float32)) for _ in range(60)) < 0.5
    assert CHUNK_S == 0.032

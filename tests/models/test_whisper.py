"""Whisper: silence has no words, the same audio the same ones; real weights where they are."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.errors import ModelError
from turnscope.models.whisper import WHISPER, Whisper, encoder_input, whisper_mark
from turnscope.models.whisper_features import log_mel


@pytest.mark.parametrize("missing", ["ctranslate2", "tokenizers"])
def test_without_a_package(monkeypatch: pytest.MonkeyPatch, missing: str) -> None:
    monkeypatch.setattr(
        "turnscope.models.packages.find_spec", lambda name: None if name == missing else name
    )
    with pytest.raises(ModelError, match=rf"{missing} .*pip install 'turnscope\[words\]'"):
        Whisper()


def test_the_version_names_the_weights() -> None:
    assert whisper_mark().startswith("whisper-tiny.en ")


@pytest.mark.parametrize("n", [160, 161, 319, 16_000, 479_999, 480_000])
def test_the_encoder_takes_30_s(n: int) -> None:
    audio = np.random.default_rng(n).normal(0.0, 0.1, n).astype(np.float32)
    window = encoder_input(audio)
    assert window.shape == (80, 3000)
    assert window.dtype == np.float32
    with_zeros = log_mel(np.concatenate([audio, np.zeros(160, np.float32)]))
    np.testing.assert_array_equal(window[:, : n // 160], with_zeros[:, : n // 160])
    assert window[:, : n // 160].any(axis=0).all()
    assert not window[:, n // 160 :].any()


@pytest.mark.parametrize(
    ("ids", "score", "no_speech", "text"),
    [
        ([5, 6], -0.4, 0.0, "5 6"),
        ([5, 6], -1.4, 0.9, "5 6"),  # the mean over two tokens and the end is -0.93
        ([5, 6], -1.6, 0.9, ""),
        ([5, 6], -9.0, 0.6, "5 6"),
        ([5, 60, 6], -0.4, 0.0, "5 6"),  # 60 is a mark beyond the end's 50
        ([], 0.0, 1.0, ""),
    ],
)
def test_no_speech(
    monkeypatch: pytest.MonkeyPatch, ids: list[int], score: float, no_speech: float, text: str
) -> None:
    pytest.importorskip("ctranslate2")
    heard = SimpleNamespace(sequences_ids=[ids], scores=[score], no_speech_prob=no_speech)
    network = SimpleNamespace(generate=lambda *_, **__: [heard])
    tokens = SimpleNamespace(
        token_to_id=lambda token: 50 if token == "<|endoftext|>" else 51,
        decode=lambda kept: " " + " ".join(map(str, kept)),
    )
    whisper = Whisper.__new__(Whisper)
    monkeypatch.setattr(whisper, "_network", network, raising=False)
    monkeypatch.setattr(whisper, "_tokens", tokens, raising=False)
    monkeypatch.setattr(whisper, "_prompt", [51, 51], raising=False)
    monkeypatch.setattr(whisper, "_end", 50, raising=False)
    assert whisper(np.zeros(16_000, np.float32)) == text


@pytest.mark.slow
def test_silence_has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    need(WHISPER, monkeypatch, "ctranslate2")
    whisper = Whisper()
    for seconds in (0.0, 0.1, 1.0, 8.0):
        assert whisper(np.zeros(round(seconds * 16_000), np.float32)) == ""
    with pytest.raises(ValueError, match="at most 30"):
        whisper(np.zeros(31 * 16_000, np.float32))

"""Whisper: silence has no words, the same audio the same ones; real weights where they are."""

from __future__ import annotations

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.errors import ModelError
from turnscope.models.whisper import WHISPER, Whisper, whisper_mark


def test_without_faster_whisper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turnscope.models.packages.find_spec", lambda _: None)
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[words\]'"):
        Whisper()


def test_the_version_names_the_weights() -> None:
    assert whisper_mark().startswith("whisper-tiny.en ")


@pytest.mark.slow
def test_silence_has_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    need(WHISPER, monkeypatch, "faster_whisper")
    whisper = Whisper()
    for seconds in (0.0, 0.1, 1.0, 8.0):
        assert whisper(np.zeros(round(seconds * 16_000), np.float32)) == ""
    with pytest.raises(ValueError, match="at most 30"):
        whisper(np.zeros(31 * 16_000, np.float32))

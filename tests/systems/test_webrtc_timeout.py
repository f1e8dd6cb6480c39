"""WebRTC's detector read out by time-outs."""

import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError, ProtocolError
from turnscope.systems.runner import hear
from turnscope.systems.webrtc_timeout import WebrtcTimeout

EOT, INT = Task.EOT, Task.INTERRUPTION


def test_without_webrtcvad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "webrtcvad", None)
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[webrtc\]'"):
        WebrtcTimeout().open(16000)


@pytest.mark.parametrize("value", [-1, 4])
def test_impossible_settings_are_refused(value: int) -> None:
    with pytest.raises(ProtocolError, match="aggressiveness"):
        WebrtcTimeout(aggressiveness=value)


def test_speech_is_heard_and_zeros_are_not(tmp_path: Path) -> None:
    pytest.importorskip("webrtcvad")
    source = open_corpus("mini").recording("1")
    speech = np.concatenate(list(source.blocks(1, 16000)))
    audio = np.stack([speech, np.zeros_like(speech)], axis=1)
    soundfile.write(tmp_path / "c.wav", audio, 16000)
    commits = hear(WebrtcTimeout(), Recording.of_stereo("c", tmp_path / "c.wav")).commits
    assert 3 <= len(commits[1][EOT]) <= 20
    assert commits[1][INT] == []
    assert commits[2] == {EOT: [], INT: []}


@pytest.mark.parametrize("rate_hz", [8000, 44100])
def test_other_rates_are_heard(rate_hz: int, tmp_path: Path) -> None:
    pytest.importorskip("webrtcvad")
    rng = np.random.default_rng(0)
    audio = np.zeros((rate_hz * 6, 2), np.float32)
    t = np.arange(rate_hz * 2) / rate_hz
    hum = sum(np.sin(2 * np.pi * 140 * k * t) / k for k in range(1, 20))
    audio[rate_hz : rate_hz * 3, 0] = 0.2 * hum * (1.2 + np.sin(2 * np.pi * 4 * t))
    audio += rng.normal(0, 1e-4, audio.shape)
    soundfile.write(tmp_path / "c.wav", np.clip(audio, -1, 1), rate_hz)
    commits = hear(WebrtcTimeout(), Recording.of_stereo("c", tmp_path / "c.wav")).commits
    assert commits[1][EOT][-1:] == pytest.approx([3.7], abs=0.5)

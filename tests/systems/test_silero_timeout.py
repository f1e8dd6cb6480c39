"""Silero read out by time-outs: settings, a made-up model, and the real one."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.models.weights_here import need
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError, ProtocolError
from turnscope.systems import silero_timeout
from turnscope.systems.base import Audio
from turnscope.systems.runner import hear
from turnscope.systems.silero_timeout import SileroTimeout

EOT, INT = Task.EOT, Task.INTERRUPTION


class Loud:
    """P(speech) is the mean level."""

    def __call__(self, chunk: Audio) -> float:
        assert chunk.shape == (512,)
        return float(np.abs(chunk).mean())


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """Speaker 1 from 1 to 4 s, speaker 2 from 3 to 5 s; 8 s at 16 kHz, chunks of 32 ms."""
    audio = np.zeros((16000 * 8, 2), np.float32)
    audio[16000 : 16000 * 4, 0] = 0.6
    audio[16000 * 3 : 16000 * 5, 1] = 0.6
    soundfile.write(tmp_path / "c.wav", audio, 16000, subtype="FLOAT")
    return Recording.of_stereo("c", tmp_path / "c.wav")


def test_commits_follow_the_settings(recording: Recording, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silero_timeout, "Silero", Loud)
    commits = hear(SileroTimeout(), recording).commits
    assert commits[1][INT] == []
    assert commits[2][INT] == pytest.approx([3.0 + 4 * 0.032], abs=0.032)
    assert commits[1][EOT] == pytest.approx([4.7], abs=0.064)
    assert commits[2][EOT] == pytest.approx([5.7], abs=0.064)
    slower = hear(SileroTimeout(silence_s=1.5), recording).commits
    assert slower[1][EOT] == pytest.approx([5.5], abs=0.064)
    assert hear(SileroTimeout(threshold=0.7), recording).commits[1] == {EOT: [], INT: []}


def test_the_card_names_weights_and_settings() -> None:
    card = SileroTimeout(threshold=0.4).card
    assert card.name == "silero_timeout"
    assert "silero 1a153a22" in card.version
    assert card.parameters["threshold"] == 0.4
    assert card.sample_rate_hz == 16000
    assert card.chunk_s == 0.032


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(ProtocolError, match="silero_timeout: threshold"):
        SileroTimeout(threshold=1.5)
    with pytest.raises(ProtocolError, match="silero_timeout: silence_s"):
        SileroTimeout(silence_s=-1.0)


def test_without_weights_nothing_is_heard_and_nothing_fetched(
    recording: Recording, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(tmp_path / "none"))
    with pytest.raises(ModelError, match=r"onnxruntime is not installed|turnscope weights get"):
        hear(SileroTimeout(), recording)
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("level", [0.0, 1.0])
def test_the_real_model_on_zeros_and_clipped_speech(
    level: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    need("silero", monkeypatch)
    source = open_corpus("mini").recording("1")
    speech = np.concatenate(list(source.blocks(1, 16000)))
    one = np.clip(speech * 50.0 * level, -1.0, 1.0)
    audio = np.stack([one, np.zeros_like(one)], axis=1)[: 16000 * 40]
    soundfile.write(tmp_path / "c.wav", audio, 16000, subtype="PCM_16")
    heard = hear(SileroTimeout(), Recording.of_stereo("c", tmp_path / "c.wav"))
    assert bool(heard.commits[1][EOT]) == (level > 0)
    assert heard.commits[1][INT] == []
    assert heard.commits[2] == {EOT: [], INT: []}
    assert np.isfinite(heard.scores[EOT][0]).all()

"""Energy over a floor that follows the channel."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.errors import ProtocolError
from turnscope.systems.energy import Energy
from turnscope.systems.runner import hear

EOT, INT = Task.EOT, Task.INTERRUPTION
RATE = 8000


def decisions(levels_db: list[float], **settings: float) -> str:
    """Speech or not in each chunk of 20 ms of noise at these levels."""
    detector = Energy(**settings).detector(RATE)
    rng = np.random.default_rng(0)
    out = ""
    for level in levels_db:
        noise = rng.normal(0, 1, 160)
        noise *= 10 ** (level / 20) / np.sqrt((noise**2).mean())
        out += "x" if detector(noise.astype(np.float32)) else "."
    return out


def test_speech_stands_out_of_the_noise() -> None:
    assert decisions([-50.0] * 3 + [-30.0] * 3 + [-50.0] * 2) == "...xxx.."


def test_the_floor_follows_the_channel() -> None:
    assert decisions([-35.0] * 5 + [-28.0] * 5 + [-20.0] * 5) == "." * 10 + "x" * 5
    noisier = decisions([-60.0] * 10 + [-40.0] * 1500)
    assert noisier[10:400] == "x" * 390
    assert noisier[1000:] == "." * 510


def test_a_file_that_begins_within_speech() -> None:
    assert decisions([-20.0] * 5 + [-50.0] * 5) == "xxxxx....."


def test_zeros_and_what_is_very_weak_are_never_speech() -> None:
    assert decisions([-np.inf] * 5) == "....."
    assert decisions([-np.inf] * 5 + [-56.0] * 5) == "." * 10
    assert decisions([-np.inf] * 5 + [-54.0] * 5) == "." * 5 + "x" * 5
    assert decisions([-54.0] * 5, least_db=-80.0, margin_db=0.0) != "x" * 5


@pytest.mark.parametrize(
    "settings", [{"margin_db": -1.0}, {"least_db": 1.0}, {"rise_db_per_s": float("nan")}]
)
def test_impossible_settings_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ProtocolError, match=next(iter(settings))):
        Energy(**settings)


def test_a_conversation(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    audio = rng.normal(0, 0.001, (RATE * 8, 2))
    audio[RATE : RATE * 4, 0] *= 100
    audio[RATE * 3 : RATE * 5, 1] *= 100
    soundfile.write(tmp_path / "c.wav", np.clip(audio, -1, 1), RATE)
    commits = hear(Energy(), Recording.of_stereo("c", tmp_path / "c.wav")).commits
    assert list(commits[1][EOT]) == pytest.approx([4.7])
    assert list(commits[1][INT]) == []
    assert list(commits[2][EOT]) == pytest.approx([5.7])
    assert list(commits[2][INT]) == pytest.approx([3.1])

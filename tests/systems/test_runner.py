"""Playing a recording to a system: channels apart, stamps held against the audio heard."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.errors import CausalityError
from turnscope.systems.base import Commit, Session, System, SystemCard
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import hear


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """Speaker 1 talks in the second second, speaker 2 in the third; 8 kHz."""
    rng = np.random.default_rng(0)
    audio = np.zeros((32000, 2))
    audio[8000:16000, 0] = rng.normal(0, 0.1, 8000)
    audio[16000:24000, 1] = rng.normal(0, 0.1, 8000)
    soundfile.write(tmp_path / "c.wav", audio, 8000)
    return Recording.of_stereo("c", tmp_path / "c.wav")


class Says(System):
    """Commits what it is told to, at the first piece."""

    def __init__(self, *times_s: float) -> None:
        self.times_s = times_s

    @property
    def card(self) -> SystemCard:
        return SystemCard("says", "1", frozenset(Task), causal=False)

    def open(self, rate_hz: int) -> Session:
        return SaysOnce([Commit(Task.EOT, t) for t in self.times_s])


class SaysOnce(Session):
    def __init__(self, commits: list[Commit]) -> None:
        self.commits = commits

    def feed(self, audio: NDArray[np.float32]) -> Sequence[Commit]:
        said, self.commits = self.commits, []
        return said

    def close(self) -> Sequence[Commit]:
        return []


def test_each_speaker_is_heard_on_its_own_channel(recording: Recording) -> None:
    events = hear(RmsVad(), recording)
    assert events[1][Task.INTERRUPTION] == pytest.approx([1.02])
    assert events[1][Task.EOT] == pytest.approx([2.02])
    assert events[2][Task.INTERRUPTION] == pytest.approx([2.02])
    assert events[2][Task.EOT] == pytest.approx([3.02])


@pytest.mark.parametrize("piece_s", [0.01, 0.032, 1.0, 60.0])
def test_pieces_do_not_matter(recording: Recording, piece_s: float) -> None:
    assert hear(RmsVad(), recording, piece_s=piece_s) == hear(RmsVad(), recording)


def test_progress_adds_up_to_both_channels(recording: Recording) -> None:
    heard: list[float] = []
    hear(RmsVad(), recording, piece_s=0.7, progress=heard.append)
    assert sum(heard) == pytest.approx(8.0)


@pytest.mark.parametrize("times", [(1.5,), (0.5, 0.5), (0.8, 0.3)])
def test_stamps_of_the_future_or_out_of_order_are_refused(
    recording: Recording, times: tuple[float, ...]
) -> None:
    with pytest.raises(CausalityError, match=r"says on c/speaker_1: eot committed at"):
        hear(Says(*times), recording, piece_s=1.0)

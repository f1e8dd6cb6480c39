"""When answers would have been there in real time: work waits for audio and for earlier work."""

import math
import time
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.systems.base import NOTHING, Audio, Said, Session
from turnscope.systems.pace import Backlog, Pace
from turnscope.systems.runner import hear

EOT, INT = Task.EOT, Task.INTERRUPTION


class Clock:
    """A clock that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(time, "perf_counter", made)
    return made


def worked(backlog: Backlog, clock: Clock, heard_s: float, took_s: float) -> float:
    backlog.begin()
    clock.now_s += took_s
    return backlog.answered_s(heard_s)


def test_each_chunk_waits_for_its_audio_and_for_the_one_before(clock: Clock) -> None:
    """The timeline of the module: 1 is slow, 2 and 3 wait for it, 4 is on time again."""
    backlog = Backlog()
    answered = [worked(backlog, clock, k, took) for k, took in enumerate((1.5, 1.0, 0.5, 0.25), 1)]
    assert answered == [2.5, 3.5, 4.0, 4.25]
    assert backlog.compute_s == 3.25


def test_idle_time_between_chunks_is_not_work(clock: Clock) -> None:
    backlog = Backlog()
    worked(backlog, clock, 1.0, 0.5)
    clock.now_s += 60.0  # somebody read a file
    assert worked(backlog, clock, 2.0, 0.5) == 2.5
    assert backlog.compute_s == 1.0


def recorded(folder: Path, seconds: float = 3.0) -> Recording:
    soundfile.write(folder / "c.wav", np.zeros((int(seconds * 8000), 2)), 8000)
    return Recording.of_stereo("c", folder / "c.wav")


def test_commits_keep_their_stamps_and_get_a_second_time(clock: Clock, tmp_path: Path) -> None:
    def slow(k: int, _: Audio) -> Said:
        clock.now_s += 1.75 if k == 1 else 0.25
        return Said((EOT,))

    heard = hear(Toy(slow, chunk_s=1.0), recorded(tmp_path))
    for speaker in (1, 2):
        assert heard.commits[speaker] == {EOT: [1.0, 2.0, 3.0], INT: []}
        assert heard.pace.answered_s[speaker] == {EOT: [2.75, 3.0, 3.25], INT: []}
    assert heard.pace.compute_s == 4.5
    assert heard.pace.audio_s == 6.0
    assert heard.pace.real_time_factor == 0.75


def test_frames_have_the_delay_of_their_score(clock: Clock, tmp_path: Path) -> None:
    def slow(k: int, _: Audio) -> Said:
        clock.now_s += 0.5 * k
        return Said(scores={EOT: [0.5]}) if k != 2 else NOTHING

    heard = hear(Toy(slow, chunk_s=1.0, score_rate_hz=2.0), recorded(tmp_path))
    assert heard.scores[EOT][0].tolist() == [0, 0.5, 0.5, 0.5, 0.5, 0.5]
    # done at 1.5, 3.0 and 4.5 s; the second chunk said nothing
    assert heard.pace.delay_s[EOT][0].tolist() == [0, 0.5, 0.5, 0.5, 0.5, 1.5]
    assert heard.pace.delay_s[INT][0].tolist() == [0.0] * 6


@pytest.mark.usefixtures("clock")
def test_what_lies_after_the_conversation_has_no_answer_either(tmp_path: Path) -> None:
    for name, n in (("1", 8000), ("2", 16000)):
        soundfile.write(tmp_path / f"{name}.wav", np.zeros(n), 8000)
    made = Recording.of_pair("c", tmp_path / "1.wav", tmp_path / "2.wav")
    heard = hear(Toy(lambda _, __: Said((EOT,)), chunk_s=0.5), made)
    assert heard.pace.answered_s[2][EOT] == heard.commits[2][EOT] == [0.5, 1.0]


def test_opening_is_before_the_playback(clock: Clock, tmp_path: Path) -> None:
    class Loading(Toy):
        def open(self, rate_hz: int) -> Session:
            clock.now_s += 10.0
            return super().open(rate_hz)

    heard = hear(Loading(lambda _, __: Said((EOT,)), chunk_s=1.0), recorded(tmp_path))
    assert heard.pace.opening_s == 20.0
    assert heard.pace.answered_s[1][EOT] == [1.0, 2.0, 3.0]


def test_without_audio_the_factor_is_undefined() -> None:
    assert math.isnan(Pace({}, {}, 0.0, 0.0, 0.0).real_time_factor)

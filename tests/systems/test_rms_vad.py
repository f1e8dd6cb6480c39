"""Edges of energy: where they are and when they are stamped."""

from pathlib import Path

import numpy as np
import pytest
import soundfile

from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.systems.base import Audio
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import hear

EOT, INT = Task.EOT, Task.INTERRUPTION


def loud(*windows: int, level: float = 0.1) -> Audio:
    """One window of 20 ms at 16 kHz for each number, loud where it is 1."""
    return np.repeat(np.array(windows, np.float32) * np.float32(level), 320)


def edges(audio: Audio, rate_hz: int, place: Path) -> dict[Task, list[float]]:
    path = place / "c.wav"
    soundfile.write(path, np.stack([audio, audio], axis=1), rate_hz, subtype="FLOAT")
    commits = hear(RmsVad(), Recording.of_stereo("c", path)).commits[1]
    return {task: list(times) for task, times in commits.items()}


def published(audio: Audio, rate_hz: int) -> dict[Task, list[float]]:
    """The published rule, window by window."""
    window = int(0.02 * rate_hz)
    active = [
        np.sqrt(np.mean(np.float64(audio[k : k + window]) ** 2)) > 0.01
        for k in range(0, len(audio) - window + 1, window)
    ]
    found: dict[Task, list[float]] = {EOT: [], INT: []}
    for i in range(1, len(active)):
        if active[i] != active[i - 1]:
            found[INT if active[i] else EOT].append((i + 1) * 0.02)
    return found


def test_edges_are_stamped_at_the_end_of_their_window(tmp_path: Path) -> None:
    #  window      0  1  2  3  4  5
    found = edges(loud(0, 0, 1, 1, 0, 0), 16000, tmp_path)
    assert found == {INT: [3 * 0.02], EOT: [5 * 0.02]}


def test_the_ends_of_the_file_are_no_edges(tmp_path: Path) -> None:
    assert edges(loud(1, 1, 1), 16000, tmp_path) == {EOT: [], INT: []}
    assert edges(loud(1, 0, 1), 16000, tmp_path) == {EOT: [0.04], INT: [0.06]}


def test_a_partial_window_is_dropped(tmp_path: Path) -> None:
    audio = np.concatenate([loud(0, 0), loud(1)[:-1]])
    assert edges(audio, 16000, tmp_path) == {EOT: [], INT: []}


@pytest.mark.parametrize(("level", "times"), [(0.0099, []), (0.0101, [0.04])])
def test_the_threshold(level: float, times: list[float], tmp_path: Path) -> None:
    assert edges(np.concatenate([loud(0), loud(1, level=level)]), 16000, tmp_path)[INT] == times


@pytest.mark.parametrize("rate_hz", [8000, 16000, 24000, 44100, 48000])
def test_any_rate_gives_the_published_edges(rate_hz: int, tmp_path: Path) -> None:
    rng = np.random.default_rng(rate_hz)
    envelope = np.repeat(rng.random(60) > 0.5, rate_hz // 20)
    audio = (rng.normal(0, 0.05, len(envelope)) * envelope).astype(np.float32)
    expected = published(audio, rate_hz)
    assert len(expected[EOT]) > 5
    assert edges(audio, rate_hz, tmp_path) == expected


def test_where_20_ms_is_no_whole_number_of_samples_stamps_stay_on_the_audio(
    tmp_path: Path,
) -> None:
    window = int(0.02 * 11025)
    audio = np.zeros(window * 1000, np.float32)
    audio[window * 999 :] = 0.5
    (time_s,) = edges(audio, 11025, tmp_path)[INT]
    assert time_s == pytest.approx(len(audio) / 11025)

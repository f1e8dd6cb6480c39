"""Edges of energy: where they are, when they are stamped, and that pieces do not matter."""

import numpy as np
import pytest
from numpy.typing import NDArray

from turnscope.core.protocol import Task
from turnscope.systems.base import Commit, System
from turnscope.systems.rms_vad import RmsVad

EOT, INT = Task.EOT, Task.INTERRUPTION
Audio = NDArray[np.float32]


def loud(*windows: int, rate_hz: int = 16000, level: float = 0.1) -> Audio:
    """One 20 ms window a number, loud where it is 1."""
    window = int(0.02 * rate_hz)
    return np.repeat(np.array(windows, np.float32) * np.float32(level), window)


def hear(audio: Audio, rate_hz: int, pieces: int, system: System | None = None) -> list[Commit]:
    session = (system or RmsVad()).open(rate_hz)
    commits: list[Commit] = []
    for start in range(0, len(audio), pieces):
        commits.extend(session.feed(audio[start : start + pieces]))
    return [*commits, *session.close()]


def obvious(audio: Audio, rate_hz: int) -> list[Commit]:
    """The published rule, window by window."""
    window = int(0.02 * rate_hz)
    active = [
        np.sqrt(np.mean(np.float64(audio[k : k + window]) ** 2)) > 0.01
        for k in range(0, len(audio) - window + 1, window)
    ]
    return [
        Commit(INT if active[i] else EOT, (i + 1) * 0.02)
        for i in range(1, len(active))
        if active[i] != active[i - 1]
    ]


def test_edges_are_stamped_at_the_end_of_their_window() -> None:
    #  window      0  1  2  3  4  5
    found = hear(loud(0, 0, 1, 1, 0, 0), 16000, 320)
    assert found == [Commit(INT, 3 * 0.02), Commit(EOT, 5 * 0.02)]


def test_the_ends_of_the_file_are_no_edges() -> None:
    assert hear(loud(1, 1, 1), 16000, 960) == []
    assert hear(loud(1, 0, 1), 16000, 960) == [Commit(EOT, 0.04), Commit(INT, 0.06)]


def test_a_partial_window_is_dropped() -> None:
    audio = np.concatenate([loud(0, 0), loud(1)[:-1]])
    assert hear(audio, 16000, len(audio)) == []


def test_the_threshold_is_not_reached_by_equality() -> None:
    audio = np.concatenate([loud(0), np.full(320, 0.0099, np.float32)])
    assert hear(audio, 16000, 640) == []
    audio = np.concatenate([loud(0), np.full(320, 0.0101, np.float32)])
    assert hear(audio, 16000, 640) == [Commit(INT, 0.04)]


@pytest.mark.parametrize("rate_hz", [8000, 16000, 24000, 44100, 48000])
@pytest.mark.parametrize("pieces_s", [0.001, 0.01, 0.032, 1.0, 100.0])
def test_any_rate_and_any_piece_gives_the_published_edges(rate_hz: int, pieces_s: float) -> None:
    rng = np.random.default_rng(rate_hz)
    envelope = np.repeat(rng.random(60) > 0.5, rate_hz // 20)
    audio = (rng.normal(0, 0.05, len(envelope)) * envelope).astype(np.float32)
    expected = obvious(audio, rate_hz)
    assert len(expected) > 10
    assert hear(audio, rate_hz, max(1, int(pieces_s * rate_hz))) == expected


def test_where_20_ms_is_no_whole_number_of_samples_stamps_stay_on_the_audio() -> None:
    rate_hz = 11025
    window = int(0.02 * rate_hz)
    audio = np.zeros(window * 1000, np.float32)
    audio[window * 999 :] = 0.5
    (found,) = hear(audio, rate_hz, len(audio))
    assert found.time_s == pytest.approx(len(audio) / rate_hz)


def test_the_card_says_what_it_is() -> None:
    card = RmsVad().card
    assert card.name == "rms_vad"
    assert card.causal
    assert card.tasks == frozenset(Task)

"""Score tracks: frames in a recording, and probabilities that are none."""

from __future__ import annotations

from math import inf, nan

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks, n_frames
from turnscope.errors import SubmissionError


@pytest.mark.parametrize(
    ("duration_s", "rate", "expected"),
    [
        (0.0, 25.0, 0),
        (0.039, 25.0, 0),
        (0.04, 25.0, 1),
        (10.0, 25.0, 250),
        (10.039, 25.0, 250),
        (702.4, 12.5, 8780),
        (1.0, 100.0 / 3.0, 33),
        (0.29, 100.0, 28),  # 0.29 * 100 is 28.999999999999996 in float64
    ],
)
def test_frames_are_the_floor_of_the_product(duration_s: float, rate: float, expected: int) -> None:
    assert n_frames(duration_s, rate) == expected


def test_probabilities_from_0_to_1_are_accepted() -> None:
    pair = (np.array([0.0, 1.0, 0.5]), np.empty(0))
    tracks = ScoreTracks(Task.EOT, 25.0, {"20": pair})
    assert tracks.tracks["20"] is pair


@pytest.mark.parametrize("bad", [-1e-9, 1.0000001, nan, inf, -inf])
def test_anything_else_is_refused_with_its_place(bad: float) -> None:
    pair = (np.array([0.5]), np.array([0.5, 0.5, bad, 0.1, bad]))
    with pytest.raises(SubmissionError) as caught:
        ScoreTracks(Task.EOT, 25.0, {"20": pair})
    (fault,) = caught.value.faults
    assert fault.where == "20/speaker_2/prob[2]"
    assert "(2 such values)" in fault.found


@pytest.mark.parametrize("rate", [0.0, -25.0, nan, inf])
def test_the_frame_rate_is_checked(rate: float) -> None:
    with pytest.raises(SubmissionError, match="frame_rate_hz"):
        ScoreTracks(Task.EOT, rate, {})


def test_all_faults_at_once() -> None:
    bad = np.array([2.0])
    with pytest.raises(SubmissionError) as caught:
        ScoreTracks(Task.INTERRUPTION, 0.0, {"20": (bad, bad), "21": (bad, np.array([1.0]))})
    assert [fault.where for fault in caught.value.faults] == [
        "frame_rate_hz",
        "20/speaker_1/prob[0]",
        "20/speaker_2/prob[0]",
        "21/speaker_1/prob[0]",
    ]

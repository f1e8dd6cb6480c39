"""Scores on a frame grid: from when they are known, held until the next."""

import numpy as np
import pytest

from turnscope.systems.grid import ScoreGrid


def track(rate_hz: float, n: int, *said: tuple[float, float]) -> list[float]:
    grid = ScoreGrid(rate_hz)
    for heard_s, score in said:
        grid.put(heard_s, score)
    made: list[float] = grid.track(n).tolist()
    return made


def test_a_score_counts_from_the_first_frame_at_whose_end_it_is_known() -> None:
    # 10 Hz: frame 0 ends at 0.1, frame 1 at 0.2, ...
    assert track(10.0, 5, (0.2, 0.7)) == [0.0, 0.7, 0.7, 0.7, 0.7]
    assert track(10.0, 5, (0.2001, 0.7)) == [0.0, 0.0, 0.7, 0.7, 0.7]
    assert track(10.0, 5, (0.15, 0.7)) == [0.0, 0.7, 0.7, 0.7, 0.7]
    assert track(10.0, 5, (0.0, 0.7)) == [0.7] * 5


def test_the_last_score_of_a_frame_wins() -> None:
    assert track(10.0, 3, (0.11, 0.9), (0.19, 0.2), (0.3, 0.4)) == [0.0, 0.2, 0.4]


def test_nothing_said_is_0_and_what_is_known_too_late_is_not_in_it() -> None:
    assert track(10.0, 3) == [0.0] * 3
    assert track(10.0, 3, (0.31, 0.9)) == [0.0] * 3
    assert track(10.0, 0, (0.1, 0.9)) == []


@pytest.mark.parametrize("rate_hz", [12.5, 25.0, 31.25, 50.0, 100.0])
def test_steps_of_one_frame_fill_one_frame_each(rate_hz: float) -> None:
    scores = np.random.default_rng(0).random(20000)
    said = [((k + 1) * (1 / rate_hz), float(s)) for k, s in enumerate(scores)]
    assert track(rate_hz, 20000, *said) == scores.tolist()

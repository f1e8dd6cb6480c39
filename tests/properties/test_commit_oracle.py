"""Protocol 3.3 by hand on the oracle of the commit rule.

A row of frames: `#` above the threshold, `.` not, `^` where an event is committed.
"""

from __future__ import annotations

import pytest

from tests.oracles.commit import commit


def frames(drawn: str) -> list[float]:
    return [0.9 if mark == "#" else 0.1 for mark in drawn]


@pytest.mark.parametrize(
    ("drawn", "rate", "expected"),
    [
        # one frame a second, refractory period 2 frames
        ("", 1.0, []),
        ("....", 1.0, []),
        (".#..", 1.0, [2.0]),  # known at the end of its frame
        ("#...", 1.0, [1.0]),  # frame 0 counts
        ("####", 1.0, [1.0]),  # an edge, not a level
        ("#.#.", 1.0, [1.0, 3.0]),  # two frames have passed: not fewer than two
        # two frames a second, refractory period 4 frames
        ("#.#.#.", 2.0, [0.5, 2.5]),  # frame 2 is lost and does not hold up frame 4
        ("#..##.", 2.0, [0.5]),  # the edge at 3 is lost; 4 is above but no edge
        ("#...#.", 2.0, [0.5, 2.5]),
        # very slow frames: at least one frame
        ("#.#", 0.1, [10.0, 30.0]),
        # round(2.0 * 1.25) is 2, half to even
        ("#.#", 1.25, [0.8, 2.4]),
    ],
)
def test_by_hand(drawn: str, rate: float, expected: list[float]) -> None:
    assert commit(frames(drawn), 0.5, rate) == expected


def test_the_threshold_itself_is_not_above_it() -> None:
    assert commit([0.5, 0.5, 0.6], 0.5, 1.0) == [3.0]
    assert commit([0.0, 0.0], 0.0, 1.0) == []


def test_recall_is_not_monotone_in_the_threshold() -> None:
    # low threshold: one long plateau, one event; high threshold: two events
    scores = [0.6, 0.4, 0.4, 0.6]
    assert commit(scores, 0.3, 1.0) == [1.0]
    assert commit(scores, 0.5, 1.0) == [1.0, 4.0]

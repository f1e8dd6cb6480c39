"""The commit rule: the official one against its oracle, and each option by hand."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.oracles.commit import commit
from turnscope.core.commit_rule import CommitRule
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.commit import commit_frames, commit_times, commits


def drawn(marks: str) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """`#` above 0.5, `-` just below, `.` far below."""
    return np.array([{"#": 0.9, "-": 0.45, ".": 0.1}[mark] for mark in marks])


def found(marks: str, rule: CommitRule, rate_hz: float = 1.0) -> list[int]:
    frames: list[int] = commit_frames(drawn(marks), 0.5, rate_hz, rule=rule).tolist()
    return frames


@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 0.5000001, 0.75, 1.0]), max_size=60),
    st.sampled_from([0.0, 0.25, 0.5, 0.7]),
    st.sampled_from([0.1, 1.0, 1.25, 2.0, 12.5, 25.0, 50.0]),
)
def test_the_official_rule_is_the_oracles(score: list[float], theta: float, rate_hz: float) -> None:
    frames = commit_frames(np.array(score), theta, rate_hz)
    assert commit_times(frames, rate_hz).tolist() == commit(score, theta, rate_hz)


def test_recommit_fires_again_while_the_score_stays_high() -> None:
    assert found("#######", CommitRule()) == [0]
    assert found("#######", CommitRule(recommit=True)) == [0, 2, 4, 6]
    assert found(".#.#..", CommitRule(recommit=True, refractory_s=3.0)) == [1]


def test_hysteresis_needs_a_real_fall_before_the_next_rise() -> None:
    short = CommitRule(refractory_s=1.0)
    assert found("#-#.#", short) == [0, 2, 4]
    assert found("#-#.#", CommitRule(refractory_s=1.0, hysteresis=0.1)) == [0, 4]
    assert found("-#", CommitRule(hysteresis=0.1)) == [1]


def test_min_above_stamps_when_the_score_was_high_long_enough() -> None:
    rule = CommitRule(min_above_s=3.0, refractory_s=1.0)
    assert found("##.###.####", rule) == [5, 9]


def test_a_shorter_refractory_period_is_at_least_a_frame() -> None:
    assert found("#.#.#", CommitRule(refractory_s=0.0)) == [0, 2, 4]


def test_tracks_become_predictions_of_one_task() -> None:
    scores = ScoreTracks(
        Task.INTERRUPTION, 2.0, {"a": (drawn(".#...#"), drawn("..")), "b": (drawn(""), drawn("#"))}
    )
    made = commits(scores, 0.5, system="s")
    assert made.ids == ("a", "b")
    assert made.interruption.of(0).tolist() == [1.0, 3.0]
    assert made.interruption.of(3).tolist() == [0.5]
    assert len(made.eot) == 0
    assert made.supported == frozenset({Task.INTERRUPTION})
    assert made.system == "s"

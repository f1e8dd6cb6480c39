"""Frozen thresholds applied to score files."""

from pathlib import Path

import numpy as np
import pytest

from turnscope.core.commit_rule import CommitRule
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks
from turnscope.errors import SubmissionError
from turnscope.files.frozen_theta import FrozenTheta
from turnscope.files.score_tracks import write_scores
from turnscope.study.sweep import operate, sweep_file


def gold() -> Gold:
    roster = Roster(("a", "b"), np.array([4.0, 4.0]), (Metadata(), Metadata()))
    return Gold(roster, TaskGold.empty(), TaskGold.empty())


def file(place: Path, task: Task = Task.EOT, rate_hz: float = 2.0) -> Path:
    track = np.zeros(int(4 * rate_hz))
    track[1] = 0.6
    path = place / f"{task}-{rate_hz}.json"
    write_scores(path, ScoreTracks(task, rate_hz, dict.fromkeys(("b", "a"), (track, track * 0))))
    return path


def frozen(task: Task = Task.EOT, rate_hz: float = 2.0) -> FrozenTheta:
    return FrozenTheta(task, 0.5, rate_hz, CommitRule())


def test_events_go_along_the_golds_conversations(tmp_path: Path) -> None:
    said = operate([file(tmp_path)], [frozen()], gold(), system="s")
    assert said.ids == ("a", "b")
    assert said.eot.group.tolist() == [0, 2]
    assert said.eot.time_s.tolist() == [1.0, 1.0]
    assert said.supported == frozenset({Task.EOT})
    assert said.system == "s"


def test_another_frame_rate_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="4 frames a second; expected 2"):
        operate([file(tmp_path, rate_hz=4.0)], [frozen()], gold())


def test_scores_and_thresholds_must_pair_up(tmp_path: Path) -> None:
    with pytest.raises(SubmissionError, match="scores of int"):
        operate([file(tmp_path, Task.INTERRUPTION)], [frozen()], gold())
    with pytest.raises(SubmissionError, match="no scores of this task"):
        operate([file(tmp_path)], [frozen(), frozen(Task.INTERRUPTION)], gold())
    with pytest.raises(SubmissionError, match="two for one task"):
        operate([file(tmp_path)], [frozen(), frozen()], gold())


def test_a_sweep_without_positives_has_no_point(tmp_path: Path) -> None:
    swept = sweep_file(file(tmp_path), gold(), budget=0.1)
    assert not swept.fits
    assert swept.document["operating_point"] is None

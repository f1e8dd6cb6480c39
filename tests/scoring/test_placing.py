"""Dev chooses, test judges."""

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.metrics import summarise
from turnscope.scoring.placing import merged, place_commits, place_scores


def gold(name: str, *, negatives: bool = True) -> Gold:
    group = np.zeros(1, np.int64)
    pause = Spans(group, np.array([20.0]), np.array([21.0])) if negatives else Spans.empty()
    eot = TaskGold(Points(group, np.array([5.0])), pause, Spans.empty())
    roster = Roster((name,), np.array([30.0]), (Metadata(),))
    return Gold(roster, eot, TaskGold.empty())


def track(at_positive: float, at_negative: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    made = np.zeros(300)
    made[54], made[204] = at_positive, at_negative
    return made


def scores(**tracks: np.ndarray[tuple[int], np.dtype[np.float64]]) -> dict[Task, ScoreTracks]:
    pairs = {name: (each, np.zeros(300)) for name, each in tracks.items()}
    return {Task.EOT: ScoreTracks(Task.EOT, 10.0, pairs)}


def test_the_threshold_of_dev_is_applied_to_test() -> None:
    # on dev 0.6 separates pause and end of turn; on test the pause is louder
    found = place_scores(
        scores(dev=track(0.9, 0.5), test=track(0.9, 0.7)), gold("dev"), gold("test"), system="s"
    )
    point = found.points[Task.EOT]
    assert point is not None
    assert 0.5 <= point.theta < 0.7
    result = summarise(found.outcomes)["all"][Task.EOT]
    assert (result.tp, result.fp) == (1, 1)
    assert found.predictions.ids == ("test",)
    assert found.predictions.system == "s"


def test_without_a_point_a_task_has_no_events() -> None:
    tracks = scores(dev=track(0.9, 0.5), test=track(0.9, 0.7))
    found = place_scores(tracks, gold("dev", negatives=False), gold("test"))
    assert found.points == {Task.EOT: None}
    result = summarise(found.outcomes)["all"][Task.EOT]
    assert (result.tp, result.supported) == (0, False)


def test_who_commits_by_itself_needs_no_point() -> None:
    said = Predictions.of({"dev": {}, "test": {1: {Task.EOT: [5.5]}}})
    found = place_commits(said, gold("test"))
    assert summarise(found.outcomes)["all"][Task.EOT].tp == 1
    assert found.predictions.ids == ("test",)
    assert not found.points


def test_each_task_comes_from_its_own_part() -> None:
    both = {1: {Task.EOT: [1.0], Task.INTERRUPTION: [2.0]}}
    made = merged({Task.EOT: Predictions.of({"b": both})}, ("a", "b"), system="s")
    assert made.eot.group.tolist() == [2]
    assert len(made.interruption) == 0
    assert made.supported == frozenset({Task.EOT})

"""A system placed on a benchmark: thresholds chosen on dev, frozen, and judged on test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.commit import commits
from turnscope.scoring.score import score
from turnscope.scoring.sweep import sweep
from turnscope.scoring.thresholds import BUDGET, OperatingPoint, candidates, operating_point

__all__ = ["Placed", "merged", "place_commits", "place_scores"]


@dataclass(frozen=True, eq=False, slots=True)
class Placed:
    """What a system does on test.

    Attributes:
        outcomes: of the test conversations.
        predictions: what was scored, over the test conversations.
        points: the operating point of each task it scores, as chosen on dev; None where no
            threshold fitted, and the task then has no events. Empty for a system that commits
            by itself.
    """

    outcomes: Outcomes
    predictions: Predictions
    points: Mapping[Task, OperatingPoint | None] = field(
        default_factory=lambda: MappingProxyType({})
    )


def place_commits(predictions: Predictions, test: Gold) -> Placed:
    """A system that commits by itself: its events on test."""
    return Placed(score(test, predictions), predictions.along(test.roster.ids))


def place_scores(
    scores: Mapping[Task, ScoreTracks],
    dev: Gold,
    test: Gold,
    *,
    budget: float = BUDGET,
    system: str = "",
) -> Placed:
    """A system that scores: the official operating point on dev, applied to test.

    Raises:
        SubmissionError: for conversations of either gold without scores.

    Source:
        TurnBench paper, section VII.
    """
    points: dict[Task, OperatingPoint | None] = {}
    parts: dict[Task, Predictions] = {}
    for task, tracks in scores.items():
        own = tracks.subset(dev.roster.ids)
        points[task] = point = operating_point(sweep(dev, own, candidates(own)), budget=budget)
        if point is not None:
            parts[task] = commits(tracks.subset(test.roster.ids), point.theta, system=system)
    said = merged(parts, test.roster.ids, system=system)
    return Placed(score(test, said), said, points)


def merged(
    parts: Mapping[Task, Predictions], ids: tuple[str, ...], *, system: str = ""
) -> Predictions:
    """Predictions of each task taken from its own part, along one list of conversations."""
    empty = Predictions.of({i: {} for i in ids})
    columns = {task: parts.get(task, empty).along(ids).task(task) for task in Task}
    return Predictions(
        ids,
        columns[Task.EOT],
        columns[Task.INTERRUPTION],
        system,
        frozenset(task for task, points in columns.items() if len(points)),
    )

"""What a blind system with the same rhythm would get: its own events, moved in time.

::

    events    ──x────x─────────x──x──│      moved by a random amount, the same for both speakers
    moved     x──x─────x────x────────│      of a conversation; what leaves at the end comes in
                                            at the beginning

The rhythm stays, what was heard is lost. The moved events are scored by the same kernel, again
and again; the mean is what chance gets, and skill is what lies beyond it:

    skill = (recall - chance) / (1 - chance)

It stands beside the official recall, never in its place: a system that fires all the time has a
high recall and no skill.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from turnscope.core.columns import Floats, Points
from turnscope.core.gold import Gold
from turnscope.core.outcomes import Kind, Outcomes
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol, Task
from turnscope.errors import CorpusError, Fault
from turnscope.scoring.score import score

__all__ = ["Chance", "chance", "moved"]


@dataclass(frozen=True, slots=True)
class Chance:
    """One task's recall beside that of the same rhythm at random.

    Attributes:
        recall: the official one; NaN without positives.
        chance: mean recall of the moved events; NaN without positives.
        low, high: the middle 95 % of recalls of moved events.
        skill: (recall - chance) / (1 - chance): 1 is perfect, 0 is blind, negative is worse than
            blind. NaN where chance is 1 (nothing is left to show), without positives, or where
            the task is not supported.
        p: share of moves with a recall at least as high, the unmoved one counted among them; NaN
            where skill is undefined without positives or support.
        fp_rate: the official one.
        chance_fp_rate: mean of the moved events.
        n_positives: events to detect.
        n_moves: how often they were moved.
    """

    recall: float
    chance: float
    low: float
    high: float
    skill: float
    p: float
    fp_rate: float
    chance_fp_rate: float
    n_positives: int
    n_moves: int


def moved(predictions: Predictions, duration_s: Floats, shift_s: Floats) -> Predictions:
    """All events of a conversation later by one amount, around its end.

    Args:
        predictions: numbered along conversations.
        duration_s: of each, shape (n,), positive.
        shift_s: of each, in [0, duration), shape (n,).
    """

    def later(points: Points) -> Points:
        conversation = points.group // 2
        around = duration_s[conversation]
        return Points.sorted(points.group, np.mod(points.time_s + shift_s[conversation], around))

    return Predictions(
        predictions.ids,
        later(predictions.eot),
        later(predictions.interruption),
        predictions.system,
        predictions.supported,
    )


def chance(
    gold: Gold,
    predictions: Predictions,
    *,
    protocol: Protocol | None = None,
    speakers: tuple[int, ...] = (1, 2),
    n_moves: int = 200,
    seed: int = 0,
) -> dict[Task, Chance]:
    """Score a system, and its events moved at random many times.

    Args:
        gold: what to score against; every duration must be known.
        predictions: of at least its conversations.
        protocol: as for scoring.
        speakers: score only these.
        n_moves: how often; p is never below 1 / (n_moves + 1).
        seed: of the moves.

    Raises:
        CorpusError: naming each conversation whose duration is not known.
    """
    duration_s = gold.roster.duration_s
    faults = [
        Fault(f"conversation {i}", f"duration {d} s", "a known one, to move events around its end")
        for i, d in zip(gold.roster.ids, duration_s, strict=True)
        if not 0.0 < d < float("inf")
    ]
    if faults:
        raise CorpusError(faults)
    said = predictions.along(gold.roster.ids)
    rng = np.random.default_rng([seed, 50_551])
    real = _rates(score(gold, said, protocol=protocol, speakers=speakers))
    drawn = np.array(
        [
            _rates(
                score(
                    gold,
                    moved(said, duration_s, rng.uniform(0.0, 1.0, len(duration_s)) * duration_s),
                    protocol=protocol,
                    speakers=speakers,
                )
            )
            for _ in range(n_moves)
        ]
    )
    found = {}
    for k, task in enumerate(Task):
        n_positives, recall, fp_rate = real[k]
        found[task] = _one(
            recall,
            drawn[:, k, 1],
            fp_rate,
            drawn[:, k, 2],
            int(n_positives),
            supported=task in predictions.supported,
        )
    return found


def _rates(outcomes: Outcomes) -> Floats:
    """Positives, recall and fp_rate of each task, shape (2, 3)."""
    rows = []
    for number in range(len(Task)):
        kind = outcomes.gold.kind[outcomes.gold.task == number]
        hit, miss, alarm, right = (int(n) for n in np.bincount(kind, minlength=len(Kind)))
        positives, negatives = hit + miss, alarm + right
        rows.append(
            (
                positives,
                hit / positives if positives else np.nan,
                alarm / negatives if negatives else np.nan,
            )
        )
    return np.array(rows)


def _one(
    recall: float,
    drawn: Floats,
    fp_rate: float,
    drawn_fp: Floats,
    n_positives: int,
    *,
    supported: bool,
) -> Chance:
    by_chance = float(np.mean(drawn))
    low, high = (float(q) for q in np.quantile(drawn, (0.025, 0.975)))
    defined = supported and n_positives > 0
    skill = (recall - by_chance) / (1.0 - by_chance) if defined and by_chance < 1.0 else np.nan
    # Rates are ratios of the same whole numbers, so equal ones are equal to the last digit.
    as_high = int(np.count_nonzero(drawn >= recall))
    p = (1 + as_high) / (len(drawn) + 1) if defined else np.nan
    return Chance(
        float(recall),
        by_chance,
        low,
        high,
        float(skill),
        float(p),
        float(fp_rate),
        float(np.mean(drawn_fp)),
        n_positives,
        len(drawn),
    )

"""A sweep one threshold at a time, for commit rules that the fast sweep does not know."""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.commit_rule import CommitRule
from turnscope.core.gold import Gold
from turnscope.core.protocol import Protocol
from turnscope.core.scores import ScoreTracks
from turnscope.scoring.commit import commits
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score
from turnscope.scoring.sweep import Sweep, refuse_missing

__all__ = ["sweep_by_loop"]


def sweep_by_loop(
    gold: Gold,
    scores: ScoreTracks,
    theta: Floats,
    *,
    rule: CommitRule,
    protocol: Protocol | None = None,
) -> Sweep:
    """As :func:`turnscope.scoring.sweep.sweep`, by any commit rule, and far slower.

    Raises:
        SubmissionError: naming each conversation of the gold without scores.
    """
    protocol = protocol or gold.protocol
    refuse_missing(gold, scores)
    ids, task = gold.roster.ids, scores.task
    hits = np.zeros((len(ids), len(theta)), np.int64)
    alarms = np.zeros((len(ids), len(theta)), np.int64)
    latency_ms = np.full((3, len(theta)), np.nan)
    for column, threshold in enumerate(theta):
        said = commits(scores, float(threshold), rule=rule)
        outcomes = score(gold, said, protocol=protocol)
        for row, by_task in enumerate(summarise(outcomes, by="conversation").values()):
            hits[row, column], alarms[row, column] = by_task[task].tp, by_task[task].fp
        latency = summarise(outcomes)["all"][task].latency_ms
        latency_ms[:, column] = (latency.p10, latency.p50, latency.p90)
    part = gold.task(task)
    return Sweep(
        task,
        theta,
        ids,
        hits,
        np.bincount(part.positives.group // 2, minlength=len(ids)),
        alarms,
        np.bincount(part.negatives.group // 2, minlength=len(ids)),
        latency_ms,
        scores.frame_rate_hz,
        protocol,
        rule,
    )

"""Sweeps and frozen operating points, from files to files."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turnscope.core.commit_rule import CommitRule
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import Fault, SubmissionError
from turnscope.files.frozen_theta import FrozenTheta
from turnscope.files.reading import read_bytes
from turnscope.files.score_tracks import read_scores
from turnscope.report.sweep import sweep_document, sweep_lines
from turnscope.scoring.commit import commits
from turnscope.scoring.nested import nested
from turnscope.scoring.placing import merged
from turnscope.scoring.sweep import sweep
from turnscope.scoring.sweep_loop import sweep_by_loop
from turnscope.scoring.thresholds import candidates, operating_point

__all__ = ["SweptFile", "operate", "sweep_file"]


@dataclass(frozen=True, slots=True)
class SweptFile:
    """A swept score file, for people and as a document."""

    lines: Sequence[str]
    document: Mapping[str, object]
    fits: bool


def sweep_file(
    path: Path,
    gold: Gold,
    *,
    ids: Sequence[str] | None = None,
    budget: float,
    tie: Literal["theta", "latency"] = "theta",
    rule: CommitRule | None = None,
    folds: int | None = None,
) -> SweptFile:
    """Try every candidate threshold of a score file against a gold.

    Args:
        path: score tracks, JSON or parquet, of every conversation of the gold.
        gold: what to score against.
        ids: keep only these conversations; thresholds are taken from their scores alone.
        budget: highest false-positive rate of the operating point.
        tie: which of equal recalls to take.
        rule: of commits; the official one by default.
        folds: also choose without what is judged, in this many folds; 0 for one a conversation.

    Raises:
        SubmissionError: with every fault of the score file.
        CorpusError, ProtocolError: for unknown ids and impossible options.
    """
    scores = read_scores(path, roster=gold.roster)
    kept = gold if ids is None else gold.subset(ids)
    scores = scores.subset(kept.roster.ids)
    rule = rule or CommitRule()
    theta = candidates(scores)
    if rule == CommitRule(refractory_s=rule.refractory_s):
        found = sweep(kept, scores, theta, refractory_s=rule.refractory_s)
    else:
        found = sweep_by_loop(kept, scores, theta, rule=rule)
    point = operating_point(found, budget=budget, tie=tie)
    nest = None if folds is None else nested(found, n_folds=folds or None, budget=budget)
    inputs = {
        "scores_sha256": hashlib.sha256(read_bytes(path)).hexdigest(),
        "gold": gold.provenance.data_hash,
    }
    return SweptFile(
        sweep_lines(found, point, budget=budget, nest=nest),
        sweep_document(found, point, budget=budget, tie=tie, nest=nest, inputs=inputs),
        point is not None,
    )


def operate(
    scores_paths: Sequence[Path], thetas: Sequence[FrozenTheta], gold: Gold, *, system: str = ""
) -> Predictions:
    """Commit the scores of one file a task at the thresholds frozen elsewhere.

    Args:
        scores_paths: score tracks, one file a task.
        thetas: one for each of these tasks.
        gold: gives ids and durations to check the scores against.
        system: name for the predictions.

    Raises:
        SubmissionError: for faults of the score files, a task given twice, a threshold without
            scores or scores without a threshold, another frame rate than it was chosen at.
    """
    by_task = _by_task(thetas)
    parts: dict[Task, Predictions] = {}
    faults: list[Fault] = []
    for path in scores_paths:
        scores = read_scores(path, roster=gold.roster)
        frozen = by_task.get(scores.task)
        if scores.task in parts:
            faults.append(Fault(str(path), f"a second score file for {scores.task}", "one a task"))
        elif frozen is None:
            faults.append(Fault(str(path), f"scores of {scores.task}", "a frozen theta for them"))
        elif frozen.frame_rate_hz != scores.frame_rate_hz:
            faults.append(
                Fault(
                    str(path),
                    f"{scores.frame_rate_hz:g} frames a second",
                    f"{frozen.frame_rate_hz:g}, as where theta was chosen",
                )
            )
        else:
            parts[scores.task] = commits(scores, frozen.theta, rule=frozen.rule, system=system)
    faults += [
        Fault(f"theta for {task}", "no scores of this task", "a score file for each theta")
        for task in by_task
        if task not in parts and not faults
    ]
    if faults:
        raise SubmissionError(faults)
    return merged(parts, gold.roster.ids, system=system)


def _by_task(thetas: Sequence[FrozenTheta]) -> dict[Task, FrozenTheta]:
    by_task = {frozen.task: frozen for frozen in thetas}
    if len(by_task) < len(thetas):
        raise SubmissionError(Fault("theta", "two for one task", "one for each task"))
    return by_task

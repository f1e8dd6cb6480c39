"""Sweeps and frozen operating points, from files to files."""

from __future__ import annotations

import hashlib
import json
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
from turnscope.files.origin import OPERATE_RECORD, Origin, file_hashes, origin_of, record_path
from turnscope.files.reading import read_bytes
from turnscope.files.score_tracks import read_scores
from turnscope.files.submission_writing import write_predictions
from turnscope.files.writing import write_text
from turnscope.report.causality import titled
from turnscope.report.sweep import sweep_document, sweep_lines
from turnscope.scoring.commit import commits
from turnscope.scoring.nested import nested
from turnscope.scoring.placing import merged
from turnscope.scoring.sweep import sweep
from turnscope.scoring.sweep_loop import sweep_by_loop
from turnscope.scoring.thresholds import candidates, operating_point

__all__ = ["SweptFile", "operate", "origins_of", "sweep_file", "write_operated"]


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
    content = read_bytes(path)
    origin = origin_of(path, content)
    inputs = {
        **(origin.stamp() if origin else {}),
        "scores_sha256": hashlib.sha256(content).hexdigest(),
        "gold": gold.provenance.data_hash,
    }
    return SweptFile(
        [*_titles([origin]), *sweep_lines(found, point, budget=budget, nest=nest)],
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


def write_operated(
    path: Path,
    predictions: Predictions,
    thetas: Sequence[FrozenTheta],
    origins: Sequence[Origin],
) -> None:
    """Write predictions and, where the system is known, a record beside them of who made them.

    Raises:
        SubmissionError, TurnscopeError: if a file cannot be written.
    """
    write_predictions(path, predictions)
    if not origins or not path.is_file():
        return  # nobody known, or a stream, which has no neighbours
    record = {
        "schema_version": 1,
        "system": {"name": " and ".join(each.system for each in origins)},
        "causal": all(each.is_causal for each in origins),
        "theta": {each.task.value: each.theta for each in thetas},
        "files": {"predictions": path.name, "sha256": file_hashes(path)},
    }
    write_text(record_path(path, OPERATE_RECORD), json.dumps(record, allow_nan=False) + "\n")


def origins_of(scores_paths: Sequence[Path]) -> list[Origin]:
    """The systems that made some score files, as far as records beside them tell; each once."""
    found = [origin_of(path, read_bytes(path)) for path in scores_paths]
    return list(dict.fromkeys(each for each in found if each is not None))


def _titles(origins: Sequence[Origin | None]) -> list[str]:
    return [titled(each.system, causal=each.is_causal) for each in origins if each is not None]


def _by_task(thetas: Sequence[FrozenTheta]) -> dict[Task, FrozenTheta]:
    by_task = {frozen.task: frozen for frozen in thetas}
    if len(by_task) < len(thetas):
        raise SubmissionError(Fault("theta", "two for one task", "one for each task"))
    return by_task

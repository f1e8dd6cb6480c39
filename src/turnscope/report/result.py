"""The result file: every number of one submission, and the stamps that let it be repeated."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict

from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.scoring.masked import masked_positives
from turnscope.scoring.metrics import TaskScore, summarise, unscored
from turnscope.version import __version__

__all__ = ["METRICS", "result_document", "task_scores"]


def result_document(
    outcomes: Outcomes, gold: Gold, *, inputs: Mapping[str, str] | None = None
) -> dict[str, object]:
    """The result as one JSON object; rates are not rounded, undefined numbers are null.

    Args:
        outcomes: the table the numbers are taken from.
        gold: what was scored against, for its stamps.
        inputs: further stamps, by name: file hashes, the system's name.

    Returns:
        ``protocol`` (name, constants, version, gold, hashes), ``tasks``, ``by_type``,
        ``by_conversation``, ``by_speaker`` (``"<id>/1"``) and each of :data:`METRICS`, such as
        ``unscored`` (what the official numbers do not see).
    """
    provenance = gold.provenance
    protocol = {
        **outcomes.protocol.stamp(),
        "version": __version__,
        "speakers": list(outcomes.speakers),
        "gold": {
            "source": provenance.source,
            "annotators": list(provenance.annotators),
            "data_hash": provenance.data_hash,
            "revision": provenance.revision,
            "n_conversations": len(gold.roster),
        },
        "hashes": dict(inputs or {}),
    }
    return {
        "protocol": protocol,
        "tasks": task_scores(summarise(outcomes)["all"]),
        "by_type": _each(summarise(outcomes, by="type")),
        "by_conversation": _each(summarise(outcomes, by="conversation")),
        "by_speaker": _each(summarise(outcomes, by="speaker")),
        **{name: _nan_as_null(metric(outcomes)) for name, metric in METRICS.items()},
    }


def _unscored(outcomes: Outcomes) -> dict[str, object]:
    return {
        task.value: {
            "n_predictions": found.n_predictions,
            **{fate.name.lower(): count for fate, count in found.fates.items()},
            "precision": found.precision,
            "false_alarms_per_hour": found.false_alarms_per_hour,
        }
        for task, found in unscored(outcomes).items()
    }


def _masked(outcomes: Outcomes) -> dict[str, object]:
    return {
        task.value: [asdict(positive) for positive in positives]
        for task, positives in masked_positives(outcomes).items()
    }


METRICS: dict[str, Callable[[Outcomes], Mapping[str, object]]] = {
    "unscored": _unscored,
    "masked": _masked,
}
"""What a result holds beside the official numbers, by its key: one line a metric.

Each is a pure function of the outcome table that returns what JSON holds: mappings by task
(``eot``, ``int``) or by anything else, down to texts and numbers. NaN becomes null.
"""


def task_scores(scores: Mapping[Task, TaskScore]) -> dict[str, object]:
    """Scores by the tasks' names in JSON, ``eot`` and ``int``."""
    return {
        task.value: {
            "recall": _number(score.recall),
            "fp_rate": _number(score.fp_rate),
            "tp": score.tp,
            "fn": score.fn,
            "fp": score.fp,
            "tn": score.tn,
            "latency_ms": {
                "p10": _number(score.latency_ms.p10),
                "p50": _number(score.latency_ms.p50),
                "p90": _number(score.latency_ms.p90),
            },
            "n_masked": score.n_masked,
            "supported": score.supported,
        }
        for task, score in scores.items()
    }


def _each(groups: Mapping[str, Mapping[Task, TaskScore]]) -> dict[str, object]:
    return {key: task_scores(scores) for key, scores in groups.items()}


def _nan_as_null(value: object) -> object:
    if isinstance(value, Mapping):
        return {key: _nan_as_null(part) for key, part in value.items()}
    return _number(value) if isinstance(value, float) else value


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None

"""The result file: every number of one submission, and the stamps that let it be repeated."""

from __future__ import annotations

import math
from collections.abc import Mapping

from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.core.protocol import Task
from turnscope.scoring.metrics import TaskScore, summarise, unscored
from turnscope.version import __version__

__all__ = ["result_document", "task_scores"]


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
        ``by_conversation``, ``by_speaker`` (``"<id>/1"``) and ``unscored`` (what the official
        numbers do not see).
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
        "unscored": {
            task.value: {
                "n_predictions": found.n_predictions,
                **{fate.name.lower(): count for fate, count in found.fates.items()},
                "precision": _number(found.precision),
                "false_alarms_per_hour": _number(found.false_alarms_per_hour),
            }
            for task, found in unscored(outcomes).items()
        },
    }


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


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None

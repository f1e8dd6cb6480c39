"""Whether what a session says is what it may say: the right types, its own tasks, probabilities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from numbers import Real

import numpy as np

from turnscope.core.protocol import Task
from turnscope.systems.base import NOTHING, Said, SystemCard

__all__ = ["breach"]

_SHOWN = 80


def breach(said: object, card: SystemCard) -> tuple[str, str] | None:
    """The first thing wrong with an answer, as what was found and what was expected, else None.

    Args:
        said: what a session returned after a chunk; from foreign code, so anything at all.
        card: of its system.
    """
    if said is NOTHING:
        return None
    if not isinstance(said, Said):
        return f"an answer of the type {type(said).__name__}", "Said, or NOTHING"
    return _commits(said.commits, card) or _scores(said.scores, card)


def _commits(commits: object, card: SystemCard) -> tuple[str, str] | None:
    own = ", ".join(sorted(card.tasks))
    if not isinstance(commits, list | tuple):
        return f"commits {_shown(commits)}", f"a list of tasks, each one of {own}"
    for task in commits:
        if not isinstance(task, str) or task not in card.tasks or commits.count(task) > 1:
            shown = task if isinstance(task, Task) else _shown(task)
            return f"a commit to {shown}", f"one a chunk, of its own tasks: {own}"
    return None


def _scores(told: object, card: SystemCard) -> tuple[str, str] | None:
    if not isinstance(told, Mapping):
        return f"scores {_shown(told)}", "scores by task, {Task.EOT: [0.5]}"
    for task, scores in told.items():
        if card.score_rate_hz is None or not isinstance(task, str) or task not in card.tasks:
            shown = task if isinstance(task, Task) else _shown(task)
            return f"a score for {shown}", "scores of its own tasks, at its score rate"
        if isinstance(scores, str | bytes) or not (
            scores.ndim == 1 if isinstance(scores, np.ndarray) else isinstance(scores, Sequence)
        ):
            return f"the {task} scores {_shown(scores)}", "a list of numbers from 0 to 1"
        if isinstance(scores, np.ndarray) and scores.dtype.kind in "fiu":
            outside = scores[~((scores >= 0.0) & (scores <= 1.0))].tolist()
        else:
            outside = [each for each in scores if not _is_probability(each)]
        if outside:
            return f"the {task} score {_shown(outside[0])}", "0 to 1"
    return None


def _is_probability(score: object) -> bool:
    return isinstance(score, Real) and not isinstance(score, bool) and 0.0 <= float(score) <= 1.0


def _shown(value: object) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception as error:  # a foreign object's own words
        text = f"{type(value).__name__} ({type(error).__name__} in its repr)"
    return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."

"""How fast a corpus of the published size is described: tempo, agreement, human timing."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchmarks.corpora import conversations
from benchmarks.timing import medians
from turnscope.stats.agreement import Ratings, fleiss_kappa
from turnscope.study.annotation_tables import agreement_tables, dynamics_tables, human_tables

__all__ = ["measure"]

_N_FRAMES = 2_200_000
_WHOLE = 154
"""Conversations of the published corpus, dev and test."""


def measure() -> Iterator[str]:
    """One line for the coefficient alone, one for the tables."""
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 8, (_N_FRAMES, 1))
    wrong = rng.random((_N_FRAMES, 3)) < 0.2
    said = np.where(wrong, rng.integers(0, 8, (_N_FRAMES, 3)), truth).astype(np.int8)
    (fleiss,) = medians(lambda: fleiss_kappa(Ratings.of(said)))
    yield f"Fleiss' kappa of {_N_FRAMES} frames by 3 annotators: {fleiss}"
    corpus = conversations(_WHOLE)
    tempo, agreement, human = medians(
        lambda: dynamics_tables(corpus),
        lambda: agreement_tables(corpus),
        lambda: human_tables(corpus),
        rounds=3,
    )
    yield f"tables of {_WHOLE} conversations: tempo {tempo}; agreement {agreement}; human {human}"

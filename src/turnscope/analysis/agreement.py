"""How far the annotators of a corpus agree: on every frame, and on where events begin.

Frames are pooled over conversations before a coefficient is taken; boundary F1 is taken of each
conversation and pair of annotators, then averaged without weights.

Source: TurnBench paper, section IV-A.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from turnscope.analysis.frames import N_LABELS, frame_ratings, n_beyond
from turnscope.analysis.onsets import Onsets, onsets_of
from turnscope.core.columns import Ints
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label
from turnscope.core.protocol import Protocol
from turnscope.stats.agreement import (
    Coefficient,
    Ratings,
    cohen_kappa,
    confusion,
    fleiss_kappa,
    krippendorff_alpha,
)

__all__ = [
    "Agreement",
    "Compared",
    "Mean",
    "Pair",
    "agreement",
    "agreement_of",
    "annotators_of",
    "compared",
    "confusions",
]

Pair = tuple[int, int]
"""Two annotators, by their columns."""


class Mean(NamedTuple):
    """An unweighted mean, and of how many values; NaN if n = 0."""

    value: float
    n: int


@dataclass(frozen=True, eq=False, slots=True)
class Compared:
    """The annotators of one conversation, frame by frame and onset by onset.

    Attributes:
        ratings: labels of all its frames, a column an annotator of the corpus.
        pooled: onsets by pair of annotators, both speakers in one list, as officially; by
            label, ``None`` standing for all of them.
        apart: the same with each speaker's onsets matched among themselves.
        n_beyond: events that reach past the first or last frame.
    """

    ratings: Ratings
    pooled: dict[Label | None, dict[Pair, Onsets]]
    apart: dict[Label | None, dict[Pair, Onsets]]
    n_beyond: int


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far annotators agree on some conversations.

    Attributes:
        cohen: Cohen's kappa by pair of annotators, over the frames that both labelled.
        fleiss: Fleiss' kappa, over the frames that all annotators of the corpus labelled.
        alpha: Krippendorff's alpha, over the frames that two or more labelled.
        boundary_f1: by pair, the mean over conversations, both speakers in one list.
        boundary_f1_apart: the same with each speaker's onsets apart.
        n_beyond: events that reach past the first or last frame.
    """

    cohen: dict[Pair, Coefficient]
    fleiss: Coefficient
    alpha: Coefficient
    boundary_f1: dict[Pair, Mean]
    boundary_f1_apart: dict[Pair, Mean]
    n_beyond: int


def annotators_of(conversations: Sequence[Conversation]) -> tuple[str, ...]:
    """All annotators of a corpus, in order of name: the columns of its tables."""
    return tuple(sorted({name for c in conversations for name in c.annotators}))


def compared(
    conversation: Conversation, annotators: Sequence[str], *, protocol: Protocol | None = None
) -> Compared:
    """The annotators of one conversation against one another.

    Raises:
        CorpusError: if its duration is unknown.
    """
    protocol = protocol or Protocol()
    pairs = [
        (i, j)
        for i, j in combinations(range(len(annotators)), 2)
        if {annotators[i], annotators[j]} <= set(conversation.annotators)
    ]
    labels = [None, *(label for label in Label if label is not Label.NONE)]

    def onsets(*, apart: bool) -> dict[Label | None, dict[Pair, Onsets]]:
        return {
            label: {
                (i, j): onsets_of(
                    conversation,
                    annotators[i],
                    annotators[j],
                    label=label,
                    apart=apart,
                    protocol=protocol,
                )
                for i, j in pairs
            }
            for label in labels
        }

    return Compared(
        frame_ratings(conversation, annotators, clock=protocol.clock),
        onsets(apart=False),
        onsets(apart=True),
        n_beyond(conversation, clock=protocol.clock),
    )


def agreement(parts: Sequence[Compared], *, label: Label | None = None) -> Agreement:
    """Agreement over some conversations of one corpus.

    Args:
        parts: its conversations, compared with the same annotators.
        label: ask of each frame only whether it carries this label, and match the onsets of
            such events alone; by default all labels are told apart.

    Raises:
        ValueError: without a conversation.
    """
    ratings = Ratings.pooled(part.ratings for part in parts)
    if label is not None:
        ratings = ratings.one_against_rest(label)
    pairs = list(combinations(range(ratings.n_raters), 2))
    return Agreement(
        {(i, j): cohen_kappa(ratings, i, j) for i, j in pairs},
        fleiss_kappa(ratings),
        krippendorff_alpha(ratings),
        {pair: _mean_f1(part.pooled[label].get(pair) for part in parts) for pair in pairs},
        {pair: _mean_f1(part.apart[label].get(pair) for part in parts) for pair in pairs},
        sum(part.n_beyond for part in parts),
    )


def agreement_of(
    conversations: Sequence[Conversation],
    *,
    label: Label | None = None,
    protocol: Protocol | None = None,
) -> Agreement:
    """Agreement over some conversations; pairs are positions in :func:`annotators_of` them.

    Raises:
        ValueError: without a conversation.
        CorpusError: if a duration is unknown.
    """
    annotators = annotators_of(conversations)
    parts = [compared(each, annotators, protocol=protocol) for each in conversations]
    return agreement(parts, label=label)


def confusions(parts: Sequence[Compared]) -> dict[Pair, Ints]:
    """Frames by what one annotator called them (row) and another (column), for each pair.

    Shape (8, 8): the canonical labels in their order, then silence.

    Raises:
        ValueError: without a conversation.
    """
    ratings = Ratings.pooled(part.ratings for part in parts)
    return {
        (i, j): confusion(ratings, i, j, n_labels=N_LABELS)
        for i, j in combinations(range(ratings.n_raters), 2)
    }


def _mean_f1(each: Iterable[Onsets | None]) -> Mean:
    """The mean over the conversations that have the pair and an onset of either."""
    values = [onsets.f1 for onsets in each if onsets is not None]
    defined = [value for value in values if not np.isnan(value)]
    return Mean(float(np.mean(defined)) if defined else float("nan"), len(defined))

"""Intervals beside one submission's numbers, as ``turnscope score --intervals`` has them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from turnscope.analysis.clusters import clusters_of
from turnscope.analysis.intervals import intervals
from turnscope.analysis.resampling import Resampling
from turnscope.core.outcomes import Outcomes
from turnscope.report.intervals import interval_lines, intervals_document

__all__ = ["ToldIntervals", "score_intervals"]


@dataclass(frozen=True, slots=True)
class ToldIntervals:
    """For people, and for the key ``intervals`` of a result."""

    lines: list[str]
    document: dict[str, object]


def score_intervals(
    outcomes: Outcomes,
    resampling: Resampling,
    *,
    clusters: Literal["speakers", "conversations"] = "speakers",
) -> ToldIntervals:
    """Take them, and say of them what is known to be weak."""
    groups = clusters_of(outcomes.roster, by=clusters)
    found = intervals(
        outcomes,
        groups,
        level=resampling.level,
        method=resampling.method,
        n_resamples=resampling.n_resamples,
        seed=resampling.seed,
    )
    return ToldIntervals(
        interval_lines(found, groups, resampling), intervals_document(found, groups, resampling)
    )

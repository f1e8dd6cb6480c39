"""How often intervals cover the truth, by simulation: ``python -m benchmarks.coverage``.

A world without end of clusters, each with a number of events, a rate of its own and a pace of its
own (two speakers are alike all day), from which a corpus of a few clusters is drawn, over and
over. Densities are those of the published corpus for a conversation, rates those of a fair system.
Intervals that are refused (too few hits for a percentile) are counted apart.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from turnscope.analysis.clusters import Clusters
from turnscope.analysis.intervals import NUMBERS, intervals
from turnscope.core.conversation import Metadata
from turnscope.core.outcomes import GoldRows, Kind, Outcomes, PredictionRows
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster

__all__ = ["CLUSTERS", "WORLDS", "Coverage", "World", "coverage", "main"]

CLUSTERS = (10, 38, 116)
_N_RESAMPLES = 1000


@dataclass(frozen=True, slots=True)
class World:
    """Where corpora come from.

    Attributes:
        positives, negatives: a cluster's, on average.
        recall, fp_rate: over the whole world.
        alike: correlation of two outcomes of one cluster.
        pace: standard deviation of log latency between clusters; within one it is 0.6.
    """

    positives: float
    negatives: float
    recall: float
    fp_rate: float
    alike: float = 0.05
    pace: float = 0.2

    def truth(self) -> dict[str, float]:
        """The numbers over the whole world."""
        log = np.random.default_rng(1).normal(0, np.hypot(0.6, self.pace), 4_000_000)
        spread = np.percentile(400 * np.exp(log), (10, 50, 90))
        return dict(zip(NUMBERS, [self.recall, self.fp_rate, *map(float, spread)], strict=True))

    def corpus(self, n: int, rng: np.random.Generator) -> Outcomes:
        """The outcomes of one system over a corpus of ``n`` clusters, each a conversation."""
        hit, cluster = self._drawn(n, self.positives, self.recall, rng)
        pace = rng.normal(0, self.pace, n)[cluster] + rng.normal(0, 0.6, len(cluster))
        false, other = self._drawn(n, self.negatives, self.fp_rate, rng)
        kind = np.concatenate(
            [
                np.where(hit, Kind.HIT, Kind.MISS),
                np.where(false, Kind.FALSE_ALARM, Kind.CORRECT_REJECTION),
            ]
        ).astype(np.int8)
        group = 2 * np.concatenate([cluster, other])
        m = len(kind)
        none, zeros = np.full(m, np.nan), np.zeros(m)
        latency = none.copy()
        latency[: len(hit)] = np.where(hit, 0.4 * np.exp(pace), np.nan)
        rows = GoldRows(
            np.zeros(m, np.int8),
            group,
            kind,
            np.zeros(m, np.int8),
            np.zeros(m, np.bool_),
            zeros,
            zeros,
            zeros,
            zeros,
            np.full(m, -1, np.int64),
            none,
            latency,
        )
        roster = Roster(tuple(map(str, range(n))), np.full(n, 700.0), (Metadata(),) * n)
        empty = np.empty(0, np.int8)
        nothing = PredictionRows(
            empty, np.empty(0, np.int64), np.empty(0), empty, np.empty(0, np.int64)
        )
        return Outcomes(roster, rows, nothing, Protocol(), frozenset(Task))

    def _drawn(
        self, n: int, mean: float, rate: float, rng: np.random.Generator
    ) -> tuple[np.ndarray, np.ndarray]:
        """Whether each event happens, and its cluster."""
        # Conversations differ in how much there is in them by a third of the mean.
        size = rng.poisson(rng.gamma(9.0, mean / 9.0, n))
        strength = 1.0 / self.alike - 1.0
        own = rng.beta(rate * strength, (1.0 - rate) * strength, n)
        cluster = np.repeat(np.arange(n), size)
        return rng.random(len(cluster)) < own[cluster], cluster


WORLDS = {
    "eot": World(54.0, 27.0, 0.85, 0.06),
    "int": World(7.0, 119.0, 0.60, 0.10),
}
"""As dense as the published corpus; one a task."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What became of many intervals.

    Attributes:
        covered: share of those defined that covered the truth.
        undefined: share that was refused.
        width: median width of those defined.
    """

    covered: float
    undefined: float
    width: float


def coverage(
    world: World, n_clusters: int, method: str, *, n_corpora: int, seed: int = 0
) -> dict[str, Coverage]:
    """Draw corpora and see which intervals at 95 % cover the truth, by number."""
    truth = world.truth()
    rng = np.random.default_rng([seed, n_clusters])
    clusters = Clusters(np.arange(n_clusters, dtype=np.int64), "speakers")
    ends: dict[str, list[tuple[float, float]]] = {number: [] for number in NUMBERS}
    for k in range(n_corpora):
        table = world.corpus(n_clusters, rng)
        found = intervals(table, clusters, method=method, n_resamples=_N_RESAMPLES, seed=k)
        for number in NUMBERS:
            interval = getattr(found[Task.EOT], number)
            ends[number].append((interval.low, interval.high))
    return {number: _summed(np.array(ends[number]), truth[number]) for number in NUMBERS}


def _summed(ends: np.ndarray, truth: float) -> Coverage:
    covered = (ends[:, 0] <= truth) & (truth <= ends[:, 1])
    undefined = np.isnan(ends).any(axis=1)
    width = ends[:, 1] - ends[:, 0]
    middle = float(np.median(width[~undefined])) if not undefined.all() else float("nan")
    share = float(covered[~undefined].mean()) if not undefined.all() else float("nan")
    return Coverage(share, float(undefined.mean()), middle)


def table(n_corpora: int) -> Iterator[str]:
    """Rows of a Markdown table."""
    yield "| world | clusters | method | " + " | ".join(NUMBERS) + " | undefined |"
    yield "| --- | ---: | --- |" + " ---: |" * (len(NUMBERS) + 1)
    for name, world in WORLDS.items():
        for n in CLUSTERS:
            for method in ("percentile", "bca"):
                found = coverage(world, n, method, n_corpora=n_corpora)
                cells = [f"{100 * found[number].covered:.1f}" for number in NUMBERS]
                failed = max(each.undefined for each in found.values())
                yield (
                    f"| {name} | {n} | {method} | " + " | ".join(cells) + f" | {100 * failed:.1f} |"
                )


def main() -> None:
    """Print the table; the argument is the number of corpora, 1000 by default."""
    n_corpora = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for line in table(n_corpora):
        print(line, flush=True)


if __name__ == "__main__":
    main()

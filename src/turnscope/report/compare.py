"""Systems compared, for people and as JSON: standings with rank bands, then every pair."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict

from turnscope.analysis.clusters import Clusters
from turnscope.analysis.compare import COMPARED, Difference
from turnscope.analysis.ranking import HIGHER_IS_BETTER, Comparison, Ranking, Standing
from turnscope.analysis.resampling import Resampling
from turnscope.report.layouts import Cell, Column, Table
from turnscope.report.tables import TASK_NAMES

__all__ = ["MOST_PAIRS", "comparison_document", "comparison_tables"]

MOST_PAIRS = 15
"""Pairs of systems up to which text has them all (six systems)."""

_HEADS = {"recall": "recall", "fp_rate": "fp_rate", "latency_ms": "p50 ms"}
_DECIMALS = {"recall": 3, "fp_rate": 3, "latency_ms": 0}
_NO_RANK = "—"


def comparison_tables(
    parts: Mapping[str, Comparison],
    names: Sequence[str],
    clusters: Clusters,
    resampling: Resampling,
    *,
    pairs: bool = True,
) -> list[Table]:
    """A table of standings and one of pairs for each part and task; the last has the notes.

    Args:
        parts: by name, ``all`` or a conversation type.
        names: of the systems.
        clusters: that were resampled.
        resampling: how.
        pairs: whether to have the pairs.
    """
    tables = []
    for part, found in parts.items():
        for task, rankings in found.rankings.items():
            title = f"{TASK_NAMES[task].capitalize()}, {_told(part, found)}"
            name = f"{part} {task.value}"
            tables.append(_standings(f"{name} systems", title, names, rankings, resampling))
            if pairs:
                title = f"{TASK_NAMES[task].capitalize()}, {part}: A - B"
                tables.append(_pairs(f"{name} pairs", title, names, rankings, resampling))
    notes = tuple(_notes(parts, clusters, resampling, pairs=pairs))
    last = tables[-1]
    tables[-1] = Table(last.name, last.title, last.columns, last.rows, notes)
    return tables


def _told(part: str, found: Comparison) -> str:
    of_part = "all conversations" if part == "all" else part
    return f"{of_part} ({found.n_conversations} in {found.n_clusters} clusters)"


def _standings(
    name: str,
    title: str,
    names: Sequence[str],
    rankings: Mapping[str, Ranking],
    resampling: Resampling,
) -> Table:
    columns = [Column("system", "system")]
    for number in COMPARED:
        columns += [
            Column(number, _HEADS[number], _DECIMALS[number], number),
            Column(f"{number}_rank", "rank", group=number),
            Column(f"{number}_rank_resampled", f"{_percent(resampling.level)}", group=number),
        ]
    rows = [
        (
            system,
            *(
                cell
                for number in COMPARED
                for cell in _standing_cells(rankings[number].standings[k])
            ),
        )
        for k, system in enumerate(names)
    ]
    return Table(name, title, tuple(columns), tuple(rows))


def _standing_cells(standing: Standing) -> tuple[Cell, ...]:
    return (
        standing.value,
        _span(standing.best, standing.worst),
        _span(standing.low, standing.high),
    )


def _span(first: int, last: int) -> str:
    """Ranks as ``2`` or ``1-3``; a dash for none."""
    if not first:
        return _NO_RANK
    return f"{first}" if first == last else f"{first}-{last}"


def _pairs(
    name: str,
    title: str,
    names: Sequence[str],
    rankings: Mapping[str, Ranking],
    resampling: Resampling,
) -> Table:
    columns = [Column("pair", "A - B")]
    for number in COMPARED:
        decimals = _DECIMALS[number]
        columns += [
            Column(f"{number}_difference", _HEADS[number], decimals, number),
            Column(f"{number}_low", "low", decimals, number),
            Column(f"{number}_high", "high", decimals, number),
            Column(f"{number}_p_adjusted", "p", 4, number),
            Column(f"{number}_verdict", "better", group=number),
        ]
    rows = [
        (
            f"{names[i]} - {names[j]}",
            *(
                cell
                for number in COMPARED
                for cell in _pair_cells(number, rankings[number].pairs[k][2], resampling.level)
            ),
        )
        for k, (i, j, _) in enumerate(rankings[COMPARED[0]].pairs)
    ]
    return Table(name, title, tuple(columns), tuple(rows))


def _pair_cells(number: str, found: Difference, level: float) -> tuple[Cell, ...]:
    ends = found.interval
    return found.value, ends.low, ends.high, found.p_adjusted, _verdict(number, found, level)


def _verdict(number: str, found: Difference, level: float) -> str:
    """``A``, ``B`` or ``tie``; a dash where the two cannot be compared."""
    if math.isnan(found.p_adjusted):
        return _NO_RANK
    if found.p_adjusted > 1.0 - level:
        return "tie"
    return "A" if (found.lean > 0) == HIGHER_IS_BETTER[number] else "B"


def _notes(
    parts: Mapping[str, Comparison],
    clusters: Clusters,
    resampling: Resampling,
    *,
    pairs: bool,
) -> Iterator[str]:
    level = _percent(resampling.level)
    n_tests = next(iter(parts.values())).n_tests
    yield (
        f"rank: from the systems shown better or worse at {level} (exchange of labels within "
        f"clusters of {clusters.unit}, Holm over {n_tests} comparisons); equal ranks are ties. "
        f"{level}: ranks in resamples of the clusters."
    )
    if pairs:
        yield (
            f"low, high: {level} interval of the difference ({resampling.method}, "
            f"{resampling.n_resamples} resamples); p: adjusted. p50 ms here: median difference "
            "over events that both hit."
        )
    else:
        yield "Pairs are left out here; --pairs shows them, --json has them all."
    for part, found in parts.items():
        smallest = 2.0 ** (1 - found.n_clusters)
        if smallest * n_tests > 1.0 - resampling.level:
            yield (
                f"{part}: {found.n_clusters} clusters are too few to show any difference "
                f"(the smallest p is {smallest:.2g}, before adjustment)."
            )


def _percent(level: float) -> str:
    return f"{100 * level:g} %"


def comparison_document(
    parts: Mapping[str, Comparison],
    names: Sequence[str],
    clusters: Clusters,
    resampling: Resampling,
) -> dict[str, object]:
    """Everything as one JSON object; nothing is rounded, undefined numbers are null.

    Returns:
        ``clusters``, ``resampling``, ``systems`` and ``parts``: part -> task -> number ->
        ``standings`` and ``pairs``.
    """
    return {
        "clusters": {"unit": clusters.unit, "n": clusters.n},
        "resampling": resampling.stamp(),
        "systems": list(names),
        "parts": {
            part: {
                "n_conversations": found.n_conversations,
                "n_clusters": found.n_clusters,
                "n_comparisons": found.n_tests,
                **{
                    task.value: {
                        number: _ranking_document(ranking, names, number, resampling.level)
                        for number, ranking in rankings.items()
                    }
                    for task, rankings in found.rankings.items()
                },
            }
            for part, found in parts.items()
        },
    }


def _ranking_document(
    ranking: Ranking, names: Sequence[str], number: str, level: float
) -> dict[str, object]:
    return {
        "standings": {
            name: {
                "value": _null_if_nan(standing.value),
                "rank": _ranks(standing.best, standing.worst),
                "rank_resampled": _ranks(standing.low, standing.high),
            }
            for name, standing in zip(names, ranking.standings, strict=True)
        },
        "pairs": [
            {
                "a": names[i],
                "b": names[j],
                "value_a": _null_if_nan(found.a),
                "value_b": _null_if_nan(found.b),
                "difference": _null_if_nan(found.value),
                "interval": {k: _null_if_nan(v) for k, v in asdict(found.interval).items()},
                "p": _null_if_nan(found.p),
                "p_adjusted": _null_if_nan(found.p_adjusted),
                "better": {"A": names[i], "B": names[j], "tie": "tie"}.get(
                    _verdict(number, found, level)
                ),
                "n": found.n,
                "n_clusters_differing": found.n_differing,
            }
            for i, j, found in ranking.pairs
        ],
    }


def _ranks(first: int, last: int) -> list[int] | None:
    return [first, last] if first else None


def _null_if_nan(value: object) -> object:
    return None if isinstance(value, float) and not math.isfinite(value) else value

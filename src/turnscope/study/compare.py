"""Compare predictions files of several systems on one gold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from turnscope.analysis.clusters import Clusters, clusters_of
from turnscope.analysis.ranking import Comparison, comparison
from turnscope.analysis.resampling import Resampling
from turnscope.core.conversation import TYPE_NAMES
from turnscope.core.gold import Gold
from turnscope.core.outcomes import Outcomes
from turnscope.errors import Fault, ProtocolError
from turnscope.report.compare import comparison_document, comparison_tables
from turnscope.report.layouts import Table
from turnscope.study.score import ScoredFile, score_file

__all__ = ["ComparedFiles", "compare_files", "compare_outcomes", "type_parts"]


@dataclass(frozen=True, eq=False, slots=True)
class ComparedFiles:
    """Several systems compared.

    Attributes:
        parts: all conversations, and each type if asked for.
        names: of the systems.
        clusters: that were resampled.
        resampling: how.
        stamp: what all results share: protocol, gold, hashes of each file.
    """

    parts: Mapping[str, Comparison]
    names: tuple[str, ...]
    clusters: Clusters
    resampling: Resampling
    stamp: Mapping[str, object]

    def tables(self, *, pairs: bool = True) -> list[Table]:
        """For people."""
        return comparison_tables(
            self.parts, self.names, self.clusters, self.resampling, pairs=pairs
        )

    @property
    def document(self) -> dict[str, object]:
        """For machines."""
        told = comparison_document(self.parts, self.names, self.clusters, self.resampling)
        return {"protocol": dict(self.stamp), **told}


def compare_files(
    paths: Sequence[Path],
    gold: Gold,
    *,
    ids: Iterable[str] | None = None,
    speakers: Iterable[int] = (1, 2),
    by_type: bool = False,
    clusters: Literal["speakers", "conversations"] = "speakers",
    resampling: Resampling | None = None,
) -> ComparedFiles:
    """Score each file and compare every pair.

    Args:
        paths: two or more predictions files, JSON or CSV.
        gold: what to score against; each file must cover every conversation of it.
        ids: keep only these conversations, all by default.
        speakers: keep only these speakers.
        by_type: also compare on each conversation type apart.
        clusters: what is resampled.
        resampling: level, method, seed; the defaults by default.

    Raises:
        ProtocolError: for fewer than two files.
        SubmissionError: with every fault of the first file that has some.
        CorpusError: for ids the gold does not know.
    """
    if len(paths) < 2:
        raise ProtocolError(Fault("compare", f"{len(paths)} predictions file", "two or more"))
    kept = None if ids is None else list(ids)
    sides = tuple(speakers)
    scored = [score_file(path, gold, ids=kept, speakers=sides) for path in paths]
    names = _names(paths, scored)
    hashes = {name: each.stamp["hashes"] for name, each in zip(names, scored, strict=True)}
    return compare_outcomes(
        [each.outcomes for each in scored],
        names,
        by_type=by_type,
        clusters=clusters,
        resampling=resampling,
        stamp={**scored[0].stamp, "hashes": hashes},
    )


def compare_outcomes(
    tables: Sequence[Outcomes],
    names: Sequence[str],
    *,
    by_type: bool = False,
    clusters: Literal["speakers", "conversations"] = "speakers",
    resampling: Resampling | None = None,
    stamp: Mapping[str, object] | None = None,
) -> ComparedFiles:
    """Compare systems whose outcomes are at hand.

    Raises:
        ProtocolError: naming each that was not scored against the gold of the first.
    """
    chosen = resampling or Resampling()
    roster = tables[0].roster
    groups = clusters_of(roster, by=clusters)

    def over(parts: Mapping[str, Sequence[int]]) -> dict[str, Comparison]:
        return comparison(
            tables,
            groups,
            parts=parts,
            names=names,
            level=chosen.level,
            method=chosen.method,
            n_resamples=chosen.n_resamples,
            seed=chosen.seed,
        )

    found = over({"all": range(len(roster))})
    types = type_parts(tables[0]) if by_type else {}
    if types:
        # A family of their own: who asks for types pays nothing in the comparison over all.
        found |= over(types)
    return ComparedFiles(found, tuple(names), groups, chosen, stamp or {})


def type_parts(table: Outcomes) -> dict[str, Sequence[int]]:
    """Positions of the conversations of each type, in the order of the paper's tables."""
    names = table.roster.type_names()
    known = list(TYPE_NAMES.values())
    present = dict.fromkeys(name for name in names if name)
    ordered = sorted(present, key=lambda t: known.index(t) if t in known else len(known))
    return {t: [k for k, name in enumerate(names) if name == t] for t in ordered}


def _names(paths: Sequence[Path], scored: Sequence[ScoredFile]) -> tuple[str, ...]:
    """What tells the systems apart: their names, else those of the files, else the paths."""
    systems = [
        each.origin.system if each.origin else path.stem
        for path, each in zip(paths, scored, strict=True)
    ]
    for names in (systems, [path.stem for path in paths], [str(path) for path in paths]):
        if len(set(names)) == len(names):
            return tuple(names)
    return tuple(f"{path} ({k + 1})" for k, path in enumerate(paths))

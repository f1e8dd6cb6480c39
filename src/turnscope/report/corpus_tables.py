"""The paper's tables of a corpus: its tempo, what the consensus keeps, agreement, human timing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass

import numpy as np

from turnscope.analysis.agreement import Agreement, Pair
from turnscope.analysis.dynamics import Dynamics
from turnscope.analysis.human_reference import HumanReference
from turnscope.analysis.kept import Kept
from turnscope.analysis.transfers import Transfers
from turnscope.core.columns import Ints
from turnscope.core.labels import Label
from turnscope.report.layouts import Cell, Column, Table

__all__ = [
    "Distances",
    "agreement_table",
    "confusion_table",
    "distance_table",
    "dynamics_table",
    "pairs_table",
    "responses_table",
    "transfers_table",
    "words_table",
]

_RAW = "raw annotations"
_GOLD = "consensus gold"
_LABELS = tuple(label for label in Label if label is not Label.NONE)
_SHORT = {
    Label.TURN: "turn",
    Label.INTERRUPTION: "INT",
    Label.NON_FLOOR_TAKING_INTERRUPTION: "NFT",
    Label.BACKCHANNEL: "BC",
    Label.LAUGHTER: "laugh",
    Label.AWKWARD_SILENCE: "awkw.",
    Label.NON_CONTENT: "noise",
}


def dynamics_table(parts: Mapping[str, tuple[int, Dynamics, Kept]], *, by: str = "type") -> Table:
    """Table III: a row a group with its number of conversations, tempo and consensus."""
    columns = (
        *_tempo_columns(by),
        Column("kept_share", "kept %", 1, _GOLD, scale=100.0),
        Column("n_annotated", "annotated", group=_GOLD),
        Column("n_consensus", "N", group=_GOLD),
        Column("n_turn", "TURN", group=_GOLD),
        Column("n_int", "INT", group=_GOLD),
        Column("n_bc", "BC", group=_GOLD),
    )
    rows = [
        (
            name,
            n,
            *astuple(tempo),
            kept.share,
            kept.n_annotated,
            kept.n_consensus,
            kept.by_label[Label.TURN],
            kept.by_label[Label.INTERRUPTION],
            kept.by_label[Label.BACKCHANNEL],
        )
        for name, (n, tempo, kept) in parts.items()
    ]
    notes = ("Raw: means over conversations; kept: of all annotators' events, pooled.",)
    return Table("dynamics", "Tempo, and what the consensus keeps", columns, tuple(rows), notes)


def words_table(parts: Mapping[str, tuple[int, Dynamics, Transfers]], *, by: str = "type") -> Table:
    """Table III from words alone: a row a group with its tempo and pooled timing."""
    timing = "timing, pooled"
    columns = (
        *_tempo_columns(by),
        Column("n_transfers", "transfers", group=timing),
        Column("overlap_share", "in overlap", 3, timing),
        Column("median_gap_s", "gap s", 3, timing),
        Column("median_pause_s", "pause s", 3, timing),
    )
    rows = [
        (
            name,
            n,
            *astuple(tempo),
            len(timed.offset_s),
            timed.overlap_share,
            timed.median_gap_s,
            timed.median_pause_s,
        )
        for name, (n, tempo, timed) in parts.items()
    ]
    note = (
        "From words: backchannels by a list of phrases, interruptions by timing, acoustic overlap; "
        "no substitute for annotation."
    )
    return Table("words", "Tempo, from words alone", columns, tuple(rows), (note,))


def _tempo_columns(by: str) -> tuple[Column, ...]:
    return (
        Column(by, by),
        Column("n_conversations", "n", group=_RAW),
        Column("events_per_min", "events/min", 1, _RAW),
        Column("words_per_min", "words/min", 0, _RAW),
        Column("turn_length_s", "turn s", 1, _RAW),
        Column("speaker_changes", "changes", 1, _RAW),
        Column("backchannels_per_min", "BC/min", 2, _RAW),
        Column("interruptions_per_min", "INT/min", 2, _RAW),
        Column("overlap_s", "overlap s", 1, _RAW),
    )


def agreement_table(parts: Mapping[str, Agreement], *, name: str, title: str, head: str) -> Table:
    """A row a group or label: kappas, alpha, boundary F1, each the mean over the pairs."""
    columns = (
        Column(head, head),
        Column("cohen_kappa", "Cohen κ"),
        Column("fleiss_kappa", "Fleiss κ"),
        Column("alpha", "alpha"),
        Column("boundary_f1", "F1"),
        Column("boundary_f1_apart", "F1 apart"),
        Column("n_frames", "frames"),
    )
    rows = [
        (
            key,
            _mean([each.value for each in part.cohen.values()]),
            part.fleiss.value,
            part.alpha.value,
            _mean([each.value for each in part.boundary_f1.values()]),
            _mean([each.value for each in part.boundary_f1_apart.values()]),
            part.alpha.n,
        )
        for key, part in parts.items()
    ]
    n_beyond = max((part.n_beyond for part in parts.values()), default=0)
    told = f"{n_beyond} events reach beyond their recording; what lies there is not compared."
    return Table(name, title, columns, tuple(rows), (told,) if n_beyond else ())


def pairs_table(whole: Agreement, annotators: Sequence[str]) -> Table:
    """A row a pair of annotators: Cohen's kappa with what it is made of, and boundary F1."""
    columns = (
        Column("pair", "pair"),
        Column("cohen_kappa", "Cohen κ"),
        Column("observed", "observed"),
        Column("expected", "expected"),
        Column("n_frames", "frames"),
        Column("boundary_f1", "F1"),
        Column("boundary_f1_apart", "F1 apart"),
        Column("n_conversations", "n"),
    )
    rows = [
        (
            f"{annotators[i]}-{annotators[j]}",
            kappa.value,
            kappa.observed,
            kappa.expected,
            kappa.n,
            whole.boundary_f1[i, j].value,
            whole.boundary_f1_apart[i, j].value,
            whole.boundary_f1[i, j].n,
        )
        for (i, j), kappa in whole.cohen.items()
    ]
    return Table("pairs", "Annotators in pairs", columns, tuple(rows))


def confusion_table(confusions: Mapping[Pair, Ints]) -> Table:
    """Of the frames that one annotator calls a row, the share that another calls a column.

    All pairs are added, in both directions.
    """
    total = sum((table + table.T for table in confusions.values()), np.zeros((8, 8), np.int64))
    names = [*(label.spelling for label in _LABELS), "(silence)"]
    heads = [*(_SHORT[label] for label in _LABELS), "silence"]
    columns = (
        Column("label", "one says"),
        *(Column(key, head, 2) for key, head in zip(names, heads, strict=True)),
        Column("n_frames", "frames"),
    )
    rows: list[tuple[Cell, ...]] = []
    for name, row in zip([*heads[:-1], "(silence)"], total.tolist(), strict=True):
        n = sum(row)
        shares = [count / n if n else float("nan") for count in row]
        rows.append((name, *shares, n))
    note = "Rows add up to 1; all pairs of annotators, in both directions."
    return Table("confusion", "What another annotator says", columns, tuple(rows), (note,))


def transfers_table(parts: Mapping[str, Transfers], *, by: str = "type") -> Table:
    """A row a group: floor transfers, how many in overlap, median gap and pause."""
    columns = (
        Column(by, by),
        Column("n_transfers", "transfers"),
        Column("overlap_share", "in overlap"),
        Column("n_gaps", "gaps"),
        Column("median_gap_s", "gap s"),
        Column("n_pauses", "pauses"),
        Column("median_pause_s", "pause s"),
    )
    rows = [
        (
            name,
            len(part.offset_s),
            part.overlap_share,
            len(part.gap_s),
            part.median_gap_s,
            len(part.pause_s),
            part.median_pause_s,
        )
        for name, part in parts.items()
    ]
    title = "Transfers of the floor and pauses, raw annotations (medians)"
    return Table("transfers", title, columns, tuple(rows))


def responses_table(parts: Mapping[str, HumanReference], *, by: str = "type") -> Table:
    """A row a group: response offsets with and without interruptions; time held on."""
    columns = (
        Column(by, by),
        Column("n_responses", "replies"),
        Column("median_offset_s", "offset s"),
        Column("n_uninterrupting", "no INT"),
        Column("median_uninterrupting_s", "offset s"),
        Column("n_unanswered", "none"),
        Column("n_held", "INT"),
        Column("median_held_s", "held s"),
        Column("n_unopposed", "alone"),
    )
    rows = [
        (
            name,
            len(part.offset_s),
            part.median_offset_s,
            int(np.count_nonzero(~part.is_interruption)),
            part.median_uninterrupting_s,
            part.n_unanswered,
            len(part.held_s),
            part.median_held_s,
            part.n_unopposed,
        )
        for name, part in parts.items()
    ]
    title = "People's responses to ends of turns, and how long the interrupted hold on"
    note = (
        "Medians. no INT: replies that are no interruption; none: ends of turn without a reply; "
        "alone: interruptions while the other held no turn."
    )
    return Table("responses", title, columns, tuple(rows), (note,))


@dataclass(frozen=True, slots=True)
class Distances:
    """Two corpora compared: KS distances of gaps and pauses, in [0, 1], and of how many."""

    gaps: float
    n_gaps: tuple[int, int]
    pauses: float
    n_pauses: tuple[int, int]


def distance_table(found: Distances, *, names: tuple[str, str]) -> Table:
    """Kolmogorov-Smirnov distances between the gaps and pauses of two corpora."""
    columns = (
        Column("of", "of"),
        Column("ks_distance", "KS distance"),
        Column("n_first", "n"),
        Column("n_second", "n other"),
    )
    rows = (("gaps", found.gaps, *found.n_gaps), ("pauses", found.pauses, *found.n_pauses))
    return Table("distances", f"{names[0]} against {names[1]}", columns, rows)


def _mean(values: Sequence[float]) -> float:
    return float(np.mean(values)) if len(values) else float("nan")

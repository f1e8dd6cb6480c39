"""From an annotated corpus to the paper's tables of it."""

from __future__ import annotations

from collections.abc import Sequence

from turnscope.analysis.agreement import agreement, annotators_of, compared, confusions
from turnscope.analysis.dynamics import dynamics, mean_dynamics
from turnscope.analysis.groups import ALL, grouped
from turnscope.analysis.human_reference import human_reference
from turnscope.analysis.kept import kept, pooled
from turnscope.analysis.switchboard import words_tempo
from turnscope.analysis.transfers import Transfers, pooled_transfers, transfers
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label
from turnscope.core.protocol import Protocol
from turnscope.errors import CorpusError, Fault
from turnscope.gold.annotations import refuse_unannotated
from turnscope.report.corpus_tables import (
    Distances,
    agreement_table,
    confusion_table,
    distance_table,
    dynamics_table,
    pairs_table,
    responses_table,
    transfers_table,
    words_table,
)
from turnscope.report.layouts import Table
from turnscope.stats.distributions import ks_distance

__all__ = ["agreement_tables", "distances", "dynamics_tables", "human_tables", "words_tables"]

_LABELS = tuple(label for label in Label if label is not Label.NONE)


def dynamics_tables(
    conversations: Sequence[Conversation], *, by: str = "type", protocol: Protocol | None = None
) -> list[Table]:
    """Table III: tempo in the raw annotations, and what the consensus keeps of them.

    Raises:
        CorpusError: for every conversation that nobody annotated.
    """
    refuse_unannotated(conversations)
    tempo = [dynamics(conversation) for conversation in conversations]
    survived = kept(conversations, protocol=protocol)
    parts = {
        name: (
            len(rows),
            mean_dynamics([tempo[k] for k in rows]),
            pooled(survived[k] for k in rows),
        )
        for name, rows in grouped(conversations, by).items()
    }
    return [dynamics_table(parts, by=by)]


def words_tables(conversations: Sequence[Conversation], *, by: str = "type") -> list[Table]:
    """Table III from words alone, as the paper has it for Switchboard.

    Raises:
        CorpusError: for every conversation that nobody annotated.
    """
    refuse_unannotated(conversations)
    each = [words_tempo(conversation) for conversation in conversations]
    parts = {
        name: (
            len(rows),
            mean_dynamics([each[k].tempo for k in rows]),
            pooled_transfers(each[k].transfers for k in rows),
        )
        for name, rows in grouped(conversations, by).items()
    }
    return [words_table(parts, by=by)]


def agreement_tables(
    conversations: Sequence[Conversation], *, by: str = "type", protocol: Protocol | None = None
) -> list[Table]:
    """Agreement by group, by pair of annotators, by label, and who confuses what.

    Raises:
        CorpusError: with fewer than two annotators in the whole corpus, or if a duration is
            unknown.
    """
    refuse_unannotated(conversations)
    annotators = annotators_of(conversations)
    if len(annotators) < 2:
        raise CorpusError(
            Fault(
                "corpus",
                f"annotated by {', '.join(annotators) or 'nobody'} alone",
                "two annotators or more, to compare",
            )
        )
    parts = [compared(c, annotators, protocol=protocol) for c in conversations]
    groups = {
        name: agreement([parts[k] for k in rows])
        for name, rows in grouped(conversations, by).items()
    }
    labels = {label.spelling: agreement(parts, label=label) for label in _LABELS}
    return [
        agreement_table(groups, name="groups", title=f"Agreement by {by}", head=by),
        pairs_table(groups[ALL], annotators),
        agreement_table(labels, name="labels", title="One label against the rest", head="label"),
        confusion_table(confusions(parts)),
    ]


def human_tables(
    conversations: Sequence[Conversation],
    *,
    by: str = "type",
    protocol: Protocol | None = None,
    against: tuple[str, str, Sequence[Conversation]] | None = None,
) -> list[Table]:
    """How people time their turns: raw transfers, and responses to the gold's ends of turns.

    Args:
        conversations: of the corpus.
        by: a grouping.
        protocol: of the gold.
        against: the corpus's name, and another's with its conversations, to compare gaps and
            pauses.

    Raises:
        CorpusError: for every conversation that nobody annotated.
    """
    refuse_unannotated(conversations)
    groups = grouped(conversations, by)
    raw = [transfers(conversation) for conversation in conversations]
    floor = {name: pooled_transfers(raw[k] for k in rows) for name, rows in groups.items()}
    responses = {
        name: human_reference([conversations[k] for k in rows], protocol=protocol)
        for name, rows in groups.items()
    }
    tables = [transfers_table(floor, by=by), responses_table(responses, by=by)]
    if against is not None:
        name, other, others = against
        pool = pooled_transfers(map(transfers, others))
        tables.append(distance_table(distances(floor[ALL], pool), names=(name, other)))
    return tables


def distances(first: Transfers, second: Transfers) -> Distances:
    """How far the gaps and the pauses of two corpora lie apart."""
    return Distances(
        ks_distance(first.gap_s, second.gap_s),
        (len(first.gap_s), len(second.gap_s)),
        ks_distance(first.pause_s, second.pause_s),
        (len(first.pause_s), len(second.pause_s)),
    )

"""Annotated conversations in, gold out: consensus in both views, then the floor."""

from __future__ import annotations

from collections.abc import Sequence

from turnscope.core.conversation import Conversation
from turnscope.core.gold import Gold, Provenance
from turnscope.core.labels import View
from turnscope.core.protocol import Protocol
from turnscope.core.roster import Roster
from turnscope.gold.annotations import annotated_events, refuse_unannotated
from turnscope.gold.consensus import consensus_of
from turnscope.gold.floor import eot_gold, interruption_gold

__all__ = ["gold_of"]


def gold_of(
    conversations: Sequence[Conversation],
    *,
    protocol: Protocol | None = None,
    data_hash: str = "",
    revision: str = "",
    source: str = "consensus",
) -> Gold:
    """The gold of a corpus.

    Args:
        conversations: with one, two, three or more annotators each.
        protocol: constants and options; the official ones by default.
        data_hash: hash of what the conversations were read from, for the stamp.
        revision: pinned revision of the data, for the stamp.
        source: ``consensus``, or ``derived`` when the tracks were made from words or voice
            activity instead of by annotators.

    Raises:
        CorpusError: for every conversation that nobody annotated; silence would be a claim.

    Source:
        TurnBench paper, sections IV-A, V-A, V-B.
    """
    protocol = protocol or Protocol()
    refuse_unannotated(conversations)
    events = annotated_events(conversations, clock=protocol.clock)
    labels = consensus_of(events.in_view(View.LABEL), protocol=protocol)
    turns = consensus_of(events.in_view(View.TURN), protocol=protocol)
    counts = tuple(sorted({len(c.annotators) for c in conversations}))
    return Gold(
        Roster.of(conversations),
        eot_gold(turns, labels),
        interruption_gold(labels),
        protocol,
        Provenance(source, counts, data_hash, revision),
    )

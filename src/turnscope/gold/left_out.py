"""A human as a system: one annotator judged by what the others agree on.

How well an annotator does against a gold made without them bounds what a system can be asked
for. It is no causal system: annotators hear the whole conversation before they decide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from turnscope.core.conversation import Conversation
from turnscope.core.gold import Gold
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Protocol
from turnscope.errors import Fault, ProtocolError
from turnscope.gold.derive import gold_of
from turnscope.gold.oracle import oracle

__all__ = ["left_out"]


def left_out(
    conversations: Sequence[Conversation], annotator: str, *, protocol: Protocol | None = None
) -> tuple[Gold, Predictions]:
    """The gold of all other annotators, and the left-out one's events as predictions.

    Args:
        conversations: each annotated by ``annotator`` and at least one other.
        annotator: who is left out.
        protocol: with ``agreement`` 2 both others must agree; with 1 either will do, and
            nothing is excluded for dissent.

    Raises:
        ProtocolError: naming each conversation the annotator did not annotate, or annotated
            alone.
    """
    protocol = protocol or Protocol()
    faults = [
        Fault(
            f"conversation {c.conversation_id}",
            f"annotated by {', '.join(c.annotators) or 'nobody'}",
            f"{annotator} and at least one other",
        )
        for c in conversations
        if annotator not in c.annotators or len(c.annotators) < 2
    ]
    if faults:
        raise ProtocolError(faults)
    others = [_with(c, [a for a in c.annotators if a != annotator]) for c in conversations]
    alone = [_with(c, [annotator]) for c in conversations]
    said = oracle(gold_of(alone, protocol=protocol))
    return gold_of(others, protocol=protocol), replace(said, system=f"human {annotator}")


def _with(conversation: Conversation, annotators: Sequence[str]) -> Conversation:
    first, second = ({a: tracks[a] for a in annotators} for tracks in conversation.tracks)
    return replace(conversation, tracks=(first, second))

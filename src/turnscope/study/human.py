"""Every annotator of a corpus scored against the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from turnscope.core.conversation import Conversation
from turnscope.core.protocol import Protocol, Task
from turnscope.gold.left_out import left_out
from turnscope.scoring.metrics import TaskScore, summarise
from turnscope.scoring.score import score

__all__ = ["HUMAN_GOLDS", "annotators_scored"]

HUMAN_GOLDS = {"both others": 2, "either other": 1}
"""How the other annotators make the gold: the agreement asked of them."""


def annotators_scored(
    conversations: Sequence[Conversation], *, protocol: Protocol | None = None
) -> Mapping[str, Mapping[Task, TaskScore]]:
    """Scores by ``"<annotator>, both others"`` and ``"<annotator>, either other"``.

    Raises:
        ProtocolError: unless every conversation has the same annotators, two or more.
    """
    protocol = protocol or Protocol()
    names = sorted({name for c in conversations for name in c.annotators})
    scored = {}
    for name in names:
        for told, agreement in HUMAN_GOLDS.items():
            rules = replace(protocol, agreement=agreement)
            gold, said = left_out(conversations, name, protocol=rules)
            scored[f"{name}, {told}"] = summarise(score(gold, said))["all"]
    return scored

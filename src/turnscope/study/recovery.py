"""Does the scorer find what was planted?

::

    simulated truth ──▶ planted system ──▶ scored against the truth        planted = measured?
                  └──▶ three annotators ──▶ scored against their gold      what their errors do
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from turnscope.analysis.recovery import Recovered, recovered
from turnscope.core.conversation import Conversation
from turnscope.core.gold import Gold
from turnscope.gold.derive import gold_of
from turnscope.simulate.annotators import annotate
from turnscope.simulate.ears import PERFECT
from turnscope.simulate.planted import Behaviour, planted
from turnscope.study.simulate import MINUTES, Simulation, true_conversation

__all__ = ["Recovery", "golds_of", "recovery"]


@dataclass(frozen=True, slots=True)
class Recovery:
    """What was planted, on how much, and what came back."""

    behaviour: Behaviour
    n_conversations: int
    minutes: float
    seed: int
    rows: tuple[Recovered, ...]


def recovery(
    behaviour: Behaviour | None = None,
    *,
    n_conversations: int = 60,
    minutes: float = MINUTES,
    seed: int = 0,
    progress: Callable[[float], None] = lambda _: None,
) -> Recovery:
    """Simulate, plant, score, and hold the result against what was planted.

    Args:
        behaviour: what is planted; None for the defaults.
        n_conversations: over all kinds in turn.
        minutes: length of each.
        seed: of the conversations and of the system's luck.
        progress: told 1 after each conversation.

    Raises:
        ProtocolError: for what cannot be simulated.
    """
    behaviour = behaviour or Behaviour()
    truth, annotated = golds_of(
        Simulation(("all",), n_conversations, minutes, seed), progress=progress
    )
    rows = recovered(truth, annotated, planted(truth, behaviour, seed=seed), behaviour)
    return Recovery(behaviour, n_conversations, minutes, seed, rows)


def golds_of(
    asked: Simulation, *, progress: Callable[[float], None] = lambda _: None
) -> tuple[Gold, Gold]:
    """The gold of what truly happens, and that of the annotators, of a simulation."""
    perfect: list[Conversation] = []
    human: list[Conversation] = []
    for cast in asked.casts():
        truth = true_conversation(cast, asked.minutes)
        perfect.append(annotate(truth, names=asked.names, ears=PERFECT))
        human.append(annotate(truth, names=asked.names, ears=asked.ears))
        progress(1.0)
    return gold_of(perfect), gold_of(human)

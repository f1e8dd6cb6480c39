"""Gold of many conversations with room between events, and systems with known faults on it."""

from __future__ import annotations

import numpy as np

from turnscope.core.columns import Points, Spans
from turnscope.core.conversation import Metadata
from turnscope.core.gold import Gold, TaskGold
from turnscope.core.outcomes import Outcomes
from turnscope.core.roster import Roster
from turnscope.scoring.score import score
from turnscope.simulate.planted import Behaviour, planted

SPACING_S = 10.0


def gold(n_conversations: int, *, n_events: int = 12, n_pairs: int | None = None) -> Gold:
    """Each channel has an event every 10 s and a pause of 1 s between two of them."""
    at = SPACING_S * np.arange(1, n_events + 1)
    group = np.repeat(np.arange(2 * n_conversations), n_events)
    times = np.tile(at, 2 * n_conversations)
    task = TaskGold(Points(group, times), Spans(group, times - 5.0, times - 4.0), Spans.empty())
    n_pairs = n_pairs or n_conversations
    roster = Roster(
        tuple(f"c{k}" for k in range(n_conversations)),
        np.full(n_conversations, SPACING_S * (n_events + 1)),
        tuple(
            Metadata(actor_ids=(f"a{k % n_pairs}", f"b{k % n_pairs}"))
            for k in range(n_conversations)
        ),
    )
    return Gold(roster, task, task)


def outcomes(
    n_conversations: int = 10,
    *,
    behaviour: Behaviour | None = None,
    seed: int = 1,
    n_events: int = 12,
) -> Outcomes:
    truth = gold(n_conversations, n_events=n_events)
    return score(truth, planted(truth, behaviour or Behaviour(), seed=seed).predictions)

"""Do simulated conversations take turns as the published corpus does?

Conversations of every kind are simulated without sound, annotated, and measured with the very
functions that measure recorded ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from turnscope.analysis.dynamics import Dynamics, dynamics, mean_dynamics
from turnscope.analysis.human_reference import human_reference
from turnscope.analysis.transfers import pooled_transfers, transfers
from turnscope.core.conversation import Conversation
from turnscope.errors import Fault, ProtocolError
from turnscope.simulate.annotators import annotate
from turnscope.simulate.parameters import KINDS
from turnscope.study.simulate import MINUTES, Simulation, true_conversation

__all__ = ["CONVERSATIONS", "Calibration", "calibration", "measured"]

CONVERSATIONS = 60
"""Of each kind; fewer leave the rarer events to chance."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured on simulated conversations.

    Attributes:
        dynamics: kind -> means over its conversations; ``all`` -> over all of them.
        timing: all conversations pooled: median gap and pause in seconds, share of transfers in
            overlap, median human offsets without and with interruptions, median time that an
            interrupted speaker held on, in seconds. NaN where nothing of the sort happened.
        n_conversations: of each kind.
        minutes: of each of them.
        seed: of all.
        perfect: whether the annotators erred in nothing.
    """

    dynamics: Mapping[str, Dynamics]
    timing: Mapping[str, float]
    n_conversations: int
    minutes: float
    seed: int
    perfect: bool


def calibration(
    *,
    n_conversations: int = CONVERSATIONS,
    minutes: float = MINUTES,
    seed: int = 0,
    perfect: bool = False,
    progress: Callable[[float], None] = lambda _: None,
) -> Calibration:
    """Simulate conversations of each kind and measure them.

    Args:
        n_conversations: of each kind.
        minutes: length of each.
        seed: of everything; the conversations are those of ``turnscope simulate --type all``.
        perfect: whether the three annotators err in nothing.
        progress: told 1 after each conversation.

    Raises:
        ProtocolError: with every value that cannot be meant.
    """
    if n_conversations < 1:
        raise ProtocolError(Fault("conversations", f"{n_conversations}", "1 or more of each kind"))
    asked = Simulation(("all",), n_conversations * len(KINDS), minutes, seed, perfect=perfect)
    annotated: dict[str, list[Conversation]] = {kind: [] for kind in KINDS}
    for cast in asked.casts():
        truth = true_conversation(cast, minutes)
        annotated[cast.kind].append(annotate(truth, names=asked.names, ears=asked.ears))
        progress(1.0)
    tempo, timing = measured(annotated)
    return Calibration(tempo, timing, n_conversations, minutes, seed, perfect)


def measured(
    annotated: Mapping[str, list[Conversation]],
) -> tuple[dict[str, Dynamics], dict[str, float]]:
    """Tempo by kind and over all; timing over all: see :class:`Calibration`."""
    each = {kind: [dynamics(one) for one in found] for kind, found in annotated.items()}
    tempo = {kind: mean_dynamics(found) for kind, found in each.items()}
    tempo["all"] = mean_dynamics([one for found in each.values() for one in found])
    everything = [one for found in annotated.values() for one in found]
    moved = pooled_transfers(map(transfers, everything))
    people = human_reference(everything)
    return tempo, {
        "median_gap_s": moved.median_gap_s,
        "median_pause_s": moved.median_pause_s,
        "overlap_share": moved.overlap_share,
        "median_smooth_offset_s": people.median_uninterrupting_s,
        "median_offset_s": people.median_offset_s,
        "median_hold_on_s": people.median_held_s,
    }

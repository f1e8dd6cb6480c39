"""How fast all thresholds of a score file are scored, against the obvious loop."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmarks.corpora import DEV_SIZE
from benchmarks.timing import medians
from tests.oracles.floor import PlainGold
from tests.oracles.floor import gold as plain_gold
from tests.oracles.forms import PlainConversation
from tests.oracles.rules import OFFICIAL_RULES
from tests.oracles.sweep import sweep as loop
from turnscope.core.columns import Floats
from turnscope.core.conversation import Conversation
from turnscope.core.gold import Gold
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks, n_frames
from turnscope.scoring.sweep import sweep
from turnscope.scoring.thresholds import candidates

__all__ = ["measure"]

_RATE_HZ = 50.0
_N_LOOPED = 2
"""Thresholds of the loop that are timed; the rest is reckoned from them."""


def measure(dev: Sequence[Conversation], plain: Sequence[PlainConversation], gold: Gold) -> str:
    """One line: seconds of the sweep, and how many times the loop would take."""
    scores = _scores(dev)
    theta = candidates(scores)
    golds: dict[str, PlainGold] = {c.name: plain_gold(c.tracks, OFFICIAL_RULES) for c in plain}
    lists = {name: (a.tolist(), b.tolist()) for name, (a, b) in scores.tracks.items()}
    some = theta[:: len(theta) // _N_LOOPED][:_N_LOOPED].tolist()
    (fast,) = medians(lambda: sweep(gold, scores, candidates(scores)), rounds=3)
    (looped,) = medians(lambda: loop(golds, lists, "eot", _RATE_HZ, some, OFFICIAL_RULES), rounds=1)
    whole = looped.cpu_s / len(some) * len(theta)
    return (
        f"sweep of {len(theta)} thresholds, {DEV_SIZE} conversations at {_RATE_HZ:g} Hz: "
        f"{fast} with candidates; the loop {whole:.0f} s processor "
        f"(from {len(some)} thresholds): {whole / fast.cpu_s:.0f}x"
    )


def _scores(dev: Sequence[Conversation]) -> ScoreTracks:
    rng = np.random.default_rng(0)

    def track(n: int) -> Floats:
        slow = np.convolve(rng.normal(0, 1, n + 50), np.ones(20) / 20, "same")[:n]
        return np.asarray(1 / (1 + np.exp(-3 * slow - rng.normal(0, 0.3, n))))

    return ScoreTracks(
        Task.EOT,
        _RATE_HZ,
        {
            c.conversation_id: (
                track(n_frames(c.duration_s, _RATE_HZ)),
                track(n_frames(c.duration_s, _RATE_HZ)),
            )
            for c in dev
        },
    )

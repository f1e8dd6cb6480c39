"""How many conversations it takes to see a difference between two systems.

::

    event        1  2  3  4  5  6            the better system hits what the other hits, and more,
    system A     x  .  x  x  .  x            where their luck is shared; elsewhere each has its own
    system B     x  .  x  .  x  .
    counts             A only 2, B only 1    per cluster: what the test of labels exchanged sees

Results are drawn, not scored: per conversation, the numbers of events that only one of the two
hits. That the scorer gives rates back as they were planted is shown elsewhere
(:mod:`turnscope.analysis.recovery`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from statistics import NormalDist

import numpy as np

from turnscope.core.columns import Floats, Ints
from turnscope.errors import Fault, ProtocolError
from turnscope.stats.permutation import sign_flip_p

__all__ = ["Assumptions", "conversations_needed", "power_at"]

_PER_CLUSTER = 3
"""Conversations of one pair of speakers: 154 of 53 pairs in TurnBench."""

_FIRST, _STEP, _MOST = 10, 2**0.5, 20_000
_ENOUGH = 0.1
_NODES, _FARTHEST = 200, 40.0


@dataclass(frozen=True, slots=True)
class Assumptions:
    """What two systems and their conversations are like.

    Attributes:
        shared: share of events whose luck both systems share (hard for one, hard for both); the
            more, the easier differences are seen. 0 to 1.
        spread: standard deviation between clusters of how hard they are for both, in logits.
        own_spread: the same of how much better one system is there than the other: some speakers
            suit one of the two. It does not average out over events, only over clusters.
        level: of the test.
        power: how often the difference must be seen.
        n_trials: corpora drawn for each size.
    """

    shared: float = 0.5
    spread: float = 0.5
    own_spread: float = 0.2
    level: float = 0.05
    power: float = 0.8
    n_trials: int = 400

    def __post_init__(self) -> None:
        rules = {
            "shared": ("0 to 1", 0.0 <= self.shared <= 1.0),
            "spread": ("a finite number, not negative", 0.0 <= self.spread < math.inf),
            "own_spread": ("a finite number, not negative", 0.0 <= self.own_spread < math.inf),
            "level": ("within 0 to 1", 0.0 < self.level < 1.0),
            "power": ("within 0 to 1", 0.0 < self.power < 1.0),
            "n_trials": ("10 or more", self.n_trials >= 10),
        }
        faults = [
            Fault(f"power: {each.name}", f"{getattr(self, each.name)}", rules[each.name][0])
            for each in fields(self)
            if not rules[each.name][1]
        ]
        if faults:
            raise ProtocolError(faults)


def power_at(
    n_conversations: int,
    counts: Ints,
    base: float,
    difference: float,
    assumptions: Assumptions,
    *,
    seed: int,
) -> float:
    """How often the test sees a difference on corpora of one size.

    Args:
        n_conversations: of each corpus drawn.
        counts: events (or negatives) of some conversations, shape (m,), to draw from.
        base: rate of the one system, 0 to 1.
        difference: how much higher the other's is on average; base + difference at most 1.
        assumptions: about both.
        seed: of all draws.

    Raises:
        ProtocolError: for rates outside 0 to 1.
    """
    if not (0.0 <= base <= 1.0 and 0.0 <= base + difference <= 1.0):
        found = f"{base} and {base + difference}"
        raise ProtocolError(Fault("power: rates of the two systems", found, "0 to 1"))
    rng = np.random.default_rng([seed, n_conversations, 5_077])
    n_clusters = max(1, round(n_conversations / _PER_CLUSTER))
    cluster = np.arange(n_conversations) % n_clusters
    middle = [_middle(rate, assumptions) for rate in (base + difference, base)]
    n_seen = 0
    for trial in range(assumptions.n_trials):
        hard = assumptions.spread * rng.standard_normal(n_clusters)
        suits = assumptions.own_spread * rng.standard_normal(n_clusters)
        better = _logistic(middle[0] + hard + suits / 2)[cluster]
        other = _logistic(middle[1] + hard - suits / 2)[cluster]
        n_events = rng.choice(counts, n_conversations)
        apart = (1.0 - assumptions.shared) * np.array(
            [better * (1.0 - other), other * (1.0 - better)]
        )
        gap = assumptions.shared * (better - other)
        only_better = rng.binomial(n_events, apart[0] + np.maximum(gap, 0.0))
        # The other's share of what is left, so that the two are drawn from one multinomial.
        left = 1.0 - apart[0] - np.maximum(gap, 0.0)
        chance = np.divide(apart[1] + np.maximum(-gap, 0.0), left, where=left > 0, out=left * 0.0)
        only_other = rng.binomial(n_events - only_better, np.clip(chance, 0.0, 1.0))
        per_cluster = np.bincount(cluster, only_better - only_other, n_clusters)
        p = sign_flip_p(per_cluster, n_resamples=499, seed=trial)
        n_seen += p <= assumptions.level and per_cluster.sum() * difference >= 0
    return n_seen / assumptions.n_trials


def _middle(mean: float, assumptions: Assumptions) -> float:
    """The logit about which clusters spread so that their rates have this mean."""
    if mean in (0.0, 1.0):
        return math.copysign(math.inf, mean - 0.5)
    normal = NormalDist(0.0, max(1e-9, math.hypot(assumptions.spread, assumptions.own_spread / 2)))
    nodes = np.array([normal.inv_cdf((k + 0.5) / _NODES) for k in range(_NODES)])
    low, high = -_FARTHEST, _FARTHEST
    while high - low > 1e-9:
        middle = (low + high) / 2
        too_low = float(np.mean(_logistic(middle + nodes))) < mean
        low, high = (middle, high) if too_low else (low, middle)
    return low


def _logistic(logits: Floats) -> Floats:
    with np.errstate(over="ignore"):
        rates: Floats = 1.0 / (1.0 + np.exp(-logits))
    return rates


def conversations_needed(
    counts: Ints, base: float, difference: float, assumptions: Assumptions, *, seed: int = 0
) -> float:
    """The number of conversations at which the difference is seen as often as asked.

    Found between sizes that grow by the square root of 2, by a straight line in the logarithm.
    Infinite where 20,000 do not suffice.

    Raises:
        ProtocolError: for rates outside 0 to 1.
    """
    sizes: list[float] = []
    powers: list[float] = []
    size = float(_FIRST)
    while size <= _MOST:
        sizes.append(round(size))
        powers.append(power_at(round(size), counts, base, difference, assumptions, seed=seed))
        if powers[-1] >= min(assumptions.power + _ENOUGH, 0.995):
            break
        size *= _STEP
    reached = [k for k, power in enumerate(powers) if power >= assumptions.power]
    if not reached:
        return math.inf
    k = reached[0]
    if k == 0:
        return sizes[0]
    (n0, n1), (p0, p1) = sizes[k - 1 : k + 1], powers[k - 1 : k + 1]
    share = (assumptions.power - p0) / (p1 - p0)
    return math.exp(math.log(n0) + share * (math.log(n1) - math.log(n0)))

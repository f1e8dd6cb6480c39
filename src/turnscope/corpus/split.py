"""Speaker-disjoint, type-balanced splits of a corpus, and what a random split would leak.

Speakers are nodes and conversations edges; a connected component, all conversations that share
speakers directly or through others, goes to one side whole::

    A ─ c1 ─ B ─ c2 ─ C      D ─ c3 ─ E
    component {c1, c2}       component {c3}

Cost = |n_dev - target| + 5 * sum over types of |n_dev of the type - its target|, with target
round(share * N) in all and share * n for each type. Source: TurnBench, the published split.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.conversation import Conversation
from turnscope.core.roster import NO_TYPE
from turnscope.errors import CorpusError, Fault, ProtocolError

__all__ = ["Leak", "Split", "components", "random_leak", "shared_speakers", "split"]

_TYPE_WEIGHT = 5.0
_ROUNDING = 1e-9  # costs that differ by less are equal; their sums may be rounded differently
_BATCH_CELLS = 4_000_000  # restarts run side by side, as many as keep memory small


@dataclass(frozen=True, slots=True)
class Split:
    """Two sides of a corpus without a common speaker.

    Attributes:
        dev: ids of the development side, in the corpus's order.
        test: ids of the rest.
        per_type: type name -> conversations in dev and in test, by name.
        cost: distance from the targets, 0 at best.
        seed: of the random restarts.
        dev_share: share of the conversations asked for.
        n_components: groups of conversations that must stay together.
    """

    dev: tuple[str, ...]
    test: tuple[str, ...]
    per_type: Mapping[str, tuple[int, int]]
    cost: float
    seed: int
    dev_share: float
    n_components: int


@dataclass(frozen=True, slots=True)
class Leak:
    """Speakers on both sides when conversations are dealt at random, speakers ignored.

    Attributes:
        mean: over all draws.
        low: 2.5th percentile of the draws.
        high: 97.5th percentile.
        drawn: of the one draw by ``seed`` itself.
        dev: ids that this draw put in dev.
        seed: of the draws.
        n_draws: how many.
    """

    mean: float
    low: float
    high: float
    drawn: int
    dev: tuple[str, ...]
    seed: int
    n_draws: int


def split(
    conversations: Sequence[Conversation],
    *,
    dev_share: float = 0.25,
    seed: int = 0,
    n_restarts: int = 20_000,
    unknown_stand_alone: bool = False,
) -> Split:
    """Deal components to dev and test, close to the targets in number and types.

    Each restart goes through the components in random order and gives one to dev if that lowers
    the cost strictly. The best restart (the first of equals) is then improved by moving single
    components, the most helpful first, until none helps. One seed, one result.

    Args:
        conversations: of the corpus, each once.
        dev_share: of the conversations to put in dev, between 0 and 1.
        seed: of the restarts.
        n_restarts: random greedy passes.
        unknown_stand_alone: take a speaker without id to appear in no other conversation.

    Raises:
        CorpusError: without conversations, for a repeated id, and for speakers without id.
        ProtocolError: for a share outside (0, 1) or no restart.
    """
    if not 0.0 < dev_share < 1.0:
        raise ProtocolError(Fault("dev_share", str(dev_share), "a share between 0 and 1"))
    if n_restarts < 1:
        raise ProtocolError(Fault("n_restarts", str(n_restarts), "at least 1"))
    groups = components(conversations, unknown_stand_alone=unknown_stand_alone)
    type_of = [c.metadata.type_name or NO_TYPE for c in conversations]
    types = sorted(set(type_of))
    counts = np.zeros((len(groups), 1 + len(types)), np.int64)
    for row, group in enumerate(groups):
        counts[row, 0] = len(group)
        for k in group:
            counts[row, 1 + types.index(type_of[k])] += 1
    cost = _cost_towards(counts.sum(axis=0), dev_share)
    in_dev = _greedy(counts, cost, n_restarts, np.random.default_rng(seed))
    in_dev = _improved(in_dev, counts, cost)

    chosen = {k for row in np.flatnonzero(in_dev) for k in groups[int(row)]}
    n_dev = in_dev @ counts
    n_all = counts.sum(axis=0)
    per_type = {
        name: (int(n_dev[1 + t]), int(n_all[1 + t] - n_dev[1 + t])) for t, name in enumerate(types)
    }
    return Split(
        tuple(c.conversation_id for k, c in enumerate(conversations) if k in chosen),
        tuple(c.conversation_id for k, c in enumerate(conversations) if k not in chosen),
        MappingProxyType(per_type),
        float(cost(n_dev)),
        seed,
        dev_share,
        len(groups),
    )


def components(
    conversations: Sequence[Conversation], *, unknown_stand_alone: bool = False
) -> tuple[tuple[int, ...], ...]:
    """Positions of the conversations that share speakers, each component ascending.

    Components are in the order of their first conversation.

    Raises:
        CorpusError: as :func:`split`.
    """
    _refuse(conversations, unknown_stand_alone)
    parent = list(range(len(conversations)))

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    first_of: dict[str, int] = {}
    for k, conversation in enumerate(conversations):
        for speaker in _speakers(conversation):
            one, other = sorted((root(k), root(first_of.setdefault(speaker, k))))
            parent[other] = one
    members: dict[int, list[int]] = {}
    for k in range(len(conversations)):
        members.setdefault(root(k), []).append(k)
    return tuple(tuple(group) for group in members.values())


def shared_speakers(conversations: Sequence[Conversation], dev: Collection[str]) -> tuple[str, ...]:
    """Speakers heard both in ``dev`` and outside it, sorted; those without id are not counted."""
    inside = {s for c in conversations if c.conversation_id in dev for s in _speakers(c)}
    outside = {s for c in conversations if c.conversation_id not in dev for s in _speakers(c)}
    return tuple(sorted(inside & outside))


def random_leak(
    conversations: Sequence[Conversation], n_dev: int, *, seed: int = 0, n_draws: int = 1000
) -> Leak:
    """How many speakers a random split of the same size would share.

    Draw ``k`` takes ``n_dev`` conversations with a generator seeded ``seed + k``.

    Raises:
        CorpusError: for conversations without speaker ids, as :func:`split`.
        ProtocolError: for a size that does not fit the corpus, or no draw.
    """
    if not 0 <= n_dev <= len(conversations):
        raise ProtocolError(Fault("n_dev", str(n_dev), f"from 0 to {len(conversations)}"))
    if n_draws < 1:
        raise ProtocolError(Fault("n_draws", str(n_draws), "at least 1"))
    _refuse(conversations, unknown_stand_alone=False)
    speakers = sorted({s for c in conversations for s in _speakers(c)})
    position = {speaker: p for p, speaker in enumerate(speakers)}
    heard = np.zeros((len(conversations), len(speakers)), np.bool_)
    for k, conversation in enumerate(conversations):
        for speaker in _speakers(conversation):
            heard[k, position[speaker]] = True
    total = heard.sum(axis=0)
    n_shared = np.zeros(n_draws, np.int64)
    first: NDArray[np.int64] = np.empty(0, np.int64)
    for draw in range(n_draws):
        dev = np.random.default_rng(seed + draw).permutation(len(conversations))[:n_dev]
        if draw == 0:
            first = np.sort(dev)
        in_dev = heard[dev].sum(axis=0)
        n_shared[draw] = np.count_nonzero((in_dev > 0) & (in_dev < total))
    low, high = np.percentile(n_shared, [2.5, 97.5])
    return Leak(
        float(n_shared.mean()),
        float(low),
        float(high),
        int(n_shared[0]),
        tuple(conversations[int(k)].conversation_id for k in first),
        seed,
        n_draws,
    )


def _speakers(conversation: Conversation) -> tuple[str, ...]:
    ids = conversation.metadata.actor_ids
    return tuple(dict.fromkeys(i for i in ids if i is not None and i.strip()))


def _refuse(conversations: Sequence[Conversation], unknown_stand_alone: bool) -> None:
    if not conversations:
        raise CorpusError(Fault("", "no conversations to split", "at least one"))
    faults = []
    seen: set[str] = set()
    for conversation in conversations:
        where = f"conversation {conversation.conversation_id}"
        if conversation.conversation_id in seen:
            faults.append(Fault(where, "appears more than once", "each conversation once"))
        seen.add(conversation.conversation_id)
        ids = conversation.metadata.actor_ids
        unknown = [s for s, i in enumerate(ids, start=1) if i is None or not i.strip()]
        if unknown and not unknown_stand_alone:
            faults.append(
                Fault(
                    where,
                    f"no id for speaker {' and '.join(map(str, unknown))}",
                    "ids of both speakers, so that nobody is heard on both sides",
                    "Add them to the metadata, or say that each such speaker is in no other "
                    "conversation (--alone, unknown_stand_alone)",
                )
            )
    if faults:
        raise CorpusError(faults)


def _cost_towards(n_all: Ints, share: float) -> Callable[[Ints], Floats]:
    """The cost of counts (all, then each type), shape (..., 1 + types) -> (...)."""
    target = share * n_all.astype(np.float64)
    target[0] = round(share * int(n_all[0]))
    weight = np.full(len(target), _TYPE_WEIGHT)
    weight[0] = 1.0

    def cost(counts: Ints) -> Floats:
        found: Floats = np.abs(counts - target) @ weight
        return found

    return cost


def _greedy(
    counts: Ints, cost: Callable[[Ints], Floats], n_restarts: int, rng: np.random.Generator
) -> NDArray[np.bool_]:
    n_groups = len(counts)
    batch = max(1, min(n_restarts, _BATCH_CELLS // n_groups))
    best_cost = np.inf
    best = np.zeros(n_groups, np.bool_)
    for start in range(0, n_restarts, batch):
        rows = np.arange(min(batch, n_restarts - start))
        order = rng.permuted(np.tile(np.arange(n_groups), (len(rows), 1)), axis=1)
        in_dev = np.zeros((len(rows), n_groups), np.bool_)
        n_dev = np.zeros((len(rows), counts.shape[1]), np.int64)
        now = cost(n_dev)
        for group in order.T:
            joined = n_dev + counts[group]
            then = cost(joined)
            joins = then < now - _ROUNDING
            n_dev[joins] = joined[joins]
            now = np.where(joins, then, now)
            in_dev[rows, group] = joins
        lowest = int(np.argmin(now))
        if now[lowest] < best_cost:
            best_cost, best = float(now[lowest]), in_dev[lowest].copy()
    return best


def _improved(
    in_dev: NDArray[np.bool_], counts: Ints, cost: Callable[[Ints], Floats]
) -> NDArray[np.bool_]:
    in_dev = in_dev.copy()
    while True:
        n_dev = in_dev @ counts
        to_other_side = 1 - 2 * in_dev.astype(np.int64)
        moved: Ints = n_dev + to_other_side[:, None] * counts
        costs = cost(moved)
        best = int(np.argmin(costs))
        if not costs[best] < cost(n_dev) - _ROUNDING:
            return in_dev
        in_dev[best] = not in_dev[best]

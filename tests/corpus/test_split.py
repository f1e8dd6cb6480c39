"""Splits against brute force, their laws, and the shape of the published one."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.conversation import TYPE_NAMES, Conversation, Metadata
from turnscope.corpus.split import components, random_leak, shared_speakers, split
from turnscope.errors import CorpusError, ProtocolError

PUBLISHED_TYPES = dict(zip(TYPE_NAMES, (32, 29, 26, 25, 20, 22), strict=True))


def conversation(
    name: str, actors: tuple[str | None, str | None], conversation_type: str | None = "Casual"
) -> Conversation:
    metadata = Metadata(conversation_type=conversation_type, actor_ids=actors)
    return Conversation(name, 60.0, ({}, {}), metadata)


def corpus(edges: Sequence[tuple[int, int]], types: Sequence[int]) -> list[Conversation]:
    return [
        conversation(str(k), (f"p{a}", f"p{b}"), f"type {t}")
        for k, ((a, b), t) in enumerate(zip(edges, types, strict=True))
    ]


def cost_by_hand(conversations: Sequence[Conversation], dev: set[str], share: float) -> float:
    n = len(conversations)
    cost = 0.0 + abs(sum(c.conversation_id in dev for c in conversations) - round(share * n))
    for name in {c.metadata.type_name for c in conversations}:
        of_type = [c for c in conversations if c.metadata.type_name == name]
        n_dev = sum(c.conversation_id in dev for c in of_type)
        cost += 5 * abs(n_dev - share * len(of_type))
    return cost


def lowest_cost(conversations: Sequence[Conversation], share: float) -> float:
    # every assignment of conversations that keeps each speaker on one side
    best = float("inf")
    ids = [c.conversation_id for c in conversations]
    for chosen in itertools.product((False, True), repeat=len(ids)):
        dev = {i for i, inside in zip(ids, chosen, strict=True) if inside}
        if not shared_speakers(conversations, dev):
            best = min(best, cost_by_hand(conversations, dev, share))
    return best


def published_shape(seed: int) -> list[Conversation]:
    """154 conversations of 53 pairs of actors, six types with the published totals."""
    rng = np.random.default_rng(seed)
    types = np.repeat(list(PUBLISHED_TYPES), list(PUBLISHED_TYPES.values()))
    rng.shuffle(types)
    pairs = np.concatenate([np.arange(53), rng.integers(0, 53, 154 - 53)])
    return [
        conversation(str(k), (f"a{pair}", f"b{pair}"), str(t))
        for k, (pair, t) in enumerate(zip(pairs, types, strict=True))
    ]


graphs = st.integers(1, 9).flatmap(
    lambda n: st.tuples(
        st.lists(
            st.tuples(st.integers(0, 9), st.integers(0, 9)),
            min_size=n,
            max_size=n,
        ),
        st.lists(st.integers(0, 2), min_size=n, max_size=n),
        st.sampled_from([0.25, 0.3, 0.5]),
    )
)


# derandomised: the optimum is no law of greedy passes, though 1,500 random graphs reached it
@given(graphs)
@settings(max_examples=60, deadline=None, derandomize=True)
def test_reaches_the_cost_of_brute_force(
    graph: tuple[list[tuple[int, int]], list[int], float],
) -> None:
    edges, types, share = graph
    conversations = corpus(edges, types)
    found = split(conversations, dev_share=share, n_restarts=500)
    assert found.cost == pytest.approx(cost_by_hand(conversations, set(found.dev), share))
    assert found.cost == pytest.approx(lowest_cost(conversations, share))


@given(graphs)
@settings(max_examples=60, deadline=None)
def test_laws(graph: tuple[list[tuple[int, int]], list[int], float]) -> None:
    edges, types, share = graph
    conversations = corpus(edges, types)
    found = split(conversations, dev_share=share, n_restarts=50, seed=3)
    ids = [c.conversation_id for c in conversations]
    # everybody once, in the corpus's order, no component on both sides
    assert sorted(found.dev + found.test, key=ids.index) == ids
    assert list(found.dev) == sorted(found.dev, key=ids.index)
    assert shared_speakers(conversations, found.dev) == ()
    for group in components(conversations):
        assert len({ids[k] in found.dev for k in group}) == 1
    assert sum(dev for dev, _ in found.per_type.values()) == len(found.dev)
    assert sum(test for _, test in found.per_type.values()) == len(found.test)
    assert found == split(conversations, dev_share=share, n_restarts=50, seed=3)


def test_components_follow_speakers_through_others() -> None:
    # c0 and c3 share nobody, but c1 and c2 link them; c4 talks to themself
    edges = [(1, 2), (2, 3), (3, 4), (4, 5), (7, 7), (8, 9)]
    assert components(corpus(edges, [0] * 6)) == ((0, 1, 2, 3), (4,), (5,))


@pytest.mark.parametrize("seed", range(3))
def test_published_shape(seed: int) -> None:
    conversations = published_shape(seed)
    found = split(conversations, seed=seed)
    assert (len(found.dev), len(found.test)) == (38, 116)
    assert found.n_components == 53
    as_published = [(8, 24), (7, 22), (6, 20), (6, 19), (5, 15), (6, 16)]
    published = dict(zip(TYPE_NAMES.values(), as_published, strict=True))
    for name, (dev, test) in published.items():
        assert sum(found.per_type[name]) == dev + test
        assert abs(found.per_type[name][0] - dev) <= 1
    # 26 and 22 conversations cannot be quartered: 2 x 5 x 0.5, and 29 and 25 leave 0.25 each
    assert found.cost == 7.5


def test_a_better_split_than_one_greedy_pass() -> None:
    conversations = published_shape(5)
    assert split(conversations, n_restarts=1).cost >= split(conversations).cost
    costs = {split(conversations, n_restarts=1, seed=s).cost for s in range(10)}
    assert len(costs) > 1, "restarts are not random"


def test_target_rounds_half_to_even() -> None:
    # 0.25 x 154 = 38.5 gives 38, as published; 0.25 x 6 = 1.5 gives 2
    conversations = corpus([(2 * k, 2 * k + 1) for k in range(6)], [0] * 6)
    found = split(conversations)
    assert len(found.dev) == 2
    assert found.cost == 0 + 5 * 0.5


def test_random_split_leaks() -> None:
    conversations = published_shape(0)
    found = random_leak(conversations, 38, seed=4, n_draws=200)
    assert 36 <= found.mean <= 70
    assert found.low <= found.mean <= found.high
    assert len(found.dev) == 38
    assert found.drawn == len(shared_speakers(conversations, found.dev))
    assert found == random_leak(conversations, 38, seed=4, n_draws=200)
    assert random_leak(conversations, 38, seed=5, n_draws=1).dev != found.dev
    assert random_leak(conversations, 0).mean == 0
    assert random_leak(conversations, 154).mean == 0


def test_leak_of_two_conversations_by_hand() -> None:
    # A-B and A-C: whichever goes to dev, A is on both sides
    conversations = corpus([(1, 2), (1, 3)], [0, 0])
    assert random_leak(conversations, 1, n_draws=20).mean == 1
    assert shared_speakers(conversations, {"0"}) == ("p1",)
    assert split(conversations, dev_share=0.5).dev in {(), ("0", "1")}


def test_joining_dev_takes_a_strictly_lower_cost() -> None:
    # one component of two types: out costs 1 + 5 * (0.5 + 0.5), in costs the same
    conversations = corpus([(1, 2), (1, 3)], [0, 1])
    assert split(conversations, dev_share=0.5).dev == ()


def test_unknown_speakers_are_refused_all_at_once() -> None:
    conversations = [
        conversation("1", ("a", None)),
        conversation("2", ("a", "b")),
        conversation("3", (" ", "")),
    ]
    for ask in (split, components, lambda c: random_leak(c, 1)):
        with pytest.raises(CorpusError) as caught:
            ask(conversations)
        assert [f.where for f in caught.value.faults] == ["conversation 1", "conversation 3"]
        assert "no id for speaker 2;" in str(caught.value)
        assert "no id for speaker 1 and 2;" in str(caught.value)


def test_unknown_speakers_may_stand_alone_while_known_ones_still_bind() -> None:
    conversations = [
        conversation("1", ("a", None)),
        conversation("2", ("a", "b")),
        conversation("3", (None, None)),
        conversation("4", (None, None)),
    ]
    assert components(conversations, unknown_stand_alone=True) == ((0, 1), (2,), (3,))
    found = split(conversations, unknown_stand_alone=True)
    assert len(found.dev) == 1
    assert found.dev[0] in {"3", "4"}


def test_conversations_without_type_are_one_type() -> None:
    conversations = [conversation(str(k), (f"a{k}", f"b{k}"), None) for k in range(8)]
    assert split(conversations).per_type == {"(no type)": (2, 6)}


def test_bad_calls() -> None:
    one = conversation("1", ("a", "b"))
    with pytest.raises(CorpusError, match="no conversations"):
        split([])
    with pytest.raises(CorpusError, match="appears more than once"):
        split([one, one])
    for share in (0.0, 1.0, -1.0, float("nan")):
        with pytest.raises(ProtocolError, match="dev_share"):
            split([one], dev_share=share)
    with pytest.raises(ProtocolError, match="n_restarts"):
        split([one], n_restarts=0)
    with pytest.raises(ProtocolError, match="n_dev"):
        random_leak([one], 2)
    with pytest.raises(ProtocolError, match="n_draws"):
        random_leak([one], 1, n_draws=0)

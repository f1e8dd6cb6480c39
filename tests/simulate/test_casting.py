"""Who is in which conversation: ids, kinds in turn, actors that can be split apart."""

from __future__ import annotations

import pytest

from turnscope.core.conversation import Conversation, id_fault
from turnscope.core.tracks import Track
from turnscope.corpus.split import split
from turnscope.errors import ProtocolError
from turnscope.simulate.casting import GREATEST_SEED, cast_of, kinds_of
from turnscope.simulate.parameters import KINDS


def test_kinds_are_taken_once_and_in_order() -> None:
    assert kinds_of(["all"]) == KINDS
    assert kinds_of(["Casual", "casual", "narrative"]) == ("casual", "narrative")
    assert kinds_of(["narrative", "all"])[0] == "narrative"
    assert sorted(kinds_of(["narrative", "all"])) == sorted(KINDS)


@pytest.mark.parametrize("names", [[], ["casul"], ["casual", "x", "y"], [""]])
def test_unknown_kinds_are_all_told(names: list[str]) -> None:
    with pytest.raises(ProtocolError) as error:
        kinds_of(names)
    assert len(error.value.faults) == max(1, len(set(names) - {"casual"}))
    assert "task-oriented or all" in str(error.value)


def test_conversations_are_told_apart() -> None:
    casts = [cast_of(KINDS, k, seed=3) for k in range(60)]
    assert len({each.conversation_id for each in casts}) == 60
    assert len({each.seed for each in casts}) == 60
    assert all(id_fault(each.conversation_id, "") is None for each in casts)
    assert [each.kind for each in casts] == list(KINDS) * 10
    assert casts[0].conversation_id == f"{KINDS[0]}-3-001"
    assert {each.conversation_id for each in casts}.isdisjoint(
        cast_of(KINDS, k, seed=4).conversation_id for k in range(60)
    )


def test_an_actor_is_the_same_in_every_conversation() -> None:
    casts = [cast_of(KINDS, k, seed=3) for k in range(60)]
    actors = {actor.actor_id: actor for each in casts for actor in each.actors}
    assert len(actors) == 60
    for each in casts:
        assert each.actors[0].actor_id != each.actors[1].actor_id
        for actor in each.actors:
            assert actors[actor.actor_id] == actor
    assert {actor.gender for actor in actors.values()} == {"female", "male"}
    assert len({actor.tempo for actor in actors.values()}) == 60
    first = cast_of(KINDS, 0, seed=3).metadata
    assert first.actor_ids == ("s3-0001", "s3-0002")
    assert first.type_name is not None
    assert first.type_name.lower() == KINDS[0]


def test_actors_can_be_split_apart() -> None:
    empty = ({"a": Track.empty()}, {"a": Track.empty()})
    casts = [cast_of(KINDS, k, seed=1) for k in range(24)]
    corpus = [Conversation(each.conversation_id, 60.0, empty, each.metadata) for each in casts]
    found = split(corpus, seed=0, n_restarts=200)
    assert len(found.dev) == 6
    by_id = {each.conversation_id: {a.actor_id for a in each.actors} for each in casts}
    dev = set().union(*(by_id[each] for each in found.dev))
    test = set().union(*(by_id[each] for each in found.test))
    assert dev.isdisjoint(test)


@pytest.mark.parametrize("seed", [-1, GREATEST_SEED + 1])
def test_seeds_have_bounds(seed: int) -> None:
    with pytest.raises(ProtocolError, match="seed: "):
        cast_of(KINDS, 0, seed=seed)
    assert cast_of(KINDS, 0, seed=GREATEST_SEED).seed >= 0

"""Rosters: each conversation once, in order; groups follow when some are left out."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.roster import NO_TYPE, Roster
from turnscope.core.tracks import Track
from turnscope.errors import CorpusError


def roster(*ids: str) -> Roster:
    return Roster.of(
        [
            Conversation(
                name,
                10.0 * k,
                ({"a": Track.empty()}, {"a": Track.empty()}),
                Metadata(f"type {name}"),
            )
            for k, name in enumerate(ids, start=1)
        ]
    )


def test_of_keeps_the_order() -> None:
    found = roster("20", "9", "100")
    assert found.ids == ("20", "9", "100")
    assert found.duration_s.tolist() == [10.0, 20.0, 30.0]
    assert found.duration_s.dtype == np.float64
    assert [m.conversation_type for m in found.metadata] == ["type 20", "type 9", "type 100"]
    assert len(found) == 3


def test_of_nothing() -> None:
    assert len(roster()) == 0
    assert roster().duration_s.shape == (0,)


def test_each_conversation_once() -> None:
    with pytest.raises(CorpusError) as caught:
        roster("20", "9", "20", "7", "9")
    assert [fault.where for fault in caught.value.faults] == ["conversation 20", "conversation 9"]
    assert "appears more than once" in str(caught.value)


def test_subset_keeps_the_rosters_order_and_renumbers() -> None:
    smaller, new_group = roster("a", "b", "c").subset(["c", "a", "c"])
    assert smaller.ids == ("a", "c")
    assert smaller.duration_s.tolist() == [10.0, 30.0]
    assert [m.conversation_type for m in smaller.metadata] == ["type a", "type c"]
    assert new_group.tolist() == [0, 1, -1, -1, 2, 3]


def test_subset_of_all_and_of_none() -> None:
    whole = roster("a", "b")
    smaller, new_group = whole.subset(whole.ids)
    assert smaller.ids == whole.ids
    assert new_group.tolist() == [0, 1, 2, 3]
    smaller, new_group = whole.subset(())
    assert smaller.ids == ()
    assert new_group.tolist() == [-1, -1, -1, -1]


def test_every_unknown_id_is_named() -> None:
    with pytest.raises(CorpusError) as caught:
        roster("a", "b").subset(["a", "z", "x"])
    assert [fault.where for fault in caught.value.faults] == ["conversation x", "conversation z"]


def test_types_group_everything_or_nothing() -> None:
    typed, untyped = Metadata("Casual/Spontaneous"), Metadata()

    def names(*metadata: Metadata) -> tuple[str, ...]:
        ids = tuple(str(k) for k in range(len(metadata)))
        return Roster(ids, np.ones(len(ids)), metadata).type_names()

    assert names(typed, untyped) == ("Casual", NO_TYPE)
    assert names(untyped, untyped) == ("", "")
    assert names() == ()


def test_durations_are_replaced_where_given() -> None:
    changed = roster("a", "b", "c").with_durations({"c": 1.5, "elsewhere": 9.0})
    assert changed.ids == ("a", "b", "c")
    assert changed.duration_s.tolist() == [10.0, 20.0, 1.5]

"""Who shares speakers with whom."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.analysis.clusters import clusters_of
from turnscope.core.conversation import Metadata
from turnscope.core.roster import Roster

Pair = tuple[str | None, str | None]


def roster(*pairs: Pair) -> Roster:
    ids = tuple(str(k) for k in range(len(pairs)))
    return Roster(ids, np.ones(len(pairs)), tuple(Metadata(actor_ids=pair) for pair in pairs))


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        ([("A", "B"), ("B", "A"), ("C", "D")], [0, 0, 1]),
        ([("A", "B"), ("C", "D"), ("B", "C")], [0, 0, 0]),  # joined by the last
        ([("A", None), (None, "A"), (None, None)], [0, 0, 1]),
        ([("A", "B"), (None, None), (None, None)], [0, 1, 2]),
        ([("A", "A")], [0]),
    ],
)
def test_a_chain_of_shared_speakers_is_one_cluster(pairs: list[Pair], expected: list[int]) -> None:
    found = clusters_of(roster(*pairs))
    assert found.of_conversation.tolist() == expected
    assert found.unit == "speakers"
    assert found.n == max(expected) + 1


def test_each_conversation_alone_if_asked_or_nobody_is_known() -> None:
    known, unknown = roster(("A", "B"), ("A", "B")), roster((None, None), ("", None))
    for found in (clusters_of(known, by="conversations"), clusters_of(unknown)):
        assert found.of_conversation.tolist() == [0, 1]
        assert found.unit == "conversations"


def test_groups_follow_their_conversation() -> None:
    found = clusters_of(roster(("A", "B"), ("C", "D"), ("A", "B")))
    assert found.of_group(np.array([0, 1, 2, 3, 4, 5])).tolist() == [0, 0, 1, 1, 0, 0]


def test_no_conversations() -> None:
    assert clusters_of(roster()).n == 0

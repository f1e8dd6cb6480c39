"""Conversations by type and by what else is known of them."""

from turnscope.analysis.groups import ALL, GROUPINGS, grouped
from turnscope.core.conversation import Conversation, Metadata


def told(
    name: str,
    kind: str | None = None,
    audio_status: str | None = None,
    actor_genders: tuple[str | None, str | None] = (None, None),
    actor_ids: tuple[str | None, str | None] = (None, None),
) -> Conversation:
    metadata = Metadata(kind, actor_ids, actor_genders, audio_status)
    return Conversation(name, 1.0, ({}, {}), metadata)


def test_types_stand_in_the_order_of_the_paper_and_all_comes_last() -> None:
    kinds = ("Narrative/Storytelling", None, "Casual/Spontaneous", "Odd", "Narrative/Storytelling")
    found = grouped([told(str(k), kind) for k, kind in enumerate(kinds)])
    assert list(found) == ["Casual", "Narrative", "(no type)", "Odd", ALL]
    assert found["Narrative"] == [0, 4]
    assert found[ALL] == [0, 1, 2, 3, 4]


def test_one_group_is_the_whole() -> None:
    assert list(grouped([told("1"), told("2")])) == [ALL]
    assert grouped([]) == {ALL: []}


def test_other_groupings() -> None:
    cases = [
        told("1", audio_status="noisy", actor_genders=("F", "M"), actor_ids=("x", "y")),
        told("2", actor_genders=("M", "F"), actor_ids=("y", "x")),
    ]
    assert list(grouped(cases, "audio")) == ["noisy", "(not told)", ALL]
    assert list(grouped(cases, "genders")) == [ALL]
    assert list(grouped(cases, "speakers")) == [ALL]
    assert list(grouped(cases, "conversation")) == ["1", "2", ALL]
    assert set(GROUPINGS) == {"type", "audio", "genders", "speakers", "conversation"}

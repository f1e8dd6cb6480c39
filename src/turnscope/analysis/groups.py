"""Conversations in groups: by type, as the paper's tables have them, or by what else is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from turnscope.core.conversation import TYPE_NAMES, Conversation
from turnscope.core.roster import NO_TYPE

__all__ = ["ALL", "GROUPINGS", "grouped"]

ALL = "all"
"""The key of the group of all conversations."""

_UNKNOWN = "(not told)"


def _type(conversation: Conversation) -> str:
    return conversation.metadata.type_name or NO_TYPE


def _audio(conversation: Conversation) -> str:
    return conversation.metadata.audio_status or _UNKNOWN


def _genders(conversation: Conversation) -> str:
    return " + ".join(sorted(g or _UNKNOWN for g in conversation.metadata.actor_genders))


def _speakers(conversation: Conversation) -> str:
    return " + ".join(sorted(a or _UNKNOWN for a in conversation.metadata.actor_ids))


def _conversation(conversation: Conversation) -> str:
    return conversation.conversation_id


GROUPINGS: dict[str, Callable[[Conversation], str]] = {
    "type": _type,
    "audio": _audio,
    "genders": _genders,
    "speakers": _speakers,
    "conversation": _conversation,
}
"""What conversations can be grouped by: the name of the group of each."""


def grouped(conversations: Sequence[Conversation], by: str = "type") -> dict[str, list[int]]:
    """Positions of the conversations of each group, and last, under :data:`ALL`, of them all.

    Types stand in the order of the paper's tables, anything else in order of first appearance.
    A corpus of one group has :data:`ALL` alone.
    """
    groups: dict[str, list[int]] = {}
    for position, conversation in enumerate(conversations):
        groups.setdefault(GROUPINGS[by](conversation), []).append(position)
    known = list(TYPE_NAMES.values()) if by == "type" else []
    ordered = sorted(groups, key=lambda g: known.index(g) if g in known else len(known))
    parts = {group: groups[group] for group in ordered}
    everything = {ALL: list(range(len(conversations)))}
    return {**parts, **everything} if len(parts) > 1 else everything

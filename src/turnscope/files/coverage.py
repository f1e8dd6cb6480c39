"""Whether a file speaks of each conversation of a roster, and of no other."""

from __future__ import annotations

from collections.abc import Mapping

from turnscope.core.roster import Roster
from turnscope.errors import Fault
from turnscope.files.wording import closest, named

__all__ = ["coverage_faults", "durations_of", "unknown_conversation"]

_MOST_GUESSES = 20
_LARGEST_ROSTER = 1000


def durations_of(roster: Roster | None) -> dict[str, float]:
    """Conversation id -> seconds, NaN where unknown; empty without a roster."""
    if roster is None:
        return {}
    return dict(zip(roster.ids, roster.duration_s.tolist(), strict=True))


def coverage_faults(
    found: Mapping[str, str], roster: Roster, name: str, *, fix: str = ""
) -> list[Fault]:
    """Faults of unknown and of missing conversations.

    Args:
        found: each conversation id the file has, with its place.
        roster: the conversations it should have.
        name: of the file.
        fix: what to do about a missing conversation.
    """
    missing = [i for i in roster.ids if i not in found]
    known = set(roster.ids)
    unknown = [i for i in found if i not in known]
    other_split = bool(unknown) and len(unknown) == len(found)
    faults = []
    for n, conversation_id in enumerate(unknown):
        meant = _closest_id(conversation_id, missing) if n < _MOST_GUESSES else None
        hint = f"Did you mean {named(meant)}?" if meant else ""
        if not hint and other_split and len(found) > 1:
            hint = "None of its conversations is known: made for another split or corpus?"
        faults.append(unknown_conversation(conversation_id, found[conversation_id], hint))
    faults.extend(
        Fault(f"conversation {named(i)}", f"missing from {name}", "each conversation once", fix)
        for i in missing
    )
    return faults


def unknown_conversation(conversation_id: str, where: str, hint: str = "") -> Fault:
    """The fault of a conversation that the roster does not have."""
    found = f"the unknown conversation {named(conversation_id)}"
    return Fault(where, found, "a conversation of the split", hint)


def _closest_id(conversation_id: str, known: list[str]) -> str | None:
    """The known id that was probably meant."""
    return closest(conversation_id, known) if len(known) <= _LARGEST_ROSTER else None

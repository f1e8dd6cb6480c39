"""The list of conversations that predictions and probability files have in common.

::

    {"schema_version": 1, ..., "<list>": [{"conversation_id": "20", "speaker_1": ...,
                                           "speaker_2": ...}, ...]}
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from turnscope.core.conversation import SPEAKERS, id_fault
from turnscope.core.roster import Roster
from turnscope.errors import Fault
from turnscope.files.coverage import coverage_faults
from turnscope.files.fields import fields_of
from turnscope.files.wording import described, named

__all__ = ["SCHEMA_VERSION", "Entry", "entries_of", "head_of", "speaker_key"]

SCHEMA_VERSION = 1
"""The version of both file forms."""


def speaker_key(speaker: int) -> str:
    """The key of a speaker's part, for example ``speaker_1``."""
    return f"speaker_{speaker}"


_KEYS = ("conversation_id", *(speaker_key(speaker) for speaker in SPEAKERS))


@dataclass(frozen=True, slots=True)
class Entry:
    """One conversation of the list.

    Attributes:
        conversation_id: its id; the place in the list where the id is unusable.
        where: how messages name it.
        speakers: what the file has for speakers 1 and 2 and whether it has anything.
        fresh: whether the id can be used and was not met before.
    """

    conversation_id: str
    where: str
    speakers: dict[int, object]
    fresh: bool


def head_of(
    document: object, name: str, keys: tuple[str, ...], faults: list[Fault]
) -> dict[str, object]:
    """The fields at the top of a file, its ``schema_version`` checked."""
    required = ("schema_version", *keys)
    head = fields_of(document, name, required, faults)
    if "schema_version" in head:
        version = head["schema_version"]
        if type(version) is not int or version != SCHEMA_VERSION:
            hint = "Write it without quotes" if version == str(SCHEMA_VERSION) else ""
            at = f"{name}: schema_version"
            faults.append(Fault(at, described(version), f"the number {SCHEMA_VERSION}", hint))
    return head


def entries_of(
    values: object,
    key: str,
    name: str,
    roster: Roster | None,
    faults: list[Fault],
    *,
    missing_hint: str = "",
) -> Iterator[Entry]:
    """The conversations of a file one by one; their keys, ids and coverage are checked.

    Coverage (missing, unknown, duplicate) is added to ``faults`` after the last one.

    Args:
        values: the list as parsed.
        key: its name in the file.
        name: of the file.
        roster: the conversations there should be; None leaves that check out.
        faults: grows by what is found.
        missing_hint: what a speaker without events looks like.
    """
    if not isinstance(values, list):
        hint = "A list of objects with a conversation_id each" if isinstance(values, dict) else ""
        faults.append(Fault(f"{name}: {key}", described(values), "a list", hint))
        return
    places: dict[str, str] = {}
    for index, value in enumerate(values):
        at = f"{key}[{index}]"
        raw = value.get("conversation_id") if isinstance(value, dict) else None
        where = named(raw) if isinstance(raw, str) else at
        fields = fields_of(value, where, _KEYS, faults, missing_hint=missing_hint)
        conversation_id = _id_of(fields, at, faults)
        fresh = conversation_id is not None and conversation_id not in places
        if conversation_id is not None:
            if not fresh:
                found = f"conversation {named(conversation_id)} again"
                first = f"It is also at {places[conversation_id]}"
                faults.append(Fault(at, found, "each conversation once", first))
            elif roster is None and (fault := id_fault(conversation_id, at)) is not None:
                faults.append(fault)
            places.setdefault(conversation_id, at)
        yield Entry(
            at if conversation_id is None else conversation_id,
            at if conversation_id is None else named(conversation_id),
            {s: fields[speaker_key(s)] for s in SPEAKERS if speaker_key(s) in fields},
            fresh,
        )
    if roster is not None:
        faults.extend(coverage_faults(places, roster, name))


def _id_of(fields: dict[str, object], at: str, faults: list[Fault]) -> str | None:
    if "conversation_id" not in fields:
        return None
    value = fields["conversation_id"]
    if isinstance(value, str) and value:
        return value
    hint = ""
    usable = isinstance(value, int) and not isinstance(value, bool)
    if usable:
        hint = f'Ids are text: write "{value}", in quotes'
    faults.append(Fault(f"{at}/conversation_id", described(value), "text in quotes", hint))
    # Taken for the id that was meant, so that it is not called missing as well.
    return str(value) if usable else None

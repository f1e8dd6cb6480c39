"""Metadata of a conversation as a JSON object and back, with the keys TurnBench uses."""

from __future__ import annotations

import json
from types import MappingProxyType

from turnscope.core.conversation import SPEAKERS, Metadata
from turnscope.errors import Fault
from turnscope.files.wording import described

__all__ = ["metadata_fields", "metadata_of"]


def metadata_fields(metadata: Metadata) -> dict[str, object]:
    """The object: ``conversation_type``, ``speaker_1_actor_id`` and so on; None is left out."""
    told: dict[str, object] = {"conversation_type": metadata.conversation_type}
    for speaker in SPEAKERS:
        told[f"speaker_{speaker}_actor_id"] = metadata.actor_ids[speaker - 1]
        told[f"speaker_{speaker}_actor_gender"] = metadata.actor_genders[speaker - 1]
    told["audio_status"] = metadata.audio_status
    told = {key: value for key, value in told.items() if value is not None}
    if metadata.extra:
        told["extra"] = dict(metadata.extra)
    return told


def metadata_of(value: object, where: str, faults: list[Fault]) -> Metadata:
    """Metadata from such an object; unknown keys go to ``extra``, as text.

    Args:
        value: the object; None for no metadata.
        where: its place, for messages.
        faults: grows by values that should be text and are not.
    """
    if value is None:
        return Metadata()
    if not isinstance(value, dict):
        faults.append(Fault(where, described(value), "an object of metadata"))
        return Metadata()
    rest = dict(value)

    def text(key: str) -> str | None:
        told = rest.pop(key, None)
        if told is not None and not isinstance(told, str):
            faults.append(Fault(f"{where}/{key}", described(told), "text"))
            return None
        return told

    conversation_type, audio_status = text("conversation_type"), text("audio_status")
    first, second = (
        (text(f"speaker_{s}_actor_id"), text(f"speaker_{s}_actor_gender")) for s in SPEAKERS
    )
    extra = rest.pop("extra", {})
    rest |= extra if isinstance(extra, dict) else {"extra": extra}
    return Metadata(
        conversation_type,
        (first[0], second[0]),
        (first[1], second[1]),
        audio_status,
        MappingProxyType({k: v if isinstance(v, str) else json.dumps(v) for k, v in rest.items()}),
    )

"""Metadata of a conversation, from the JSON that corpora carry it in, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType

from turnscope.core.conversation import SPEAKERS, Metadata
from turnscope.errors import Fault, FormatError
from turnscope.files.durations import duration_fault
from turnscope.files.wording import described

__all__ = ["metadata_entries", "parse_metadata"]

_TEXTS = (
    "conversation_type",
    "audio_status",
    *(f"speaker_{speaker}_actor_{what}" for speaker in SPEAKERS for what in ("id", "gender")),
)


def parse_metadata(entries: object, where: str) -> tuple[Metadata, float | None]:
    """Metadata and, if told, the duration, from an object with the keys of TurnBench.

    Keys (all optional; null is the same as absent): ``conversation_type``, ``audio_status``,
    ``speaker_{1,2}_actor_id``, ``speaker_{1,2}_actor_gender``, ``duration_s``. All others,
    ``task_id`` among them, go into ``extra`` as text.

    Raises:
        FormatError: with every value of the wrong type.
    """
    if not isinstance(entries, Mapping):
        raise FormatError(Fault(where, described(entries), "an object of metadata"))
    faults: list[Fault] = []
    texts: dict[str, str | None] = {}
    for key in _TEXTS:
        value = entries.get(key)
        # An id may be written as a number; it is a name all the same.
        if isinstance(value, int) and not isinstance(value, bool) and key.endswith("_id"):
            value = str(value)
        if value is not None and not isinstance(value, str):
            faults.append(Fault(f"{where}: {key}", described(value), "text"))
        else:
            texts[key] = value
    duration_s = entries.get("duration_s")
    fault = None if duration_s is None else duration_fault(duration_s, f"{where}: duration_s")
    if fault is not None:
        faults.append(fault)
    if faults:
        raise FormatError(faults)
    extra = {
        str(key): value if isinstance(value, str) else json.dumps(value, default=str)
        for key, value in entries.items()
        if key not in (*_TEXTS, "duration_s") and value is not None
    }
    metadata = Metadata(
        conversation_type=texts["conversation_type"],
        actor_ids=(texts["speaker_1_actor_id"], texts["speaker_2_actor_id"]),
        actor_genders=(texts["speaker_1_actor_gender"], texts["speaker_2_actor_gender"]),
        audio_status=texts["audio_status"],
        extra=MappingProxyType(extra),
    )
    return metadata, None if duration_s is None else float(duration_s)


def metadata_entries(metadata: Metadata, duration_s: float) -> dict[str, object]:
    """The inverse of :func:`parse_metadata`: an object to write as JSON, without nulls."""
    entries: dict[str, object] = dict(metadata.extra)
    entries["conversation_type"] = metadata.conversation_type
    entries["audio_status"] = metadata.audio_status
    for speaker in SPEAKERS:
        entries[f"speaker_{speaker}_actor_id"] = metadata.actor_ids[speaker - 1]
        entries[f"speaker_{speaker}_actor_gender"] = metadata.actor_genders[speaker - 1]
    entries["duration_s"] = duration_s
    return {key: value for key, value in entries.items() if value is not None}

"""The keys of a JSON object against those it should have: missing, unknown, misspelt."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from turnscope.errors import Fault
from turnscope.files.wording import closest, described, named

__all__ = ["fields_of", "meant_by"]

_MOST_GUESSES = 20

_ALIASES = MappingProxyType(
    {
        "int": "interruption",
        "ints": "interruption",
        "interrupt": "interruption",
        "turn_end": "eot",
        "end_of_turn": "eot",
        "id": "conversation_id",
        "conversation": "conversation_id",
        "conv_id": "conversation_id",
        "version": "schema_version",
        "spk1": "speaker_1",
        "spk2": "speaker_2",
        "fps": "frame_rate_hz",
        "time": "time_s",
        "start": "time_s",
        "event": "task",
        "label": "task",
    }
)
"""What people write for a key that no measure of spelling would find."""


def meant_by(word: str, known: Sequence[str]) -> str | None:
    """The known key that ``word`` probably stands for, None if there is none."""
    alias = _ALIASES.get(word.strip().lower())
    return alias if alias in known else closest(word, known)


def fields_of(
    value: object,
    where: str,
    required: Sequence[str],
    faults: list[Fault],
    *,
    optional: Sequence[str] = (),
    closed: bool = True,
    missing_hint: str = "",
) -> dict[str, object]:
    """The known fields of an object; what is wrong with its keys is added to ``faults``.

    A misspelt key stands for the missing one it was meant to be, so that its value is checked
    too and one mistake is one fault.

    Args:
        value: what the document has there; anything but an object is a fault.
        where: its place, for messages.
        required: keys it must have.
        faults: grows by what is found.
        optional: keys it may have.
        closed: whether other keys are faults.
        missing_hint: what to do about a missing key.
    """
    rule = f"the keys {', '.join(required)}"
    if not isinstance(value, dict):
        faults.append(Fault(where, described(value), f"an object with {rule}"))
        return {}
    known = (*required, *optional)
    found = {key: value[key] for key in known if key in value}
    guesses = 0
    for key in value:
        if key in known or not closed:
            continue
        guesses += 1
        meant = meant_by(key, known) if guesses <= _MOST_GUESSES else None
        hint = f"Did you mean {meant}?" if meant else ""
        faults.append(Fault(where, f"the unknown key {named(key)}", f"only {rule}", hint))
        if meant is not None:
            found.setdefault(meant, value[key])
    faults.extend(
        Fault(where, f"{key} is missing", rule, missing_hint)
        for key in required
        if key not in found
    )
    return found

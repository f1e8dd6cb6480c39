"""``truth.json``: what truly happens in a simulated conversation, written and read back exactly.

::

    {"schema_version": 1, "conversation_id": "casual-7-001", "duration_s": 600.0, "seed": 8123,
     "metadata": {...}, "made_with": {...},
     "happenings": [
      {"speaker": 1, "start_s": 0.5, "end_s": 2.1, "label": "Normal Turn", "text": "well, I think",
       "complete": false, "cut": true,
       "spoken": {"text": "well, I think so.", "duration_s": 2.4,
                  "words": [["well", 0.0, 0.31], ...]}},
      {"speaker": 2, ..., "text": "(laughs)", "complete": false, "cut": false, "spoken": null}]}

Times of words count from the start of their happening. Only the sound is not kept.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType
from typing import TypeVar

from turnscope.errors import Fault, FormatError
from turnscope.files.fields import fields_of
from turnscope.files.metadata_fields import metadata_fields, metadata_of
from turnscope.files.reading import read_bytes
from turnscope.files.strict_json import parse_json
from turnscope.files.wording import described
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.casting import GREATEST_SEED
from turnscope.simulate.happenings import Happening, Truth

__all__ = ["TRUTH_VERSION", "TruthFile", "parse_truth", "read_truth", "truth_bytes"]

TRUTH_VERSION = 1
"""Of the layout; another one is not read."""

_TOP = ("schema_version", "conversation_id", "duration_s", "seed", "metadata", "happenings")
_EACH = ("speaker", "start_s", "end_s", "label", "text", "complete", "cut", "spoken")
_SPOKEN = ("text", "duration_s", "words")
_TIMES = ("start_s", "end_s")
_T = TypeVar("_T", str, float, int, bool)


@dataclass(frozen=True, slots=True)
class TruthFile:
    """A truth and what it was made with.

    Attributes:
        truth: what happens; nothing in it sounds.
        made_with: hashes of parameters, versions, annotators and voices, as they were noted.
    """

    truth: Truth
    made_with: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))


def truth_bytes(truth: Truth, made_with: Mapping[str, object] | None = None) -> bytes:
    """The bytes of a ``truth.json``, a line for each happening.

    Args:
        truth: what happens.
        made_with: anything that JSON holds, to be noted with it.
    """
    head = {
        "schema_version": TRUTH_VERSION,
        "conversation_id": truth.conversation_id,
        "duration_s": truth.duration_s,
        "seed": truth.seed,
        "metadata": metadata_fields(truth.metadata),
        "made_with": dict(made_with or {}),
    }
    top = json.dumps(head, indent=1, ensure_ascii=False, allow_nan=False).removesuffix("\n}")
    encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode
    lines = ",\n  ".join([encode(_entries(each)) for each in truth.happenings])
    return f'{top},\n "happenings": [\n  {lines}\n ]\n}}\n'.encode()


def _entries(each: Happening) -> dict[str, object]:
    spoken = each.spoken
    return {
        "speaker": each.speaker,
        "start_s": each.start_s,
        "end_s": each.end_s,
        "label": each.label,
        "text": each.text,
        "complete": each.complete,
        "cut": each.cut,
        "spoken": None
        if spoken is None
        else {
            "text": spoken.text,
            "duration_s": spoken.duration_s,
            "words": [(word.text, word.start_s, word.end_s) for word in spoken.words],
        },
    }


def read_truth(path: str | os.PathLike[str]) -> TruthFile:
    """Read a ``truth.json``.

    Raises:
        TurnscopeError: if the file cannot be read.
        FormatError: with every fault of it.
    """
    return parse_truth(read_bytes(path), str(path))


def parse_truth(content: bytes, name: str) -> TruthFile:
    """The truth in the bytes of a ``truth.json``; ``name`` stands in messages.

    Raises:
        FormatError: if it is not strict JSON, or with every key and value that is wrong.
    """
    faults: list[Fault] = []
    document = parse_json(content, name)
    told = fields_of(document, name, _TOP, faults, optional=("made_with",))
    version = told.get("schema_version")
    known = isinstance(version, int) and not isinstance(version, bool) and version == TRUTH_VERSION
    if not known and "schema_version" in told:
        raise FormatError(Fault(f"{name}: schema_version", described(version), f"{TRUTH_VERSION}"))
    conversation_id = _typed(told, "conversation_id", str, name, faults)
    duration_s = _typed(told, "duration_s", float, name, faults)
    seed = _typed(told, "seed", int, name, faults)
    if not conversation_id.strip() and isinstance(told.get("conversation_id"), str):
        faults.append(Fault(f"{name}/conversation_id", repr(conversation_id), "a name"))
    if not 0 <= seed <= GREATEST_SEED:
        faults.append(Fault(f"{name}/seed", f"{seed}", f"0 to {GREATEST_SEED}"))
    if not duration_s > 0.0 and _is_number(told.get("duration_s")):
        faults.append(Fault(f"{name}/duration_s", f"{duration_s}", "seconds above 0"))
    metadata = metadata_of(told.get("metadata"), f"{name}: metadata", faults)
    made_with = told.get("made_with", {})
    if not isinstance(made_with, dict):
        faults.append(Fault(f"{name}: made_with", described(made_with), "an object"))
        made_with = {}
    listed = told.get("happenings", [])
    if not isinstance(listed, list):
        faults.append(Fault(f"{name}: happenings", described(listed), "a list"))
        listed = []
    happenings = []
    for k, entry in enumerate(listed):
        each = _happening(entry, f"{name}: happenings[{k}]", faults)
        if each is not None:
            happenings.append(each)
            if 0.0 < duration_s < each.end_s:
                where, found = f"{name}: happenings[{k}]", f"an end at {each.end_s} s"
                faults.append(Fault(where, found, f"none after {duration_s} s"))
    if not faults:
        faults += _order_faults(happenings, name)
    if faults:
        raise FormatError(faults)
    truth = Truth(conversation_id, duration_s, tuple(happenings), metadata, seed)
    return TruthFile(truth, MappingProxyType(made_with))


def _typed(
    told: Mapping[str, object], key: str, kind: type[_T], where: str, faults: list[Fault]
) -> _T:
    """The value of a key, of a type; something of that type, and a fault, where it is not."""
    value = told.get(key)
    if kind is float and isinstance(value, int) and _is_number(value):
        value = float(value)
    endless = isinstance(value, float) and not math.isfinite(value)
    if isinstance(value, kind) and not endless and isinstance(value, bool) == (kind is bool):
        return value
    if key in told:
        rules = {
            str: "text",
            float: "a finite number",
            int: "a whole number",
            bool: "true or false",
        }
        faults.append(Fault(f"{where}/{key}", described(value), rules[kind]))
    return kind()


def _order_faults(happenings: list[Happening], name: str) -> Iterator[Fault]:
    """What starts before the one above it."""
    for k, (above, each) in enumerate(pairwise(happenings), 1):
        if each.start_s < above.start_s:
            where, found = f"{name}: happenings[{k}]", f"a start at {each.start_s} s"
            rule = f"none before {above.start_s} s, the start of the one above"
            yield Fault(where, found, rule)


def _is_number(value: object) -> bool:
    """Whether it is a number that a float can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) < 10**300


def _happening(entry: object, where: str, faults: list[Fault]) -> Happening | None:
    n_before = len(faults)
    told = fields_of(entry, where, _EACH, faults)
    speaker = _typed(told, "speaker", int, where, faults)
    start_s = _typed(told, "start_s", float, where, faults)
    end_s = _typed(told, "end_s", float, where, faults)
    label, text = (_typed(told, key, str, where, faults) for key in ("label", "text"))
    complete, cut = (_typed(told, key, bool, where, faults) for key in ("complete", "cut"))
    spoken = None
    if told.get("spoken") is not None:
        spoken = _spoken(told["spoken"], f"{where}/spoken", faults)
    if len(faults) > n_before:
        return None
    try:
        each = Happening(speaker, start_s, end_s, label, text, spoken, complete)
    except ValueError as error:
        faults.append(Fault(where, str(error)))
        return None
    if each.cut != cut:
        faults.append(Fault(f"{where}/cut", described(cut), f"{each.cut}, by its times".lower()))
    return each


def _spoken(entry: object, where: str, faults: list[Fault]) -> Spoken | None:
    n_before = len(faults)
    told = fields_of(entry, where, _SPOKEN, faults)
    text = _typed(told, "text", str, where, faults)
    duration_s = _typed(told, "duration_s", float, where, faults)
    words = []
    listed = told.get("words", [])
    for k, word in enumerate(listed if isinstance(listed, list) else [listed]):
        if isinstance(word, list) and len(word) == 3:
            parts = dict(zip(("text", "start_s", "end_s"), word, strict=True))
            place = f"{where}/words[{k}]"
            said = _typed(parts, "text", str, place, faults)
            start_s, end_s = (_typed(parts, key, float, place, faults) for key in _TIMES)
            words.append(SpokenWord(said, start_s, end_s))
        else:
            faults.append(Fault(f"{where}/words[{k}]", described(word), "[word, start_s, end_s]"))
    if len(faults) > n_before:
        return None
    try:
        return Spoken(text, duration_s, tuple(words))
    except ValueError as error:
        faults.append(Fault(where, str(error)))
        return None

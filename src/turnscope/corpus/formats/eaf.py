"""EAF, ELAN's annotation format: tiers of annotations on time slots in milliseconds.

An alignable annotation has its slots' times; a reference annotation has those of the annotation
it refers to, through any number of steps. A slot without a time gives None, also where ELAN would
draw one by dividing the span between its timed neighbours; the notes tell how many. Times are put
on the clock of the audio: ELAN's 0 lies ``TIME_ORIGIN`` into the media file.

Written: annotations of one ELAN tier must not overlap, so overlapping cues go on further tiers
``name [2]``, ... and are read back under ``name`` (see ``layers``); the tier without a name is
called ``<NA>``.

Ours, because pympi-ling 1.71 ignores TIME_ORIGIN, tells no lines, keeps only the last of two tiers
with one name, expands entities, and gives a whole file up for one missing slot.

Source: EAF 3.0 schema and its description, Max Planck Institute for Psycholinguistics.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.eaf_writing import serialise
from turnscope.corpus.formats.elements import Element, read_xml
from turnscope.corpus.formats.layers import fold_notes, folded
from turnscope.corpus.formats.references import EMPTY
from turnscope.errors import Fault

__all__ = ["EAF"]

_ALIGNABLE, _REFERRING = "ALIGNABLE_ANNOTATION", "REF_ANNOTATION"


class _DanglingError(ValueError):
    """A reference that leads nowhere: what was found, what was expected."""


@dataclass(slots=True)
class _Reader:
    """What an annotation may refer to, gathered before any is read.

    Attributes:
        origin_ms: how far into the audio ELAN's 0 lies.
        slots: slot id -> milliseconds, None without a time, or the text that is no number.
        annotations: annotation id -> the element.
        ends: annotation id -> where its references lead, as far as they were followed.
        loops: ids of annotations whose references lead nowhere but to each other.
    """

    origin_ms: int
    slots: dict[str, int | str | None] = field(default_factory=dict)
    annotations: dict[str, Element] = field(default_factory=dict)
    ends: dict[str, Element] = field(default_factory=dict)
    loops: set[str] = field(default_factory=set)

    def time_s(self, slot: str) -> float | None:
        """The time of a slot on the clock of the audio."""
        if slot not in self.slots:
            raise _DanglingError(f"time slot {slot!r}", "a slot of TIME_ORDER")
        value = self.slots[slot]
        if isinstance(value, str):
            raise _DanglingError(f"TIME_VALUE {value!r} of slot {slot!r}", "whole milliseconds")
        return None if value is None else (value + self.origin_ms) / 1000

    def aligned(self, annotation: Element) -> Element:
        """The alignable annotation that this one leads to."""
        first = annotation.get("ANNOTATION_REF")
        passed: dict[str, None] = {}
        while annotation.tag == _REFERRING:
            reference = annotation.get("ANNOTATION_REF")
            if reference in self.ends:
                annotation = self.ends[reference]
            elif reference in passed or reference in self.loops:
                self.loops |= passed.keys()
                raise _DanglingError(f"annotation {first!r} refers to itself", "a timed one")
            elif reference not in self.annotations:
                raise _DanglingError(f"ANNOTATION_REF {reference!r}", "an annotation of the file")
            else:
                passed[reference] = None
                annotation = self.annotations[reference]
        self.ends.update(dict.fromkeys(passed, annotation))
        return annotation


def _parse(data: bytes, name: str) -> Document:
    root = read_xml(data, name, "ANNOTATION_DOCUMENT")
    notes: list[Fault] = []
    header = _header(root)
    origin_ms = _origin_ms(root, name, notes)
    if origin_ms:
        header["time_origin_s"] = f"{origin_ms / 1000}"
    reader = _Reader(origin_ms)
    for slot in root.inside("TIME_ORDER", "TIME_SLOT"):
        reader.slots[slot.get("TIME_SLOT_ID")] = _milliseconds(slot.attributes.get("TIME_VALUE"))
    for tier in root.all("TIER"):
        for annotation in _annotations(tier):
            reader.annotations[annotation.get("ANNOTATION_ID")] = annotation
    units = {part.get("TIME_UNITS", "milliseconds") for part in root.all("HEADER")}
    for unit in units - {"milliseconds"}:
        notes.append(Fault(name, f"TIME_UNITS {unit!r}", hint="Read as milliseconds, as ELAN does"))
    layers = folded(tier.get("TIER_ID") for tier in root.all("TIER"))
    notes += fold_notes(layers, name)
    cues: list[Cue] = []
    unread: list[Fault] = []
    for tier in root.all("TIER"):
        layer = layers[tier.get("TIER_ID")]
        for annotation in _annotations(tier):
            try:
                cues.append(_cue(annotation, "" if layer == EMPTY else layer, reader))
            except _DanglingError as error:
                found, expected = error.args
                unread.append(Fault(f"{name}:{annotation.line}", found, expected))
    notes += _untimed_notes(cues, reader, name)
    notes += _repeated(root, name)
    return Document(tuple(cues), tuple(unread), tuple(notes), MappingProxyType(header))


def _annotations(tier: Element) -> Iterator[Element]:
    for holder in tier.all("ANNOTATION"):
        yield from holder.all(_ALIGNABLE, _REFERRING)


def _cue(annotation: Element, tier: str, reader: _Reader) -> Cue:
    aligned = reader.aligned(annotation)
    start_s = reader.time_s(aligned.get("TIME_SLOT_REF1"))
    end_s = reader.time_s(aligned.get("TIME_SLOT_REF2"))
    text = "".join(value.text for value in annotation.all("ANNOTATION_VALUE"))
    return Cue(start_s, end_s, tier, text, line=annotation.line)


def _milliseconds(value: str | None) -> int | str | None:
    if value is None or not value.strip():
        return None
    digits = value.strip()
    sign, number = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    # Up to 15 digits float64 seconds keep every millisecond.
    whole = number.isascii() and number.isdigit() and len(number) < 16
    return sign * int(number) if whole else value


def _header(root: Element) -> dict[str, str]:
    media = [part.get("MEDIA_URL") for part in root.inside("HEADER", "MEDIA_DESCRIPTOR")]
    header = {}
    if media:
        header["media"] = "\n".join(media)
    for tier in root.all("TIER"):
        name = tier.get("TIER_ID")
        if tier.get("PARTICIPANT"):
            header[f"participant/{name}"] = tier.get("PARTICIPANT")
        if tier.get("PARENT_REF"):
            header[f"parent/{name}"] = tier.get("PARENT_REF")
    return header


def _origin_ms(root: Element, name: str, notes: list[Fault]) -> int:
    """How far into the audio ELAN's 0 lies; of several media files the first sound file counts."""
    media = list(root.inside("HEADER", "MEDIA_DESCRIPTOR"))
    media.sort(key=lambda part: not part.get("MIME_TYPE").startswith("audio/"))
    origins: list[int] = []
    for part in media:
        value = _milliseconds(part.attributes.get("TIME_ORIGIN"))
        if isinstance(value, str):
            where = f"{name}:{part.line}"
            notes.append(Fault(where, f"TIME_ORIGIN {value!r}", "milliseconds", "Read as 0"))
            value = 0
        origins.append(value or 0)
    if len(set(origins)) > 1:
        found = "media with different TIME_ORIGINs: " + ", ".join(
            f"{origin} ms of {part.get('MEDIA_URL')!r}"
            for part, origin in zip(media, origins, strict=True)
        )
        notes.append(Fault(name, found, hint="Times are on the clock of the first of these"))
    return origins[0] if origins else 0


def _untimed_notes(cues: Sequence[Cue], reader: _Reader, name: str) -> Iterator[Fault]:
    untimed = [cue for cue in cues if cue.start_s is None or cue.end_s is None]
    if not untimed:
        return
    values = [value for value in reader.slots.values() if not isinstance(value, str)]
    timed = [index for index, value in enumerate(values) if value is not None]
    first, last = (timed[0], timed[-1]) if timed else (0, -1)
    inner = sum(value is None for value in values[first : last + 1])
    yield Fault(
        f"{name}:{untimed[0].line}",
        f"annotations with a boundary without a time: {len(untimed)}; of the slots without one "
        f"{inner} lie between timed ones, where ELAN would divide the span",
        hint="Align them in ELAN if they matter",
    )


def _repeated(root: Element, name: str) -> Iterator[Fault]:
    tiers = list(root.all("TIER"))
    for what, key, elements in (
        ("time slot", "TIME_SLOT_ID", list(root.inside("TIME_ORDER", "TIME_SLOT"))),
        ("tier", "TIER_ID", tiers),
        ("annotation", "ANNOTATION_ID", [part for tier in tiers for part in _annotations(tier)]),
    ):
        seen: set[str] = set()
        for element in elements:
            identifier = element.get(key)
            if identifier in seen:
                yield Fault(f"{name}:{element.line}", f"a second {what} called {identifier!r}")
            seen.add(identifier)


EAF = Format("eaf", (".eaf",), _parse, serialise, resolution_s=0.001)

"""EXB, EXMARaLDA's basic transcription: tiers of events between points of one shared timeline.

A point without a time gives None; the notes count them. A tier is called by its display name, or
by its id where that is empty or not its own. Events of all tiers are cues, descriptions and
annotations too; the header tells each tier's speaker, category and type.

Written: events of one tier must not overlap, so overlapping cues go on further tiers ``name [2]``,
... and are read back under ``name`` (see ``layers``); the tier without a name is called ``<NA>``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from types import MappingProxyType

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.elements import NOT_XML, Element, attribute, content, read_xml
from turnscope.corpus.formats.layers import fold_notes, folded, layered
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import EMPTY
from turnscope.errors import Fault

__all__ = ["EXB"]


def _parse(data: bytes, name: str) -> Document:
    root = read_xml(data, name, "basic-transcription")
    points = {
        point.get("id"): point.attributes.get("time")
        for point in root.inside("basic-body", "common-timeline", "tli")
    }
    tiers = list(root.inside("basic-body", "tier"))
    names = _names(tiers)
    layers = folded(names)
    notes = fold_notes(layers, name)
    cues: list[Cue] = []
    unread: list[Fault] = []
    for tier, called in zip(tiers, names, strict=True):
        layer = "" if layers[called] == EMPTY else layers[called]
        for event in tier.all("event"):
            times: list[float | None] = []
            for end in ("start", "end"):
                found = _objection_to(event.get(end), points)
                if found:
                    rule = "a point of the timeline with seconds as its time, or none"
                    unread.append(Fault(f"{name}:{event.line}", f"{end} {found}", rule))
                    break
                time = points[event.get(end)]
                times.append(None if time is None else seconds.read(time))
            else:
                cues.append(Cue(times[0], times[1], layer, event.text, line=event.line))
    untimed = [cue for cue in cues if cue.start_s is None or cue.end_s is None]
    if untimed:
        found = f"events with a boundary without a time: {len(untimed)}"
        notes.append(Fault(f"{name}:{untimed[0].line}", found))
    header = MappingProxyType(_header(root, tiers, names))
    return Document(tuple(cues), tuple(unread), tuple(notes), header)


def _objection_to(point: str, points: dict[str, str | None]) -> str:
    if point not in points:
        return f"at unknown point {point!r}"
    time = points[point]
    if time is not None and seconds.read(time) is None:
        return f"at point {point!r} with time {time!r}"
    return ""


def _names(tiers: Sequence[Element]) -> list[str]:
    shown = Counter(tier.get("display-name") for tier in tiers)
    return [
        tier.get("display-name")
        if tier.get("display-name") and shown[tier.get("display-name")] == 1
        else tier.get("id")
        for tier in tiers
    ]


def _header(root: Element, tiers: Sequence[Element], names: Sequence[str]) -> dict[str, str]:
    speakers = {
        speaker.get("id"): "".join(part.text for part in speaker.all("abbreviation"))
        for speaker in root.inside("head", "speakertable", "speaker")
    }
    header = {}
    media = [part.get("url") for part in root.inside("head", "meta-information", "referenced-file")]
    if any(media):
        header["media"] = "\n".join(media)
    for tier, name in zip(tiers, names, strict=True):
        if tier.get("speaker"):
            header[f"participant/{name}"] = speakers.get(tier.get("speaker"), tier.get("speaker"))
        header[f"tier/{name}"] = f"category {tier.get('category')!r}, type {tier.get('type')!r}"
    return header


def _objection(cue: Cue) -> tuple[str, str] | None:
    if cue.tier == EMPTY:
        return f"tier {EMPTY!r}", "another name, since this one stands for none"
    return None


_LIMITS = Limits("EXB", missing_times=True, forbidden=NOT_XML, also=_objection)


def _serialise(cues: Sequence[Cue]) -> bytes:
    _LIMITS.check(cues)
    named = [cue if cue.tier else replace(cue, tier=EMPTY) for cue in cues]
    times = sorted({time for cue in cues for time in (cue.start_s, cue.end_s) if time is not None})
    points = {time: f"T{number}" for number, time in enumerate(times)}
    timeline = [
        f'<tli id="{point}" time="{seconds.write(time)}"/>' for time, point in points.items()
    ]
    speakers, tiers = [], []
    ids = {tier: f"SPK{number}" for number, tier in enumerate(dict.fromkeys(c.tier for c in named))}
    for tier, speaker in ids.items():
        speakers.append(
            f'<speaker id="{speaker}"><abbreviation>{content(tier)}</abbreviation><sex value="u"/>'
            "<languages-used/><l1/><l2/><ud-speaker-information/><comment/></speaker>"
        )
    for number, (layer, members) in enumerate(layered(named).items()):
        tiers.append(
            f'<tier id="TIE{number}" speaker="{ids[members[0].tier]}" category="v" type="t" '
            f"display-name={attribute(layer)}>"
        )
        for cue in members:
            ends = []
            for time in (cue.start_s, cue.end_s):
                if time is None:
                    ends.append(f"T{len(timeline)}")
                    timeline.append(f'<tli id="{ends[-1]}"/>')
                else:
                    ends.append(points[time])
            tiers.append(f'<event start="{ends[0]}" end="{ends[1]}">{content(cue.text)}</event>')
        tiers.append("</tier>")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<basic-transcription>",
        "<head>",
        "<meta-information><project-name/><transcription-name/><ud-meta-information/><comment/>"
        "<transcription-convention/></meta-information>",
        "<speakertable>",
        *speakers,
        "</speakertable>",
        "</head>",
        "<basic-body>",
        "<common-timeline>",
        *timeline,
        "</common-timeline>",
        *tiers,
        "</basic-body>",
        "</basic-transcription>",
    ]
    return ("\n".join(lines) + "\n").encode()


EXB = Format("exb", (".exb",), _parse, _serialise)

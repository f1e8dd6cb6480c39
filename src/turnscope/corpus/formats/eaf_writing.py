"""Cues as a small valid EAF document; what goes where is told in ``eaf``."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.elements import NOT_XML, attribute, content
from turnscope.corpus.formats.layers import layered
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import EMPTY

__all__ = ["serialise"]

_HEAD = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="1970-01-01T00:00:00+00:00" FORMAT="3.0" VERSION="3.0" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:noNamespaceSchemaLocation="http://www.mpi.nl/tools/elan/EAFv3.0.xsd">
    <HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
"""
"""The schema demands a date; a fixed one keeps equal cues equal bytes."""

_FOOT = """    <LINGUISTIC_TYPE GRAPHIC_REFERENCES="false" LINGUISTIC_TYPE_ID="default-lt" \
TIME_ALIGNABLE="true"/>
</ANNOTATION_DOCUMENT>
"""


def _objection(cue: Cue) -> tuple[str, str] | None:
    if cue.tier == EMPTY:
        return f"tier {EMPTY!r}", "another name, since this one stands for none"
    return None


_LIMITS = Limits(
    "EAF", missing_times=True, negative_times=False, forbidden=NOT_XML, also=_objection
)


def serialise(cues: Sequence[Cue]) -> bytes:
    """The bytes of an EAF document with a tier for each tier of the cues, more where they overlap.

    Raises:
        FormatError: naming every cue that EAF cannot hold.
    """
    _LIMITS.check(cues)
    slots: list[tuple[float, int | None]] = []
    tiers: list[str] = []
    n_annotations = 0
    for name, members in layered([_named(cue) for cue in cues]).items():
        lines = [f'    <TIER LINGUISTIC_TYPE_REF="default-lt" TIER_ID={attribute(name)}>']
        for cue in members:
            n_annotations += 1
            first, second = (_add(slots, time, cue) for time in (cue.start_s, cue.end_s))
            lines += [
                "        <ANNOTATION>",
                f'            <ALIGNABLE_ANNOTATION ANNOTATION_ID="a{n_annotations}" '
                f'TIME_SLOT_REF1="{first}" TIME_SLOT_REF2="{second}">',
                f"                <ANNOTATION_VALUE>{content(cue.text)}</ANNOTATION_VALUE>",
                "            </ALIGNABLE_ANNOTATION>",
                "        </ANNOTATION>",
            ]
        tiers += [*lines, "    </TIER>"]
    order = ["    <TIME_ORDER>"]
    for number in sorted(range(len(slots)), key=lambda index: slots[index][0]):
        value = slots[number][1]
        time = "" if value is None else f' TIME_VALUE="{value}"'
        order.append(f'        <TIME_SLOT TIME_SLOT_ID="ts{number + 1}"{time}/>')
    order.append("    </TIME_ORDER>")
    return (_HEAD + "\n".join(order + tiers) + "\n" + _FOOT).encode()


def _named(cue: Cue) -> Cue:
    return cue if cue.tier else replace(cue, tier=EMPTY)


def _add(slots: list[tuple[float, int | None]], time_s: float | None, cue: Cue) -> str:
    """Add a slot; one without a time stands beside the cue's other one, else last."""
    value = None if time_s is None else round(time_s * 1000)
    known = [time for time in (time_s, cue.start_s, cue.end_s) if time is not None]
    slots.append((known[0] if known else math.inf, value))
    return f"ts{len(slots)}"

"""Cues as EAF, and what it refuses."""

from __future__ import annotations

import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given

from tests.corpus.formats.roundtrip import check_round_trip, cue_lists
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.eaf import EAF
from turnscope.corpus.formats.eaf_writing import serialise
from turnscope.errors import FormatError


def test_what_the_schema_demands_is_there() -> None:
    cues = [Cue(0.5, 1.25, 'the "A"', "so <b> & no"), Cue(1.0, 2.0, "B", "x")]
    root = fromstring(serialise(cues))
    assert root.tag == "ANNOTATION_DOCUMENT"
    assert {"AUTHOR", "DATE", "FORMAT", "VERSION"} <= set(root.attrib)
    assert [child.tag for child in root] == [
        "HEADER",
        "TIME_ORDER",
        "TIER",
        "TIER",
        "LINGUISTIC_TYPE",
    ]
    types = {part.get("LINGUISTIC_TYPE_ID") for part in root.iter("LINGUISTIC_TYPE")}
    assert {tier.get("LINGUISTIC_TYPE_REF") for tier in root.iter("TIER")} <= types
    ids = [part.get("ANNOTATION_ID") for part in root.iter("ALIGNABLE_ANNOTATION")]
    assert len(set(ids)) == 2


def test_slots_are_in_order_and_untimed_ones_beside_their_partner() -> None:
    cues = [Cue(2.0, 3.0, "A"), Cue(0.0005, None, "A"), Cue(None, None, "A"), Cue(None, 2.5, "A")]
    slots = [slot.get("TIME_VALUE") for slot in fromstring(serialise(cues)).iter("TIME_SLOT")]
    assert slots == ["0", None, "2000", None, "2500", "3000", None, None]


def test_overlapping_cues_get_tiers_of_their_own() -> None:
    cues = [Cue(0.0, 2.0, "A"), Cue(1.0, 3.0, "A"), Cue(1.0, 3.0, "")]
    tiers = [tier.get("TIER_ID") for tier in fromstring(serialise(cues)).iter("TIER")]
    assert tiers == ["A", "A [2]", "<NA>"]


@pytest.mark.parametrize(
    ("cue", "told"),
    [
        (Cue(-0.1, 1.0, "A"), "start -0.1 s"),
        (Cue(0.0, float("nan"), "A"), "end nan"),
        (Cue(0.0, 1.0, "A", "\x15"), "characters that XML allows"),
        (Cue(0.0, 1.0, "A", "x", "Turn"), "label"),
        (Cue(0.0, 1.0, "A", recording="r"), "recording"),
        (Cue(0.0, 1.0, "<NA>"), "stands for none"),
    ],
)
def test_what_eaf_cannot_hold_is_refused_by_name(cue: Cue, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        serialise([Cue(0.0, 1.0, "A"), cue])
    assert [fault.where for fault in caught.value.faults] == ["cue[1]"]
    assert told in str(caught.value)


@given(cue_lists(missing=True))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(EAF, cues, in_order=False)

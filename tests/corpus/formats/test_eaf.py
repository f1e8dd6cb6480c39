"""EAF: references, missing times, TIME_ORIGIN, what leads nowhere."""

from __future__ import annotations

import pytest

from tests.corpus.formats.roundtrip import bare, check_truncated
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.eaf import EAF
from turnscope.errors import FormatError

SLOTS = """<TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="0"/>
<TIME_SLOT TIME_SLOT_ID="ts2"/>
<TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="1420"/>
<TIME_SLOT TIME_SLOT_ID="ts4" TIME_VALUE="820"/>
<TIME_SLOT TIME_SLOT_ID="ts5"/>"""


def timed(identifier: str, first: str, second: str, text: str) -> str:
    return (
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{identifier}" TIME_SLOT_REF1="{first}" '
        f'TIME_SLOT_REF2="{second}"><ANNOTATION_VALUE>{text}</ANNOTATION_VALUE>'
        "</ALIGNABLE_ANNOTATION></ANNOTATION>\n"
    )


def referring(identifier: str, reference: str, text: str) -> str:
    return (
        f'<ANNOTATION><REF_ANNOTATION ANNOTATION_ID="{identifier}" ANNOTATION_REF="{reference}">'
        f"<ANNOTATION_VALUE>{text}</ANNOTATION_VALUE></REF_ANNOTATION></ANNOTATION>\n"
    )


def eaf(
    *tiers: tuple[str, str], media: str = "", slots: str = SLOTS, units: str = "milliseconds"
) -> str:
    body = "".join(f"<TIER {attributes}>\n{inside}</TIER>\n" for attributes, inside in tiers)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT FORMAT="3.0">\n'
        f'<HEADER TIME_UNITS="{units}">{media}</HEADER>\n<TIME_ORDER>\n{slots}\n</TIME_ORDER>\n'
        f"{body}</ANNOTATION_DOCUMENT>\n"
    )


def parse(text: str) -> Document:
    return EAF.parse(text.encode(), "a.eaf")


PLAIN = eaf(
    (
        'TIER_ID="Anna" PARTICIPANT="A"',
        timed("a1", "ts1", "ts3", "so &lt;b&gt;\nno") + timed("a2", "ts3", "ts4", "reversed"),
    ),
    ('TIER_ID="gloss" PARENT_REF="words"', referring("a4", "a3", "deep")),
    ('TIER_ID="words" PARENT_REF="Anna"', referring("a3", "a1", "")),
    ('TIER_ID="nothing"', ""),
)


def test_annotations_have_their_own_times_or_those_they_refer_to() -> None:
    document = parse(PLAIN)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(0.0, 1.42, "Anna", "so <b>\nno"), 12),
        (Cue(1.42, 0.82, "Anna", "reversed"), 14),
        (Cue(0.0, 1.42, "gloss", "deep"), 17),
        (Cue(0.0, 1.42, "words", ""), 20),
    ]
    assert document.unread == document.notes == ()
    assert dict(document.header) == {
        "participant/Anna": "A",
        "parent/gloss": "words",
        "parent/words": "Anna",
    }


def test_slots_without_times_give_none_and_are_told() -> None:
    tier = timed("a1", "ts1", "ts2", "x") + timed("a2", "ts2", "ts3", "y")
    document = parse(eaf(('TIER_ID="A"', tier + timed("a3", "ts3", "ts5", "z"))))
    assert [(cue.start_s, cue.end_s) for cue in document.cues] == [
        (0.0, None),
        (None, 1.42),
        (1.42, None),
    ]
    assert [note.where for note in document.notes] == ["a.eaf:12"]
    assert document.notes[0].found.startswith(
        "annotations with a boundary without a time: 3; of the slots without one 1 lie between"
    )


@pytest.mark.parametrize(
    ("media", "start_s", "n_notes"),
    [
        ('<MEDIA_DESCRIPTOR MEDIA_URL="a.wav" MIME_TYPE="audio/x-wav"/>', 0.82, 0),
        ('<MEDIA_DESCRIPTOR MEDIA_URL="a.wav" TIME_ORIGIN="500"/>', 1.32, 0),
        (
            '<MEDIA_DESCRIPTOR MEDIA_URL="a.mp4" MIME_TYPE="video/mp4" TIME_ORIGIN="9"/>'
            '<MEDIA_DESCRIPTOR MEDIA_URL="a.wav" MIME_TYPE="audio/x-wav" TIME_ORIGIN="500"/>',
            1.32,
            1,
        ),
        (
            '<MEDIA_DESCRIPTOR MEDIA_URL="a.mp4" MIME_TYPE="video/mp4" TIME_ORIGIN="500"/>'
            '<MEDIA_DESCRIPTOR MEDIA_URL="a.wav" MIME_TYPE="audio/x-wav"/>',
            0.82,
            1,
        ),
        ('<MEDIA_DESCRIPTOR MEDIA_URL="a.wav" TIME_ORIGIN="soon"/>', 0.82, 1),
    ],
)
def test_times_are_on_the_clock_of_the_sound_file(media: str, start_s: float, n_notes: int) -> None:
    document = parse(eaf(('TIER_ID="A"', timed("a1", "ts4", "ts3", "x")), media=media))
    assert document.cues[0].start_s == start_s
    assert len(document.notes) == n_notes
    assert document.header["media"].split("\n")[-1] == "a.wav"


@pytest.mark.parametrize(
    ("annotation", "told"),
    [
        (timed("b1", "ts1", "ts99", "x"), "time slot 'ts99'; expected a slot of TIME_ORDER"),
        (timed("b1", "bad", "ts1", "x"), "TIME_VALUE '1.5' of slot 'bad'"),
        (referring("b1", "b9", "x"), "ANNOTATION_REF 'b9'"),
        (referring("b1", "b1", "x"), "annotation 'b1' refers to itself"),
        (referring("b1", "b2", "x"), "annotation 'b2' refers to itself"),
        ("<ANNOTATION><ALIGNABLE_ANNOTATION/></ANNOTATION>", "time slot ''"),
    ],
)
def test_references_that_lead_nowhere_are_unread(annotation: str, told: str) -> None:
    slots = SLOTS + '<TIME_SLOT TIME_SLOT_ID="bad" TIME_VALUE="1.5"/>'
    tier = timed("a1", "ts1", "ts3", "x") + annotation
    loop = ('TIER_ID="B"', referring("b2", "b1", "x"))
    document = parse(eaf(('TIER_ID="A"', tier), loop, slots=slots))
    assert document.cues[0].text == "x"
    assert document.unread[0].where == "a.eaf:13"
    assert told in str(document.unread[0])
    assert document.n_found == 3


def test_doubled_ids_and_other_units_are_told() -> None:
    slots = SLOTS + '\n<TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="1"/>'
    tier = ('TIER_ID="A"', timed("a1", "ts1", "ts3", "x"))
    document = parse(eaf(tier, tier, slots=slots, units="PAL-frames"))
    assert [cue.tier for cue in document.cues] == ["A", "A"]
    assert [note.found for note in document.notes] == [
        "TIME_UNITS 'PAL-frames'",
        "a second time slot called 'ts1'",
        "a second tier called 'A'",
        "a second annotation called 'a1'",
    ]


def test_layers_and_the_nameless_tier_are_read_under_their_names() -> None:
    tiers = [
        (f'TIER_ID="{name}"', timed(f"a{index}", "ts1", "ts3", "x"))
        for index, name in enumerate(("A", "A [2]", "&lt;NA&gt;"))
    ]
    document = parse(eaf(*tiers))
    assert [cue.tier for cue in document.cues] == ["A", "A", ""]
    assert len(document.notes) == 1


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", "a.eaf:1"),
        (PLAIN[:400], "a.eaf:12"),
        ("<basic-transcription/>", "a.eaf:1"),
        (
            "<!DOCTYPE x [\n<!ENTITY a 'b'>]><ANNOTATION_DOCUMENT>&a;</ANNOTATION_DOCUMENT>",
            "a.eaf:2",
        ),
    ],
)
def test_what_is_no_eaf_is_refused(text: str, where: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse(text)
    assert caught.value.faults[0].where == where


def test_cut_anywhere() -> None:
    check_truncated(EAF, PLAIN.encode())

"""Cues as CHAT, codes of speakers, and what it refuses."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from tests.corpus.formats.roundtrip import check_round_trip, cue_lists
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.chat import CHAT
from turnscope.corpus.formats.chat_writing import serialise
from turnscope.errors import FormatError


def test_what_is_written() -> None:
    cues = [
        Cue(0.208, 2.672, "speaker 1", "you enjoyed\nyourself ?"),
        Cue(None, None, "PS002", "yes ."),
        Cue(3.0, None, "speaker 2", "•1_2•"),
    ]
    assert serialise(cues).decode() == (
        "@UTF8\n"
        "@Begin\n"
        "@Languages:\tund\n"
        "@Participants:\tSPE speaker_1 Unidentified, PS002 PS002 Unidentified, "
        "SPA speaker_2 Unidentified\n"
        "@Options:\tCA\n"
        "@ID:\tund|turnscope|SPE|||||Unidentified|||\n"
        "@ID:\tund|turnscope|PS002|||||Unidentified|||\n"
        "@ID:\tund|turnscope|SPA|||||Unidentified|||\n"
        '@Comment:\ttier SPE is "speaker 1"\n'
        '@Comment:\ttier SPA is "speaker 2"\n'
        "*SPE:\tyou enjoyed&#10;yourself ? \x15208_2672\x15\n"
        "*PS002:\tyes .\n"
        "*SPA:\t&#8226;1_2• \x153000_\x15\n"
        "@End\n"
    )


def test_own_files_read_without_a_word_of_complaint() -> None:
    cues = [Cue(0.0, 1.0, name, "a word or two .") for name in ("A", "B", "", "ABC", "a b")]
    document = CHAT.parse(serialise(cues), "f")
    assert document.notes == ()
    assert [cue.tier for cue in document.cues] == ["A", "B", "", "ABC", "a b"]


def test_codes_are_of_three_letters_and_never_those_of_another_tier() -> None:
    tiers = ["SPE", "spe", "Speaker", "SPA", *(f"spe{k}" for k in range(60)), "日本", ""]
    text = serialise([Cue(0.0, 1.0, tier, "x") for tier in tiers]).decode()
    codes = re.findall(r"^\*(.*):\t", text, re.MULTILINE)
    assert len(set(codes)) == len(tiers)
    assert all(re.fullmatch("[A-Z]{3}", code) for code in codes)
    assert (codes[0], codes[3]) == ("SPE", "SPA")


@pytest.mark.parametrize(
    ("cue", "told"),
    [
        (Cue(-0.1, 1.0, "A"), "start -0.1 s"),
        (Cue(0.0, float("inf"), "A"), "end inf"),
        (Cue(0.0, 1.0, "A", "x", "Turn"), "label"),
        (Cue(0.0, 1.0, "A", recording="r"), "recording"),
        (Cue(0.0, 1.0, "A", "\ud83d"), "half a character"),
    ],
)
def test_what_chat_cannot_hold_is_refused_by_name(cue: Cue, told: str) -> None:
    with pytest.raises(FormatError) as caught:
        serialise([Cue(0.0, 1.0, "A"), cue])
    assert [fault.where for fault in caught.value.faults] == ["cue[1]"]
    assert told in str(caught.value)


@given(cue_lists(missing=True))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(CHAT, cues)

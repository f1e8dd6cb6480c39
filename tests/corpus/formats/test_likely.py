"""Guessing what a file of another kind is."""

from __future__ import annotations

import pytest

from turnscope.corpus.formats.likely import foreign, likely_kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ('File type = "ooTextFile"\nObject class = "TextGrid"', "a Praat TextGrid"),
        ("WEBVTT\n\n", "WebVTT"),
        ("<?xml version='1.0'?>", "XML, such as EAF or EXB"),
        ("<html>", "XML or HTML"),
        ('\n {"a": 1}', "JSON"),
        ("@UTF8\n@Begin", "CHAT"),
        ("SPEAKER a 1 0 1 <NA>", "RTTM"),
        ("1\n00:00:01,000 --> 00:00:02,000", "SubRip (.srt)"),
        ("0:00:00.378,0:00:11.378\nx", "SBV"),
        ("ab\0\x01c", "a binary file"),
        ("just words", ""),
        ("", ""),
    ],
)
def test_first_characters_tell_the_kind(text: str, kind: str) -> None:
    assert likely_kind(text) == kind
    assert foreign(text) == (f"Is it {kind}?" if kind else "")

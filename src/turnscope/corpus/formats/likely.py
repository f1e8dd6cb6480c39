"""What a file that is not of the promised format probably is, by its first characters."""

from __future__ import annotations

import re

__all__ = ["foreign", "likely_kind"]

_STARTS = (
    ("WEBVTT", "WebVTT"),
    ('File type = "ooTextFile', "a Praat TextGrid"),
    ("<?xml", "XML, such as EAF or EXB"),
    ("<", "XML or HTML"),
    ("@UTF8", "CHAT"),
    ("@Begin", "CHAT"),
    ("SPEAKER ", "RTTM"),
    ("SPKR-INFO ", "RTTM"),
    (";;", "STM, CTM or RTTM"),
    ("{", "JSON"),
    ("[", "JSON"),
    ("RIFF", "an audio file"),
    ("fLaC", "an audio file"),
    ("PK\x03\x04", "a zip archive"),
    ("PAR1", "a Parquet file"),
)
_SRT_TIMES = re.compile(r"[0-9]:[0-9]{2}[,.][0-9]+[ \t]*-->")
_SBV_TIMES = re.compile(r"\s*[0-9]+:[0-9]{2}:[0-9]{2}\.[0-9]+,[0-9]+:")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f\x7f]")


def likely_kind(text: str) -> str:
    """The kind of file this text looks like, with its article; "" if it looks like none known."""
    start = text.lstrip("\ufeff \t\n")
    for opening, kind in _STARTS:
        if start.startswith(opening):
            return kind
    if _CONTROL.search(text[:4000]):
        return "a binary file"
    if _SBV_TIMES.match(start):
        return "SBV"
    return "SubRip (.srt)" if _SRT_TIMES.search(text[:4000]) else ""


def foreign(text: str) -> str:
    """The hint of an error about a file of another kind: a question, "" without a guess."""
    kind = likely_kind(text)
    return f"Is it {kind}?" if kind else ""

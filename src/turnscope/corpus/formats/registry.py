"""All annotation formats by name: one line each."""

from __future__ import annotations

from turnscope.corpus.formats.audacity import AUDACITY
from turnscope.corpus.formats.base import Format
from turnscope.corpus.formats.delimited import CSV, TSV
from turnscope.corpus.formats.jsonlines import JSONL
from turnscope.corpus.formats.sbv import SBV
from turnscope.corpus.formats.seglst import SEGLST
from turnscope.corpus.formats.srt import SRT
from turnscope.corpus.formats.webvtt import WEBVTT

__all__ = ["FORMATS"]

FORMATS: dict[str, Format] = {
    "srt": SRT,
    "webvtt": WEBVTT,
    "sbv": SBV,
    "audacity": AUDACITY,
    "csv": CSV,
    "tsv": TSV,
    "jsonl": JSONL,
    "seglst": SEGLST,
}

"""All annotation formats by name: one line each."""

from __future__ import annotations

from turnscope.corpus.formats.audacity import AUDACITY
from turnscope.corpus.formats.base import Format
from turnscope.corpus.formats.chat import CHAT
from turnscope.corpus.formats.ctm import CTM
from turnscope.corpus.formats.delimited import CSV, TSV
from turnscope.corpus.formats.eaf import EAF
from turnscope.corpus.formats.exb import EXB
from turnscope.corpus.formats.jsonlines import JSONL
from turnscope.corpus.formats.ms98 import MS98
from turnscope.corpus.formats.rttm import RTTM
from turnscope.corpus.formats.sbv import SBV
from turnscope.corpus.formats.seglst import SEGLST
from turnscope.corpus.formats.srt import SRT
from turnscope.corpus.formats.stm import STM
from turnscope.corpus.formats.textgrid import TEXTGRID
from turnscope.corpus.formats.uem import UEM
from turnscope.corpus.formats.webvtt import WEBVTT

__all__ = ["FORMATS"]

FORMATS: dict[str, Format] = {
    "srt": SRT,
    "webvtt": WEBVTT,
    "sbv": SBV,
    "csv": CSV,
    "tsv": TSV,
    "audacity": AUDACITY,
    "jsonl": JSONL,
    "seglst": SEGLST,
    "textgrid": TEXTGRID,
    "eaf": EAF,
    "chat": CHAT,
    "exb": EXB,
    "rttm": RTTM,
    "stm": STM,
    "ctm": CTM,
    "ms98": MS98,
    "uem": UEM,
}

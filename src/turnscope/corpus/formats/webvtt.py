"""WebVTT (``.vtt``): cues with identifiers, settings and voices, as the W3C describes them.

::

    WEBVTT

    second caption                                       identifier, not kept
    00:00:01.000 --> 00:00:02.500 align:start            settings, not kept
    <v Jane Doe>so I <i>said</i> no</v>                  voice -> tier, other tags left out

Read by a parser of our own: pysubs2 finds no cue at all in a file with unpadded times
(``0:0:3.540``), appends an identifier to the text of the cue before it and loses voices; it counts
in whole milliseconds (see :mod:`turnscope.corpus.formats.clock`). Rules of the W3C kept here: a
cue ends at an empty line (a line of spaces is text) or at the next time line; NOTE, STYLE and
REGION blocks are no cues. A block without a time line is an entry that cannot be read.

The text is what the cue says: WebVTT's own tags (c, i, b, u, lang, ruby, rt, timestamps) are left
out and noted, character references (``&amp;``) are resolved, anything else in angle brackets
(``<laugh>``) stays. One voice in a cue becomes its tier. With several voices the tier is "", the
voice tags stay in the text, and a note names them. Writing uses references for what would end a
cue (``--&gt;``, ``&#10;`` for line breaks around blank lines), so every text comes back.

Source: W3C, "WebVTT: The Web Video Text Tracks Format", sections 4 and 6.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from types import MappingProxyType

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.blocks import read_time_line
from turnscope.corpus.formats.clock import clock_text
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.writing import within_clock, write
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode
from turnscope.files.wording import quoted

__all__ = ["WEBVTT"]

_EXAMPLE = "00:00:01.000 --> 00:00:02.500"
_LIMITS = Limits("WebVTT", negative_times=False, also=within_clock)
_ASIDE = re.compile(r"(NOTE|STYLE|REGION)(?:[ \t]|:?$)")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?(?:[ \t\n]([^>]*))?>")
_TAG = re.compile(
    r"</?(?:c|i|b|u|v|lang|ruby|rt)(?:\.[^\s>]*)?(?:[ \t\n][^>]*)?>|<[0-9]+(?::[0-9]+)+\.[0-9]+>"
)
_TAG_BUT_VOICE = re.compile(rf"(?!</?v[.\s>])(?:{_TAG.pattern})")
_REFERENCE = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]*|#[0-9]+|#[xX][0-9A-Fa-f]+);")


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    if not text.strip():
        return Document(())
    lines = text.split("\n")
    is_marked = re.match(r"WEBVTT(?:[ \t]|$)", lines[0]) is not None
    if not is_marked and "-->" not in text:
        raise FormatError.at(
            name,
            1,
            f"{quoted(lines[0].strip())}, and no time line in {len(lines)} lines",
            expected="WebVTT, which begins with the line WEBVTT",
            hint=foreign(text),
        )
    reader = _Reader(lines, Oddities(name), name)
    if is_marked:
        reader.read_head()
    else:
        reader.odd.add(1, "no line WEBVTT at the top", foreign(text))
    reader.read_blocks()
    return Document(
        tuple(reader.cues),
        tuple(reader.unread),
        reader.odd.notes(),
        MappingProxyType(reader.header),
    )


class _Reader:
    """Walks over the lines of a file, one block at a time."""

    def __init__(self, lines: list[str], odd: Oddities, name: str) -> None:
        self.lines, self.odd, self.name = lines, odd, name
        self.at = 0
        self.cues: list[Cue] = []
        self.unread: list[Fault] = []
        self.header: dict[str, str] = {}

    def read_head(self) -> None:
        """The lines up to the first empty one: ``Kind: captions`` and whatever else."""
        title = self.lines[0][len("WEBVTT") :].strip()
        if title:
            self.header["title"] = title
        self.at = 1
        for line in self._rest_of_block():
            key, colon, value = line.partition(":")
            if colon and re.fullmatch(r"[A-Za-z-]+", key) and value.strip():
                self.header[key] = value.strip()
            elif line.startswith("X-TIMESTAMP-MAP="):
                self.header["X-TIMESTAMP-MAP"] = line.partition("=")[2]
                self.odd.add(self.at, "X-TIMESTAMP-MAP in the header", "Times are not moved by it")
            else:
                self.header["other"] = f"{self.header.get('other', '')}{line}\n"

    def read_blocks(self) -> None:
        """Everything after the header."""
        lines = self.lines
        while self.at < len(lines):
            at, line = self.at, lines[self.at]
            if not line.strip():
                self.at += 1
            elif "-->" in line:
                self._read_cue()
            elif aside := _ASIDE.match(line):
                self.odd.add(at + 1, f"{aside.group(1)} block, not kept")
                self._rest_of_block()
            elif at + 1 < len(lines) and "-->" in lines[at + 1]:
                self.odd.add(at + 1, "cue identifier, not kept")
                self.at += 1
                self._read_cue()
            else:
                self._rest_of_block()
                self.unread.append(
                    Fault(f"{self.name}:{at + 1}", f"{quoted(line)} without a time line", _EXAMPLE)
                )

    def _rest_of_block(self) -> list[str]:
        lines, first = self.lines, self.at
        while self.at < len(lines) and lines[self.at] and "-->" not in lines[self.at]:
            self.at += 1
        return lines[first : self.at]

    def _read_cue(self) -> None:
        line_number, line = self.at + 1, self.lines[self.at]
        self.at += 1
        payload = "\n".join(self._rest_of_block())
        times = read_time_line(line, "-->")
        if times is None:
            where = f"{self.name}:{line_number}"
            self.unread.append(Fault(where, f"time line {quoted(line.strip())}", _EXAMPLE))
            return
        start_s, end_s, settings, oddities = times
        for oddity in oddities:
            self.odd.add(line_number, oddity)
        if settings:
            self.odd.add(line_number, "cue settings, not kept")
        tier = ""
        if "<" in payload:
            tier, payload = self._without_tags(payload, line_number)
        if "&" in payload:
            payload = _resolved(payload)
        self.cues.append(Cue(start_s, end_s, tier, payload, "", line_number))

    def _without_tags(self, payload: str, line_number: int) -> tuple[str, str]:
        voices = list(dict.fromkeys(_resolved(v or "").strip() for v in _VOICE.findall(payload)))
        if len(voices) > 1:
            names = ", ".join(voices)
            self.odd.add(line_number, f"several voices in one cue ({names}), kept in its text")
            return "", _TAG_BUT_VOICE.sub("", payload)
        if _TAG_BUT_VOICE.search(payload):
            self.odd.add(line_number, "tags inside the text, left out")
        return (voices[0] if voices else ""), _TAG.sub("", payload)


def _resolved(text: str) -> str:
    return _REFERENCE.sub(lambda match: html.unescape(match.group()), text)


def _escaped(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace("-->", "--&gt;")
    text = text.replace("\r", "&#13;")
    if "\n\n" in text or text.startswith("\n") or text.endswith("\n"):
        text = text.replace("\n", "&#10;")
    return text


def _render(cues: Sequence[Cue]) -> str:
    blocks = ["WEBVTT\n"]
    for cue in cues:
        body = _escaped(cue.text)
        if cue.tier:
            voice = cue.tier.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            body = f"<v {voice}>{body}</v>"
        times = f"{clock_text(cue.start_s or 0.0, '.')} --> {clock_text(cue.end_s or 0.0, '.')}"
        blocks.append(f"{times}\n{body}\n")
    return "\n".join(blocks)


def _serialise(cues: Sequence[Cue]) -> bytes:
    return write(
        cues,
        render=_render,
        parse=_parse,
        limits=_LIMITS,
        resolution_s=0.001,
        cannot="control characters, and speakers without spaces around them or line breaks",
    )


WEBVTT = Format("webvtt", (".vtt",), _parse, _serialise, resolution_s=0.001)

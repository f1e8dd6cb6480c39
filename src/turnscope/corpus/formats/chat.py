"""CHAT, the transcripts of CLAN and TalkBank: main lines with time bullets in milliseconds.

``*MOT:<tab>hello there . <NAK>1200_2350<NAK>`` (NAK is 0x15; some corpora, CABNC among them, have
the visible bullet U+2022 instead). Each bullet times the text before it on its main line, so a
main line with three bullets is three cues. Text without a bullet is a cue without times; a bullet
that has lost digits gives the time it still has. Continuation lines begin with a tab or blanks and
are joined by one blank. The speaker's code is the tier. Dependent lines (``%``) are counted, not
read. Texts keep their CHAT markup.

Written: one main line a cue; a tier that is no CHAT code gets one of three letters, and a comment
line keeps its name, which is read back as the tier. Line breaks and the like become character
references (see ``references``).

Source: MacWhinney, Tools for Analyzing Talk, part 1: the CHAT transcription format.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from statistics import median
from types import MappingProxyType

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.chat_writing import TIER_COMMENT, serialise
from turnscope.corpus.formats.likely import foreign
from turnscope.corpus.formats.oddities import Oddities
from turnscope.corpus.formats.references import unescape
from turnscope.errors import Fault, FormatError
from turnscope.files.decoding import decode

__all__ = ["CHAT"]

_BULLET = re.compile(r"\x15([^\x15\n]*)\x15|•([0-9]*_[0-9A-Za-z]*)•")
_TIMES = re.compile(r'(?:%(?:snd|mov):"?[^"]*"?_)?([0-9]{0,15})_([0-9]{0,15})-?')
_PARTIAL_TIMES = re.compile(r"([0-9]{0,15})_(.*)")
_MAIN = re.compile(r"\*([^:\n]*):(.*)", re.DOTALL)
_HEADER = re.compile(r"@([^:\n]+?):(.*)", re.DOTALL)
_WRAP = re.compile(r"[ \t]*\n[ \t]*")
_IMPLAUSIBLE_RATE = 60.0
"""Characters a second; quick speech has 25."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line with its continuation lines, still apart, and where it begins."""

    number: int
    text: str


@dataclass(slots=True)
class _Account:
    """What has been read of one file."""

    name: str
    odd: Oddities
    cues: list[Cue] = field(default_factory=list)
    unread: list[Fault] = field(default_factory=list)
    notes: list[Fault] = field(default_factory=list)
    header: dict[str, str] = field(default_factory=dict)
    bare: set[str] = field(default_factory=set)

    def note(self, line: int | None, found: str, hint: str = "") -> None:
        where = self.name if line is None else f"{self.name}:{line}"
        self.notes.append(Fault(where, found, hint=hint))


def _parse(data: bytes, name: str) -> Document:
    text = decode(data, name)
    account = _Account(name, Oddities(name))
    lines = list(_joined(text))
    if lines and not any(line.text[0] in "@*" for line in lines):
        first = lines[0]
        raise FormatError.at(
            name,
            first.number,
            repr(first.text[:40]),
            expected="a CHAT header (@Begin) or main line (*ABC:)",
            hint=foreign(text),
        )
    for line in lines:
        _read_line(line, account)
    if lines:
        _note_frame(account)
    tiers = _declared_tiers(account)
    _note_speakers(account, tiers)
    _note_rate(account)
    account.notes += account.odd.notes()
    cues = tuple(replace(cue, tier=tiers.get(cue.tier, cue.tier)) for cue in account.cues)
    header = MappingProxyType(account.header)
    return Document(cues, tuple(account.unread), tuple(account.notes), header)


def _joined(text: str) -> Iterator[_Line]:
    """Lines with their continuation lines; blank lines end nothing and are left out."""
    number, parts = 0, list[str]()
    for at, line in enumerate(text.split("\n"), start=1):
        if parts and line[:1] in ("\t", " "):
            # Lines between are kept apart so that each cue's own line can be told.
            parts += [""] * (at - number - len(parts)) + [line]
        elif line.strip():
            if parts:
                yield _Line(number, "\n".join(parts))
            number, parts = at, [line]
    if parts:
        yield _Line(number, "\n".join(parts))


def _read_line(line: _Line, account: _Account) -> None:
    mark = line.text[0]
    if mark == "*" and (main := _MAIN.fullmatch(line.text)) and main[1].strip():
        _read_main(line.number, main[1].strip(), main[2], account)
    elif mark == "@":
        _read_header(line, account)
    elif mark == "%":
        kind = line.text[1:].split(":")[0].split("\n")[0][:20]
        account.odd.add(line.number, f"a dependent line %{kind}, not read")
    else:
        account.unread.append(
            Fault(
                f"{account.name}:{line.number}",
                repr(line.text[:40]),
                "a line that begins with @, %, `*code:` or a tab",
                "A continuation line that lost its tab?",
            )
        )


def _read_main(number: int, speaker: str, body: str, account: _Account) -> None:
    begins = 0
    n_before = len(account.cues)
    for bullet in _BULLET.finditer(body):
        times = bullet[1] if bullet[1] is not None else bullet[2]
        match = _TIMES.fullmatch(times) or _PARTIAL_TIMES.fullmatch(times)
        line = number + body.count("\n", 0, bullet.start())
        if match is None:
            account.note(line, f"bullet {times[:40]!r} is no time and stays in the text")
            continue
        start_s, end_s = _seconds(match[1]), _seconds(match[2])
        if start_s is None or end_s is None:
            account.note(line, f"bullet {times!r} lacks a time", "Digits lost in conversion?")
        _add(number, body, begins, bullet.start(), speaker, (start_s, end_s), account)
        begins = bullet.end()
    rest = body[begins:].strip(" \t\n")
    if len(account.cues) > n_before and not any(letter.isalnum() for letter in rest):
        if rest:
            # A terminator after the bullet belongs to the words before it.
            last = account.cues.pop()
            account.cues.append(replace(last, text=f"{last.text} {rest}".lstrip(" ")))
    else:
        _add(number, body, begins, len(body), speaker, (None, None), account)


def _add(
    number: int,
    body: str,
    begins: int,
    ends: int,
    speaker: str,
    times: tuple[float | None, float | None],
    account: _Account,
) -> None:
    piece = body[begins:ends]
    blank = len(piece) - len(piece.lstrip(" \t\n")) if piece.strip(" \t\n") else 0
    line = number + body.count("\n", 0, begins + blank)
    text = unescape(_WRAP.sub(" ", piece.strip(" \t\n")))
    account.cues.append(Cue(*times, speaker, text, line=line))


def _seconds(digits: str) -> float | None:
    return int(digits) / 1000 if digits.isascii() and digits.isdigit() else None


def _read_header(line: _Line, account: _Account) -> None:
    match = _HEADER.fullmatch(line.text)
    if match is None:
        account.bare.add(line.text.strip().removeprefix("@"))
        return
    key, value = match[1].strip(), _WRAP.sub(" ", match[2].strip())
    known = account.header.get(key)
    account.header[key] = value if known is None else f"{known}\n{value}"


def _declared_tiers(account: _Account) -> dict[str, str]:
    """Code -> tier name for the codes that we made, taken from our own comments."""
    tiers = {}
    for comment in account.header.get("Comment", "").split("\n"):
        if match := TIER_COMMENT.fullmatch(comment):
            try:
                name = json.loads(match[2])
            except ValueError:
                continue
            tiers[match[1]] = str(name)
    return tiers


def _note_frame(account: _Account) -> None:
    for mark, meaning in (("UTF8", ""), ("Begin", ""), ("End", "Cut short in copying?")):
        if mark not in account.bare:
            account.note(None, f"no @{mark}", meaning)


def _note_speakers(account: _Account, tiers: dict[str, str]) -> None:
    declared: list[str] = []
    for entry in account.header.get("Participants", "").split(","):
        code, _, rest = entry.strip().partition(" ")
        if code in declared:
            account.note(None, f"@Participants names {code!r} twice")
        elif code:
            declared.append(code)
            account.header[f"participant/{tiers.get(code, code)}"] = rest.strip()
    spoken = Counter(cue.tier for cue in account.cues)
    first = {cue.tier: cue.line for cue in reversed(account.cues)}
    for speaker, count in spoken.items():
        if speaker not in declared:
            found = f"speaker {speaker!r} ({count} cues) is not among @Participants"
            account.note(first[speaker], found)


def _note_rate(account: _Account) -> None:
    """Note times that nobody could speak by: a sign of another unit than milliseconds."""
    rates = [
        len(cue.text) / (cue.end_s - cue.start_s)
        for cue in account.cues
        if cue.start_s is not None and cue.end_s is not None and cue.end_s > cue.start_s
    ]
    if rates and (rate := median(rates)) > _IMPLAUSIBLE_RATE:
        found = f"{rate:.0f} characters a second in the median cue"
        account.note(None, found, "Times in hundredths of a second instead of milliseconds?")


CHAT = Format("chat", (".cha",), _parse, serialise, resolution_s=0.001)

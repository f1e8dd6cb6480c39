"""Cues as a small valid CHAT transcript; what goes where is told in ``chat``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from itertools import count, product
from string import ascii_uppercase

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.references import escape

__all__ = ["TIER_COMMENT", "serialise"]

TIER_COMMENT = re.compile(r'tier ([A-Z0-9]{3,7}) is ("(?:[^"\\]|\\.)*")')
"""The comment line that keeps a tier's name, as a JSON string."""

_CODE = re.compile(r"[A-Z][A-Z0-9]{2,6}")
_NOT_IN_TEXTS = re.compile(r"[\n\r\0\x15]|\A[ \t]+|[ \t]+\Z|•(?=[0-9]*_[0-9A-Za-z]*•)")
_LIMITS = Limits("CHAT", missing_times=True, negative_times=False)


def serialise(cues: Sequence[Cue]) -> bytes:
    """The bytes of a transcript, one main line a cue, with NAK bullets.

    Raises:
        FormatError: naming every cue that CHAT cannot hold.
    """
    _LIMITS.check(cues)
    codes = _codes(dict.fromkeys(cue.tier for cue in cues))
    participants = ", ".join(
        f"{code} {_one_word(tier, code)} Unidentified" for tier, code in codes.items()
    )
    lines = ["@UTF8", "@Begin", "@Languages:\tund", f"@Participants:\t{participants}"]
    # Conversation-analytic transcripts need no terminator at the end of a main line.
    lines.append("@Options:\tCA")
    lines += [f"@ID:\tund|turnscope|{code}|||||Unidentified|||" for code in codes.values()]
    for tier, code in codes.items():
        if tier != code:
            lines.append(f"@Comment:\ttier {code} is {json.dumps(tier)}")
    for cue in cues:
        text = escape(cue.text, _NOT_IN_TEXTS)
        bullet = ""
        if cue.start_s is not None or cue.end_s is not None:
            bullet = f" \x15{_milliseconds(cue.start_s)}_{_milliseconds(cue.end_s)}\x15"
        lines.append(f"*{codes[cue.tier]}:\t{text}{bullet}")
    return ("\n".join([*lines, "@End"]) + "\n").encode()


def _milliseconds(time_s: float | None) -> str:
    return "" if time_s is None else str(round(time_s * 1000))


def _codes(tiers: Iterable[str]) -> dict[str, str]:
    """Tier -> code: itself if it is one, else three letters of its own that resemble it."""
    names = list(tiers)
    taken = {name for name in names if _CODE.fullmatch(name)}
    codes = {}
    for name in names:
        if name in taken:
            codes[name] = name
            continue
        code = next(code for code in _candidates(name) if code not in taken)
        taken.add(code)
        codes[name] = code
    return codes


def _candidates(name: str) -> Iterable[str]:
    letters = [letter for letter in name.upper() if letter in ascii_uppercase]
    head = "".join([*letters, "X", "X", "X"][:3])
    yield head
    for last in ascii_uppercase:
        yield head[:2] + last
    for triple in product(ascii_uppercase, repeat=3):
        yield "".join(triple)
    for number in count():
        yield f"S{number:04}"


def _one_word(tier: str, code: str) -> str:
    """A participant's name as CHAT allows it: one word without commas."""
    return re.sub(r"[^\w]+", "_", tier).strip("_") or code

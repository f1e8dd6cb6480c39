"""What file names of a plain folder say: whose they are, which speaker's, which annotator's.

::

    c7.wav                  both speakers of c7
    c7_1.wav  c7_2.wav      one each; also _A/_B, _left/_right, _ch1/_ch2, _speaker_1/_speaker_2
    sw2001A sw2001B         one each, as Switchboard's word files are named
    c7.TextGrid             both speakers by one annotator
    c7.b.TextGrid           both speakers by annotator b
    c7_1.srt                speaker 1
    c7_1_a.srt  c7_1.a.srt  speaker 1 by annotator a
    c7/left.wav             in a folder of its own the id may be left to the folder

A name alone does not tell: ``KB3_1`` may be conversation KB3_1. So a name is read as one
speaker's only together with its partner, the same name with the other speaker.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeVar

__all__ = ["Named", "partners", "readings"]

_SPEAKER = re.compile(
    r"(?P<id>.*?)(?P<sep>^|[._ -]|(?<=sw[0-9]{4})(?=[AB]$))"
    r"(?P<word>(?:[Ss]peaker|[Ss]pk|[Cc]hannel|[Cc]h)_?|)"
    r"(?P<one>[12]|[AB]|[Ll]eft|[Rr]ight|LEFT|RIGHT)"
    r"(?:[._-](?P<annotator>[abc]))?"
)
_ANNOTATOR = re.compile(r"(?P<id>.+)\.(?P<annotator>[abc])")
_NUMBERS = MappingProxyType({"1": 1, "2": 2, "A": 1, "B": 2, "left": 1, "right": 2})
_KINDS = MappingProxyType({"1": "#", "2": "#", "A": "@", "B": "@", "left": "<", "right": "<"})
_GENERIC = frozenset(
    (
        *("audio", "combined", "combined_audio", "recording", "conversation", "stereo", "mix"),
        *("annotation", "annotations", "transcript", "labels"),
    )
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a file name says.

    Attributes:
        conversation: the conversation's id.
        speaker: 1 or 2, None for both.
        annotator: a, b or c, None where the name does not say.
        style: how the speaker is written; partners share it.
    """

    conversation: str
    speaker: int | None = None
    annotator: str | None = None
    style: str = ""


def readings(stem: str, folder: str, *, is_root: bool) -> tuple[Named | None, Named]:
    """The two ways to read a name: as one speaker's file (None if it cannot be) and as both's.

    Args:
        stem: file name without its ending.
        folder: name of the folder it lies in.
        is_root: whether that folder is the corpus itself, so that its name is no id.
    """
    match = _ANNOTATOR.fullmatch(stem)
    own, annotator = (match["id"], match["annotator"]) if match else (stem, None)
    both = Named(folder if own.lower() in _GENERIC and not is_root else own, None, annotator)
    match = _SPEAKER.fullmatch(stem)
    if match is None:
        return None, both
    one = match["one"] if match["one"] in _NUMBERS else match["one"].lower()
    if match["word"] and one not in ("1", "2"):
        return None, both
    style = f"{match['sep']}{match['word'].lower()}{_KINDS[one]}"
    own = match["id"]
    if not own or (own.lower() in _GENERIC and not is_root):
        own = folder
    return Named(own, _NUMBERS[one], match["annotator"], style), both


K = TypeVar("K", bound=Hashable)


def partners(
    files: Iterable[tuple[str, Named | None, K]],
) -> Mapping[str, tuple[str, str]]:
    """Files that belong together as speakers 1 and 2.

    Args:
        files: (name, its reading as one speaker's file, what partners must share besides).

    Returns:
        For each name that has a partner, the pair's names: speaker 1, speaker 2.
    """
    sides: dict[tuple[object, ...], dict[int, list[str]]] = {}
    for name, named, shared in files:
        if named is not None and named.speaker is not None:
            key = (named.conversation, named.annotator, named.style, shared)
            sides.setdefault(key, {}).setdefault(named.speaker, []).append(name)
    found: dict[str, tuple[str, str]] = {}
    for pair in sides.values():
        for first, second in zip(pair.get(1, ()), pair.get(2, ()), strict=False):
            found[first] = found[second] = (first, second)
    return found

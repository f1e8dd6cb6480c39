"""Annotation files on disk: which format a file name promises, reading one, labelling its cues."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.registry import FORMATS
from turnscope.errors import CorpusError, Fault, FormatError
from turnscope.files.reading import read_bytes
from turnscope.files.wording import closest

__all__ = ["LOOSE_SUFFIXES", "formats_of", "labelled", "natural_key", "read_document"]

LOOSE_SUFFIXES = frozenset({".json", ".jsonl", ".txt", ".csv", ".tsv", ".xml", ".log"})
"""Endings that say little: such a file may be no annotation at all."""


def formats_of(
    file_name: str, only: str | None = None, formats: Mapping[str, Format] | None = None
) -> tuple[str, tuple[Format, ...]]:
    """The formats whose endings a file name has, the longest ending first.

    Args:
        file_name: the name, with or without folders.
        only: the one format that is asked for.
        formats: all formats by name, None for the registered ones.

    Returns:
        The name without its folder and the longest ending, and the formats (none: not an
        annotation).

    Raises:
        CorpusError: if ``only`` is not the name of a format.
    """
    known = FORMATS if formats is None else formats
    if only is not None and only not in known:
        near = closest(only, known)
        hint = f"Did you mean {near!r}?" if near else ""
        raise CorpusError(Fault("format", repr(only), "one of " + ", ".join(known), hint))
    base = file_name.rpartition("/")[2]
    endings = [
        (len(suffix), one)
        for one in known.values()
        for suffix in one.suffixes
        if base.lower().endswith(suffix) and len(base) > len(suffix)
    ]
    endings.sort(key=lambda ending: -ending[0])
    stem = base[: -endings[0][0]] if endings else base
    found = tuple(one for n, one in endings if only in (None, one.name) and n == endings[0][0])
    return stem, found


def read_document(path: Path, name: str, formats: Iterable[Format]) -> tuple[Document, Format]:
    """Read a file as the first of the formats that it is.

    Raises:
        TurnscopeError: if it cannot be opened.
        FormatError: if it is none of them; what the first had to say.
    """
    data = read_bytes(path)
    refusal: FormatError | None = None
    for one in formats:
        try:
            return one.parse(data, name), one
        except FormatError as error:
            refusal = refusal or error
    raise refusal or FormatError(Fault(name, "no format reads it", "an annotation file"))


def labelled(cue: Cue, label_of: Callable[[str, str], tuple[str, str]]) -> Cue:
    """The cue with label and text told apart by ``label_of``."""
    label, text = label_of(cue.label, cue.text)
    return cue if (label, text) == (cue.label, cue.text) else replace(cue, label=label, text=text)


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts names as people do: 9 before 10."""
    return tuple(
        (0, int(part), part) if part.isdecimal() else (1, 0, part)
        for part in re.split(r"(\d+)", name)
        if part
    )

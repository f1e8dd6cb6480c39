"""Opening plain folders made of a few files, and looking at what came out."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.corpus.sources.making import put, textgrid, wav
from turnscope.core.conversation import Conversation
from turnscope.corpus.load import open_corpus
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.corpus.sources.base import ReadOnce
from turnscope.errors import TurnscopeError

STEREO = wav(10.0, 2)
MONO = wav(10.0)
ONE = [(1.0, 2.0, "[Normal Turn] so")]
TWO = [(2.5, 3.0, "mm"), (4.0, 5.0, "[Filler] uh")]
GRID = textgrid({"A": ONE, "B": TWO})

Files = dict[str, bytes | str]


def load(
    root: Path,
    files: Files,
    *,
    mapping: AnnotationMapping | None = None,
    durations: Mapping[str, float] | None = None,
    swap: bool = False,
    offsets_s: tuple[float, float] = (0.0, 0.0),
    duration_from_annotations: bool = False,
    annotation_format: str | None = None,
) -> ReadOnce:
    corpus = open_corpus(
        put(root, files),
        source="folder",
        mapping=mapping,
        durations=durations,
        swap=swap,
        offsets_s=offsets_s,
        duration_from_annotations=duration_from_annotations,
        annotation_format=annotation_format,
    )
    assert isinstance(corpus, ReadOnce)
    return corpus


def starts(conversation: Conversation, annotator: str = "a") -> list[list[float]]:
    return [conversation.track(s, annotator).start_s.tolist() for s in (1, 2)]


def notes(corpus: ReadOnce) -> str:
    corpus.conversations()
    return "\n".join(map(str, corpus.faults))


def faults(corpus: ReadOnce) -> str:
    with pytest.raises(TurnscopeError) as caught:
        corpus.conversations()
    return "\n".join(str(fault) for fault in caught.value.faults)

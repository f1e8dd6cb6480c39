"""Opening a corpus: a folder of any known layout, a data set on the hub, or the embedded one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from types import MappingProxyType

from turnscope.corpus.corpus import Corpus
from turnscope.corpus.mapping import AnnotationMapping, read_mapping
from turnscope.corpus.sources.base import Options, Source, raise_all
from turnscope.corpus.sources.delivery import DELIVERY
from turnscope.corpus.sources.folder import FOLDER
from turnscope.corpus.sources.turnbench import TURNBENCH, open_on_hub
from turnscope.errors import CorpusError, Fault
from turnscope.files.durations import duration_fault, read_durations
from turnscope.files.wording import closest, named

__all__ = ["MINI", "SOURCES", "open_corpus"]

SOURCES: dict[str, Source] = {
    "turnbench": TURNBENCH,
    "delivery": DELIVERY,
    "folder": FOLDER,
}
"""Layouts by name; the first that recognises a path opens it."""

MINI = "mini"
"""Name of the corpus that comes with the package; a folder of that name is ``./mini``."""

_LONGEST_OFFSET_S = 3600.0
"""An hour. Ten seconds in milliseconds are more; an offset between microphones is not."""


def open_corpus(
    name: str | os.PathLike[str],
    *,
    mapping: AnnotationMapping | str | os.PathLike[str] | None = None,
    durations: Mapping[str, float] | str | os.PathLike[str] | None = None,
    offsets_s: tuple[float, float] = (0.0, 0.0),
    swap: bool = False,
    end_tolerance_s: float = 0.01,
    duration_from_annotations: bool = False,
    annotation_format: str | None = None,
    source: str | None = None,
    endpoint: str | None = None,
) -> Corpus:
    """Open a corpus; neither annotations nor audio are read yet.

    Args:
        name: a path, ``hub:OWNER/NAME[@REVISION]``, or ``mini``.
        mapping: foreign tiers and labels, or the file that says them.
        durations: seconds by conversation id, or the JSON file that has them; they win over
            what the corpus says.
        offsets_s: seconds by which the channels of speakers 1 and 2 lag the clock.
        swap: the second channel is speaker 1's; annotations stay where they are.
        end_tolerance_s: how far past the end of the audio an annotation may end unmentioned.
        duration_from_annotations: where nothing else tells a duration, take the last end.
        annotation_format: read annotations of this format only (plain folders).
        source: the layout, a key of :data:`SOURCES`; None recognises it.
        endpoint: address of the hub, None for the default one.

    Raises:
        CorpusError: if there is nothing there, or nothing that looks like a corpus; for offsets
            that are not two numbers of seconds, an hour at most.
        FormatError: if the mapping or the durations cannot be used.
    """
    options = Options(
        mapping=_mapping(mapping),
        durations_s=_durations(durations),
        offsets_s=_offsets(offsets_s),
        swap=swap,
        end_tolerance_s=end_tolerance_s,
        duration_from_annotations=duration_from_annotations,
        annotation_format=annotation_format,
        endpoint=endpoint,
    )
    called = os.fspath(name)
    if not called:
        hint = "An unset variable? The folder one is in is ."
        raise CorpusError(
            Fault("corpus", "its name is empty", "a path, hub:OWNER/NAME, or mini", hint)
        )
    if source is not None and source not in SOURCES:
        near = closest(source, SOURCES)
        hint = f"Did you mean {near!r}?" if near else ""
        raise CorpusError(Fault("source", repr(source), " or ".join(SOURCES), hint))
    if called.startswith("hub:"):
        return open_on_hub(called, options)
    if called == MINI:
        place = Path(str(resources.files("turnscope.corpus") / "mini"))
        return DELIVERY.open(place, MINI, options)
    path = Path(called)
    if not path.exists():
        hint = f"For a data set on the hub: hub:{called}" if called.count("/") == 1 else ""
        raise CorpusError(
            Fault(called, "there is no such folder", "a path, hub:OWNER/NAME, or mini", hint)
        )
    for candidate, layout in SOURCES.items():
        if candidate == source or (source is None and layout.detect(path)):
            return layout.open(path, called, options)
    looked = "; ".join(layout.looks_for for layout in SOURCES.values())
    raise CorpusError(Fault(called, "no conversations in it", looked))


def _mapping(given: AnnotationMapping | str | os.PathLike[str] | None) -> AnnotationMapping:
    if given is None:
        return AnnotationMapping()
    return given if isinstance(given, AnnotationMapping) else read_mapping(Path(given))


def _durations(given: Mapping[str, float] | str | os.PathLike[str] | None) -> Mapping[str, float]:
    if given is None:
        return MappingProxyType({})
    if not isinstance(given, Mapping):
        return read_durations(Path(given))
    checked = (duration_fault(value, f"durations/{named(i)}") for i, value in given.items())
    raise_all([fault for fault in checked if fault is not None])
    return given


def _offsets(given: tuple[float, float]) -> tuple[float, float]:
    if len(given) == 2 and all(abs(offset_s) <= _LONGEST_OFFSET_S for offset_s in given):
        return given
    rule = f"two numbers of seconds, {_LONGEST_OFFSET_S:g} at most"
    raise CorpusError(Fault("offsets", ", ".join(map(str, given)), rule, "Milliseconds?"))

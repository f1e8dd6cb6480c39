"""A plain folder: audio with two channels or two files a conversation, annotations in any format.

What file names say is in :mod:`turnscope.corpus.sources.folder_names`. Conversations may lie
side by side, in folders of their own, or with audio and annotations in different folders; audio
or annotations may be absent. Files that speak of several recordings (RTTM, STM, CTM, SegLST,
tables) serve all conversations. Beside them, all optional:

- ``metadata.json``: the keys of TurnBench's metadata, for one conversation in its folder, or
  ``{id: {...}}``;
- ``durations.json``: ``{"durations": {id: seconds}}``;
- ``mapping.toml`` or ``mapping.yaml``: see :mod:`turnscope.corpus.mapping`; used unless another
  is given.

A duration is taken from the option, ``durations.json``, ``metadata.json``, the audio's header,
in this order; from the last annotation's end only if asked for. Whatever in the folder is not
used is listed among the corpus's faults.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.tracks import Track
from turnscope.corpus.admission import is_timed
from turnscope.corpus.audio import Channel, Recording
from turnscope.corpus.mapping import AnnotationMapping, read_mapping
from turnscope.corpus.metadata import parse_metadata
from turnscope.corpus.sources.annotation_files import (
    LOOSE_SUFFIXES,
    formats_of,
)
from turnscope.corpus.sources.base import (
    Key,
    Options,
    ReadOnce,
    Source,
    conversation_of,
    raise_all,
)
from turnscope.corpus.sources.folder_layout import FolderLayout
from turnscope.corpus.sources.folder_scan import (
    AUDIO_SUFFIXES,
    SPECIAL_FILES,
    scan,
)
from turnscope.corpus.sources.folder_tracks import AnnotatedFile, Placement, place
from turnscope.errors import CorpusError, Fault, TurnscopeError
from turnscope.files.durations import read_durations
from turnscope.files.reading import read_bytes
from turnscope.files.strict_json import parse_json

__all__ = ["FOLDER", "FolderCorpus"]

_ADD = (
    'Add its audio, duration_s in metadata.json, or a durations file {"durations": {id: '
    "seconds}}; or ask for the last annotation's end (--last-end, duration_from_annotations)"
)


class FolderCorpus(ReadOnce):
    """Conversations by file names."""

    source = "folder"

    def __init__(self, root: Path, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.layout = FolderLayout(root, name, options)

    def _find_ids(self) -> tuple[str, ...]:
        return self.layout.ids

    def _recording(self, conversation_id: str) -> Recording:
        return self.layout.recording(conversation_id)

    @cached_property
    def _told(self) -> Mapping[str, tuple[Metadata, float | None]]:
        told: dict[str, tuple[Metadata, float | None]] = {}
        faults: list[Fault] = []
        for name, path in self.layout.scan.files.items():
            if Path(name).name == "metadata.json":
                try:
                    entries = parse_json(read_bytes(path), name)
                    for conversation_id, one in self._metadata_by_id(name, entries):
                        told[conversation_id] = parse_metadata(one, f"{name}: {conversation_id}")
                except TurnscopeError as error:
                    faults += error.faults
        raise_all(faults)
        return told

    def _metadata_by_id(self, name: str, entries: object) -> Iterable[tuple[str, object]]:
        if (
            isinstance(entries, dict)
            and entries
            and all(isinstance(one, dict) for one in entries.values())
        ):
            for unknown in [one for one in entries if one not in self.ids]:
                self._notes.append(Fault(f"{name}: {unknown}", "not used: no such conversation"))
            return [(i, one) for i, one in entries.items() if i in self.ids]
        folder = name.rpartition("/")[0]
        ids = {i for i, files in self.layout.files_of.items() if folder in map(_folder, files)}
        if len(ids) != 1:
            found = f"metadata of one conversation beside {len(ids)} of them"
            raise CorpusError(Fault(name, found, "{id: {...}} for several"))
        return [(ids.pop(), entries)]

    def _known_duration(self, conversation_id: str) -> float | None:
        """The duration by everything but annotations; None if nothing tells it."""
        asked_s = self.options.durations_s.get(conversation_id)
        if asked_s is not None:
            return asked_s
        told_s = self._told.get(conversation_id, (None, None))[1]
        if told_s is not None:
            return told_s
        if conversation_id in {*self.layout.audio.pairs, *self.layout.audio.stereo}:
            return self._recording(conversation_id).duration_s
        if conversation_id in self.layout.audio.others:
            name = self.layout.audio.others[conversation_id][0]
            header = Channel(self.layout.scan.files[name], name=name).header()
            return header.n_samples / header.rate_hz
        return None

    def _hashed_parts(self) -> Sequence[tuple[str, bytes]]:
        files = self.layout.scan.files
        told = [name for name in files if Path(name).name == "metadata.json"]
        parts = [(name, read_bytes(files[name])) for name in (*self.layout.named, *told)]
        for conversation_id in self.ids:
            duration_s = self._known_duration(conversation_id)
            parts.append((conversation_id, repr(duration_s).encode()))
        return parts

    def surroundings(self) -> tuple[str, ...]:
        """All files, and what was not looked into."""
        return (*self.layout.scan.files, *map(str, self.layout.scan.notes))

    def _read_conversations(self) -> tuple[Conversation, ...]:
        faults: list[Fault] = []
        files = self._annotated_files(faults)
        placed = place(files, self.options.mapping, frozenset(self.ids))
        faults += placed.faults
        faults += [] if self.options.mapping.annotators else _one_sided(placed)
        durations = self._durations(placed, faults)
        tracks: dict[Key, Track] = {}
        for file in files:
            cues = placed.cues[file.name]
            ends = {key: durations[key[0]] for key in cues if key[0] in durations}
            tracks.update(self._admit(cues, file.document, file.name, ends))
        raise_all(faults)
        self._note_unused(files, placed, tracks)
        return tuple(
            conversation_of(
                i,
                durations[i],
                {(s, annotator): t for (c, s, annotator), t in tracks.items() if c == i},
                self._told.get(i, (Metadata(), None))[0],
            )
            for i in self.ids
        )

    def _annotated_files(self, faults: list[Fault]) -> list[AnnotatedFile]:
        files = []
        for name, named in self.layout.named.items():
            document = self.layout.document(name)
            if isinstance(document, TurnscopeError):
                faults += document.faults
                if self.layout.annotations[name].ending in LOOSE_SUFFIXES:
                    found = "named like a conversation"
                    hint = "If it is none, rename it or ask for one format (annotation_format)"
                    faults.append(Fault(name, found, "its annotations", hint))
            else:
                files.append(
                    AnnotatedFile(
                        name, document, named.conversation, named.speaker, named.annotator
                    )
                )
        return sorted(files, key=lambda file: file.annotator or "a")

    def _durations(self, placed: Placement, faults: list[Fault]) -> dict[str, float]:
        ends: dict[str, float] = {}
        for tracks in placed.cues.values():
            for (conversation_id, _, _), cues in tracks.items():
                stops = [cue.end_s for cue in cues if cue.end_s is not None and is_timed(cue)]
                ends[conversation_id] = max([ends.get(conversation_id, 0.0), *stops])
        durations: dict[str, float] = {}
        taken, unknown = [], []
        for conversation_id in self.ids:
            try:
                duration_s = self._known_duration(conversation_id)
            except TurnscopeError as error:
                faults += error.faults
                continue
            if duration_s is None and self.options.duration_from_annotations:
                duration_s = ends.get(conversation_id) or None
                taken.append(conversation_id)
            if duration_s is None:
                unknown.append(conversation_id)
            else:
                durations[conversation_id] = duration_s
        # Where tiers could not be placed there are no ends, which is no fault of its own.
        if unknown and not (taken and placed.faults):
            listed = ", ".join(unknown[:5]) + (", ..." if len(unknown) > 5 else "")
            found = f"the durations of {len(unknown)} conversation(s) are not known: {listed}"
            faults.append(Fault(self.name, found, "one of each", _ADD))
        if taken:
            found = f"{len(taken)} durations are the last annotation's end, first {taken[0]}"
            self._notes.append(Fault(self.name, found, "the audio's duration"))
        return durations

    def _note_unused(
        self, files: Sequence[AnnotatedFile], placed: Placement, tracks: Mapping[Key, Track]
    ) -> None:
        self._notes += self.layout.scan.notes
        named = self.options.mapping.speakers
        met = {cue.tier for file in files for cue in file.document.cues}
        if named and met and not met & set(named):
            found = f"the mapping names {', '.join(map(repr, named))}, and no tier is called so"
            rule = f"names among {', '.join(map(repr, sorted(met)[:6]))}"
            self._notes.append(Fault(self.name, found, rule, "Misspelt? It changes nothing"))
        if placed.guessed:
            first, tiers = next(iter(placed.guessed.items()))
            found = (
                f"in {len(placed.guessed)} conversation(s) the order of appearance alone tells "
                f"speaker 1 from 2, first {first}: {tiers[0]!r}, {tiers[1]!r}"
            )
            self._notes.append(Fault(self.name, found, "speakers named in a mapping file"))
        for name, dropped in placed.dropped.items():
            if dropped:
                found = f"{placed.left_out[name]} entries left out: {', '.join(dropped)}"
                self._notes.append(Fault(name, found, "", "Not named in the mapping"))
        annotated = {key[0] for key in tracks}
        bare = [i for i in self.ids if i not in annotated]
        if bare and annotated:
            found = f"{len(bare)} of {len(self.ids)} conversations have none, first {bare[0]}"
            self._notes.append(Fault(self.name, found, "annotations of each"))
        used = {*self.layout.named, *self.layout.audio.stereo.values()}
        used |= {name for pair in self.layout.audio.pairs.values() for name in pair}
        whys = dict(self.layout.audio.others.values())
        used |= {n for i, (n, _) in self.layout.audio.others.items() if i in annotated}
        for name in self.layout.scan.files:
            if name not in used and Path(name).name not in SPECIAL_FILES:
                why = whys.get(name, "")
                document = self.layout.documents.get(name)
                if isinstance(document, TurnscopeError):
                    why = document.faults[0].found
                self._notes.append(Fault(name, f"not used: {why}" if why else "not used"))


def _folder(name: str) -> str:
    return name.rpartition("/")[0]


def _one_sided(placed: Placement) -> list[Fault]:
    """Faults for annotators who have a file of one speaker alone."""
    owners = {key: name for name, tracks in placed.cues.items() for key in tracks}
    return [
        Fault(
            owners[key],
            f"speaker {3 - key[1]} of {key[0]} has no file by annotator {key[2]}",
            "a file for each speaker",
            "An empty one says that nothing was heard",
        )
        for key in owners
        if (key[0], 3 - key[1], key[2]) not in owners
    ]


def _detect(path: Path) -> bool:
    if not path.is_dir():
        return False
    return any(
        Path(name).suffix.lower() in AUDIO_SUFFIXES
        or (Path(name).name not in SPECIAL_FILES and formats_of(name)[1])
        for name in scan(path).files
    )


def _open(path: Path, name: str, options: Options) -> FolderCorpus:
    durations = path / "durations.json"
    if durations.exists():
        options = replace(options, durations_s={**read_durations(durations), **options.durations_s})
    if options.mapping == AnnotationMapping():
        there = [f for f in ("mapping.toml", "mapping.yaml", "mapping.yml") if (path / f).exists()]
        if len(there) > 1:
            found = f"mapping files {' and '.join(there)}"
            raise CorpusError(Fault(name, found, "one", "Remove the others, or name one (mapping)"))
        for file in there:
            options = replace(options, mapping=read_mapping(path / file))
    return FolderCorpus(path, name, options)


FOLDER = Source(
    "a plain folder of audio (<id>.wav, or <id>_1.wav and <id>_2.wav) and annotations "
    "(<id>.TextGrid, <id>_1.srt and <id>_2.srt, ...)",
    _detect,
    _open,
)
"""Anything else that can be told by file names."""

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
from turnscope.corpus.audio import Channel, Recording
from turnscope.corpus.formats.base import Document
from turnscope.corpus.mapping import AnnotationMapping, read_mapping
from turnscope.corpus.metadata import parse_metadata, read_durations
from turnscope.corpus.sources.annotation_files import (
    LOOSE_SUFFIXES,
    formats_of,
    natural_key,
    read_document,
)
from turnscope.corpus.sources.base import (
    Key,
    Options,
    ReadOnce,
    Source,
    conversation_of,
    id_fault,
    raise_all,
)
from turnscope.corpus.sources.folder_names import Named
from turnscope.corpus.sources.folder_scan import (
    AUDIO_SUFFIXES,
    SPECIAL_FILES,
    AnnotationPath,
    AudioPaths,
    Scan,
    annotation_paths,
    audio_paths,
    scan,
)
from turnscope.corpus.sources.folder_tracks import AnnotatedFile, Placement, place
from turnscope.errors import CorpusError, Fault, FormatError, TurnscopeError
from turnscope.files.reading import read_bytes
from turnscope.files.strict_json import parse_json

__all__ = ["FOLDER", "FolderCorpus"]

_ADD = (
    'Add its audio, duration_s in metadata.json, or a durations file {"durations": {id: '
    "seconds}}; or ask for the last annotation's end (duration_from_annotations)"
)


class FolderCorpus(ReadOnce):
    """Conversations by file names."""

    source = "folder"

    def __init__(self, root: Path, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.root = root
        self._documents: dict[str, Document | TurnscopeError] = {}

    @cached_property
    def _scan(self) -> Scan:
        return scan(self.root)

    @property
    def _root_name(self) -> str:
        return self.root.resolve().name

    @cached_property
    def _audio(self) -> AudioPaths:
        found = audio_paths(self._scan.files, self._root_name)
        raise_all(found.faults)
        return found

    @cached_property
    def _annotations(self) -> Mapping[str, AnnotationPath]:
        found = annotation_paths(
            tuple(self._scan.files), self._root_name, self.options.annotation_format
        )
        return {one.name: one for one in found}

    def _document(self, name: str) -> Document | TurnscopeError:
        if name not in self._documents:
            try:
                path, formats = self._scan.files[name], self._annotations[name].formats
                self._documents[name] = read_document(path, name, formats)[0]
            except TurnscopeError as error:
                self._documents[name] = error
        return self._documents[name]

    @cached_property
    def _named(self) -> Mapping[str, Named]:
        """Of every annotation file that is used, the reading of its name that fits the rest."""
        return {
            name: one.one if one.one is not None and self._is_one(one) else one.both
            for name, one in self._annotations.items()
            if not self._is_foreign(one)
        }

    def _is_one(self, file: AnnotationPath) -> bool:
        """Whether a file is one speaker's."""
        assert file.one is not None
        if file.both.conversation in self._audio.stereo:
            return False
        if file.one.conversation in self._audio.pairs:
            return True
        if not file.partner:
            return False
        if not any(one.carries_tiers for one in file.formats):
            return True
        # Two files of two tiers each are two conversations: KB3_1.cha and KB3_2.cha.
        mapping = self.options.mapping
        for name in (file.name, file.partner):
            document = self._document(name)
            if isinstance(document, Document):
                tiers = {cue.tier for cue in document.cues}
                if len(tiers - set(mapping.ignore) - set(mapping.annotators)) > 1:
                    return False
        return True

    def _is_foreign(self, file: AnnotationPath) -> bool:
        """Whether a file of a common ending, as README.txt, is no annotation after all."""
        if Path(file.name).suffix.lower() not in LOOSE_SUFFIXES:
            return False
        readings = {one.conversation for one in (file.one, file.both) if one is not None}
        if readings & {*self._audio.pairs, *self._audio.stereo}:
            return False
        document = self._document(file.name)
        return isinstance(document, FormatError) or not (
            isinstance(document, TurnscopeError) or document.n_found
        )

    def _recordings(self, name: str) -> set[str]:
        """Recordings that a file names itself."""
        if not any(one.carries_recordings for one in self._annotations[name].formats):
            return set()
        document = self._document(name)
        if not isinstance(document, Document):
            return set()
        return {cue.recording for cue in document.cues if cue.recording}

    def _find_ids(self) -> tuple[str, ...]:
        audio = {*self._audio.pairs, *self._audio.stereo}
        ids = dict.fromkeys(audio)
        for name, named in self._named.items():
            recordings = self._recordings(name)
            if not recordings:
                ids[named.conversation] = None
            elif not audio:
                ids.update(dict.fromkeys(recordings))
        raise_all([fault for i in ids if (fault := id_fault(i, self.name))])
        if not ids:
            raise CorpusError(
                Fault(
                    self.name,
                    f"no conversation among {len(self._scan.files)} files",
                    "stereo audio, two mono files a conversation (<id>_1, <id>_2), or annotations",
                    "; ".join(f"{name}: {why}" for name, why in self._audio.others.values()),
                )
            )
        return tuple(sorted(ids, key=natural_key))

    def _recording(self, conversation_id: str) -> Recording:
        files, options = self._scan.files, self.options
        pair = self._audio.pairs.get(conversation_id)
        if pair is not None:
            first, second = pair[::-1] if options.swap else pair
            return Recording.of_pair(
                conversation_id,
                files[first],
                files[second],
                offsets_s=options.offsets_s,
                names=(first, second),
            )
        stereo = self._audio.stereo.get(conversation_id)
        if stereo is not None:
            return Recording.of_stereo(
                conversation_id,
                files[stereo],
                swap=options.swap,
                offsets_s=options.offsets_s,
                name=stereo,
            )
        name, why = self._audio.others.get(conversation_id, ("", "no audio"))
        where = f"conversation {conversation_id}" + (f" ({name})" if name else "")
        raise CorpusError(Fault(where, why, "a stereo file, or two mono files <id>_1 and <id>_2"))

    @cached_property
    def _told(self) -> Mapping[str, tuple[Metadata, float | None]]:
        told: dict[str, tuple[Metadata, float | None]] = {}
        faults: list[Fault] = []
        for name, path in self._scan.files.items():
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
        ids = {i for i, files in self._files_of.items() if folder in map(_folder, files)}
        if len(ids) != 1:
            found = f"metadata of one conversation beside {len(ids)} of them"
            raise CorpusError(Fault(name, found, "{id: {...}} for several"))
        return [(ids.pop(), entries)]

    @cached_property
    def _files_of(self) -> Mapping[str, list[str]]:
        files: dict[str, list[str]] = {i: [] for i in self.ids}
        for conversation_id in self.ids:
            files[conversation_id] += self._audio.pairs.get(conversation_id, ())
            if conversation_id in self._audio.stereo:
                files[conversation_id].append(self._audio.stereo[conversation_id])
        for name, named in self._named.items():
            if named.conversation in files:
                files[named.conversation].append(name)
        return files

    def _known_duration(self, conversation_id: str) -> float | None:
        """The duration by everything but annotations; None if nothing tells it."""
        asked_s = self.options.durations_s.get(conversation_id)
        if asked_s is not None:
            return asked_s
        told_s = self._told.get(conversation_id, (None, None))[1]
        if told_s is not None:
            return told_s
        if conversation_id in {*self._audio.pairs, *self._audio.stereo}:
            return self._recording(conversation_id).duration_s
        if conversation_id in self._audio.others:
            name = self._audio.others[conversation_id][0]
            header = Channel(self._scan.files[name], name=name).header()
            return header.n_samples / header.rate_hz
        return None

    def _hashed_parts(self) -> Sequence[tuple[str, bytes]]:
        parts = [(name, read_bytes(self._scan.files[name])) for name in self._named]
        for conversation_id in self.ids:
            duration_s = self._known_duration(conversation_id)
            parts.append((conversation_id, repr(duration_s).encode()))
        return parts

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
        self._note_unused(placed, tracks)
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
        for name, named in self._named.items():
            document = self._document(name)
            if isinstance(document, TurnscopeError):
                faults += document.faults
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
                stops = [cue.end_s for cue in cues if cue.end_s is not None]
                ends[conversation_id] = max([ends.get(conversation_id, 0.0), *stops])
        durations: dict[str, float] = {}
        taken = []
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
                where = f"conversation {conversation_id}"
                faults.append(Fault(where, "its duration is not known", "one", _ADD))
            else:
                durations[conversation_id] = duration_s
        if taken:
            found = f"{len(taken)} durations are the last annotation's end, first {taken[0]}"
            self._notes.append(Fault(self.name, found, "the audio's duration"))
        return durations

    def _note_unused(self, placed: Placement, tracks: Mapping[Key, Track]) -> None:
        self._notes += self._scan.notes
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
        used = {*self._named, *self._audio.stereo.values()}
        used |= {name for pair in self._audio.pairs.values() for name in pair}
        whys = {name: why for name, why in self._audio.others.values()}
        used |= {n for i, (n, _) in self._audio.others.items() if i in annotated}
        for name in self._scan.files:
            if name not in used and Path(name).name not in SPECIAL_FILES:
                why = whys.get(name, "")
                document = self._documents.get(name)
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
        for file in ("mapping.toml", "mapping.yaml", "mapping.yml"):
            if (path / file).exists():
                options = replace(options, mapping=read_mapping(path / file))
                break
    return FolderCorpus(path, name, options)


FOLDER = Source(
    "a plain folder of audio (<id>.wav, or <id>_1.wav and <id>_2.wav) and annotations "
    "(<id>.TextGrid, <id>_1.srt and <id>_2.srt, ...)",
    _detect,
    _open,
)
"""Anything else that can be told by file names."""

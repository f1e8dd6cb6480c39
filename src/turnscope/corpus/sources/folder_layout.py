"""Which file of a plain folder is what: whose audio, whose annotations, and what is neither."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from turnscope.core.conversation import id_fault
from turnscope.corpus.audio import Recording
from turnscope.corpus.formats.base import Document
from turnscope.corpus.sources.annotation_files import LOOSE_SUFFIXES, natural_key, read_document
from turnscope.corpus.sources.base import Options, raise_all
from turnscope.corpus.sources.folder_names import Named
from turnscope.corpus.sources.folder_scan import (
    AnnotationPath,
    AudioPaths,
    Scan,
    annotation_paths,
    audio_paths,
    scan,
)
from turnscope.errors import CorpusError, Fault, FormatError, TurnscopeError

__all__ = ["FolderLayout"]


class FolderLayout:
    """The files of a folder by the part they play.

    Annotations are read only where names alone do not tell: files that may speak of several
    recordings, pairs that may be two conversations, and ``.txt`` and the like.
    """

    def __init__(self, root: Path, name: str, options: Options) -> None:
        self.root = root
        self.name = name
        self.options = options
        self.documents: dict[str, Document | TurnscopeError] = {}

    @cached_property
    def scan(self) -> Scan:
        """The files, hidden ones apart."""
        return scan(self.root)

    @property
    def _root_name(self) -> str:
        return self.root.resolve().name

    @cached_property
    def audio(self) -> AudioPaths:
        """Audio files by what they are; CorpusError if they contradict each other."""
        found = audio_paths(self.scan.files, self._root_name)
        raise_all(found.faults)
        return found

    @cached_property
    def annotations(self) -> Mapping[str, AnnotationPath]:
        """Files that are annotations by their endings."""
        found = annotation_paths(
            tuple(self.scan.files), self._root_name, self.options.annotation_format
        )
        return {one.name: one for one in found}

    def document(self, name: str) -> Document | TurnscopeError:
        """An annotation file read, or why it could not be; once only."""
        if name not in self.documents:
            try:
                path, formats = self.scan.files[name], self.annotations[name].formats
                self.documents[name] = read_document(path, name, formats)[0]
            except TurnscopeError as error:
                self.documents[name] = error
        return self.documents[name]

    @cached_property
    def named(self) -> Mapping[str, Named]:
        """Of every annotation file that is used, the reading of its name that fits the rest."""
        return {
            name: one.one if one.one is not None and self._is_one(one) else one.both
            for name, one in self.annotations.items()
            if not self._is_foreign(one)
        }

    def _is_one(self, file: AnnotationPath) -> bool:
        """Whether a file is one speaker's."""
        assert file.one is not None
        if file.both.conversation in self.audio.stereo:
            return False
        if file.one.conversation in self.audio.pairs:
            return True
        if not file.partner:
            return False
        if not any(one.carries_tiers for one in file.formats):
            return True
        # Two files of two tiers each are two conversations: KB3_1.cha and KB3_2.cha.
        mapping = self.options.mapping
        for name in (file.name, file.partner):
            document = self.document(name)
            if isinstance(document, Document):
                tiers = {cue.tier for cue in document.cues}
                if len(tiers - set(mapping.ignore) - set(mapping.annotators)) > 1:
                    return False
        return True

    def _is_foreign(self, file: AnnotationPath) -> bool:
        """Whether a file of a common ending, as README.txt, is no annotation after all."""
        if file.ending not in LOOSE_SUFFIXES:
            return False
        readings = {one.conversation for one in (file.one, file.both) if one is not None}
        if readings & {*self.audio.pairs, *self.audio.stereo}:
            return False
        document = self.document(file.name)
        if isinstance(document, TurnscopeError):
            return isinstance(document, FormatError)
        # An empty file is a track without events if its name says whose, else just empty.
        says_whose = file.partner or file.both.annotator is not None
        return not (document.n_found or says_whose)

    def _recordings(self, name: str) -> set[str]:
        """Recordings that a file names itself."""
        if not any(one.carries_recordings for one in self.annotations[name].formats):
            return set()
        document = self.document(name)
        if not isinstance(document, Document):
            return set()
        return {cue.recording for cue in document.cues if cue.recording}

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """Conversation ids in natural order; CorpusError if there are none."""
        audio = {*self.audio.pairs, *self.audio.stereo}
        ids = dict.fromkeys(audio)
        for name, named in self.named.items():
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
                    f"no conversation among {len(self.scan.files)} files",
                    "stereo audio, two mono files a conversation (<id>_1, <id>_2), or annotations",
                    "; ".join(f"{name}: {why}" for name, why in self.audio.others.values()),
                )
            )
        return tuple(sorted(ids, key=natural_key))

    def recording(self, conversation_id: str) -> Recording:
        """The audio of a conversation; CorpusError with the reason if it has none of use."""
        files, options = self.scan.files, self.options
        pair = self.audio.pairs.get(conversation_id)
        if pair is not None:
            first, second = pair[::-1] if options.swap else pair
            return Recording.of_pair(
                conversation_id,
                files[first],
                files[second],
                offsets_s=options.offsets_s,
                names=(first, second),
            )
        stereo = self.audio.stereo.get(conversation_id)
        if stereo is not None:
            return Recording.of_stereo(
                conversation_id,
                files[stereo],
                swap=options.swap,
                offsets_s=options.offsets_s,
                name=stereo,
            )
        name, why = self.audio.others.get(conversation_id, ("", "no audio"))
        where = f"conversation {conversation_id}" + (f" ({name})" if name else "")
        raise CorpusError(Fault(where, why, "a stereo file, or two mono files <id>_1 and <id>_2"))

    @cached_property
    def files_of(self) -> Mapping[str, list[str]]:
        """Audio and annotation files of each conversation, by what their names say."""
        files: dict[str, list[str]] = {i: [] for i in self.ids}
        for conversation_id in self.ids:
            files[conversation_id] += self.audio.pairs.get(conversation_id, ())
            if conversation_id in self.audio.stereo:
                files[conversation_id].append(self.audio.stereo[conversation_id])
        for name, named in self.named.items():
            if named.conversation in files:
                files[named.conversation].append(name)
        return files

"""The raw delivery of TurnBench and its training set: a folder a conversation.

::

    20/
      speaker_1_audio.flac            or .wav; speaker 2 likewise
      speaker_1_annotation_a.srt      b, c; speaker 2 likewise (training set: a alone)
      metadata.json                   the keys of the parquet's metadata; duration_s if known
      combined_audio.wav              optional, stereo, channel 1 = speaker 1; not needed
      truth.json                      what truly happened, of simulated ones; not read here
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from turnscope.core.conversation import SPEAKERS, Conversation, Metadata, id_fault
from turnscope.core.tracks import Track
from turnscope.corpus.audio import Recording
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.mapping import ANNOTATORS
from turnscope.corpus.metadata import parse_metadata
from turnscope.corpus.sources.annotation_files import labelled, natural_key, read_document
from turnscope.corpus.sources.base import (
    Options,
    ReadOnce,
    Source,
    conversation_of,
    raise_all,
)
from turnscope.errors import CorpusError, Fault, TurnscopeError
from turnscope.files.reading import read_bytes
from turnscope.files.strict_json import parse_json

__all__ = ["DELIVERY", "DeliveryCorpus"]

_AUDIO = (".flac", ".wav")
_OURS = re.compile(r"speaker_(\d+)_(annotation_[^.]+\.srt|audio\.(flac|wav))")
_BESIDE = ("combined_audio.wav", "combined_audio.flac", "metadata.json", "truth.json")
_ADD = (
    "Add speaker_1_audio.wav (or .flac), duration_s in metadata.json, or a durations file "
    '{"durations": {id: seconds}}'
)


class DeliveryCorpus(ReadOnce):
    """Conversations in folders of six (or two) SRT files each."""

    source = "delivery"

    def __init__(self, root: Path, name: str, options: Options) -> None:
        super().__init__(name, options)
        self.root = root

    def _find_ids(self) -> tuple[str, ...]:
        raise_all([fault for i in self._folders if (fault := id_fault(i, self.name))])
        return tuple(self._folders)

    @cached_property
    def _folders(self) -> Mapping[str, Path]:
        if _is_conversation(self.root):
            return {self.root.resolve().name: self.root}
        folders = [path for path in _listed(self.root) if _is_conversation(path)]
        return {path.name: path for path in sorted(folders, key=lambda p: natural_key(p.name))}

    @cached_property
    def _annotators(self) -> tuple[str, ...]:
        """Those of whom any conversation has a file."""
        return tuple(
            annotator
            for annotator in ANNOTATORS
            if any(
                (folder / _srt(speaker, annotator)).exists()
                for folder in self._folders.values()
                for speaker in SPEAKERS
            )
        )

    def _audio(self, folder: Path, speaker: int) -> Path | None:
        files = [folder / f"speaker_{speaker}_audio{suffix}" for suffix in _AUDIO]
        return next((file for file in files if file.exists()), None)

    @property
    def _order(self) -> tuple[int, ...]:
        """Whose stored channel speakers 1 and 2 have."""
        return SPEAKERS[::-1] if self.options.swap else SPEAKERS

    def _recording(self, conversation_id: str) -> Recording:
        folder = self._folders[conversation_id]
        pair = [self._audio(folder, speaker) for speaker in self._order]
        names = [f"{conversation_id}/{path.name}" for path in pair if path is not None]
        if pair[0] is not None and pair[1] is not None:
            return Recording.of_pair(
                conversation_id,
                pair[0],
                pair[1],
                offsets_s=self.options.offsets_s,
                names=(names[0], names[1]),
            )
        both = [folder / name for name in _BESIDE[:2] if (folder / name).exists()]
        if both and not names:
            return Recording.of_stereo(
                conversation_id,
                both[0],
                swap=self.options.swap,
                offsets_s=self.options.offsets_s,
                name=f"{conversation_id}/{both[0].name}",
            )
        there = " and ".join(names) if names else "no audio"
        raise CorpusError(
            Fault(f"conversation {conversation_id}", there, "audio of speakers 1 and 2")
        )

    def _told(self, conversation_id: str) -> tuple[Metadata, float | None]:
        name = f"{conversation_id}/metadata.json"
        data = read_bytes(self._folders[conversation_id] / "metadata.json")
        return parse_metadata(parse_json(data, name), name)

    def _duration(self, conversation_id: str, told_s: float | None) -> float:
        asked_s = self.options.durations_s.get(conversation_id)
        if asked_s is not None:
            return asked_s
        if told_s is not None:
            return told_s
        folder = self._folders[conversation_id]
        own = self._audio(folder, self._order[0])
        if own is None and not any((folder / name).exists() for name in _BESIDE[:2]):
            where = f"conversation {conversation_id}"
            raise CorpusError(Fault(where, "its duration is not known", "one", _ADD))
        if own is not None:
            offsets_s = self.options.offsets_s
            return Recording.of_pair(conversation_id, own, own, offsets_s=offsets_s).duration_s
        return self._recording(conversation_id).duration_s

    def _hashed_parts(self) -> Sequence[tuple[str, bytes]]:
        parts = []
        for conversation_id, folder in self._folders.items():
            for speaker in SPEAKERS:
                for annotator in self._annotators:
                    name = _srt(speaker, annotator)
                    parts.append((f"{conversation_id}/{name}", read_bytes(folder / name)))
            name = "metadata.json"
            parts.append((f"{conversation_id}/{name}", read_bytes(folder / name)))
            duration_s = self._duration(conversation_id, self._told(conversation_id)[1])
            parts.append((conversation_id, repr(duration_s).encode()))
        return parts

    def surroundings(self) -> tuple[str, ...]:
        """The files of every conversation, and folders that are none."""
        beside = [f"{path.name}/" for path in _listed(self.root) if path.is_dir()]
        files = [
            f"{conversation_id}/{path.name}"
            for conversation_id, folder in self._folders.items()
            for path in _listed(folder)
        ]
        return (*beside, *files)

    def _read_conversations(self) -> tuple[Conversation, ...]:
        faults: list[Fault] = []
        if not self._annotators:
            expected = "speaker_1_annotation_a.srt and the like"
            faults.append(Fault(self.name, "no annotations in any conversation", expected))
        self._notes += _unused(self.root, tuple(self._folders.values()))
        read = [self._conversation(conversation_id, faults) for conversation_id in self.ids]
        raise_all(faults)
        return tuple(conversation for conversation in read if conversation is not None)

    def _conversation(self, conversation_id: str, faults: list[Fault]) -> Conversation | None:
        n_before = len(faults)
        folder = self._folders[conversation_id]
        faults += self._missing(conversation_id)
        metadata, duration_s = Metadata(), None
        try:
            if (folder / "metadata.json").exists():
                metadata, duration_s = self._told(conversation_id)
            duration_s = self._duration(conversation_id, duration_s)
        except TurnscopeError as error:
            faults += error.faults
        tracks: dict[tuple[int, str], Track] = {}
        for speaker in SPEAKERS:
            for annotator in self._annotators:
                if (folder / _srt(speaker, annotator)).exists():
                    try:
                        track = self._track(conversation_id, speaker, annotator, duration_s)
                        tracks[speaker, annotator] = track
                    except TurnscopeError as error:
                        faults += error.faults
        if len(faults) > n_before or duration_s is None:
            return None
        return conversation_of(conversation_id, duration_s, tracks, metadata)

    def _track(
        self, conversation_id: str, speaker: int, annotator: str, duration_s: float | None
    ) -> Track:
        name = f"{conversation_id}/{_srt(speaker, annotator)}"
        path = self._folders[conversation_id] / _srt(speaker, annotator)
        document, _ = read_document(path, name, [FORMATS["srt"]])
        label_of = self.options.mapping.labeller("any")
        return self._admit(
            {0: [labelled(cue, label_of) for cue in document.cues]},
            document,
            name,
            {} if duration_s is None else {0: duration_s},
        )[0]

    def _missing(self, conversation_id: str) -> list[Fault]:
        folder = self._folders[conversation_id]
        wanted = [_srt(s, annotator) for s in SPEAKERS for annotator in self._annotators]
        wanted.append("metadata.json")
        faults = [
            Fault(f"{conversation_id}/{name}", "no such file", "every file of the layout")
            for name in wanted
            if not (folder / name).exists()
        ]
        audio = {speaker: self._audio(folder, speaker) for speaker in SPEAKERS}
        if any(audio.values()):
            faults += [
                Fault(f"{conversation_id}/speaker_{s}_audio", "no such file", "both speakers'")
                for s, path in audio.items()
                if path is None
            ]
        for path in _listed(folder):
            match = _OURS.fullmatch(path.name)
            if match and match.group(1) not in ("1", "2"):
                where = f"{conversation_id}/{path.name}"
                faults.append(Fault(where, f"speaker {match.group(1)}", "two speakers, 1 and 2"))
        return faults


def _srt(speaker: int, annotator: str) -> str:
    return f"speaker_{speaker}_annotation_{annotator}.srt"


def _listed(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise CorpusError(
            Fault(str(folder), f"cannot be read ({error.strerror})", "a folder")
        ) from None


def _is_conversation(folder: Path) -> bool:
    return folder.is_dir() and any(_OURS.fullmatch(path.name) for path in _listed(folder))


def _unused(root: Path, folders: tuple[Path, ...]) -> list[Fault]:
    known = {_srt(s, annotator) for s in SPEAKERS for annotator in ANNOTATORS}
    known |= {f"speaker_{s}_audio{suffix}" for s in SPEAKERS for suffix in _AUDIO} | {*_BESIDE}
    # Files beside the conversations (a README, lists of ids) are no part of any.
    paths = [path for path in _listed(root) if path.is_dir() and path not in folders]
    if root in folders:
        paths = []
    for folder in folders:
        paths += [path for path in _listed(folder) if path.name not in known]
    faults = [
        Fault(str(path.relative_to(root)), "not used", "nothing but the files of this layout")
        for path in paths
    ]
    for folder in folders:
        for speaker in SPEAKERS:
            there = [f"speaker_{speaker}_audio{suffix}" for suffix in _AUDIO]
            taken, *others = [name for name in there if (folder / name).exists()] or [""]
            for name in others:
                where = str((folder / name).relative_to(root))
                faults.append(Fault(where, f"not used: {taken} is taken", "one of the two"))
    return faults


def _detect(path: Path) -> bool:
    if not path.is_dir():
        return False
    return _is_conversation(path) or any(_is_conversation(child) for child in _listed(path))


def _open(path: Path, name: str, options: Options) -> DeliveryCorpus:
    return DeliveryCorpus(path, name, options)


DELIVERY = Source(
    "folders of speaker_1_annotation_a.srt, speaker_1_audio.wav, metadata.json", _detect, _open
)
"""The layout of the raw delivery and of the training set."""

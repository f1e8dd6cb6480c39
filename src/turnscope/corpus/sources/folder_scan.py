"""The files of a plain folder and what each can be, without reading annotations."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from turnscope.corpus.audio import Channel
from turnscope.corpus.formats.base import Format
from turnscope.corpus.sources.annotation_files import formats_of, natural_key
from turnscope.corpus.sources.folder_names import Named, partners, readings
from turnscope.errors import CorpusError, Fault, TurnscopeError

__all__ = [
    "AUDIO_SUFFIXES",
    "SPECIAL_FILES",
    "AnnotationPath",
    "AudioPaths",
    "Scan",
    "annotation_paths",
    "audio_paths",
    "scan",
]

AUDIO_SUFFIXES = frozenset(
    (
        *(".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff", ".aifc", ".au"),
        *(".caf", ".w64", ".rf64", ".sph"),
    )
)
"""Endings taken for audio."""

SPECIAL_FILES = frozenset(
    ("metadata.json", "durations.json", "mapping.toml", "mapping.yaml", "mapping.yml")
)
"""Names with a meaning of their own."""

_DEEPEST = 3


@dataclass(frozen=True, slots=True)
class Scan:
    """Regular files below a folder, hidden ones apart.

    Attributes:
        files: name relative to the folder, with ``/`` -> path; in natural order.
        notes: what was not looked into: links that lead back, folders too deep.
    """

    files: Mapping[str, Path]
    notes: tuple[Fault, ...]


def scan(root: Path) -> Scan:
    """List the files in a folder and the folders in it, three levels deep; links are followed.

    Raises:
        CorpusError: naming every folder that cannot be read.
    """
    files: dict[str, Path] = {}
    notes: list[Fault] = []
    faults: list[Fault] = []
    seen: set[str] = set()

    def walk(folder: Path, prefix: str, depth: int) -> None:
        real = os.path.realpath(folder)
        if real in seen:
            notes.append(Fault(prefix.rstrip("/"), "not used: a link to a folder already read"))
            return
        if depth > _DEEPEST:
            found = f"not used: more than {_DEEPEST} folders deep"
            notes.append(Fault(prefix.rstrip("/"), found))
            return
        seen.add(real)
        try:
            names = sorted((path.name for path in folder.iterdir()), key=natural_key)
        except OSError as error:
            faults.append(Fault(prefix or str(root), f"cannot be read ({error.strerror})"))
            return
        for name in names:
            path = folder / name
            if name.startswith("."):
                continue
            if path.is_dir():
                walk(path, f"{prefix}{name}/", depth + 1)
            elif path.is_file():
                files[prefix + name] = path
            else:
                found = "not used: a link to nothing, or no regular file"
                notes.append(Fault(prefix + name, found))

    walk(root, "", 0)
    if faults:
        raise CorpusError(faults)
    return Scan(files, tuple(notes))


@dataclass(frozen=True, slots=True)
class AudioPaths:
    """Audio files by what they are to conversations, by conversation id and as scanned names.

    Attributes:
        pairs: one file a speaker.
        stereo: one file of two channels.
        others: files that are neither, and why: one channel, more than two, undecodable.
        faults: ids that several files claim, pairs that do not fit together.
    """

    pairs: dict[str, tuple[str, str]] = field(default_factory=dict)
    stereo: dict[str, str] = field(default_factory=dict)
    others: dict[str, tuple[str, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


def audio_paths(files: Mapping[str, Path], root_name: str) -> AudioPaths:
    """Sort out the audio files, reading their headers."""
    names = [name for name in files if Path(name).suffix.lower() in AUDIO_SUFFIXES]
    n_channels: dict[str, int] = {}
    reasons: dict[str, str] = {}
    for name in names:
        try:
            n_channels[name] = Channel(files[name], name=name).header().n_channels
        except TurnscopeError as error:
            fault = error.faults[0]
            n_channels[name], reasons[name] = 1, fault.found
    read = {name: _read_name(name, Path(name).stem, root_name) for name in names}
    pairs = partners((name, read[name][0], _folder_of(name)) for name in names)
    found = AudioPaths()
    for name in names:
        pair = pairs.get(name)
        named, both = read[name]
        counts = {n_channels[one] for one in pair or ()}
        if pair is not None and named is not None and 1 in counts:
            if counts != {1}:
                _mismatch(pair, n_channels, found)
            elif found.pairs.setdefault(named.conversation, pair) != pair:
                found.faults.append(_claimed(named.conversation, name, found.pairs))
        elif n_channels[name] == 2:
            whole = _whole(name, both)
            if found.stereo.setdefault(whole, name) != name:
                found.faults.append(_claimed(whole, name, found.stereo))
        else:
            why = f"{n_channels[name]} channel(s), no partner"
            found.others[_whole(name, both)] = (name, reasons.get(name, why))
    return found


def _whole(name: str, both: Named) -> str:
    # Audio has no annotator: c.a.wav is conversation c.a.
    return both.conversation if both.annotator is None else Path(name).stem


def _mismatch(pair: tuple[str, str], n_channels: Mapping[str, int], found: AudioPaths) -> None:
    told = " and ".join(f"{n_channels[one]} in {one}" for one in pair)
    fault = Fault(pair[0], f"channels do not match: {told}", "one file a speaker, or stereo files")
    if fault not in found.faults:
        found.faults.append(fault)


def _claimed(conversation: str, name: str, first: Mapping[str, object]) -> Fault:
    found = f"audio of conversation {conversation} again, first in {first[conversation]}"
    return Fault(name, found, "one recording a conversation", "Remove or rename one")


@dataclass(frozen=True, slots=True)
class AnnotationPath:
    """An annotation file and how its name reads.

    Attributes:
        name: relative to the folder.
        ending: of the name, by which the formats were told; lower case.
        formats: what it may be.
        one: its reading as one speaker's file if it has a partner, else None.
        both: its reading as both speakers' file.
        partner: the name of the other speaker's file, "" if there is none.
    """

    name: str
    ending: str
    formats: tuple[Format, ...]
    one: Named | None
    both: Named
    partner: str


def annotation_paths(
    names: Sequence[str], root_name: str, only: str | None
) -> tuple[AnnotationPath, ...]:
    """The files that are annotations by their endings, in natural order."""
    kinds = {}
    for name in names:
        if Path(name).suffix.lower() not in AUDIO_SUFFIXES and Path(name).name not in SPECIAL_FILES:
            stem, formats = formats_of(name, only)
            if formats:
                kinds[name] = (stem, formats)
    read = {name: _read_name(name, stem, root_name) for name, (stem, _) in kinds.items()}
    pairs = partners(
        (name, read[name][0], (_folder_of(name), tuple(f.name for f in kinds[name][1])))
        for name in kinds
    )
    return tuple(
        AnnotationPath(
            name,
            name[name.rindex(stem) + len(stem) :].lower(),
            formats,
            read[name][0],
            read[name][1],
            next((one for one in pairs.get(name, ()) if one != name), ""),
        )
        for name, (stem, formats) in kinds.items()
    )


def _folder_of(name: str) -> str:
    return name.rpartition("/")[0]


def _read_name(name: str, stem: str, root_name: str) -> tuple[Named | None, Named]:
    folder = _folder_of(name)
    return readings(stem, folder.rpartition("/")[2] or root_name, is_root=not folder)

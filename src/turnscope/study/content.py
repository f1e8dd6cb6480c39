"""What a kept result depends on, as hashes: the audio by its bytes, the system by all it tells.

Of a recording: SHA-256 over the bytes of each audio *file* or parquet cell, not over decoded
samples. That costs a read of the file, a small part of hearing it; a file with both channels is
read once. A copy or another name of the same file is the same audio, and the same audio in
another container is not.

Of a system: its card (name, version, parameters), this package's code and the libraries below
it; the specification and parameters it was named by, with the bytes of every file they name
(``cmd: python model.py``). Of one that does not come with the package also the source file of its
class and, for an object, everything in it. What such a system reads besides (weights, modules of
its own) only its version can tell.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import pickle
import sys
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from pathlib import Path

from turnscope.corpus.audio import Channel, Recording
from turnscope.errors import CorpusError, Fault
from turnscope.study.code_state import code_state
from turnscope.study.sources import Named, Source
from turnscope.systems.base import System
from turnscope.version import __version__

__all__ = ["audio_hashes", "heard_key", "library_versions", "system_hash"]

_LAYOUT = 1
"""Raised whenever what is kept changes its meaning."""

_LIBRARIES = (
    "numpy",
    "soxr",
    "soundfile",
    "onnxruntime",
    "webrtcvad-wheels",
    "ctranslate2",
    "tokenizers",
    "torch",
    "transformers",
    "gguf",
    "pipecat-ai",
)
_ROOMS = ("core", "corpus", "models", "systems")
_OURS = "turnscope"


@cache
def library_versions() -> Mapping[str, str]:
    """The versions of what computes a result: of this package, Python, and libraries in use."""
    found = {_OURS: __version__, "python": ".".join(map(str, sys.version_info[:3]))}
    for name in _LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def audio_hashes(recording: Recording) -> tuple[str, str]:
    """SHA-256 of the bytes behind each of the two channels.

    Raises:
        CorpusError: if a file is missing or cannot be read.
    """
    first, second = recording.channels
    if first.content is second.content or first.content == second.content:
        return (same := _hash(first, recording.where(1)), same)
    return _hash(first, recording.where(1)), _hash(second, recording.where(2))


def _hash(channel: Channel, where: str) -> str:
    if isinstance(channel.content, bytes):
        return hashlib.sha256(channel.content).hexdigest()
    channel.header(where)
    try:
        return _file_hash(channel.content)
    except OSError as error:
        raise CorpusError(
            Fault(where, f"cannot be read ({error.strerror or error})", "an audio file")
        ) from None


def system_hash(source: Source, system: System) -> str | None:
    """The hash of all that is known of a system.

    Args:
        source: the system as it was given.
        system: the system.

    Returns:
        None where nobody can tell whether it is the same again: the source of its class is not
        at hand, or it is an object that cannot be pickled.
    """
    parts = [json.dumps(system.card.stamp(), sort_keys=True, default=repr)]
    if not type(system).__module__.startswith(f"{_OURS}."):
        try:
            parts += [path for each in type(system).__mro__ for path in _source(each)]
            if not isinstance(source, Named):
                parts.append(hashlib.sha256(pickle.dumps(system)).hexdigest())
        except Exception:  # whatever a foreign object raises, it has no hash
            return None
    if isinstance(source, Named):
        parts += [source.specification, *map(repr, source.parameters)]
        words = [*source.specification.split(), *(str(value) for _, value in source.parameters)]
        parts += [_file_hash(Path(word)) for word in words if _is_file(word)]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def _is_file(word: str) -> bool:
    try:
        return Path(word).is_file()
    except (OSError, ValueError):
        return False


def _file_hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _source(kind: type) -> list[str]:
    if kind.__module__.split(".")[0] in {_OURS, *sys.stdlib_module_names} - {"__main__"}:
        return []
    path = inspect.getsourcefile(kind)
    text = Path(path).read_bytes() if path else inspect.getsource(kind).encode()
    return [hashlib.sha256(text).hexdigest()]


def heard_key(system: str, recording: Recording, hashes: tuple[str, str]) -> str:
    """The key of what a system says in a conversation: of its hash, the audio, versions, code."""
    channels = [
        (content, channel.index, channel.offset_s)
        for content, channel in zip(hashes, recording.channels, strict=True)
    ]
    told = json.dumps([_LAYOUT, dict(library_versions()), code_state(*_ROOMS), system, channels])
    return hashlib.sha256(told.encode()).hexdigest()

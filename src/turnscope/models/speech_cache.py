"""What voices rendered, kept on disk by content: a text is rendered once on this machine.

A file a text: 16-bit samples, the words and their times. It holds its own key, so that a file
that is damaged or another's is rendered anew and replaced. A cache that cannot be written (full
disk, no permission) costs time, never a result.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from platformdirs import user_cache_path

from turnscope.errors import TurnscopeError
from turnscope.files.writing import staged
from turnscope.models.speech import Spoken, SpokenWord

__all__ = ["kept_speech", "speech_directory"]

_FOLDER = "TURNSCOPE_SPEECH"
_STEPS = 32768.0


def speech_directory() -> Path:
    """Where this user's rendered speech is kept."""
    given = os.environ.get(_FOLDER)
    return Path(given) if given else user_cache_path("turnscope") / "speech"


def kept_speech(key: tuple[str, ...], render: Callable[[str], Spoken]) -> Spoken:
    """The speech of a key, from the cache or rendered and kept.

    Args:
        key: all that shapes the sound; the text is its last part.
        render: makes it; its samples lie on 16-bit steps.

    Raises:
        ModelError: as ``render`` does.
    """
    told = json.dumps(key)
    digest = hashlib.sha256(told.encode()).hexdigest()
    path = speech_directory() / digest[:2] / f"{digest}.npz"
    found = _read(path, told, key[-1])
    if found is None:
        found = render(key[-1])
        _write(path, told, found)
    return found


def _read(path: Path, told: str, text: str) -> Spoken | None:
    try:
        with np.load(io.BytesIO(path.read_bytes()), allow_pickle=False) as kept:
            if str(kept["key"]) != told:
                return None
            samples = kept["samples"].astype(np.float32) / np.float32(_STEPS)
            rate_hz = int(kept["rate_hz"])
            words = tuple(
                SpokenWord(str(word), float(start), float(end))
                for word, (start, end) in zip(
                    json.loads(str(kept["words"])), kept["edges"], strict=True
                )
            )
        return Spoken(text, float(len(samples) / rate_hz), words, samples, rate_hz)
    except (OSError, EOFError, KeyError, ValueError, ZeroDivisionError, zipfile.BadZipFile):
        return None


def _write(path: Path, told: str, spoken: Spoken) -> None:
    if spoken.samples is None:
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with staged(path) as temporary, temporary.open("wb") as stream:
            np.savez(
                stream,
                key=np.array(told),
                samples=np.rint(spoken.samples * _STEPS).astype(np.int16),
                rate_hz=np.array(spoken.rate_hz),
                words=np.array(json.dumps([word.text for word in spoken.words])),
                edges=np.array([(word.start_s, word.end_s) for word in spoken.words]),
            )
    except (OSError, TurnscopeError):
        return

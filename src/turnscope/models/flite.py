"""flite: plain voices that need no weights, run as the program ``flite``, at 16 kHz.

The program prints when each phone ends, not which word it belongs to. So each word is also asked
for alone, once, and the two rows of phones are laid against each other.

Source: CMU Flite 2 (its own permissive licence); Debian: ``apt install flite``.
"""

from __future__ import annotations

import difflib
import io
import shutil
import subprocess
import tempfile
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import soundfile

from turnscope.errors import Fault, ModelError
from turnscope.models.phonemes import bare
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.models.voice_sound import spoken_of

__all__ = ["RATE_HZ", "flite_mark", "flite_spoken"]

RATE_HZ = 16_000
"""Samples a second that it makes."""

_PAUSES = frozenset({"pau", "ssil"})
_LONGEST_RUN_S = 120.0

_Phones = list[tuple[str, float]]
"""The sounds of a text in order and when each ends, in seconds."""


def flite_mark() -> str:
    """The version the program tells.

    Raises:
        ModelError: if there is no such program.
    """
    return _told_version(_program())


def flite_spoken(voice: str, text: str, speed: float) -> Spoken:
    """A text in one of its voices, such as ``slt``; speed 1 is its own pace.

    Raises:
        ModelError: if the program is missing or fails, or the text gives no sound.
    """
    program = _program()
    name = f"flite:{voice}"
    phones, sound = _run(program, voice, text, speed)
    try:
        samples, rate_hz = soundfile.read(io.BytesIO(sound), dtype="float32")
    except soundfile.LibsndfileError as error:
        raise ModelError(Fault(f"voice {name}", f"{text!r} gave no sound ({error})")) from None
    if rate_hz != RATE_HZ:
        raise ModelError(Fault(f"voice {name}", f"{rate_hz} Hz", f"{RATE_HZ} Hz"))
    written = [token for token in map(bare, text.split()) if token]
    alone = [_alone(program, voice, token) for token in written]
    words = _words(written, alone, phones)
    return spoken_of(name, text, [(samples, words)], RATE_HZ)


def _words(written: list[str], alone: list[tuple[str, ...]], phones: _Phones) -> list[SpokenWord]:
    """Each word's time: from the start of its first phone to the end of its last."""
    starts = [0.0, *(end for _, end in phones[:-1])]
    heard = [
        (phone, start, end)
        for (phone, end), start in zip(phones, starts, strict=True)
        if phone not in _PAUSES
    ]
    if not heard:
        return []
    first = np.cumsum([0, *map(len, alone)])
    at = _laid([phone for each in alone for phone in each], [phone for phone, _, _ in heard])
    edges = [at[k] for k in first]
    found = []
    for k, word in enumerate(written):
        low, high = edges[k], edges[k + 1]
        start = heard[low][1] if low < len(heard) else heard[-1][2]
        found.append(SpokenWord(word, start, heard[high - 1][2] if high > low else start))
    return found


def _laid(expected: list[str], heard: list[str]) -> list[int]:
    """Where each place between expected phones lies between the heard ones."""
    at = [0] * (len(expected) + 1)
    matcher = difflib.SequenceMatcher(None, expected, heard, autojunk=False)
    for _, low, high, there, until in matcher.get_opcodes():
        for k in range(low, high):
            at[k] = there + (k - low) * (until - there) // (high - low)
    at[-1] = len(heard)
    return at


@lru_cache(maxsize=65_536)
def _alone(program: str, voice: str, word: str) -> tuple[str, ...]:
    phones, _ = _run(program, voice, word, 1.0)
    return tuple(phone for phone, _ in phones if phone not in _PAUSES)


def _run(program: str, voice: str, text: str, speed: float) -> tuple[_Phones, bytes]:
    where = f"voice flite:{voice}"
    with tempfile.TemporaryDirectory(prefix="turnscope-flite-") as scratch:
        target = Path(scratch, "spoken.wav")
        stretch = f"duration_stretch={1.0 / speed!r}"
        command = [program, "-voice", voice, "--setf", stretch, "-psdur", "-t", text]
        command += ["-o", str(target)]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, check=False, timeout=_LONGEST_RUN_S
            )
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            raise ModelError(Fault(where, f"{text!r} failed ({error})", "sound")) from None
        if done.returncode or not target.is_file():
            told = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
            raise ModelError(Fault(where, f"{text!r} failed ({told})", "sound"))
        pairs = [part.rpartition(":") for part in done.stdout.split()]
        return [(phone, float(end)) for phone, _, end in pairs], target.read_bytes()


def _program() -> str:
    found = shutil.which("flite")
    if found is None:
        hint = "Install it (Debian: apt install flite) or choose a voice of another kind"
        raise ModelError(Fault("voice flite", "no program flite on PATH", "it to speak", hint))
    return found


@cache
def _told_version(program: str) -> str:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if "version" in line]
    return lines[0].split("version:")[-1].strip() if lines else "unknown"

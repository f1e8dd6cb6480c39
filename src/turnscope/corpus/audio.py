"""A conversation's two channels of audio, wherever they are stored: one file, two, or bytes.

Decoding is libsndfile's (through soundfile): WAV, FLAC, Ogg (Vorbis, Opus), MP3, AIFF, CAF and
more, at any rate and bit depth. Samples come as float32 with full scale at 1.0. Integer files
lie in [-1, 1]; float files and lossy ones may go beyond, and such samples are kept as they are,
as are NaN and infinities: the recording check counts them.
"""

from __future__ import annotations

import io
import math
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from turnscope.errors import CorpusError, Fault

__all__ = ["Channel", "Header", "Recording", "header_of"]

_CHUNK = 65_536
_LFS_POINTER = b"version https://git-lfs"
_HELP = "Convert it to WAV or FLAC if it plays elsewhere; copy it again if not"

# libsndfile shortens a cut file's length in silence and says so only in its log
_PROMISED_BYTES = re.compile(r"(?:data|SSND|Data Size)\s*: (\d+) \(should be (\d+)\)")
_PROMISED_FRAMES = re.compile(r"'COMM' chunk \((\d+)\)|'ds64' chunk of (\d+)")
# writers that stream do not know the length and leave one of these
_UNKNOWN_BYTES = 0x7FFF_0000


@dataclass(frozen=True, slots=True)
class Header:
    """What an audio file says of itself, without decoding it.

    Attributes:
        rate_hz: samples a second.
        n_samples: samples of each channel; for MP3 without an index an estimate.
        n_channels: channels in the file.
        n_promised: samples of each channel that the file was meant to hold. More than
            ``n_samples`` if the file was cut off (known for WAV, AIFF, AU and RF64).
        container: libsndfile's name of the container, ``WAV`` or ``FLAC``.
        encoding: libsndfile's name of the sample encoding, ``PCM_16``.
    """

    rate_hz: int
    n_samples: int
    n_channels: int
    n_promised: int
    container: str
    encoding: str


@dataclass(frozen=True, slots=True, repr=False)
class Channel:
    """Where one speaker's audio is: a file or the bytes of one, and the channel within it.

    Attributes:
        content: a path, or the bytes of an audio file (a parquet cell).
        index: 0-based channel in that file.
        offset_s: seconds by which this channel lags the conversation's clock: sample 0 is heard
            at ``offset_s``. Positive values put zeros before it, negative ones cut its
            beginning, both to the nearest whole sample.
        name: what to call it in messages.

    Raises:
        CorpusError: for a negative index or an offset that is not a finite number.
    """

    content: Path | bytes
    index: int = 0
    offset_s: float = 0.0
    name: str = ""

    def __post_init__(self) -> None:
        faults = []
        if self.index < 0:
            faults.append(Fault(self.label, f"channel index {self.index}", "0 or more"))
        if not math.isfinite(self.offset_s):
            faults.append(Fault(self.label, f"offset {self.offset_s} s", "a finite number"))
        if faults:
            raise CorpusError(faults)

    @property
    def label(self) -> str:
        """Its name in messages: the given name, else the path, else the number of bytes."""
        if self.name:
            return self.name
        return (
            f"{len(self.content)} bytes" if isinstance(self.content, bytes) else f"{self.content}"
        )

    def __repr__(self) -> str:
        return f"Channel({self.label!r}, index={self.index}, offset_s={self.offset_s})"

    def header(self, where: str = "") -> Header:
        """Read the file's header.

        Args:
            where: how messages call it, if not by its label.

        Raises:
            CorpusError: if the file is missing, empty, not audio, holds no sample, or has no
                such channel.
        """
        where = where or self.label
        with _opened(self.content, where) as file:
            header = header_of(file)
        if header.n_samples < 1:
            raise CorpusError(Fault(where, "holds no sample", "audio", _HELP))
        if self.index >= header.n_channels:
            raise CorpusError(
                Fault(
                    where,
                    f"has {header.n_channels} channel(s), asked for number {self.index + 1}",
                    "a channel for each speaker",
                    "Give a stereo file, or one file for each speaker",
                )
            )
        return header

    def decoded(self, where: str = "") -> Iterator[NDArray[np.float32]]:
        """The file's own samples of this channel piece by piece, no offset applied.

        Raises:
            CorpusError: as :meth:`header`, and where decoding breaks off.
        """
        where = where or self.label
        header = self.header(where)
        n_done = 0
        with _opened(self.content, where) as file:
            while True:
                try:
                    piece = file.read(_CHUNK, dtype="float32", always_2d=True)
                except (soundfile.SoundFileError, OSError) as error:
                    raise CorpusError(
                        Fault(
                            where,
                            f"decoding broke off after sample {n_done} of {header.n_samples} "
                            f"({n_done / header.rate_hz:.3f} s): {_reason(error)}",
                            "an undamaged file",
                            "Copy it again from its source",
                        )
                    ) from None
                if not len(piece):
                    break
                n_done += len(piece)
                yield np.ascontiguousarray(piece[:, self.index])
        if not n_done:
            found = f"none of its {header.n_samples} samples can be decoded"
            raise CorpusError(Fault(where, found, "audio", _HELP))


@dataclass(frozen=True, slots=True)
class Recording:
    """Two channels on one clock.

    Every method raises CorpusError, naming conversation, speaker and file, for audio that is
    missing, undecodable, empty, or without the channel asked for.

    Attributes:
        conversation_id: whose audio it is.
        channels: where speakers 1 and 2 are.
    """

    conversation_id: str
    channels: tuple[Channel, Channel]

    @classmethod
    def of_stereo(
        cls,
        conversation_id: str,
        content: Path | str | bytes,
        *,
        swap: bool = False,
        offsets_s: tuple[float, float] = (0.0, 0.0),
        name: str = "",
    ) -> Recording:
        """One file with both speakers; speaker 1 is its first channel.

        Args:
            conversation_id: whose audio it is.
            content: a path, or the bytes of the file.
            swap: speaker 1 is the second channel.
            offsets_s: of speakers 1 and 2, see :class:`Channel`.
            name: what to call the file in messages.
        """
        place = content if isinstance(content, bytes) else Path(content)
        order = (1, 0) if swap else (0, 1)
        first, second = (
            Channel(place, index, offset_s, name)
            for index, offset_s in zip(order, offsets_s, strict=True)
        )
        return cls(conversation_id, (first, second))

    @classmethod
    def of_pair(
        cls,
        conversation_id: str,
        content_1: Path | str | bytes,
        content_2: Path | str | bytes,
        *,
        offsets_s: tuple[float, float] = (0.0, 0.0),
        names: tuple[str, str] = ("", ""),
    ) -> Recording:
        """One file for each speaker; of a file with several channels, the first is taken."""
        places = (c if isinstance(c, bytes) else Path(c) for c in (content_1, content_2))
        first, second = (
            Channel(place, 0, offset_s, name)
            for place, offset_s, name in zip(places, offsets_s, names, strict=True)
        )
        return cls(conversation_id, (first, second))

    def where(self, speaker: int) -> str:
        """How messages call one speaker's channel."""
        return f"{self.conversation_id}/speaker_{speaker} ({self.channels[speaker - 1].label})"

    def header(self, speaker: int) -> Header:
        """The header of the file that holds one speaker (1 or 2)."""
        return self.channels[speaker - 1].header(self.where(speaker))

    def rate_hz(self, speaker: int) -> int:
        """Samples a second of one speaker's channel, from the header."""
        return self.header(speaker).rate_hz

    def n_samples(self, speaker: int) -> int:
        """Samples of one speaker on the conversation's clock: the header's, plus the offset.

        What :meth:`read` returns, unless the file holds less than its header says.
        """
        return self._shift(speaker)[1]

    @property
    def duration_s(self) -> float:
        """Duration by the benchmark's definition: samples / rate of speaker 1, from the header.

        An offset of speaker 1 counts, since it moves the end of the audio on the clock.
        """
        return self.n_samples(1) / self.rate_hz(1)

    def read(self, speaker: int) -> NDArray[np.float32]:
        """All samples of one speaker, shape (n,), full scale 1.0, offset applied.

        Shorter than :meth:`n_samples` if the file holds less than its header says (the
        recording check reports that); CorpusError if decoding breaks off.
        """
        samples = np.empty(self.n_samples(speaker), np.float32)
        n_done = 0
        for piece in self.blocks(speaker, _CHUNK):
            if n_done + len(piece) > len(samples):
                samples = np.concatenate([samples[:n_done], piece])
            samples[n_done : n_done + len(piece)] = piece
            n_done += len(piece)
        return samples if n_done == len(samples) else samples[:n_done].copy()

    def blocks(self, speaker: int, n_samples: int) -> Iterator[NDArray[np.float32]]:
        """Consecutive pieces of ``n_samples`` samples (the last may be shorter).

        Together they are what :meth:`read` returns, sample for sample. Memory does not grow
        with the length of the file. Each piece is the caller's own.

        Raises:
            ValueError: at once, if ``n_samples`` is not positive.
        """
        if n_samples < 1:
            raise ValueError(f"blocks of {n_samples} samples; expected at least 1")
        return _regrouped(self._shifted(speaker), n_samples)

    def _shift(self, speaker: int) -> tuple[int, int]:
        # samples to put before the file's first (negative: to cut), and how many that makes
        header = self.header(speaker)
        offset_s = self.channels[speaker - 1].offset_s
        shift = round(offset_s * header.rate_hz)
        n_samples = header.n_samples + shift
        if n_samples < 1:
            raise CorpusError(
                Fault(
                    self.where(speaker),
                    f"offset {offset_s} s cuts the whole channel "
                    f"({header.n_samples / header.rate_hz:.3f} s)",
                    "an offset that leaves audio",
                    "Offsets are seconds. Milliseconds?",
                )
            )
        return shift, n_samples

    def _shifted(self, speaker: int) -> Iterator[NDArray[np.float32]]:
        shift, _ = self._shift(speaker)
        for start in range(0, shift, _CHUNK):
            yield np.zeros(min(_CHUNK, shift - start), np.float32)
        to_cut = max(0, -shift)
        for piece in self.channels[speaker - 1].decoded(self.where(speaker)):
            if to_cut < len(piece):
                yield piece[to_cut:]
            to_cut = max(0, to_cut - len(piece))


def _regrouped(
    pieces: Iterator[NDArray[np.float32]], n_samples: int
) -> Iterator[NDArray[np.float32]]:
    waiting: list[NDArray[np.float32]] = []
    n_waiting = 0
    for piece in pieces:
        rest = piece
        while n_waiting + len(rest) >= n_samples:
            taken = n_samples - n_waiting
            yield np.concatenate([*waiting, rest[:taken]])
            waiting, n_waiting, rest = [], 0, rest[taken:]
        if len(rest):
            waiting.append(rest)
            n_waiting += len(rest)
    if n_waiting:
        yield np.concatenate(waiting)


class _Bytes(io.BytesIO):
    """Bytes that stay where they are when a damaged header sends libsndfile before their start.

    An exception in its callback would be printed with a traceback and otherwise ignored.
    """

    def seek(self, offset: int, whence: int = 0, /) -> int:
        try:
            return super().seek(offset, whence)
        except ValueError:
            return self.tell()


@contextmanager
def _opened(content: Path | bytes, where: str) -> Iterator[soundfile.SoundFile]:
    head = _head(content, where)
    if not head:
        raise CorpusError(Fault(where, "is empty (0 bytes)", "an audio file", "Copy it again"))
    try:
        file = soundfile.SoundFile(_Bytes(content) if isinstance(content, bytes) else content)
    except (soundfile.SoundFileError, OSError, TypeError, ValueError) as error:
        hint = _HELP
        if head.startswith(_LFS_POINTER):
            hint = "It is a Git LFS pointer: fetch the file itself with 'git lfs pull'"
        found = f"cannot be decoded: {_reason(error)}"
        raise CorpusError(Fault(where, found, "audio that libsndfile reads", hint)) from None
    with file:
        yield file


def _head(content: Path | bytes, where: str) -> bytes:
    if isinstance(content, bytes):
        return content[: len(_LFS_POINTER)]
    try:
        with content.open("rb") as file:
            return file.read(len(_LFS_POINTER))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CorpusError(
            Fault(where, f"cannot be opened: {reason}", "an audio file", "Check the path")
        ) from None


def _reason(error: Exception) -> str:
    if isinstance(error, soundfile.LibsndfileError):
        return str(error.error_string).rstrip(". \n")
    if isinstance(error, TypeError):
        return "it has no header"  # soundfile asks for rate and channels of '.raw' files
    return str(error).rstrip(". \n")


def header_of(file: soundfile.SoundFile) -> Header:
    """The header of an open file, with the length a cut file was meant to have."""
    n_promised = n_samples = int(file.frames)
    log = str(file.extra_info)
    if in_bytes := _PROMISED_BYTES.search(log):
        promised, held = int(in_bytes[1]), int(in_bytes[2])
        if held and held < promised < _UNKNOWN_BYTES:
            n_promised = max(n_samples, round(n_samples * promised / held))
    if in_frames := _PROMISED_FRAMES.search(log):
        n_promised = max(n_promised, int(in_frames[1] or in_frames[2]))
    return Header(
        int(file.samplerate),
        n_samples,
        int(file.channels),
        n_promised,
        str(file.format),
        str(file.subtype),
    )

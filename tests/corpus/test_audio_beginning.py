"""Headers from the beginning of an audio file, against the whole file's."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest
import soundfile

from turnscope.corpus.audio import Channel
from turnscope.corpus.audio_beginning import header_of_beginning


def audio(kind: str, rate_hz: int = 48_000, n_samples: int = 96_001) -> bytes:
    samples = np.random.default_rng(0).normal(0, 0.1, n_samples)
    file = io.BytesIO()
    soundfile.write(file, samples, rate_hz, format=kind)
    return file.getvalue()


@pytest.mark.parametrize("kind", ["FLAC", "WAV"])
@pytest.mark.parametrize("kept", [16_384, 32_768, 10**9])
def test_the_beginning_tells_what_the_whole_tells(kind: str, kept: int) -> None:
    content = audio(kind)
    assert header_of_beginning(content[:kept], len(content)) == Channel(content).header()


def test_a_cut_file_is_as_long_as_what_is_left() -> None:
    content = audio("WAV")[:100_000]
    header = header_of_beginning(content[:16_384], len(content))
    assert header == Channel(content).header()
    assert header is not None
    assert header.n_samples < header.n_promised


def test_a_header_longer_than_the_beginning_does_not_tell() -> None:
    content = audio("WAV")
    notes = struct.pack("<4sI", b"LIST", 50_000) + b"\1" * 50_000
    longer = content[:12] + notes + content[12:]
    assert Channel(longer).header().n_samples == 96_001
    assert header_of_beginning(longer[:16_384], len(longer)) is None


@pytest.mark.parametrize("kind", ["OGG", "MP3", "AIFF"])
def test_other_containers_do_not_tell(kind: str) -> None:
    content = audio(kind)
    assert header_of_beginning(content[:16_384], len(content)) is None


@pytest.mark.parametrize("content", [b"", b"fLaC", b"RIFF\0\0\0\0WAVE", b"fLaC" + b"\0" * 400])
def test_what_is_no_header_does_not_tell(content: bytes) -> None:
    assert header_of_beginning(content, 10_000) is None

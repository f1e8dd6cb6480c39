"""Recordings from every container, with offsets, and from files that are not what they say."""

from __future__ import annotations

import contextlib
import io
import struct
import tracemalloc
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from turnscope.corpus.audio import Channel, Recording
from turnscope.errors import CorpusError

# container, encoding, rate, largest error of a sample (None: lossy, only length is compared)
LAYOUTS = [
    ("WAV", "PCM_16", 16000, 2**-15),
    ("WAV", "PCM_24", 48000, 2**-23),
    ("WAV", "PCM_U8", 8000, 2**-7),
    ("WAV", "FLOAT", 44100, 0.0),
    ("WAV", "DOUBLE", 22050, 1e-7),
    ("WAV", "ULAW", 8000, 0.03),
    ("WAVEX", "PCM_32", 96000, 2**-23),
    ("W64", "PCM_16", 11025, 2**-15),
    ("RF64", "PCM_16", 16000, 2**-15),
    ("AIFF", "PCM_16", 16000, 2**-15),
    ("AU", "PCM_16", 16000, 2**-15),
    ("CAF", "ALAC_16", 16000, 2**-15),
    ("FLAC", "PCM_24", 48000, 2**-23),
    ("FLAC", "PCM_16", 16000, 2**-15),
    ("OGG", "VORBIS", 44100, None),
    ("OGG", "OPUS", 48000, None),
    ("MP3", "MPEG_LAYER_III", 16000, None),
]


def noise(n: int, channels: int = 2, seed: int = 0) -> NDArray[np.float32]:
    rng = np.random.default_rng(seed)
    samples = rng.uniform(-0.5, 0.5, (n, channels))
    return samples.astype(np.float32)


def encoded(
    samples: NDArray[np.float32], rate: int = 16000, kind: str = "WAV", encoding: str = "PCM_16"
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format=kind, subtype=encoding)
    return file.getvalue()


def joined(recording: Recording, speaker: int, n: int) -> NDArray[np.float32]:
    return np.concatenate(list(recording.blocks(speaker, n)))


@pytest.mark.parametrize(("kind", "encoding", "rate", "error"), LAYOUTS)
def test_every_container_from_path_and_bytes(
    kind: str, encoding: str, rate: int, error: float | None, tmp_path: Path
) -> None:
    samples = noise(70_001)  # more than one chunk of decoding
    content = encoded(samples, rate, kind, encoding)
    path = tmp_path / "conversation.audio"  # the suffix says nothing
    path.write_bytes(content)
    from_path = Recording.of_stereo("c", path)
    from_bytes = Recording.of_stereo("c", content)
    for speaker in (1, 2):
        read = from_path.read(speaker)
        assert read.dtype == np.float32
        assert from_path.rate_hz(speaker) == rate
        assert from_path.n_samples(speaker) == len(read) == 70_001
        np.testing.assert_array_equal(read, from_bytes.read(speaker))
        for n in (999, 65_536, 80_000):
            np.testing.assert_array_equal(read, joined(from_path, speaker, n))
        if error is not None:
            assert np.abs(read - samples[:, speaker - 1]).max() <= error
        else:
            # the right channel, whatever the codec did to it
            own, other = (
                np.corrcoef(read, samples[:, k])[0, 1] for k in (speaker - 1, 2 - speaker)
            )
            assert own > 0.3 > abs(other)
    assert from_path.duration_s == 70_001 / rate


@given(
    n=st.integers(1, 300),
    block=st.integers(1, 400),
    shifts=st.tuples(st.integers(-200, 300), st.integers(-200, 300)),
)
@settings(max_examples=80, deadline=None)
def test_offsets_blocks_and_read_agree(n: int, block: int, shifts: tuple[int, int]) -> None:
    samples = noise(n, seed=n)
    offsets = (shifts[0] / 16000, shifts[1] / 16000)
    recording = Recording.of_stereo("c", encoded(samples, encoding="FLOAT"), offsets_s=offsets)
    for speaker, shift in zip((1, 2), shifts, strict=True):
        if n + shift < 1:
            with pytest.raises(CorpusError, match="cuts the whole channel"):
                recording.read(speaker)
            continue
        lead = np.zeros(max(0, shift), np.float32)
        expected = np.concatenate([lead, samples[max(0, -shift) :, speaker - 1]])
        np.testing.assert_array_equal(recording.read(speaker), expected)
        assert recording.n_samples(speaker) == len(expected)
        blocks = list(recording.blocks(speaker, block))
        assert {len(b) for b in blocks[:-1]} <= {block}
        assert 1 <= len(blocks[-1]) <= block
        np.testing.assert_array_equal(np.concatenate(blocks), expected)


def test_long_offsets_either_way() -> None:
    # longer than a chunk of decoding
    samples = noise(200_000)
    content = encoded(samples, encoding="FLOAT")
    late = Recording.of_stereo("c", content, offsets_s=(10.0, -10.0))
    assert late.duration_s == 10.0 + 200_000 / 16000
    np.testing.assert_array_equal(late.read(1)[:160_000], 0)
    np.testing.assert_array_equal(late.read(1)[160_000:], samples[:, 0])
    np.testing.assert_array_equal(joined(late, 2, 7_777), samples[160_000:, 1])


def test_offset_is_rounded_to_a_sample() -> None:
    content = encoded(noise(100))
    for offset_s, n in ((0.4 / 16000, 100), (0.6 / 16000, 101), (-0.6 / 16000, 99)):
        assert Recording.of_stereo("c", content, offsets_s=(offset_s, 0)).n_samples(1) == n


def test_blocks_belong_to_the_caller() -> None:
    recording = Recording.of_stereo("c", encoded(noise(1000)))
    kept = list(recording.blocks(1, 100))
    before = np.concatenate(kept).copy()
    for block in recording.blocks(1, 100):
        block[:] = 9.0
    np.testing.assert_array_equal(np.concatenate(kept), before)
    np.testing.assert_array_equal(recording.read(1), before)


def test_swap_and_pair(tmp_path: Path) -> None:
    samples = noise(500)
    stereo = encoded(samples, encoding="FLOAT")
    swapped = Recording.of_stereo("c", stereo, swap=True, offsets_s=(0.0, 0.01))
    np.testing.assert_array_equal(swapped.read(1), samples[:, 1])
    np.testing.assert_array_equal(swapped.read(2)[160:], samples[:, 0])
    one = tmp_path / "one.wav"
    one.write_bytes(encoded(samples[:, :1], 8000, encoding="FLOAT"))
    pair = Recording.of_pair("c", str(one), stereo, offsets_s=(0.0, 0.0), names=("", "cell"))
    np.testing.assert_array_equal(pair.read(1), samples[:, 0])
    np.testing.assert_array_equal(pair.read(2), samples[:, 0])
    assert (pair.rate_hz(1), pair.rate_hz(2)) == (8000, 16000)
    assert pair.duration_s == 500 / 8000
    assert pair.where(2) == "c/speaker_2 (cell)"


def test_float_samples_beyond_full_scale_are_kept() -> None:
    samples = np.array([[0.5], [1.5], [-2.0], [np.inf], [np.nan]], np.float32)
    recording = Recording.of_pair("c", *2 * (encoded(samples, encoding="FLOAT"),))
    np.testing.assert_array_equal(recording.read(1), samples[:, 0])
    np.testing.assert_array_equal(joined(recording, 1, 2), samples[:, 0])


def test_header_alone_gives_the_duration(monkeypatch: pytest.MonkeyPatch) -> None:
    recording = Recording.of_stereo("c", encoded(noise(4800), 48000, "FLAC", "PCM_24"))

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(soundfile.SoundFile, "read", refuse)
    assert recording.duration_s == 0.1
    with pytest.raises(AssertionError, match="decoded"):
        recording.read(1)


def test_repr_does_not_print_the_bytes() -> None:
    recording = Recording.of_stereo("c", encoded(noise(10_000)))
    assert len(repr(recording)) < 300


def refused(recording: Recording, speaker: int = 1) -> str:
    messages = set()
    for ask in (
        recording.rate_hz,
        recording.n_samples,
        recording.read,
        lambda s: next(recording.blocks(s, 10)),
    ):
        with pytest.raises(CorpusError) as caught:
            ask(speaker)
        assert caught.value.__cause__ is None
        assert caught.value.__suppress_context__ or caught.value.__context__ is None
        messages.add(str(caught.value))
    assert len(messages) == 1
    return messages.pop()


def test_what_cannot_be_read_is_said_plainly(tmp_path: Path) -> None:
    assert "No such file" in refused(Recording.of_stereo("20", tmp_path / "none.wav"))
    assert "directory" in refused(Recording.of_stereo("20", tmp_path))
    (tmp_path / "empty.wav").write_bytes(b"")
    message = refused(Recording.of_stereo("20", tmp_path / "empty.wav"))
    assert message.startswith("20/speaker_1 (")
    assert "is empty (0 bytes)" in message
    assert "is empty" in refused(Recording.of_stereo("20", b""))
    assert "Format not recognised" in refused(Recording.of_stereo("20", b"plain text, no audio"))
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n"
    assert "git lfs pull" in refused(Recording.of_stereo("20", pointer))
    (tmp_path / "a.raw").write_bytes(b"\0" * 100)
    assert "no header" in refused(Recording.of_stereo("20", tmp_path / "a.raw"))
    assert "cannot be" in refused(Recording.of_stereo("20", tmp_path / ("x" * 300)))
    assert "cannot be opened" in refused(Recording.of_stereo("20", tmp_path / "a\0b.wav"))
    refused(Recording.of_stereo("20", encoded(noise(100), kind="FLAC")[:12]))


def test_file_without_samples() -> None:
    silent = encoded(noise(0))
    assert "holds no sample" in refused(Recording.of_stereo("20", silent))


def test_mono_file_has_no_second_channel() -> None:
    recording = Recording.of_stereo("20", encoded(noise(100, 1)), name="mono.wav")
    assert len(recording.read(1)) == 100
    message = refused(recording, 2)
    assert message.startswith("20/speaker_2 (mono.wav): has 1 channel(s), asked for number 2;")


def test_bad_channels_and_blocks() -> None:
    with pytest.raises(CorpusError) as caught:
        Channel(Path("a.wav"), -1, float("nan"))
    assert len(caught.value.faults) == 2
    with pytest.raises(CorpusError, match="finite"):
        Recording.of_stereo("c", "a.wav", offsets_s=(0.0, float("inf")))
    recording = Recording.of_stereo("c", encoded(noise(100)))
    with pytest.raises(ValueError, match="at least 1"):
        recording.blocks(1, 0)
    far = Recording.of_stereo("c", encoded(noise(1600)), offsets_s=(-300.0, 0.0))
    with pytest.raises(CorpusError, match=r"cuts the whole channel .* Milliseconds\?"):
        far.read(1)


def test_broken_stream_says_where_it_broke() -> None:
    content = bytearray(encoded(noise(300_000), kind="FLAC"))
    middle = len(content) // 2
    content[middle : middle + 300] = bytes(300)
    recording = Recording.of_stereo("c", bytes(content))
    assert recording.n_samples(1) == 300_000
    with pytest.raises(CorpusError, match=r"broke off after sample \d+ of 300000 \(\d+\.\d+ s\)"):
        recording.read(1)
    blocks = recording.blocks(1, 1000)
    assert len(next(blocks)) == 1000
    with pytest.raises(CorpusError, match="broke off"):
        list(blocks)


def test_nothing_after_the_header(capfd: pytest.CaptureFixture[str]) -> None:
    recording = Recording.of_stereo("c", encoded(noise(100), kind="FLAC")[:44])
    assert recording.n_samples(1) == 100
    with pytest.raises(CorpusError, match="broke off after sample 0"):
        recording.read(1)
    with pytest.raises(CorpusError, match="broke off after sample 0"):
        list(recording.blocks(1, 10))
    # cffi prints what a callback raises; no cut, at whatever byte, may make it
    for kind in ("FLAC", "WAV", "CAF", "AIFF", "OGG"):
        content = encoded(noise(100), 48000, kind, "OPUS" if kind == "OGG" else "PCM_16")
        for cut in range(0, len(content), 4):
            with contextlib.suppress(CorpusError):
                Recording.of_stereo("c", content[:cut]).read(1)
    assert "Traceback" not in capfd.readouterr().err


def test_no_sample_where_the_header_has_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soundfile.SoundFile, "read", lambda *_, **__: np.empty((0, 2)))
    with pytest.raises(CorpusError, match="none of its 100 samples can be decoded"):
        Recording.of_stereo("c", encoded(noise(100))).read(1)


@pytest.mark.parametrize("kind", ["WAV", "WAVEX", "AIFF", "AU", "RF64"])
def test_cut_file_tells_what_it_promised(kind: str) -> None:
    content = encoded(noise(10_000), kind=kind, encoding="PCM_24")
    whole = Recording.of_stereo("c", content).header(1)
    assert whole.n_promised == whole.n_samples == 10_000
    header = Recording.of_stereo("c", content[: len(content) // 2]).header(1)
    assert 4_900 < header.n_samples < 5_100
    assert abs(header.n_promised - 10_000) <= 1


@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x7FFFFFFF, 0x7FFFF000])
def test_streamed_wav_promises_nothing(length: int) -> None:
    content = bytearray(encoded(noise(10_000)))
    at = content.index(b"data") + 4
    content[at : at + 4] = struct.pack("<I", length)
    header = Recording.of_stereo("c", bytes(content)).header(1)
    assert header.n_samples == header.n_promised == 10_000


def test_cut_lossy_file_gives_what_is_there() -> None:
    content = encoded(noise(48_000), 48000, "OGG", "VORBIS")
    recording = Recording.of_stereo("c", content[: len(content) // 2])
    samples = recording.read(1)
    assert 0 < len(samples) < 48_000
    np.testing.assert_array_equal(samples, joined(recording, 1, 1000))


def test_blocks_need_little_memory(tmp_path: Path) -> None:
    path = tmp_path / "long.wav"
    with soundfile.SoundFile(path, "w", 48000, 2, "PCM_16") as file:
        for second in range(60):
            file.write(noise(48000, seed=second % 3))
    recording = Recording.of_stereo("c", path, offsets_s=(5.0, 0.0))
    tracemalloc.start()
    try:
        n = sum(len(block) for block in recording.blocks(1, 4800))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert n == 65 * 48000
    assert peak < 3_000_000  # all samples of one channel: 12.5 MB

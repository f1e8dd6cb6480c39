"""Kept speech: rendered once, the same when read, never another's, damaged files replaced."""

from pathlib import Path

import numpy as np
import pytest

from turnscope.models.speech import Spoken, SpokenWord
from turnscope.models.speech_cache import kept_speech, speech_directory


def toy(text: str) -> Spoken:
    samples = (np.arange(-800, 800) / 32768).astype(np.float32)
    return Spoken(text, 0.1, (SpokenWord("né", 0.01, 0.05),), samples, 16_000)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TURNSCOPE_SPEECH", str(tmp_path / "kept"))
    return tmp_path / "kept"


def test_rendered_once_and_the_same(folder: Path) -> None:
    asked: list[str] = []

    def render(text: str) -> Spoken:
        asked.append(text)
        return toy(text)

    one, two = (kept_speech(("v", "1", "né."), render) for _ in range(2))
    assert asked == ["né."]
    assert speech_directory() == folder
    assert one.samples is not None
    assert two.samples is not None
    assert np.array_equal(one.samples, two.samples)
    assert (one.text, one.words, one.duration_s) == (two.text, two.words, two.duration_s)
    kept_speech(("v", "2", "né."), render)
    assert len(asked) == 2


@pytest.mark.parametrize("damage", [b"", b"PK", b"\x00" * 500])
def test_a_damaged_file_is_rendered_anew(folder: Path, damage: bytes) -> None:
    kept_speech(("v", "x"), toy)
    (file,) = folder.rglob("*.npz")
    whole = file.read_bytes()
    file.write_bytes(damage or whole[: len(whole) // 2])
    assert kept_speech(("v", "x"), toy).duration_s == 0.1
    assert len(file.read_bytes()) == len(whole)


def test_another_key_in_the_file_is_not_taken(folder: Path) -> None:
    kept_speech(("v", "x"), toy)
    (file,) = folder.rglob("*.npz")
    other = kept_speech(("v", "y"), toy)
    (new,) = set(folder.rglob("*.npz")) - {file}
    new.write_bytes(file.read_bytes())
    assert kept_speech(("v", "y"), toy).text == other.text == "y"


def test_a_cache_that_cannot_be_written_costs_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("TURNSCOPE_SPEECH", str(tmp_path / "file" / "kept"))
    assert kept_speech(("v", "x"), toy).duration_s == 0.1

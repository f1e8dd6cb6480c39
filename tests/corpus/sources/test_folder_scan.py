"""Files of a folder, sorted by what they can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.corpus.sources.making import put, wav
from turnscope.corpus.sources.folder_scan import annotation_paths, audio_paths, scan
from turnscope.errors import CorpusError


def test_all_levels_in_natural_order_without_hidden_files(tmp_path: Path) -> None:
    put(tmp_path, dict.fromkeys(("10.wav", "9.wav", ".x/y", "b/1", "b/c/.DS_Store", "b/c/d/2"), ""))
    found = scan(tmp_path)
    assert list(found.files) == ["9.wav", "10.wav", "b/1", "b/c/d/2"]
    assert found.notes == ()


def test_circles_dead_links_and_depths_are_noted(tmp_path: Path) -> None:
    put(tmp_path, {"a/x": "", "a/b/c/d/too_deep": ""})
    (tmp_path / "a" / "up").symlink_to(tmp_path)
    (tmp_path / "nowhere").symlink_to(tmp_path / "gone")
    (tmp_path / "itself").symlink_to(tmp_path / "itself")
    (tmp_path / "alias").symlink_to(tmp_path / "a" / "x")
    found = scan(tmp_path)
    assert list(found.files) == ["a/x", "alias"]
    assert sorted(note.where for note in found.notes) == ["a/b/c/d", "a/up", "itself", "nowhere"]


def test_a_folder_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Path) -> Iterator[Path]:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "iterdir", refuse)
    with pytest.raises(CorpusError, match=r"cannot be read \(Permission denied\)"):
        scan(tmp_path)


def sort(tmp_path: Path, files: dict[str, bytes]) -> dict[str, object]:
    found = audio_paths(scan(put(tmp_path, files)).files, "root")
    return {
        "pairs": found.pairs,
        "stereo": found.stereo,
        "others": {i: name for i, (name, _) in found.others.items()},
        "faults": [str(fault) for fault in found.faults],
    }


def test_audio_by_channels_and_partners(tmp_path: Path) -> None:
    one, two = wav(0.1), wav(0.1, 2)
    assert sort(
        tmp_path,
        {
            "a.wav": two,
            "b_1.wav": one,
            "b_2.flac": wav(0.1, kind="FLAC"),
            "c_left.wav": one,
            "d_1.wav": two,
            "d_2.wav": two,
            "e.a.wav": two,
            "f/left.wav": one,
            "f/right.wav": one,
            "g/audio.wav": two,
            "h.wav": wav(0.1, 6),
            "i.wav": b"junk",
        },
    ) == {
        "pairs": {
            "b": ("b_1.wav", "b_2.flac"),
            "f": ("f/left.wav", "f/right.wav"),
        },
        "stereo": {
            "a": "a.wav",
            "d_1": "d_1.wav",
            "d_2": "d_2.wav",
            "e.a": "e.a.wav",
            "g": "g/audio.wav",
        },
        "others": {"c_left": "c_left.wav", "h": "h.wav", "i": "i.wav"},
        "faults": [],
    }


def test_contradictions_are_faults(tmp_path: Path) -> None:
    one, two = wav(0.1), wav(0.1, 2)
    files = {"a.wav": two, "x/a.wav": two, "b_1.wav": one, "b_2.wav": two, "c_1.wav": one}
    files |= {"c_2.wav": one, "y/c_A.wav": one, "y/c_B.wav": one}
    faults = str(sort(tmp_path, files)["faults"])
    assert "x/a.wav: audio of conversation a again, first in a.wav" in faults
    assert "b_1.wav: channels do not match: 1 in b_1.wav and 2 in b_2.wav" in faults
    assert "conversation c again" in faults


def test_annotations_by_their_endings() -> None:
    names = [
        "a.TextGrid",
        "b_1.srt",
        "b_2.srt",
        "b_2.vtt",
        "c.seglst.json",
        "metadata.json",
        "x.wav",
    ]
    found = {one.name: one for one in annotation_paths([*names, "y.pdf", ".srt"], "root", None)}
    assert sorted(found) == ["a.TextGrid", "b_1.srt", "b_2.srt", "b_2.vtt", "c.seglst.json"]
    assert found["a.TextGrid"].ending == ".textgrid"
    assert found["b_1.srt"].partner == "b_2.srt"
    assert found["b_2.vtt"].partner == ""
    assert found["c.seglst.json"].both.conversation == "c"
    only = annotation_paths(names, "root", "srt")
    assert [one.name for one in only] == ["b_1.srt", "b_2.srt"]

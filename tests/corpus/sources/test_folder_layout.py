"""What is read to tell the parts of a folder, and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.sources.making import put, srt, textgrid, wav
from turnscope.corpus.sources.base import Options
from turnscope.corpus.sources.folder_layout import FolderLayout
from turnscope.errors import FormatError

GRID = textgrid({"A": [(1.0, 2.0, "so")], "B": [(2.0, 3.0, "mm")]})


def layout(root: Path, files: dict[str, bytes | str]) -> FolderLayout:
    return FolderLayout(put(root, files), "x", Options())


def test_ids_need_no_annotation_where_names_tell(tmp_path: Path) -> None:
    found = layout(
        tmp_path,
        {"c.wav": wav(1.0, 2), "c.TextGrid": "broken", "d_1.srt": srt([]), "d_2.srt": srt([])},
    )
    assert found.ids == ("c", "d")
    assert found.documents == {}
    assert isinstance(found.document("c.TextGrid"), FormatError)


def test_a_broken_file_of_several_recordings_is_a_conversation_by_its_name(tmp_path: Path) -> None:
    assert layout(tmp_path, {"all.seglst.json": "{"}).ids == ("all",)


def test_files_of_each_conversation(tmp_path: Path) -> None:
    found = layout(
        tmp_path,
        {
            "c_1.wav": wav(1.0),
            "c_2.wav": wav(1.0),
            "labels/c_1.srt": srt([]),
            "labels/c_2.srt": srt([]),
            "d.wav": wav(1.0, 2),
            "d.TextGrid": GRID,
        },
    )
    assert found.files_of == {
        "c": ["c_1.wav", "c_2.wav", "labels/c_1.srt", "labels/c_2.srt"],
        "d": ["d.wav", "d.TextGrid"],
    }
    assert {named.speaker for named in found.named.values()} == {1, 2, None}


@pytest.mark.parametrize("name", ["notes.txt", "table.csv", "settings.json"])
def test_common_endings_may_be_no_annotations(tmp_path: Path, name: str) -> None:
    found = layout(tmp_path, {"c.wav": wav(1.0, 2), name: "Recorded in May.\n"})
    assert found.ids == ("c",)
    assert found.named == {}


def test_unless_they_are_named_like_a_conversation(tmp_path: Path) -> None:
    found = layout(tmp_path, {"c.wav": wav(1.0, 2), "c.json": "Recorded in May.\n"})
    assert list(found.named) == ["c.json"]


def test_an_empty_file_is_an_annotation_if_its_name_says_whose(tmp_path: Path) -> None:
    found = layout(tmp_path, {"c.a.jsonl": "", "d_1.jsonl": "", "d_2.jsonl": "", "e.jsonl": ""})
    assert found.ids == ("c", "d")

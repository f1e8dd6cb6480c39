"""Conversion to files, all or none."""

from pathlib import Path

import pytest

from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, TurnscopeError
from turnscope.study.convert import convert_corpus


def test_files_come_back_as_the_same_tracks(tmp_path: Path) -> None:
    mini = open_corpus("mini")
    written, _ = convert_corpus(mini, "textgrid", tmp_path / "o", ids=["4"])
    assert all(path.is_file() for path in written)
    (back,) = open_corpus(tmp_path / "o").conversations()
    made = mini.conversations()[3]
    for speaker in (1, 2):
        for annotator in made.annotators:
            one, two = made.track(speaker, annotator), back.track(speaker, annotator)
            assert one.start_s.tolist() == two.start_s.tolist()
            assert (one.labels, one.texts) == (two.labels, two.texts)


def test_what_a_format_cannot_hold_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(TurnscopeError):
        convert_corpus(open_corpus("mini"), "rttm", tmp_path / "o")
    assert not (tmp_path / "o").exists()
    written, _ = convert_corpus(open_corpus("mini"), "rttm", tmp_path / "o", drop_texts=True)
    assert written


def test_a_folder_in_use_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    for place in (tmp_path, tmp_path / "x"):
        with pytest.raises(CorpusError, match="not empty"):
            convert_corpus(open_corpus("mini"), "srt", place)

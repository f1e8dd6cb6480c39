"""The check over a corpus."""

from pathlib import Path

import pytest

from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError
from turnscope.study.check import check_corpus


def test_each_conversation_is_told_of_and_counted() -> None:
    done: list[float] = []
    found = check_corpus(open_corpus("mini"), ids=["2", "1"], progress=done.append)
    assert list(found) == ["1", "2"]
    assert done == [1.0, 1.0]


def test_swapped_channels_are_found() -> None:
    (findings,) = check_corpus(open_corpus("mini", swap=True), ids=["1"]).values()
    assert "swapped_channels" in {finding.kind for finding in findings}


def test_missing_audio_is_a_note_and_tracks_are_checked_still(tmp_path: Path) -> None:
    cues = [f"{k}\n00:00:{k:02d},000 --> 00:00:{k:02d},500\n[Filler] um\n" for k in range(1, 20)]
    (tmp_path / "c_1.srt").write_text("\n".join(cues))
    (tmp_path / "c_2.srt").write_text("\n".join(cues))
    (findings,) = check_corpus(open_corpus(tmp_path, durations={"c": 60.0})).values()
    kinds = [(finding.kind, finding.severity) for finding in findings]
    assert kinds[0] == ("no_audio", "note")
    assert "duplicate_tracks" in {kind for kind, _ in kinds}


def test_unknown_ids_are_told() -> None:
    with pytest.raises(CorpusError, match="conversation 99"):
        check_corpus(open_corpus("mini"), ids=["99"])

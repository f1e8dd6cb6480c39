"""From a corpus to its gold, read once and kept; oddities are told both times."""

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.corpus.sources.making import delivery
from turnscope.core.protocol import Protocol, Task
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError
from turnscope.gold.derived import Derivation
from turnscope.study.gold import corpus_gold


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "calls"
    place.mkdir()
    (place / "c_1.srt").write_text(
        "1\n00:00:01,000 --> 00:00:02,000\n[Normal Turn] hello\n\n"
        "2\n00:00:09,000 --> 00:00:08,000\n[Normal Turn] backwards\n"
    )
    (place / "c_2.srt").write_text("1\n00:00:03,000 --> 00:00:04,000\n[Normal Turn] hi\n")
    return place


def opened(folder: Path) -> Corpus:
    return open_corpus(folder, durations={"c": 20.0})


def test_the_second_time_annotations_are_not_read(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gold, faults = corpus_gold(opened(folder), cache=tmp_path / "cache")
    assert any("9" in str(fault) for fault in faults)
    again = opened(folder)
    monkeypatch.setattr(
        type(again), "conversations", lambda _: pytest.fail("annotations were read")
    )
    kept, kept_faults = corpus_gold(again, cache=tmp_path / "cache")
    assert kept_faults == faults
    assert kept.roster.ids == gold.roster.ids
    assert kept.provenance == gold.provenance
    assert kept.protocol == gold.protocol
    for task in Task:
        assert np.array_equal(kept.task(task).positives.time_s, gold.task(task).positives.time_s)
        assert np.array_equal(kept.task(task).negatives.end_s, gold.task(task).negatives.end_s)


def test_anything_the_gold_depends_on_makes_it_anew(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    corpus_gold(opened(folder), cache=cache)
    corpus_gold(opened(folder), cache=cache, protocol=Protocol(arithmetic="exact"))
    corpus_gold(opened(folder), cache=cache, derivation=Derivation())
    (folder / "c_2.srt").write_text("1\n00:00:05,000 --> 00:00:06,000\n[Normal Turn] hi\n")
    gold, _ = corpus_gold(opened(folder), cache=cache)
    assert gold.eot.positives.time_s.tolist() == [2.0, 6.0]
    assert len(list(cache.iterdir())) == 4


def test_no_cache_leaves_nothing_behind(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    corpus_gold(opened(folder), cache=False)
    assert not (tmp_path / "home").exists()
    corpus_gold(opened(folder))
    assert (tmp_path / "home").exists()


def test_derived_gold_is_stamped(folder: Path) -> None:
    gold, _ = corpus_gold(opened(folder), derivation=Derivation(), cache=False)
    assert gold.provenance.source == "derived"


Change = Callable[[Path], object]


def _metadata(type_name: str) -> Change:
    text = json.dumps({"c": {"conversation_type": type_name, "duration_s": 20.0}})
    return lambda folder: (folder / "metadata.json").write_text(text)


def test_another_type_of_conversation_is_not_taken_from_the_cache(
    folder: Path, tmp_path: Path
) -> None:
    for name in ("Instructional", "Casual/Spontaneous"):
        _metadata(name)(folder)
        gold, _ = corpus_gold(open_corpus(folder), cache=tmp_path / "cache")
        assert gold.roster.metadata[0].conversation_type == name


def test_a_kept_gold_hides_no_error_of_another_corpus(tmp_path: Path) -> None:
    for place in ("good", "bad"):
        delivery(tmp_path / place, "20")
    cache = tmp_path / "cache"
    corpus_gold(open_corpus(tmp_path / "good"), cache=cache)
    (tmp_path / "bad" / "20" / "speaker_3_annotation_a.srt").write_text("")
    with pytest.raises(CorpusError, match="expected two speakers"):
        corpus_gold(open_corpus(tmp_path / "bad"), cache=cache)


def test_a_kept_gold_hides_no_missing_duration(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    corpus_gold(open_corpus(folder, duration_from_annotations=True), cache=cache)
    with pytest.raises(CorpusError, match="are not known"):
        corpus_gold(open_corpus(folder), cache=cache)


def test_a_kept_gold_hides_no_warning(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    _, first = corpus_gold(opened(folder), cache=cache)
    (folder / "notes.pdf").write_bytes(b"%PDF")
    _, second = corpus_gold(opened(folder), cache=cache)
    assert [str(fault) for fault in second if fault not in first] == ["notes.pdf: not used."]


@pytest.mark.parametrize("cache", [True, False])
def test_all_that_is_missing_is_told_at_once(tmp_path: Path, cache: bool) -> None:
    missing = ("speaker_1_annotation_a.srt", "speaker_2_annotation_b.srt", "metadata.json")
    delivery(tmp_path, "20", **dict.fromkeys(missing))
    with pytest.raises(CorpusError) as caught:
        corpus_gold(open_corpus(tmp_path), cache=cache)
    assert [fault.where for fault in caught.value.faults] == [f"20/{name}" for name in missing]


def test_every_conversation_without_annotations_is_told_of(tmp_path: Path) -> None:
    for name in ("x", "y"):
        soundfile.write(tmp_path / f"{name}.wav", np.zeros((8000, 2)), 8000)
    for derivation in (None, Derivation()):
        with pytest.raises(CorpusError, match=r"conversation x(.|\n)*conversation y"):
            corpus_gold(open_corpus(tmp_path), derivation=derivation, cache=False)

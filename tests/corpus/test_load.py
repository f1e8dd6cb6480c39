"""Opening corpora by path, by name, and what is said when there is none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.sources.hub_server import COMMIT, Hub
from tests.corpus.sources.making import delivery, put, row, shard, textgrid, wav
from turnscope.corpus.load import MINI, SOURCES, open_corpus
from turnscope.errors import CorpusError, FormatError

GRID = textgrid({"A": [(1.0, 2.0, "so")], "B": [(2.0, 3.0, "mm")]})


def test_every_layout_is_recognised(tmp_path: Path) -> None:
    shard(tmp_path / "turnbench" / "data" / "x.parquet", [row("20")])
    delivery(tmp_path / "delivery", "20")
    put(tmp_path / "folder", {"c.wav": wav(1.0, 2)})
    for name in SOURCES:
        corpus = open_corpus(tmp_path / name)
        assert corpus.source == name
        assert corpus.name == str(tmp_path / name)
        assert open_corpus(str(tmp_path / name), source=name).ids == corpus.ids


def test_the_hub(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    with Hub(tmp_path).running() as hub:
        corpus = open_corpus("hub:owner/name", endpoint=hub.endpoint)
        assert (corpus.source, corpus.name) == ("turnbench", "hub:owner/name")
        assert corpus.revision == COMMIT
        assert hub.n_bytes == 0
        assert corpus.conversations()[0].duration_s == 11.0


def test_the_embedded_corpus_is_there() -> None:
    corpus = open_corpus(MINI)
    assert corpus.source == "delivery"
    assert corpus.name == "mini"
    conversations = corpus.conversations()
    assert len(conversations) == len(corpus.ids) > 0
    assert all(conversation.annotators for conversation in conversations)
    assert corpus.faults == ()


def test_a_folder_without_conversations_says_what_was_looked_for(tmp_path: Path) -> None:
    put(tmp_path, {"README.md": "x", "metadata.json": "{}"})
    with pytest.raises(CorpusError) as caught:
        open_corpus(tmp_path)
    for part in ("no conversations in it", "*.parquet", "speaker_1_annotation_a.srt", "TextGrid"):
        assert part in str(caught.value)


def test_nothing_there(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no such folder"):
        open_corpus(tmp_path / "none")
    with pytest.raises(CorpusError, match="hub:mundo-ai/turn-benchmark-dev"):
        open_corpus("mundo-ai/turn-benchmark-dev")


def test_a_file_is_no_corpus(tmp_path: Path) -> None:
    put(tmp_path, {"c.wav": wav(1.0, 2)})
    with pytest.raises(CorpusError, match="no conversations"):
        open_corpus(tmp_path / "c.wav")


def test_an_unknown_source(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="Did you mean 'folder'"):
        open_corpus(tmp_path, source="foldr")


def test_mapping_and_durations_from_files_or_values(tmp_path: Path) -> None:
    files = {"c.TextGrid": GRID, "m.yaml": "labels: {'/mm/': Filler}"}
    put(tmp_path, {**files, "d.json": '{"durations": {"c": 30}}'})
    corpus = open_corpus(tmp_path, mapping=tmp_path / "m.yaml", durations=tmp_path / "d.json")
    (conversation,) = corpus.conversations()
    assert conversation.duration_s == 30.0
    assert conversation.track(2, "a").labels == ("Filler",)
    put(tmp_path, {"m.yaml": "labels: 3", "d.json": '{"durations": {"c": "30"}}'})
    with pytest.raises(FormatError, match=r"m\.yaml"):
        open_corpus(tmp_path, mapping=tmp_path / "m.yaml")
    with pytest.raises(FormatError, match=r"d\.json"):
        open_corpus(tmp_path, durations=tmp_path / "d.json")


def test_opening_reads_neither_annotations_nor_audio(tmp_path: Path) -> None:
    put(tmp_path, {"c.wav": b"junk", "c.TextGrid": "junk"})
    open_corpus(tmp_path)


def test_an_empty_name_is_not_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"c.wav": wav(10.0, 2), "c.TextGrid": GRID})
    monkeypatch.chdir(tmp_path)
    assert open_corpus(".").ids == ("c",)
    with pytest.raises(CorpusError, match="its name is empty"):
        open_corpus("")


@pytest.mark.parametrize(
    "offsets_s", [(0.0, 1e308), (float("nan"), 0.0), (-3601.0, 0.0), (1.0,), (0.0, 0.0, 0.0)]
)
def test_offsets_that_are_none(tmp_path: Path, offsets_s: tuple[float, float]) -> None:
    put(tmp_path, {"c.wav": wav(10.0, 2), "c.TextGrid": GRID})
    with pytest.raises(CorpusError, match="expected two numbers of seconds, 3600 at most"):
        open_corpus(tmp_path, offsets_s=offsets_s)


@pytest.mark.parametrize("duration_s", [float("nan"), -1.0, 702_400.0, 0.0])
def test_durations_given_as_values_are_checked_too(tmp_path: Path, duration_s: float) -> None:
    put(tmp_path, {"c.wav": wav(10.0, 2), "c.TextGrid": GRID})
    with pytest.raises(CorpusError, match=r"^durations/c: "):
        open_corpus(tmp_path, durations={"c": duration_s})


def test_durations_of_another_corpus_are_told_of(tmp_path: Path) -> None:
    put(tmp_path, {"c.wav": wav(10.0, 2), "c.TextGrid": GRID})
    prints = set()
    for durations, n in (({"x": 9.0}, 1), ({"x": 9.0, "c": 10.0}, 0), ({}, 0)):
        corpus = open_corpus(tmp_path, durations=durations)
        corpus.conversations()
        told = [str(fault) for fault in corpus.faults]
        assert sum("durations of 1 conversations, none here" in one for one in told) == n
        prints.add(corpus.fingerprint())
    assert len(prints) == 2

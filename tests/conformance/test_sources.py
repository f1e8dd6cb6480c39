"""What every source of corpora must do; a new one is added here by one line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.corpus.sources.making import delivery, put, row, shard, textgrid, wav
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import SOURCES, open_corpus
from turnscope.errors import CorpusError, TurnscopeError

GRID = textgrid({"A": [(1.0, 2.0, "[Normal Turn] so")], "B": [(2.5, 3.0, "[Filler] uh")]})


def turnbench(root: Path) -> None:
    shard(root / "data" / "x.parquet", [row("c2"), row("c1")])


def raw(root: Path) -> None:
    delivery(root, "c2")
    delivery(root, "c1")


def folder(root: Path) -> None:
    put(root, {f"c{n}.wav": wav(10.0, 2) for n in (1, 2)})
    put(root, {f"c{n}.TextGrid": GRID for n in (1, 2)})


MAKERS: dict[str, Callable[[Path], None]] = {
    "turnbench": turnbench,
    "delivery": raw,
    "folder": folder,
}


@pytest.fixture(params=sorted(SOURCES))
def made(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    MAKERS[request.param](tmp_path / "corpus")
    return tmp_path / "corpus", request.param


def test_every_source_has_a_maker() -> None:
    assert set(MAKERS) == set(SOURCES)


def test_it_is_recognised_and_no_other_takes_it(made: tuple[Path, str]) -> None:
    root, name = made
    first = next(one for one, source in SOURCES.items() if source.detect(root))
    assert first == name
    assert SOURCES[name].looks_for


def test_ids_and_conversations_agree(made: tuple[Path, str]) -> None:
    corpus = open_corpus(made[0])
    assert corpus.source == made[1]
    assert tuple(c.conversation_id for c in corpus.conversations()) == corpus.ids
    assert sorted(corpus.ids) == ["c1", "c2"]
    assert corpus.conversations() is corpus.conversations()


def test_tracks_lie_within_the_duration_of_the_recording(made: tuple[Path, str]) -> None:
    corpus = open_corpus(made[0])
    for conversation in corpus.conversations():
        recording = corpus.recording(conversation.conversation_id)
        assert conversation.duration_s == recording.duration_s
        assert recording.read(1).dtype == np.float32
        for tracks in conversation.tracks:
            for track in tracks.values():
                assert len(track) > 0
                assert (track.end_s <= conversation.duration_s).all()


def test_a_given_duration_wins(made: tuple[Path, str]) -> None:
    corpus = open_corpus(made[0], durations={"c1": 77.0})
    assert {c.conversation_id: c.duration_s for c in corpus.conversations()}["c1"] == 77.0


def test_swapping_exchanges_the_channels_alone(made: tuple[Path, str]) -> None:
    def heard(corpus: Corpus, speaker: int) -> np.ndarray:
        return corpus.recording("c1").read(speaker)

    straight, swapped = open_corpus(made[0]), open_corpus(made[0], swap=True)
    assert np.array_equal(heard(straight, 1), heard(swapped, 2))
    assert np.array_equal(heard(straight, 2), heard(swapped, 1))
    assert not np.array_equal(heard(straight, 1), heard(straight, 2))
    one, two = straight.conversations()[0], swapped.conversations()[0]
    assert one.track(1, "a").labels == two.track(1, "a").labels


def test_an_offset_moves_its_channel(made: tuple[Path, str]) -> None:
    recording = open_corpus(made[0], offsets_s=(0.0, 1.0)).recording("c1")
    assert not recording.read(2)[:8000].any()
    assert recording.read(1)[:8000].any()


def test_the_fingerprint_does_not_depend_on_the_place(
    made: tuple[Path, str], tmp_path: Path
) -> None:
    root, name = made
    same = open_corpus(root).fingerprint()
    root.rename(tmp_path / "moved")
    assert open_corpus(tmp_path / "moved").fingerprint() == same
    assert len(same) == 64
    assert open_corpus(tmp_path / "moved", durations={"c1": 9.5}).fingerprint() != same
    assert name in SOURCES


def test_an_unknown_conversation_has_no_recording(made: tuple[Path, str]) -> None:
    with pytest.raises(CorpusError, match="Did you mean 'c1'"):
        open_corpus(made[0]).recording("C1")


def test_files_that_vanish_are_errors_of_ours(made: tuple[Path, str]) -> None:
    corpus = open_corpus(made[0])
    assert corpus.ids
    for path in made[0].rglob("*"):
        if path.is_file():
            path.unlink()
    with pytest.raises(TurnscopeError):
        corpus.conversations()
    with pytest.raises(TurnscopeError):
        corpus.fingerprint()

"""TurnBench's parquet: labels, metadata in its variations, durations, audio, bad shards."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.corpus.sources.making import METADATA, event, row, shard, wav
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import open_corpus
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.errors import CorpusError, FormatError, TurnscopeError


def one(tmp_path: Path, *rows: dict[str, object], **types: pa.DataType) -> Corpus:
    shard(tmp_path / "data" / "train-0.parquet", rows or [row("20")], **types)
    return open_corpus(tmp_path)


def faults(corpus: Corpus) -> list[str]:
    with pytest.raises(TurnscopeError) as caught:
        corpus.conversations()
    return [str(fault) for fault in caught.value.faults]


def test_a_row_becomes_a_conversation(tmp_path: Path) -> None:
    corpus = one(tmp_path)
    (conversation,) = corpus.conversations()
    assert corpus.source == "turnbench"
    assert corpus.ids == ("20",)
    assert conversation.annotators == ("a", "b", "c")
    assert conversation.track(2, "b").start_s.tolist() == [2.51]
    assert conversation.track(2, "b").labels == ("Normal Turn",)
    assert conversation.track(2, "b").texts == ("so",)
    assert conversation.duration_s == 11.0
    assert conversation.metadata.conversation_type == "Casual/Spontaneous"
    assert conversation.metadata.actor_ids == ("p1", "p2")
    assert conversation.metadata.actor_genders == ("female", "male")
    assert conversation.metadata.audio_status == "clean"
    assert conversation.metadata.extra == {"task_id": "t1"}
    assert corpus.faults == ()


def test_rows_keep_their_order_over_shards(tmp_path: Path) -> None:
    shard(tmp_path / "dev-0.parquet", [row("22"), row("9")])
    shard(tmp_path / "dev-1.parquet", [row("21")])
    assert open_corpus(tmp_path).ids == ("22", "9", "21")
    assert open_corpus(tmp_path / "dev-1.parquet").ids == ("21",)


def test_events_keep_file_order_and_odd_ones_are_warned_of(tmp_path: Path) -> None:
    events = [event(5, 6), event(1, 2, "Odd"), event(None, 3), event(4, 3), event(7, 8, None, None)]
    corpus = one(tmp_path, row("20", speaker_1_annotation_a=events))
    track = corpus.conversations()[0].track(1, "a")
    assert track.start_s.tolist() == [5, 1, 7]
    assert track.labels == ("Normal Turn", "Odd", "")
    said = "\n".join(map(str, corpus.faults))
    assert "20/speaker_1_annotation_a[2]: no start" in said
    assert "20/speaker_1_annotation_a[3]: 4.0 s to 3.0 s" in said
    for oddity in ("before the one above", "without a label", "outside the inventory"):
        assert oddity in said


def test_a_null_annotation_is_an_error_but_a_blank_one_is_no_events(tmp_path: Path) -> None:
    corpus = one(tmp_path, row("20", speaker_1_annotation_b=None, speaker_2_annotation_c=None))
    first, second = faults(corpus)
    assert first.startswith("20/speaker_1_annotation_b: is null; expected a list")
    assert "speaker_2_annotation_c" in second
    assert corpus.recording("20").duration_s == 11.0

    blank: dict[str, object] = {f"speaker_{s}_annotation_{a}": [] for s in (1, 2) for a in "abc"}
    (conversation,) = one(tmp_path, row("20", **blank)).conversations()
    assert [len(conversation.track(s, a)) for s in (1, 2) for a in "abc"] == [0] * 6


def test_columns_of_null_type_and_lists_of_nothing(tmp_path: Path) -> None:
    names = [f"speaker_{s}_annotation_{a}" for s in (1, 2) for a in "abc"]
    nulls = one(tmp_path, row("20", **dict.fromkeys(names)), **dict.fromkeys(names, pa.null()))
    assert len(faults(nulls)) == 6
    lists = one(
        tmp_path,
        row("20", **{name: [] for name in names}),
        **dict.fromkeys(names, pa.list_(pa.null())),
    )
    assert lists.conversations()[0].annotators == ("a", "b", "c")


@pytest.mark.parametrize(
    ("kind", "cell"),
    [
        (pa.string(), json.dumps(METADATA)),
        (pa.map_(pa.string(), pa.string()), list(METADATA.items())),
        (
            pa.struct([("conversation_type", pa.string()), ("speaker_1_actor_id", pa.int64())]),
            {"conversation_type": "Casual/Spontaneous", "speaker_1_actor_id": 7},
        ),
    ],
)
def test_metadata_in_other_types(tmp_path: Path, kind: pa.DataType, cell: object) -> None:
    (conversation,) = one(tmp_path, row("20", metadata=cell), metadata=kind).conversations()
    assert conversation.metadata.type_name == "Casual"
    assert conversation.metadata.actor_ids[0] in ("p1", "7")


def test_metadata_may_be_null_or_absent(tmp_path: Path) -> None:
    cells = row("20", metadata=None, audio_status=None)
    assert one(tmp_path, cells).conversations()[0].metadata.conversation_type is None
    del cells["metadata"], cells["audio_status"]
    assert one(tmp_path, cells).conversations()[0].metadata.audio_status is None


def test_bad_metadata_is_told_with_its_conversation(tmp_path: Path) -> None:
    corpus = one(tmp_path, row("20", metadata='{"a": 1, "a": 2}'), metadata=pa.string())
    assert "conversation 20: metadata" in faults(corpus)[0]
    corpus = one(tmp_path, row("20", metadata="[1]"), metadata=pa.string())
    assert "expected an object" in faults(corpus)[0]


def test_durations_come_in_the_order_of_the_specification(tmp_path: Path) -> None:
    kind = pa.struct([("duration_s", pa.float64())])
    shard(tmp_path / "x.parquet", [row("20", metadata={"duration_s": 55.5})], metadata=kind)

    def duration(durations: dict[str, float] | None) -> float:
        return open_corpus(tmp_path, durations=durations).conversations()[0].duration_s

    assert duration({"20": 44.0}) == 44.0
    assert duration({"21": 44.0}) == 55.5
    shard(tmp_path / "x.parquet", [row("20", metadata={"duration_s": None})], metadata=kind)
    assert duration(None) == 11.0


def test_swapping_exchanges_the_audio_but_not_the_annotations(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    straight, swapped = open_corpus(tmp_path), open_corpus(tmp_path, swap=True)
    assert swapped.conversations()[0].duration_s == 12.0
    assert np.array_equal(
        swapped.conversations()[0].track(1, "a").start_s,
        straight.conversations()[0].track(1, "a").start_s,
    )
    assert swapped.recording("20").n_samples(2) == straight.recording("20").n_samples(1)
    assert straight.fingerprint() != swapped.fingerprint()


def test_audio_as_plain_binary_and_with_an_offset(tmp_path: Path) -> None:
    cells = row("20", speaker_1_audio=wav(3.0), speaker_2_audio=wav(4.0))
    binary = {"speaker_1_audio": pa.binary(), "speaker_2_audio": pa.binary()}
    shard(tmp_path / "x.parquet", [cells], **binary)
    recording = open_corpus(tmp_path, offsets_s=(0.5, -1.0)).recording("20")
    assert recording.n_samples(1) == 8000 * 3.5
    assert recording.n_samples(2) == 8000 * 3


def test_audio_that_is_not_there_is_told(tmp_path: Path) -> None:
    corpus = one(tmp_path, row("20", speaker_2_audio={"bytes": None, "path": "there.flac"}))
    with pytest.raises(CorpusError, match=r"there\.flac"):
        corpus.recording("20")
    assert len(corpus.conversations()) == 1
    corpus = one(tmp_path, row("20", speaker_1_audio={"bytes": b"junk", "path": None}))
    assert "cannot be decoded" in faults(corpus)[0]


def test_unknown_conversations_get_a_near_miss(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="Did you mean '20'"):
        one(tmp_path).recording("020")


@pytest.mark.parametrize(
    ("ids", "found"),
    [
        (["20", "20"], "conversation 20 again"),
        (["../x"], "conversation id '../x'"),
        ([None], "conversation id ''"),
        (["a\nb"], "conversation id"),
    ],
)
def test_ids_that_cannot_be_used(tmp_path: Path, ids: list[str], found: str) -> None:
    with pytest.raises(CorpusError, match="row") as caught:
        _ = one(tmp_path, *[row(one) for one in ids]).ids
    assert found in str(caught.value)


def test_all_faults_of_all_shards_in_one_error(tmp_path: Path) -> None:
    shard(tmp_path / "0.parquet", [row("20", speaker_1_annotation_a=None)])
    shard(
        tmp_path / "1.parquet",
        [row("21", speaker_1_annotation_a="x", metadata="{")],
        speaker_1_annotation_a=pa.string(),
        metadata=pa.string(),
    )
    cells = row("22", speaker_2_annotation_c=None)
    del cells["speaker_1_annotation_c"]
    shard(tmp_path / "2.parquet", [cells])
    said = "\n".join(faults(open_corpus(tmp_path)))
    for part in (
        "20/speaker_1_annotation_a",
        "a column of string",
        "21: metadata",
        "no column speaker_1_annotation_c",
    ):
        assert part in said


def test_other_parquet_files_are_told_what_they_lack(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    pq.write_table(pa.table({"x": [1]}), tmp_path / "x.parquet")
    with pytest.raises(CorpusError, match="no column conversation_id"):
        _ = open_corpus(tmp_path).ids
    pq.write_table(pa.table({"conversation_id": ["1"]}), tmp_path / "x.parquet")
    assert "no annotation columns" in "\n".join(faults(open_corpus(tmp_path)))


def test_labels_can_be_mapped(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20", speaker_1_annotation_a=[event(1, 2, "turn")])])
    mapping = AnnotationMapping(labels={"turn": "Filler"})
    track = open_corpus(tmp_path, mapping=mapping).conversations()[0].track(1, "a")
    assert track.labels == ("Filler",)


def test_the_fingerprint_knows_content_not_place(tmp_path: Path) -> None:
    def printed(folder: str, **cells: object) -> str:
        shard(tmp_path / folder / "x.parquet", [row("20", **cells)])
        return open_corpus(tmp_path / folder).fingerprint()

    same = printed("one")
    assert printed("two") == same
    assert printed("three", speaker_1_annotation_a=[]) != same
    assert printed("four", speaker_1_audio={"bytes": wav(12.0), "path": "1.flac"}) != same
    assert printed("five", speaker_2_audio={"bytes": wav(13.0), "path": "1.flac"}) == same
    durations = {"20": 11.0}
    assert open_corpus(tmp_path / "one", durations=durations).fingerprint() != same


def test_an_error_stays_an_error(tmp_path: Path) -> None:
    corpus = one(tmp_path, row("20", speaker_1_annotation_a=None))
    assert faults(corpus) == faults(corpus)
    (tmp_path / "data" / "train-0.parquet").write_bytes(b"PAR1")
    with pytest.raises(FormatError):
        _ = open_corpus(tmp_path).ids


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (20.0, pa.float64()),
        (True, pa.bool_()),
        (b"20", pa.binary()),
        (["20"], pa.list_(pa.string())),
    ],
)
def test_ids_of_another_type(tmp_path: Path, value: object, kind: pa.DataType) -> None:
    shard(tmp_path / "x.parquet", [row("x", conversation_id=value)], conversation_id=kind)
    with pytest.raises(
        CorpusError, match=r"conversation_id: a column of .*expected texts, or whole"
    ):
        _ = open_corpus(tmp_path).ids


@pytest.mark.parametrize("kind", [pa.int64(), pa.dictionary(pa.int32(), pa.string())])
def test_ids_may_be_whole_numbers_or_few(tmp_path: Path, kind: pa.DataType) -> None:
    value: object = 20 if kind == pa.int64() else "20"
    shard(tmp_path / "x.parquet", [row("x", conversation_id=value)], conversation_id=kind)
    assert open_corpus(tmp_path).ids == ("20",)


def test_no_row_is_no_corpus(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    table = pq.read_table(tmp_path / "x.parquet").slice(0, 0)
    pq.write_table(table, tmp_path / "x.parquet")
    with pytest.raises(CorpusError, match=r"no conversation in 1 parquet file"):
        open_corpus(tmp_path).conversations()

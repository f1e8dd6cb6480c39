"""How many bytes of a parquet file are touched, and what is said of broken ones."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import soundfile

from tests.corpus.sources.hub_server import Hub
from tests.corpus.sources.making import event, row, shard
from turnscope.corpus.load import open_corpus
from turnscope.corpus.sources.base import Options
from turnscope.corpus.sources.shards import Row, Shard, local_shards
from turnscope.corpus.sources.turnbench import TurnBenchCorpus
from turnscope.errors import CorpusError, FormatError

DURATIONS = {"20": 300.0, "21": 300.0, "22": 300.0}


class Counted(io.BytesIO):
    """A file that counts the bytes it gives."""

    n_bytes = 0

    def read(self, size: int | None = -1, /) -> bytes:
        content = super().read(size)
        Counted.n_bytes += len(content)
        return content


def counted(content: bytes) -> Shard:
    @contextmanager
    def opened() -> Iterator[Counted]:
        yield Counted(content)

    Counted.n_bytes = 0
    return Shard("counted.parquet", opened)


@pytest.fixture(scope="module")
def big(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three conversations of 8 MB of audio and 1,500 events each."""
    events = [event(k, k + 0.8, text="some words of a transcript") for k in range(250)]
    sound = {
        f"speaker_{s}_audio": {"bytes": np.random.default_rng(s).bytes(4_000_000)} for s in (1, 2)
    }
    tracks = {f"speaker_{s}_annotation_{a}": events for s in (1, 2) for a in "abc"}
    path = tmp_path_factory.mktemp("big") / "data" / "dev-0.parquet"
    shard(path, [row(i, **sound, **tracks) for i in DURATIONS])
    return path


def test_labels_touch_less_than_a_hundredth_of_a_local_file(big: Path) -> None:
    corpus = TurnBenchCorpus("x", [counted(big.read_bytes())], Options(durations_s=DURATIONS))
    Counted.n_bytes = 0
    tracks = [c.track(s, a) for c in corpus.conversations() for s in (1, 2) for a in "abc"]
    assert [len(track) for track in tracks] == [250] * 18
    assert 0 < Counted.n_bytes < big.stat().st_size / 100
    corpus.fingerprint()
    assert Counted.n_bytes < big.stat().st_size / 100


def test_labels_touch_less_than_a_hundredth_over_http(big: Path) -> None:
    with Hub(big.parent.parent).running() as hub:
        corpus = open_corpus("hub:owner/name", durations=DURATIONS, endpoint=hub.endpoint)
        local = open_corpus(big.parent, durations=DURATIONS)
        assert len(corpus.conversations()) == 3
        assert 0 < hub.n_bytes < big.stat().st_size / 100
        assert corpus.fingerprint() == local.fingerprint()
        assert hub.n_bytes < big.stat().st_size / 100


@pytest.mark.parametrize("kind", ["FLAC", "WAV"])
def test_durations_of_the_audio_take_its_beginning_alone(tmp_path: Path, kind: str) -> None:
    file, noise = io.BytesIO(), np.random.default_rng(0).uniform(-0.9, 0.9, 3_000_000)
    soundfile.write(file, noise, 48_000, format=kind)
    sound = {f"speaker_{s}_audio": {"bytes": file.getvalue()} for s in (1, 2)}
    path = tmp_path / "repo" / "data" / "dev-0.parquet"
    shard(path, [row(i, **sound) for i in DURATIONS])
    hundredth = path.stat().st_size / 100
    corpus = TurnBenchCorpus("x", [counted(path.read_bytes())], Options())
    assert [c.duration_s for c in corpus.conversations()] == [62.5] * 3
    assert 0 < Counted.n_bytes < hundredth
    with Hub(tmp_path / "repo").running() as hub:
        remote = open_corpus("hub:owner/name", endpoint=hub.endpoint)
        assert [c.duration_s for c in remote.conversations()] == [62.5] * 3
        assert 0 < hub.n_bytes < hundredth


def test_a_recording_reads_its_own_row_alone(big: Path) -> None:
    corpus = TurnBenchCorpus("x", [counted(big.read_bytes())], Options(durations_s=DURATIONS))
    channels = corpus.recording("21").channels
    assert [len(c.content) for c in channels if isinstance(c.content, bytes)] == [4_000_000] * 2
    assert 8_000_000 < Counted.n_bytes < 8_400_000


def test_rows_in_one_group_are_read_one_by_one(tmp_path: Path) -> None:
    table = pa.table({"id": ["a", "b", "c"], "audio": [b"1" * 9, b"2" * 9, b"3" * 9]})
    pq.write_table(table, tmp_path / "x.parquet")
    (one,) = local_shards(tmp_path)
    assert one.rows == (Row(0, 0), Row(0, 1), Row(0, 2))
    assert one.cells(Row(0, 2), ["audio", "id"]) == (b"3" * 9, "c")


def test_raw_bytes_are_those_of_the_wanted_columns(tmp_path: Path) -> None:
    tables = [pa.table({"id": ["a"], "audio": [audio]}) for audio in (b"x", b"y" * 5000)]
    for number, table in enumerate(tables):
        pq.write_table(table, tmp_path / f"{number}.parquet")
    first, second = (one.raw(lambda name: name == "id") for one in local_shards(tmp_path))
    assert first == second
    assert first[0][0] == "0/id"
    first, second = (one.raw(lambda name: name == "audio") for one in local_shards(tmp_path))
    assert first != second


@pytest.mark.parametrize(
    "content",
    [b"", b"PAR1", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", b"x" * 99],
)
def test_what_is_not_parquet_is_a_format_error(content: bytes) -> None:
    with pytest.raises(FormatError, match=r"counted\.parquet.*whole parquet"):
        _ = counted(content).rows


@pytest.mark.parametrize("kept", [0.3, 0.9, 0.999])
def test_truncated_parquet(big: Path, kept: float) -> None:
    content = big.read_bytes()
    with pytest.raises(FormatError, match="Cut short"):
        _ = counted(content[: int(len(content) * kept)]).schema


def test_damage_inside_is_said_to_be_in_that_file(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    content = (tmp_path / "x.parquet").read_bytes()
    with pytest.raises((FormatError, CorpusError), match=r"counted\.parquet"):
        counted(b"PAR1" + b"\xff" * (len(content) - 8000) + content[-7996:]).columns(
            ["speaker_1_annotation_a"]
        )


def test_a_missing_file_is_a_corpus_error(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(b"")
    (one,) = local_shards(tmp_path)
    (tmp_path / "x.parquet").unlink()
    with pytest.raises(CorpusError, match=r"x\.parquet: cannot be read"):
        _ = one.rows


def test_a_column_that_is_there_twice(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    table = pq.read_table(tmp_path / "x.parquet")
    pq.write_table(
        table.append_column("metadata", table.column("metadata")), tmp_path / "x.parquet"
    )
    with pytest.raises(FormatError, match=r"x\.parquet: the column metadata more than once"):
        _ = local_shards(tmp_path)[0].schema


def test_damaged_texts_are_said_to_be_in_that_file(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("twenty-one")])
    content = (tmp_path / "x.parquet").read_bytes().replace(b"twenty-one", b"twenty\xffone")
    with pytest.raises(FormatError, match=r"counted\.parquet: cannot be read"):
        counted(content).columns(["conversation_id"])


def test_a_damaged_name_in_the_footer_is_said_to_be_in_that_file(tmp_path: Path) -> None:
    shard(tmp_path / "x.parquet", [row("20")])
    content = (tmp_path / "x.parquet").read_bytes()
    damaged = content.replace(b"conversation_id", b"\xffonversation_id")
    with pytest.raises(FormatError, match=r"^counted\.parquet: cannot be read: "):
        counted(damaged).raw(lambda _: True)

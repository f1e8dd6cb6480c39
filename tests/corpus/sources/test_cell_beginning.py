"""Beginnings of parquet cells, against pyarrow's own reading of the whole."""

from __future__ import annotations

import io
import random

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from turnscope.corpus.sources.cell_beginning import cell_beginning

CELL = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def noise(n: int) -> bytes:
    return random.Random(n).randbytes(n)


def compressible(n: int) -> bytes:
    """Words, runs and far repeats, so that Snappy uses every kind of copy."""
    dice = random.Random(n)
    words = [dice.randbytes(dice.randrange(1, 40)) for _ in range(30)]
    parts = [noise(70_000), b"\0" * 300]
    while sum(map(len, parts)) < n:
        parts.append(dice.choice(words) * dice.randrange(1, 9))
    return b"".join([*parts[1:], parts[0]])[:n]


def stored(content: bytes | None, column: str = "bytes", **options: object) -> tuple[bytes, str]:
    """The column chunk of a single cell, and its codec."""
    cell = {"bytes": content, "path": "a.flac"}
    table = pa.table({"audio": pa.array([cell], CELL)})
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    chunk = pq.ParquetFile(file).metadata.row_group(0).column(0)
    assert chunk.path_in_schema == f"audio.{column}"
    starts = [chunk.data_page_offset, chunk.dictionary_page_offset]
    first = min(start for start in starts if start is not None)
    return file.getvalue()[first : first + chunk.total_compressed_size], chunk.compression


@pytest.mark.parametrize("compression", ["snappy", "none"])
@pytest.mark.parametrize("use_dictionary", [True, False])
@pytest.mark.parametrize("data_page_version", ["1.0", "2.0"])
@pytest.mark.parametrize("content", [noise(300_000), compressible(300_000), b"x", b""])
def test_beginnings_are_those_of_the_cell(
    compression: str, use_dictionary: bool, data_page_version: str, content: bytes
) -> None:
    chunk, codec = stored(
        content,
        compression=compression,
        use_dictionary=use_dictionary,
        data_page_version=data_page_version,
    )
    for kept in (len(chunk), 32_768, 3_000, 400):
        found = cell_beginning(chunk[:kept], codec, nullable=True)
        assert found is not None
        assert found.n_bytes == len(content)
        assert content.startswith(found.content)
        # Whatever was kept, all but a header of pages and a broken-off copy is unpacked.
        assert len(found.content) >= min(len(content), kept - 300)


def test_columns_that_cannot_be_null_have_no_levels() -> None:
    schema = pa.schema([pa.field("audio", pa.binary(), nullable=False)])
    file = io.BytesIO()
    pq.write_table(pa.table({"audio": [b"fLaC" * 9]}, schema=schema), file, use_dictionary=False)
    chunk = pq.ParquetFile(file).metadata.row_group(0).column(0)
    begin = chunk.data_page_offset
    found = cell_beginning(file.getvalue()[begin:], chunk.compression, nullable=False)
    assert found == (b"fLaC" * 9, 36)


@pytest.mark.parametrize("compression", ["zstd", "gzip", "lz4", "brotli"])
def test_other_codecs_are_left_to_the_reader_of_whole_cells(compression: str) -> None:
    chunk, codec = stored(noise(1000), compression=compression)
    assert cell_beginning(chunk, codec, nullable=True) is None


@pytest.mark.parametrize("use_dictionary", [True, False])
@pytest.mark.parametrize("data_page_version", ["1.0", "2.0"])
def test_null_cells_have_no_beginning(use_dictionary: bool, data_page_version: str) -> None:
    chunk, codec = stored(None, use_dictionary=use_dictionary, data_page_version=data_page_version)
    assert cell_beginning(chunk, codec, nullable=True) is None


def test_whatever_is_stored_nothing_is_raised() -> None:
    chunk, codec = stored(compressible(5_000), use_dictionary=False)
    for kept in range(60):
        cell_beginning(chunk[:kept], codec, nullable=True)
    assert cell_beginning(b"\x1c" * 32_768, codec, nullable=True) is None
    dice = random.Random(1)
    for _ in range(2_000):
        broken = bytearray(chunk[:400])
        for _ in range(3):
            broken[dice.randrange(len(broken))] = dice.randrange(256)
        cell_beginning(bytes(broken), codec, nullable=True)
        cell_beginning(dice.randbytes(100), codec, nullable=True)

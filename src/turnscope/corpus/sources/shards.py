"""Parquet files read column by column and row by row, never a whole column of audio.

A parquet file is read from its end: the footer says where each column of each row group lies,
and only the columns asked for are fetched. Of a cell alone in its row group, as published, the
beginning can be had without the rest (:mod:`turnscope.corpus.sources.cell_beginning`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from turnscope.corpus.sources.cell_beginning import Beginning, cell_beginning
from turnscope.corpus.sources.gathered import Gathered
from turnscope.errors import CorpusError, Fault, FormatError

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

__all__ = ["Row", "Shard", "local_shards"]

_GAP = 8192
"""Unwanted bytes that are cheaper to fetch than to ask anew."""

_BEGINNING = 32_768
"""Stored bytes read of a cell for its beginning: more than a header with its usual padding."""


@dataclass(frozen=True, slots=True)
class Row:
    """Where a row lies: row group and position in it, both 0-based."""

    group: int
    index: int


class Shard:
    """One parquet file, wherever it is.

    Every method opens the file, reads what it needs and closes it again; the footer is read
    once.
    """

    def __init__(self, name: str, opened: Callable[[], AbstractContextManager[BinaryIO]]) -> None:
        """Take a file without opening it.

        Args:
            name: what to call it in messages.
            opened: opens it for reading as a context manager.
        """
        self.name = name
        self.opened = opened
        self._footer: pq.FileMetaData | None = None

    @contextmanager
    def _parquet(self) -> Iterator[tuple[Gathered, pq.ParquetFile]]:
        # Loaded here, not above: it takes a tenth of a second that other layouts need not wait.
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            with self.opened() as opened:
                file = Gathered(opened)
                parquet = pq.ParquetFile(file, metadata=self._footer, pre_buffer=False)
                self._footer = parquet.metadata
                yield file, parquet
        except (pa.ArrowException, EOFError, ValueError, OverflowError) as error:
            # The last two come of damaged names, sizes and places in the footer.
            reason = str(error).strip().partition("\n")[0]
            raise FormatError.at(
                self.name,
                None,
                f"cannot be read: {reason}",
                expected="a whole parquet file",
                hint="Cut short, or a Git LFS pointer? Fetch it again",
            ) from None
        except OSError as error:
            reason = error.strerror or str(error).partition("\n")[0]
            raise CorpusError(Fault(self.name, f"cannot be read ({reason})")) from None

    @property
    def footer(self) -> pq.FileMetaData:
        """What the footer tells (pyarrow.parquet.FileMetaData)."""
        if self._footer is None:
            with self._parquet():
                pass
        return self._footer

    @cached_property
    def schema(self) -> pa.Schema:
        """The columns and their types (pyarrow.Schema); FormatError if two have one name."""
        with self._parquet() as (_, parquet):
            schema = parquet.schema_arrow
        twice = sorted({name for name in schema.names if schema.names.count(name) > 1})
        if twice:
            raise FormatError(
                Fault(self.name, f"the column {name} more than once", "each column once")
                for name in twice
            )
        return schema

    def columns(self, names: Sequence[str]) -> pa.Table:
        """Whole columns as a pyarrow.Table; for small ones only."""
        with self._parquet() as (file, parquet):
            runs = _runs(list(_chunks(parquet.metadata, lambda name: name in names)))
            file.fetch((run[0][0], run[-1][0] + run[-1][1] - run[0][0]) for run in runs)
            # Threads of Arrow's must not see a Python file, see gathered.
            table = parquet.read(columns=list(names), use_threads=False)
            table.validate(full=True)  # damaged texts, which would fail only when looked at
            return table

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """All rows in order, from the footer alone."""
        return tuple(
            Row(group, index)
            for group in range(self.footer.num_row_groups)
            for index in range(self.footer.row_group(group).num_rows)
        )

    def cells(self, row: Row, names: Sequence[str]) -> tuple[object, ...]:
        """Cells of one row as Python values.

        Reads the pages of the row, or of all rows before it in its group: with one row a group,
        as published, nothing but the cells themselves.
        """
        with self._parquet() as (_, parquet):
            batches = parquet.iter_batches(
                batch_size=1, row_groups=[row.group], columns=[*names], use_threads=False
            )
            for index, batch in enumerate(batches):
                if index == row.index:
                    batch.validate(full=True)
                    return tuple(batch.column(name)[0].as_py() for name in names)
        raise AssertionError(f"{self.name} has no row {row}")

    def raw(self, wanted: Callable[[str], bool]) -> tuple[tuple[str, bytes], ...]:
        """Stored bytes of the columns whose name (before any dot) is wanted, not decoded."""
        parts = []
        with self._parquet() as (file, parquet):
            for run in _runs(list(_chunks(parquet.metadata, wanted))):
                first = run[0][0]
                file.seek(first)
                content = file.read(run[-1][0] + run[-1][1] - first)
                parts += [(name, content[at - first : at - first + n]) for at, n, name in run]
        return tuple(parts)

    def head(self, group: int, column: str, n_bytes: int = 4096) -> bytes:
        """The first stored bytes of a column in a row group, in which its file header lies."""
        with self._parquet() as (file, parquet):
            for start, length, name in _chunks(parquet.metadata, lambda name: name == column):
                if name.startswith(f"{group}/"):
                    file.seek(start)
                    return file.read(min(length, n_bytes))
        raise AssertionError(f"{self.name} has no column {column} in group {group}")

    def beginning(self, row: Row, column: str) -> Beginning | None:
        """The first bytes of a cell of bytes, None where they cannot be had without the rest.

        Args:
            row: where it is.
            column: the whole path of a column in the schema, for example ``audio.bytes``.
        """
        with self._parquet() as (file, parquet):
            group = parquet.metadata.row_group(row.group)
            for number in range(group.num_columns):
                chunk, leaf = group.column(number), parquet.schema.column(number)
                if leaf.path != column or group.num_rows != 1 or leaf.max_repetition_level:
                    continue
                file.seek(_start(chunk))
                stored = file.read(min(chunk.total_compressed_size, _BEGINNING))
                nullable = leaf.max_definition_level > 0
                return cell_beginning(stored, chunk.compression, nullable=nullable)
        return None


def _chunks(told: pq.FileMetaData, wanted: Callable[[str], bool]) -> Iterator[tuple[int, int, str]]:
    for group in range(told.num_row_groups):
        columns = told.row_group(group)
        for number in range(columns.num_columns):
            path = cast("str", told.schema.column(number).path)
            # Of what is not wanted, pyarrow need not look at a footer that may be damaged.
            if wanted(path.partition(".")[0]):
                chunk = columns.column(number)
                yield _start(chunk), chunk.total_compressed_size, f"{group}/{path}"


def _start(chunk: pq.ColumnChunkMetaData) -> int:
    """Where the first page of a column chunk lies."""
    dictionary = cast("int | None", chunk.dictionary_page_offset)
    first = cast("int", chunk.data_page_offset)
    return first if dictionary is None else min(first, dictionary)


def _runs(chunks: list[tuple[int, int, str]]) -> Iterator[list[tuple[int, int, str]]]:
    """Neighbouring chunks together, so that each run is one request."""
    run: list[tuple[int, int, str]] = []
    for chunk in sorted(chunks):
        if run and chunk[0] - (run[-1][0] + run[-1][1]) > _GAP:
            yield run
            run = []
        run.append(chunk)
    if run:
        yield run


def local_shards(path: Path) -> tuple[Shard, ...]:
    """The parquet files at a path: itself, or those in it and its folders, by name."""

    def opener(file: Path) -> Callable[[], AbstractContextManager[BinaryIO]]:
        return lambda: file.open("rb")

    files = [path] if path.is_file() else sorted(path.rglob("*.parquet"))
    root = path.parent if path.is_file() else path
    return tuple(Shard(str(file.relative_to(root)), opener(file)) for file in files)

"""Parquet bytes and their stamp; pyarrow stays out of a plain import."""

import io
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from turnscope.errors import FormatError
from turnscope.files.parquet import is_parquet, table_bytes, table_of

SCHEMA = pa.schema([("a", pa.int64())])


def test_table_and_stamp_come_back() -> None:
    content = table_bytes(pa.table({"b": [1.5], "a": [2]}), {"form": "f", "é": [1]})
    assert is_parquet(content)
    table, stamp = table_of(content, "t", "f", SCHEMA)
    assert table.to_pydict() == {"a": [2]}
    assert stamp == {"form": "f", "é": [1]}


def test_what_is_refused() -> None:
    good = table_bytes(pa.table({"a": [2]}), {"form": "f"})
    plain = io.BytesIO()
    pq.write_table(pa.table({"a": [2]}), plain)
    for content, words in (
        (b"", "not a readable parquet file"),
        (good[:-20], "Cut short"),
        (b"PAR1", "Cut short"),
        (plain.getvalue(), "without our stamp"),
        (table_bytes(pa.table({"a": [2]}), {"form": "g"}), "something else"),
        (table_bytes(pa.table({"c": [2]}), {"form": "f"}), "no column a"),
        (table_bytes(pa.table({"a": ["x"]}), {"form": "f"}), "columns of other types"),
    ):
        with pytest.raises(FormatError, match=words):
            table_of(content, "t", "f", SCHEMA)


def test_importing_the_readers_does_not_import_pyarrow() -> None:
    code = (
        "import sys\n"
        "from turnscope.files import gold_artefact, outcomes_table, score_tracks, submission\n"
        "assert 'pyarrow' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)

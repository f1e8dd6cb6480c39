"""Tables to and from parquet bytes, with one JSON stamp in the schema; pyarrow comes lazily.

Importing pyarrow takes longer than most commands run, so nothing here does it before a table
is really read or written.
"""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING

from turnscope.errors import Fault, FormatError
from turnscope.files.strict_json import parse_json

if TYPE_CHECKING:
    import pyarrow

__all__ = ["STAMP", "is_parquet", "table_bytes", "table_of"]

STAMP = b"turnscope"
"""The key of the stamp in the schema's metadata."""


def is_parquet(content: bytes) -> bool:
    """Whether the bytes begin as a parquet file does."""
    return content.startswith(b"PAR1")


def table_bytes(table: pyarrow.Table, stamp: Mapping[str, object]) -> bytes:
    """A parquet file of a table, ``stamp`` in its schema's metadata."""
    import pyarrow.parquet

    told = json.dumps(stamp, ensure_ascii=False, allow_nan=False).encode()
    buffer = io.BytesIO()
    pyarrow.parquet.write_table(
        table.replace_schema_metadata({STAMP: told}), buffer, compression="zstd"
    )
    return buffer.getvalue()


def table_of(
    content: bytes, name: str, form: str, schema: pyarrow.Schema
) -> tuple[pyarrow.Table, dict[str, object]]:
    """The table in a parquet file, cast to ``schema``, and its stamp.

    Args:
        content: the file.
        name: of the file, for messages.
        form: what the stamp must say under ``form``.
        schema: the columns that must be there; others are left out.

    Raises:
        FormatError: if it is no parquet file, has no such stamp or lacks columns.
    """
    import pyarrow
    import pyarrow.parquet

    try:
        # On this thread alone: one of Arrow's that outlives the interpreter aborts the process.
        table = pyarrow.parquet.read_table(pyarrow.BufferReader(content), use_threads=False)
    except (pyarrow.ArrowException, OSError, ValueError) as error:
        cause = str(error).split("\n", 1)[0].rstrip(".")
        hint = "Cut short: an interrupted copy or download?" if is_parquet(content) else ""
        found = f"not a readable parquet file ({cause})"
        raise FormatError.at(name, None, found, expected=form, hint=hint) from None
    told = (table.schema.metadata or {}).get(STAMP)
    stamp = parse_json(told, f"{name}: stamp") if told else {}
    if not isinstance(stamp, dict) or stamp.get("form") != form:
        found = "a parquet file of something else" if told else "a parquet file without our stamp"
        raise FormatError.at(name, None, found, expected=form)
    missing = [column for column in schema.names if column not in table.column_names]
    if missing:
        raise FormatError(
            Fault(name, f"no column {column}", f"the columns of {form}") for column in missing
        )
    try:
        return table.select(schema.names).cast(schema), stamp
    except (pyarrow.ArrowException, ValueError) as error:
        found = f"columns of other types ({str(error).splitlines()[0]})"
        raise FormatError.at(name, None, found, expected=form) from None

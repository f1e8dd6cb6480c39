"""What TurnBench's parquet columns hold: annotations to cues, metadata in its various types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from turnscope.core.conversation import SPEAKERS
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.mapping import ANNOTATORS
from turnscope.corpus.sources.shards import Shard
from turnscope.errors import Fault, FormatError
from turnscope.files.strict_json import parse_json
from turnscope.files.wording import described

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "METADATA_COLUMNS",
    "NULL_HINT",
    "annotation_columns",
    "cues_of",
    "is_text",
    "is_whole",
    "metadata_of",
]

_METADATA, _STATUS = "metadata", "audio_status"

METADATA_COLUMNS = (_METADATA, _STATUS)
"""Columns that tell of the conversation as a whole."""

NULL_HINT = (
    "A split whose labels are kept back? It can be run, and scored with a gold artefact only"
)
"""Why there may be no annotations where they are asked for."""


def metadata_of(row: Mapping[str, object], where: str) -> Mapping[str, object]:
    """Metadata of a row whatever its column is: struct, map, JSON text, null or absent."""
    told = row.get(_METADATA)
    if isinstance(told, str):
        told = parse_json(told.encode(), where) if told.strip() else None
    elif isinstance(told, list) and all(isinstance(pair, tuple) for pair in told):
        told = dict(told)  # a column of maps
    if told is None:
        told = {}
    if not isinstance(told, dict):
        raise FormatError(Fault(where, described(told), "an object of metadata"))
    status = row.get(_STATUS)
    return told if status is None else {**told, _STATUS: status}


def annotation_columns(shard: Shard) -> tuple[list[tuple[int, str, str]], list[Fault]]:
    """The annotation columns a shard has, as (speaker, annotator, name), and what they lack."""
    names = {
        (speaker, annotator): f"speaker_{speaker}_annotation_{annotator}"
        for speaker in SPEAKERS
        for annotator in ANNOTATORS
    }
    there = {key: name for key, name in names.items() if name in shard.schema.names}
    faults = []
    if not there:
        found = f"no annotation columns among {', '.join(shard.schema.names)}"
        faults.append(Fault(shard.name, found, "speaker_1_annotation_a and the like", NULL_HINT))
    for speaker, annotator in there:
        other = (3 - speaker, annotator)
        if other not in there:
            faults.append(Fault(shard.name, f"no column {names[other]}", "both speakers' columns"))
    good = []
    for (speaker, annotator), name in there.items():
        found = shard.schema.field(name).type
        if _is_events(found):
            good.append((speaker, annotator, name))
        else:
            rule = "a list of struct with start_s, end_s (numbers), label and text (texts)"
            faults.append(Fault(f"{shard.name}: {name}", f"a column of {found}", rule))
    return good, faults


def _is_events(kind: pa.DataType) -> bool:
    import pyarrow as pa

    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
        # Of a split without labels all may be null, which then is the column's type.
        return bool(pa.types.is_null(kind))
    fields = kind.value_type
    if pa.types.is_null(fields):
        return True
    if not pa.types.is_struct(fields):
        return False
    types = {fields.field(k).name: fields.field(k).type for k in range(fields.num_fields)}
    times = [types.get(name) for name in ("start_s", "end_s")]
    texts = [types[name] for name in ("label", "text") if name in types]
    return (
        "label" in types
        and all(
            t is not None and (pa.types.is_floating(t) or pa.types.is_integer(t)) for t in times
        )
        and all(is_text(t) or pa.types.is_null(t) for t in texts)
    )


def is_whole(kind: pa.DataType) -> bool:
    """Whether a column of this pyarrow type holds whole numbers."""
    import pyarrow as pa

    return bool(pa.types.is_integer(kind))


def is_text(kind: pa.DataType) -> bool:
    """Whether a column of this pyarrow type holds text, as it is or by a dictionary."""
    import pyarrow as pa

    plain = kind.value_type if pa.types.is_dictionary(kind) else kind
    return bool(
        pa.types.is_string(plain)
        or pa.types.is_large_string(plain)
        or pa.types.is_string_view(plain)
    )


def cues_of(column: pa.ChunkedArray) -> Iterator[list[Cue] | None]:
    """The cues of each row, None where the cell is null."""
    for cell in column.to_pylist():
        if cell is None:
            yield None
        else:
            yield [_cue(event or {}) for event in cell]


def _cue(event: Mapping[str, Any]) -> Cue:
    start_s, end_s = event.get("start_s"), event.get("end_s")
    return Cue(
        None if start_s is None else float(start_s),
        None if end_s is None else float(end_s),
        text=event.get("text") or "",
        label=event.get("label") or "",
    )

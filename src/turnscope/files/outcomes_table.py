"""The outcome table as one parquet file, to be opened anywhere, and back.

Gold rows come first, then prediction rows, told apart by ``row``. Names are dictionary-encoded
text; a cell that has no meaning in its row is null. ``gold_row`` and ``prediction_row`` count
from 0 among the rows of that sort, so that a hit and its gold find each other::

    row         conversation_id  speaker  task  kind  reason   ...  prediction_row  gold_row
    gold        20               1        eot   hit   matched        0               null
    prediction  20               1        eot   null  null           null            0

Protocol, versions, supported tasks and the roster (with conversations that have no row) are JSON
in the schema's metadata, under ``turnscope``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats, Ints
from turnscope.core.outcomes import Fate, GoldRows, Kind, Outcomes, PredictionRows, Reason
from turnscope.core.protocol import Consensus, Protocol, Task
from turnscope.core.roster import Roster
from turnscope.errors import CorpusError, Fault, FormatError, ProtocolError
from turnscope.files.metadata_fields import metadata_fields, metadata_of
from turnscope.files.parquet import table_bytes, table_of
from turnscope.files.reading import read_bytes
from turnscope.files.writing import write_bytes
from turnscope.version import __version__

if TYPE_CHECKING:
    import pyarrow

__all__ = ["outcomes_bytes", "parse_outcomes", "read_outcomes", "write_outcomes"]

_FORM = "turnscope outcomes"
_VERSION = 1
_GOLD_TIMES = ("start_s", "end_s", "window_start_s", "window_end_s", "prediction_s", "latency_s")
_TASKS = tuple(str(task) for task in Task)
_ROWS = ("gold", "prediction")


def _names(names: type[IntEnum]) -> tuple[str, ...]:
    return tuple(member.name.lower() for member in names)


def _schema() -> pyarrow.Schema:
    import pyarrow as pa

    name = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            *((column, name) for column in ("row", "conversation_id", "conversation_type")),
            ("speaker", pa.int8()),
            *((column, name) for column in ("task", "kind", "reason", "fate")),
            ("masked", pa.bool_()),
            ("time_s", pa.float64()),
            *((column, pa.float64()) for column in _GOLD_TIMES),
            ("prediction_row", pa.int64()),
            ("gold_row", pa.int64()),
        ]
    )


def write_outcomes(
    path: str | os.PathLike[str],
    outcomes: Outcomes,
    *,
    stamp: Mapping[str, object] | None = None,
) -> None:
    """Write an outcome table as parquet.

    Args:
        path: the file.
        outcomes: what to write.
        stamp: more to put into the schema's metadata (hashes, system), as JSON.

    Raises:
        TurnscopeError: if the file cannot be written.
    """
    write_bytes(path, outcomes_bytes(outcomes, stamp=stamp))


def outcomes_bytes(outcomes: Outcomes, *, stamp: Mapping[str, object] | None = None) -> bytes:
    """The parquet file of an outcome table; see :func:`write_outcomes`."""
    import pyarrow as pa

    gold, predictions, roster = outcomes.gold, outcomes.predictions, outcomes.roster
    n_gold, n_predictions = len(gold), len(predictions)
    group = np.concatenate([gold.group, predictions.group])
    types = [metadata.conversation_type for metadata in roster.metadata]
    no_gold, no_prediction = np.full(n_gold, -1), np.full(n_predictions, -1)

    def named(codes: NDArray[np.integer], names: tuple[str, ...]) -> pyarrow.Array:
        indices = pa.array(codes.astype(np.int32), mask=codes < 0)
        return pa.DictionaryArray.from_arrays(indices, pa.array(names, pa.string()))

    def times(of_gold: Floats, of_predictions: Floats) -> pyarrow.Array:
        column = np.concatenate([of_gold, of_predictions])
        return pa.array(column, mask=np.isnan(column))

    def links(column: Ints) -> pyarrow.Array:
        return pa.array(column, mask=column < 0)

    distinct = tuple(sorted({t for t in types if t is not None}))
    type_code = np.array([-1 if t is None else distinct.index(t) for t in types], np.int64)
    masked = np.concatenate([gold.masked, np.zeros(n_predictions, np.bool_)])
    nan = np.full(n_predictions, np.nan)
    columns = [
        named(np.repeat([0, 1], [n_gold, n_predictions]), _ROWS),
        named(group // 2, roster.ids),
        named(type_code[group // 2] if len(group) else group, distinct),
        pa.array((group % 2 + 1).astype(np.int8)),
        named(np.concatenate([gold.task, predictions.task]), _TASKS),
        named(np.concatenate([gold.kind, no_prediction]), _names(Kind)),
        named(np.concatenate([gold.reason, no_prediction]), _names(Reason)),
        named(np.concatenate([no_gold, predictions.fate]), _names(Fate)),
        pa.array(masked, mask=np.repeat([False, True], [n_gold, n_predictions])),
        times(np.full(n_gold, np.nan), predictions.time_s),
        *(times(getattr(gold, column), nan) for column in _GOLD_TIMES),
        links(np.concatenate([gold.prediction, no_prediction])),
        links(np.concatenate([no_gold, predictions.gold])),
    ]
    told = {
        **(stamp or {}),
        "form": _FORM,
        "form_version": _VERSION,
        "turnscope": __version__,
        "protocol": outcomes.protocol.stamp(),
        "supported": sorted(outcomes.supported),
        "speakers": list(outcomes.speakers),
        "roster": [
            {
                "conversation_id": conversation_id,
                "duration_s": None if np.isnan(duration_s) else duration_s,
                "metadata": metadata_fields(metadata),
            }
            for conversation_id, duration_s, metadata in zip(
                roster.ids, roster.duration_s.tolist(), roster.metadata, strict=True
            )
        ],
    }
    return table_bytes(pa.table(columns, schema=_schema()), told)


def read_outcomes(path: str | os.PathLike[str]) -> Outcomes:
    """An outcome table from its file.

    Raises:
        TurnscopeError: if the file cannot be read.
        FormatError: if it is not what :func:`write_outcomes` writes.
    """
    return parse_outcomes(read_bytes(path), str(path))


def parse_outcomes(content: bytes, name: str) -> Outcomes:
    """As :func:`read_outcomes`, from the bytes of a file called ``name``."""
    table, stamp = table_of(content, name, _FORM, _schema())
    if stamp.get("form_version") != _VERSION:
        found = f"version {stamp.get('form_version')} of the outcome table"
        hint = "Written by a newer turnscope?"
        raise FormatError.at(name, None, found, expected=f"version {_VERSION}", hint=hint)
    try:
        return _outcomes(table, stamp, name)
    except (KeyError, TypeError, ValueError, AttributeError, ProtocolError, CorpusError) as error:
        cause = f"{type(error).__name__}: {error}"
        raise FormatError.at(name, None, f"cells or a stamp that do not fit ({cause})") from None


def _outcomes(table: pyarrow.Table, stamp: Mapping[str, object], name: str) -> Outcomes:
    roster = _roster(stamp["roster"], name)
    position = {conversation_id: k for k, conversation_id in enumerate(roster.ids)}

    def codes(column: str, names: tuple[str, ...] | None = None) -> Ints:
        code = position if names is None else {word: k for k, word in enumerate(names)}
        words = table[column].to_pylist()
        return np.array([-1 if word is None else code[word] for word in words], np.int64)

    def numbers(column: str) -> Floats:
        return np.array(table[column].to_numpy(zero_copy_only=False), np.float64)

    def links(column: str) -> Ints:
        return np.array(table[column].fill_null(-1).to_numpy(), np.int64)

    row = codes("row", _ROWS)
    if (np.diff(row) < 0).any() or (row < 0).any():
        raise ValueError("gold rows do not come before prediction rows")
    n_gold = int(np.count_nonzero(row == 0))
    group = 2 * codes("conversation_id") + numbers("speaker").astype(np.int64) - 1
    task = codes("task", _TASKS).astype(np.int8)
    gold_times = {column: numbers(column)[:n_gold] for column in _GOLD_TIMES}
    return Outcomes(
        roster,
        GoldRows(
            task=task[:n_gold],
            group=group[:n_gold],
            kind=codes("kind", _names(Kind))[:n_gold].astype(np.int8),
            reason=codes("reason", _names(Reason))[:n_gold].astype(np.int8),
            masked=np.array(table["masked"].fill_null(False).to_numpy(), np.bool_)[:n_gold],
            prediction=links("prediction_row")[:n_gold],
            **gold_times,
        ),
        PredictionRows(
            task=task[n_gold:],
            group=group[n_gold:],
            time_s=numbers("time_s")[n_gold:],
            fate=codes("fate", _names(Fate))[n_gold:].astype(np.int8),
            gold=links("gold_row")[n_gold:],
        ),
        _protocol(stamp["protocol"]),
        frozenset(Task(str(task)) for task in _list(stamp["supported"])),
        tuple(int(str(speaker)) for speaker in _list(stamp["speakers"])),
    )


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError(f"{value!r} is no list")
    return value


def _protocol(value: object) -> Protocol:
    if not isinstance(value, dict):
        raise TypeError("protocol is no object")
    told = {key: value[key] for key in asdict(Protocol())}
    return Protocol(**{**told, "consensus": Consensus(told["consensus"])})


def _roster(value: object, name: str) -> Roster:
    faults: list[Fault] = []
    ids, durations, metadata = [], [], []
    for entry in _list(value):
        if not isinstance(entry, dict):
            raise TypeError(f"{entry!r} is no conversation")
        ids.append(str(entry["conversation_id"]))
        duration_s = entry["duration_s"]
        durations.append(np.nan if duration_s is None else float(duration_s))
        metadata.append(metadata_of(entry["metadata"], f"{name}: {ids[-1]}", faults))
    if faults:
        raise FormatError(faults)
    return Roster(tuple(ids), np.array(durations, np.float64), tuple(metadata))

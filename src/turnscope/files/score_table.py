"""The parquet form of a probability file: one row a conversation, a list column a speaker.

::

    conversation_id: string   speaker_1: list<double>   speaker_2: list<double>

Version, task and frame rate are in the stamp of the schema.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from turnscope.core.conversation import SPEAKERS
from turnscope.core.scores import ScoreTracks
from turnscope.files.entries import SCHEMA_VERSION, speaker_key
from turnscope.files.parquet import table_bytes, table_of

if TYPE_CHECKING:
    import pyarrow

__all__ = ["score_table", "score_table_document"]

_FORM = "turnscope probabilities"
_HEAD = ("schema_version", "task", "frame_rate_hz")


def _schema() -> pyarrow.Schema:
    import pyarrow as pa

    # Large lists: a long corpus has more frames than 32-bit offsets of one column can count.
    columns = [(speaker_key(s), pa.large_list(pa.float64())) for s in SPEAKERS]
    return pa.schema([("conversation_id", pa.string()), *columns])


def score_table(scores: ScoreTracks) -> bytes:
    """The parquet file of some score tracks."""
    import pyarrow as pa

    columns = {"conversation_id": list(scores.tracks)} | {
        speaker_key(speaker): [pair[speaker - 1] for pair in scores.tracks.values()]
        for speaker in SPEAKERS
    }
    stamp = {
        "form": _FORM,
        "schema_version": SCHEMA_VERSION,
        "task": str(scores.task),
        "frame_rate_hz": float(scores.frame_rate_hz),
    }
    return table_bytes(pa.table(columns, schema=_schema()), stamp)


def score_table_document(content: bytes, name: str) -> dict[str, object]:
    """The document that the JSON form would have, with numpy columns for its lists.

    A null frame becomes NaN, and a null list stays None, so that the same checks find both.

    Raises:
        FormatError: if the bytes are not such a table.
    """
    table, stamp = table_of(content, name, _FORM, _schema())
    entries = []
    for row in range(table.num_rows):
        entry: dict[str, object] = {"conversation_id": table["conversation_id"][row].as_py()}
        for speaker in SPEAKERS:
            values = table[speaker_key(speaker)][row].values
            track = None
            if values is not None:
                track = np.array(values.to_numpy(zero_copy_only=False), dtype=np.float64)
            entry[speaker_key(speaker)] = {"prob": track}
        entries.append(entry)
    return {key: stamp[key] for key in _HEAD if key in stamp} | {"probs": entries}

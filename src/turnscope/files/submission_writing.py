"""Writing predictions as JSON or CSV, such that what is read back is what was written."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from turnscope.core.columns import Floats, Points, group_of
from turnscope.core.conversation import SPEAKERS, id_fault
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.errors import Fault, SubmissionError
from turnscope.files.entries import SCHEMA_VERSION, speaker_key
from turnscope.files.submission import TASK_KEYS
from turnscope.files.submission_csv import CSV_COLUMNS
from turnscope.files.time_lists import time_list
from turnscope.files.wording import named
from turnscope.files.writing import write_text

__all__ = ["predictions_csv", "predictions_json", "write_predictions"]


def write_predictions(
    path: str | os.PathLike[str], predictions: Predictions, *, ids: Sequence[str] | None = None
) -> None:
    """Write predictions as CSV if the name ends in ``.csv``, else as JSON.

    Args:
        path: the file. The system's name is not written, as the form has no place for it; the
            reader takes it from the file's name.
        predictions: what to write.
        ids: the conversations to write, in this order, those not predicted being silent; all
            of ``predictions`` by default. CSV leaves silent conversations out.

    Raises:
        SubmissionError: if the predictions break a rule of submission.
        TurnscopeError: if the file cannot be written.
    """
    form = predictions_csv if Path(path).suffix.lower() == ".csv" else predictions_json
    write_text(path, form(predictions, ids=ids))


def predictions_json(predictions: Predictions, *, ids: Sequence[str] | None = None) -> str:
    """The JSON text, one conversation a line, times with the fewest digits that round-trip.

    Raises:
        SubmissionError: if the predictions break a rule of submission.
    """
    entries = []
    for conversation_id, speakers in _by_conversation(predictions, ids):
        entry: dict[str, object] = {"conversation_id": conversation_id}
        for speaker, tasks in speakers.items():
            entry[speaker_key(speaker)] = {
                TASK_KEYS[task]: times.tolist() for task, times in tasks.items()
            }
        entries.append(json.dumps(entry, ensure_ascii=False, allow_nan=False))
    body = "".join(f"\n{entry}," for entry in entries).removesuffix(",")
    return f'{{"schema_version": {SCHEMA_VERSION}, "predictions": [{body}\n]}}\n'


def predictions_csv(predictions: Predictions, *, ids: Sequence[str] | None = None) -> str:
    """The CSV text, rows by conversation, speaker, task and time.

    Raises:
        SubmissionError: if the predictions break a rule of submission, or an id cannot stand in
            a table because of line breaks or spaces around it.
    """
    text = io.StringIO(newline="")
    table = csv.writer(text, lineterminator="\n")
    table.writerow(CSV_COLUMNS)
    for conversation_id, speakers in _by_conversation(predictions, ids):
        if conversation_id != conversation_id.strip() or len(conversation_id.splitlines()) > 1:
            found = "an id with line breaks or with spaces around it"
            where = f"conversation {named(conversation_id)}"
            raise SubmissionError(Fault(where, found, "an id on one line", "Write JSON instead"))
        for speaker, tasks in speakers.items():
            for task, times in tasks.items():
                table.writerows(
                    (conversation_id, speaker, TASK_KEYS[task], repr(t)) for t in times.tolist()
                )
    return text.getvalue()


_Speakers = dict[int, dict[Task, Floats]]


def _by_conversation(
    predictions: Predictions, ids: Sequence[str] | None
) -> Iterator[tuple[str, _Speakers]]:
    chosen = predictions if ids is None else predictions.along(ids)
    columns = {task: _split(chosen.task(task), len(chosen.ids)) for task in Task}
    faults: list[Fault] = []
    found: list[tuple[str, _Speakers]] = []
    for index, conversation_id in enumerate(chosen.ids):
        fault = id_fault(conversation_id, "predictions")
        if fault is not None:
            faults.append(fault)
        speakers: _Speakers = {}
        for speaker in SPEAKERS:
            where = f"{named(conversation_id)}/{speaker_key(speaker)}"
            speakers[speaker] = {
                task: time_list(
                    columns[task][group_of(index, speaker)].tolist(),
                    f"{where}/{TASK_KEYS[task]}",
                    float("nan"),
                    faults,
                )
                for task in Task
            }
        found.append((conversation_id, speakers))
    if faults:
        raise SubmissionError(faults)
    return iter(found)


def _split(points: Points, n_conversations: int) -> list[Floats]:
    bounds = np.searchsorted(points.group, np.arange(1, 2 * n_conversations))
    return np.split(points.time_s, bounds) if n_conversations else []

"""Reading predictions files: JSON as the benchmark takes them, or CSV.

::

    {"schema_version": 1,
     "predictions": [{"conversation_id": "20",
                      "speaker_1": {"eot": [12.84, 31.5], "interruption": []},
                      "speaker_2": {"eot": [], "interruption": [40.02]}}, ...]}

No other keys; every conversation once; times in seconds, finite, >= 0, strictly increasing and
not past the end of the audio. All faults of a file are reported together, each by conversation,
speaker, list and index. Source: TurnBench, submission format.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np

from turnscope.core.columns import Floats, Points, group_of
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import Fault, SubmissionError
from turnscope.files.coverage import durations_of
from turnscope.files.entries import entries_of, head_of, speaker_key
from turnscope.files.fields import fields_of
from turnscope.files.reading import read_bytes, telling_file
from turnscope.files.strict_json import parse_json_noting
from turnscope.files.submission_csv import looks_like_csv, parse_predictions_csv
from turnscope.files.time_lists import time_list

__all__ = ["TASK_KEYS", "parse_predictions", "parse_predictions_file", "read_predictions"]

TASK_KEYS = {Task.EOT: "eot", Task.INTERRUPTION: "interruption"}
"""The lists of a speaker in a predictions file; only here interruptions are not ``int``."""

_SILENT = 'A speaker without events has {"eot": [], "interruption": []}'
_EMPTY = "A list without events is []"
_OTHER_FILES = {
    "probs": "A probability file? Turn it into commits first",
    "conversations": "A gold artefact? That is what predictions are scored against",
}


def read_predictions(path: str | os.PathLike[str], *, roster: Roster | None = None) -> Predictions:
    """Predictions from a JSON or CSV file, checked in full.

    Args:
        path: CSV if it ends in ``.csv`` or ``.tsv``, JSON if in ``.json``, else told by its
            first character. The stem of its name becomes the system's name.
        roster: the conversations and durations to check against. Without it, missing and
            unknown conversations and times past the end go unseen.

    Raises:
        SubmissionError: with every rule broken.
        FormatError: if it is not JSON or CSV at all.
        TurnscopeError: if it cannot be read.
    """
    with telling_file(path):
        return parse_predictions_file(read_bytes(path), roster, str(path))


def parse_predictions_file(content: bytes, roster: Roster | None, name: str) -> Predictions:
    """As :func:`read_predictions`, from the bytes of a file called ``name``."""
    if looks_like_csv(content, name):
        return parse_predictions_csv(content, roster, name)
    document, doubtful = parse_json_noting(content, name)
    if not doubtful:
        return parse_predictions(document, roster, name)
    try:
        parse_predictions(document, roster, name)
    except SubmissionError as error:
        raise SubmissionError((*doubtful, *error.faults)) from None
    raise SubmissionError(doubtful)


def parse_predictions(document: object, roster: Roster | None, name: str) -> Predictions:
    """Predictions from a parsed JSON document; conversations keep the order of the file.

    Raises:
        SubmissionError: with every rule broken.
    """
    faults: list[Fault] = []
    head = head_of(document, name, ("predictions",), faults)
    if isinstance(document, dict):
        faults.extend(
            Fault(name, f"the key {key}", "predictions", hint)
            for key, hint in _OTHER_FILES.items()
            if key in document and "predictions" not in head
        )
    durations = durations_of(roster)
    ids: list[str] = []
    columns: dict[Task, list[tuple[int, Floats]]] = {task: [] for task in Task}
    if "predictions" in head:
        for entry in entries_of(
            head["predictions"], "predictions", name, roster, faults, missing_hint=_SILENT
        ):
            duration_s = durations.get(entry.conversation_id, float("nan"))
            for speaker, value in entry.speakers.items():
                group = group_of(len(ids), speaker)
                where = f"{entry.where}/{speaker_key(speaker)}"
                lists = fields_of(
                    value, where, tuple(TASK_KEYS.values()), faults, missing_hint=_EMPTY
                )
                for task, key in TASK_KEYS.items():
                    if key in lists:
                        times = time_list(lists[key], f"{where}/{key}", duration_s, faults)
                        columns[task].append((group, times))
            if entry.fresh:
                ids.append(entry.conversation_id)
    if faults:
        raise SubmissionError(faults)
    points = {task: _points(columns[task]) for task in Task}
    return Predictions(
        tuple(ids),
        points[Task.EOT],
        points[Task.INTERRUPTION],
        Path(name).stem,
        frozenset(task for task in Task if len(points[task])),
    )


def _points(lists: list[tuple[int, Floats]]) -> Points:
    # Groups ascend along the file and times within each list: already in order.
    if not lists:
        return Points.empty()
    groups = np.repeat([group for group, _ in lists], [len(times) for _, times in lists])
    return Points(groups.astype(np.int64), np.concatenate([times for _, times in lists]))

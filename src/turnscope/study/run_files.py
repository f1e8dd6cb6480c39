"""What a run leaves on disk: predictions, a score file a task, and the run record.

::

    out.json                   predictions; not for a system that only scores
    out.eot.scores.parquet     frame by frame, where the system scores ends of turn
    out.int.scores.parquet     the same for interruptions
    out.run.json               the run record
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal, NamedTuple

from turnscope.files.origin import RUN_RECORD, file_hashes, record_path
from turnscope.files.score_tracks import write_scores
from turnscope.files.submission_writing import write_predictions
from turnscope.files.writing import write_bytes
from turnscope.study.run_record import run_record
from turnscope.study.run_result import Run

__all__ = ["ScoreForm", "Written", "write_run"]

ScoreForm = Literal["parquet", "json"]


class Written(NamedTuple):
    """The files of a run.

    Attributes:
        predictions: None where there is nothing to predict with.
        scores: one a task that the system scores.
        record: None where ``path`` is a stream, which has no neighbours.
    """

    predictions: Path | None
    scores: tuple[Path, ...]
    record: Path | None


def write_run(
    path: str | os.PathLike[str],
    run: Run,
    *,
    scores: ScoreForm = "parquet",
    extra: Mapping[str, object] | None = None,
) -> Written:
    """Write a run.

    Args:
        path: of the predictions, JSON or, by its name, CSV; the others lie beside it.
        run: what to write. If nothing was heard at all only the record is written.
        scores: the form of score files.
        extra: further entries of the record: the command, the corpus.

    Raises:
        SubmissionError, TurnscopeError: if a file cannot be written.
    """
    path = Path(path)
    has_any = bool(run.predictions.ids)
    predictions = path if has_any and not run.only_scores else None
    if predictions is not None:
        write_predictions(predictions, run.predictions)
    if path.is_char_device() or path.is_fifo() or str(path).startswith("/dev/"):
        return Written(predictions, (), None)
    files = []
    for task, tracks in run.scores.items() if has_any else ():
        files.append(path.with_name(f"{path.stem}.{task.value}.scores.{scores}"))
        write_scores(files[-1], tracks)
    record = record_path(path, RUN_RECORD)
    names = {
        "predictions": predictions.name if predictions else None,
        "scores": [file.name for file in files],
        "sha256": file_hashes(*([predictions] if predictions else []), *files),
    }
    told = run_record(run, extra={**(extra or {}), "files": names})
    text = json.dumps(told, ensure_ascii=False, allow_nan=False) + "\n"
    # What is no Unicode (in a file's name, in a message of a system) is escaped, as JSON would.
    write_bytes(record, text.encode("utf-8", "backslashreplace"))
    return Written(predictions, tuple(files), record)

"""Probability files: what a system thought at each frame, as JSON or in parquet.

::

    {"schema_version": 1, "task": "eot", "frame_rate_hz": 25.0,
     "probs": [{"conversation_id": "20", "speaker_1": {"prob": [0.01, ...]},
                                         "speaker_2": {"prob": [...]}}, ...]}

``task`` is ``eot`` or ``int``; each value lies in [0, 1]; a conversation has exactly
floor(duration * frame_rate_hz) of them for each speaker. The parquet form has the same content in
a tenth of the reading time, see :mod:`turnscope.files.score_table`. Source: TurnBench,
probability files.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import MappingProxyType

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.core.scores import ScoreTracks, n_frames
from turnscope.errors import Fault, SubmissionError
from turnscope.files.coverage import durations_of
from turnscope.files.entries import SCHEMA_VERSION, entries_of, head_of, speaker_key
from turnscope.files.fields import fields_of, meant_by
from turnscope.files.number_lists import NumberList, each_fault, is_number, number_list
from turnscope.files.parquet import is_parquet
from turnscope.files.reading import read_bytes
from turnscope.files.score_table import score_table, score_table_document
from turnscope.files.strict_json import parse_json_noting
from turnscope.files.wording import described
from turnscope.files.writing import write_bytes, write_text

__all__ = ["MOST_FRAMES", "parse_scores", "read_scores", "scores_json", "write_scores"]

MOST_FRAMES = 10_000
"""Frames a second; as many as a system may declare."""

_RULE = "a probability from 0 to 1"


def read_scores(path: str | os.PathLike[str], *, roster: Roster | None = None) -> ScoreTracks:
    """The score tracks of a JSON or parquet file (told by its first bytes), checked in full.

    Args:
        path: the file.
        roster: the conversations and durations to check against. Without it, missing and
            unknown conversations and wrong numbers of frames go unseen, but for speakers of
            one conversation that differ.

    Raises:
        SubmissionError: with every rule broken.
        FormatError: if it is neither.
        TurnscopeError: if it cannot be read.
    """
    content, name = read_bytes(path), str(path)
    if is_parquet(content):
        return parse_scores(score_table_document(content, name), roster, name)
    document, doubtful = parse_json_noting(content, name)
    if not doubtful:
        return parse_scores(document, roster, name)
    try:
        parse_scores(document, roster, name)
    except SubmissionError as error:
        raise SubmissionError((*doubtful, *error.faults)) from None
    raise SubmissionError(doubtful)


def parse_scores(document: object, roster: Roster | None, name: str) -> ScoreTracks:
    """The score tracks of a parsed document; lists may be numpy columns already.

    Raises:
        SubmissionError: with every rule broken, values by conversation, speaker and index.
    """
    faults: list[Fault] = []
    head = head_of(document, name, ("task", "frame_rate_hz", "probs"), faults)
    task, rate_hz = _task(head, name, faults), _rate(head, name, faults)
    durations = durations_of(roster)
    tracks: dict[str, tuple[Floats, Floats]] = {}
    if "probs" in head:
        for entry in entries_of(head["probs"], "probs", name, roster, faults):
            duration_s = durations.get(entry.conversation_id, float("nan"))
            pair = [np.empty(0), np.empty(0)]
            sizes: dict[int, int] = {}
            for speaker, value in entry.speakers.items():
                where = f"{entry.where}/{speaker_key(speaker)}"
                parts = fields_of(value, where, ("prob",), faults)
                if "prob" in parts:
                    values = parts["prob"]
                    pair[speaker - 1] = _track(values, f"{where}/prob", faults)
                    if isinstance(values, list | np.ndarray):
                        sizes[speaker] = len(values)
            faults.extend(_size_faults(sizes, entry.where, duration_s, rate_hz))
            if entry.fresh:
                tracks[entry.conversation_id] = (pair[0], pair[1])
    if faults:
        raise SubmissionError(faults)
    return ScoreTracks(task, rate_hz, MappingProxyType(tracks))


def _task(head: dict[str, object], name: str, faults: list[Fault]) -> Task:
    value = head.get("task", Task.EOT)
    if isinstance(value, str) and value in tuple(Task):
        return Task(value)
    meant = meant_by(value, ("eot", "interruption", "int")) if isinstance(value, str) else None
    hint = f"Did you mean {meant.replace('interruption', 'int')}?" if meant else ""
    faults.append(Fault(f"{name}: task", described(value), "eot or int", hint))
    return Task.EOT


def _rate(head: dict[str, object], name: str, faults: list[Fault]) -> float:
    value = head.get("frame_rate_hz", np.nan)
    if "frame_rate_hz" not in head:
        return np.nan
    if isinstance(value, int | float) and is_number(value) and 0 < value <= MOST_FRAMES:
        return float(value)
    at, rule = (
        f"{name}: frame_rate_hz",
        f"frames a second, a finite number above 0, at most {MOST_FRAMES}",
    )
    faults.append(Fault(at, described(value), rule))
    return np.nan


def _track(values: object, where: str, faults: list[Fault]) -> Floats:
    if isinstance(values, np.ndarray):
        finite = np.isfinite(values)
        numbers = NumberList(values[finite], np.flatnonzero(finite), bool(finite.all()))
        faults.extend(
            each_fault(
                np.flatnonzero(~finite),
                lambda k: Fault(f"{where}[{k}]", described(float(values[k])), _RULE),
            )
        )
    else:
        numbers = number_list(values, where, _RULE, faults)
    track = numbers.value
    if len(track) and (track.min() < 0 or track.max() > 1):
        outside = np.flatnonzero((track < 0) | (track > 1))
        percent = bool(track.min() >= 0 and track.max() <= 100 and len(outside) * 10 > len(track))
        hint = "Per cent? Divide by 100" if percent else "Logits or log-probabilities?"
        faults.extend(
            each_fault(
                outside,
                lambda k: Fault(f"{where}[{numbers.index[k]}]", str(track[k]), _RULE, hint),
            )
        )
    return track


def _size_faults(
    sizes: dict[int, int], where: str, duration_s: float, rate_hz: float
) -> list[Fault]:
    if not (np.isfinite(duration_s) and np.isfinite(rate_hz)):
        if len(set(sizes.values())) > 1:
            counts = " and ".join(f"{sizes[speaker]} (speaker {speaker})" for speaker in sizes)
            return [Fault(where, f"{counts} values", "as many for both speakers")]
        return []
    wanted = n_frames(duration_s, rate_hz)
    faults = []
    for speaker, size in sizes.items():
        if size != wanted:
            rule = f"{wanted}, floor({duration_s} s * {rate_hz} Hz)"
            at = f"{where}/{speaker_key(speaker)}/prob"
            faults.append(Fault(at, f"{size} values", rule, _size_cause(size, wanted, duration_s)))
    return faults


def _size_cause(size: int, wanted: int, duration_s: float) -> str:
    if size == wanted + 1:
        return "Rounded up? Drop the frame that is not full"
    if abs(size - wanted) * duration_s < 2 * max(wanted, 1):
        return "Frames lost or added at an end? Frame i covers [i / rate, (i + 1) / rate)"
    for rate in (10.0, 12.5, 16.0, 20.0, 25.0, 31.25, 50.0, 62.5, 75.0, 100.0):
        if abs(size - n_frames(duration_s, rate)) <= 1:
            return f"They would fit {rate} Hz"
    return "Another conversation's, or a system that stopped early?"


def scores_json(scores: ScoreTracks) -> str:
    """The JSON text, one conversation a line, values with the fewest digits that round-trip."""
    lines: list[str] = []
    for conversation_id, pair in scores.tracks.items():
        entry: dict[str, object] = {"conversation_id": conversation_id}
        for speaker, track in zip(SPEAKERS, pair, strict=True):
            entry[speaker_key(speaker)] = {"prob": track.tolist()}
        lines.append("\n" + json.dumps(entry, ensure_ascii=False, allow_nan=False))
    head = json.dumps(
        {
            "schema_version": SCHEMA_VERSION,
            "task": str(scores.task),
            "frame_rate_hz": float(scores.frame_rate_hz),
        }
    )
    return f'{head[:-1]}, "probs": [{",".join(lines)}\n]}}\n'


def write_scores(path: str | os.PathLike[str], scores: ScoreTracks) -> None:
    """Write score tracks as parquet if the name ends in ``.parquet``, else as JSON.

    Raises:
        TurnscopeError: if the file cannot be written.
    """
    if Path(path).suffix.lower() == ".parquet":
        write_bytes(path, score_table(scores))
    else:
        write_text(path, scores_json(scores))

"""Predictions as a CSV table: one row an event.

::

    conversation_id,speaker,task,time_s
    20,1,eot,12.84
    20,speaker_2,interruption,40.02

Columns come in any order, with a header; comma, semicolon or tab, told by the header. ``speaker``
is 1, 2, speaker_1 or speaker_2; ``task`` is eot, interruption or int. Rows come in any order too,
for the order of a table's rows carries no meaning: times are sorted within each speaker and
task, and only a time given twice is a fault. A conversation without rows has no events; as a
table cannot tell silent from missing, which conversations there are is said by the roster.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats
from turnscope.core.conversation import id_fault
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.roster import Roster
from turnscope.errors import Fault, FormatError, SubmissionError
from turnscope.files.coverage import coverage_faults, durations_of
from turnscope.files.decoding import decode
from turnscope.files.fields import meant_by
from turnscope.files.number_lists import each_fault
from turnscope.files.time_lists import repeated_or_unsorted, time_range_faults
from turnscope.files.wording import named, quoted

__all__ = ["CSV_COLUMNS", "looks_like_csv", "parse_predictions_csv"]

CSV_COLUMNS = ("conversation_id", "speaker", "task", "time_s")
"""The columns, in the order in which they are written."""

_SPEAKERS = {"1": 1, "2": 2, "speaker_1": 1, "speaker_2": 2}
_TASKS = {"eot": Task.EOT, "interruption": Task.INTERRUPTION, "int": Task.INTERRUPTION}
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_DIGITS = re.compile(r"[-+.eE0-9 \n]*")
_DECIMAL_COMMA = re.compile(r"-?\d+,\d+", re.ASCII)

_Cells = tuple[str, str, str]
_Key = tuple[str, int, Task]


def looks_like_csv(content: bytes, name: str) -> bool:
    """Whether a predictions file is CSV: by its ending, else by its first character."""
    suffix = Path(name).suffix.lower()
    if suffix in (".csv", ".tsv", ".json"):
        return suffix != ".json"
    start = content[:64].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    return start[:14].lower().startswith((b"conversation", b"speaker", b"task", b"time"))


def parse_predictions_csv(content: bytes, roster: Roster | None, name: str) -> Predictions:
    """Predictions from the bytes of a CSV file.

    Args:
        content: the file.
        roster: the conversations; those without rows are silent. Without it the
            conversations are those that have rows, in order of appearance.
        name: of the file; its stem becomes the system's name.

    Raises:
        SubmissionError: with every rule broken, each with its line.
        FormatError: if it is no table with this header.
    """
    text = decode(content, name)
    header, delimiter, faults = _header(text, name)
    rows: dict[_Cells, tuple[list[str], list[int]]] = {}
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    at_id, at_speaker, at_task, at_time = (header.index(column) for column in CSV_COLUMNS)
    seen_header = False
    try:
        for row in reader:
            if len(row) <= 1 and not "".join(row).strip():
                continue
            if not seen_header:
                seen_header = True
            elif len(row) != len(header):
                found = f"{len(row)} fields"
                hint = "A decimal comma? Write a point" if len(row) == len(header) + 1 else ""
                line = f"{name}:{reader.line_num}"
                faults.append(Fault(line, found, f"{len(header)}, as in the header", hint))
            else:
                cells = (row[at_id], row[at_speaker], row[at_task])
                times, lines = rows.setdefault(cells, ([], []))
                times.append(row[at_time])
                lines.append(reader.line_num)
    except csv.Error as error:
        raise FormatError.at(name, reader.line_num, f"not CSV: {error}") from None
    return _predictions(rows, roster, name, faults)


def _header(text: str, name: str) -> tuple[list[str], str, list[Fault]]:
    line = next((line for line in text.split("\n") if line.strip()), "")
    rule = f"a header with the columns {', '.join(CSV_COLUMNS)}"
    if not line:
        raise FormatError.at(name, None, "the file is empty", expected=rule)
    if line.lstrip().startswith(("{", "[")):
        hint = "JSON? Give it the ending .json"
        raise FormatError.at(name, 1, quoted(line), expected=rule, hint=hint)
    delimiter = max(",;\t", key=line.count)
    try:
        cells = next(csv.reader([line], delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise FormatError.at(name, 1, f"not CSV: {error}", expected=rule) from None
    header, faults = [], []
    for cell in cells:
        column = cell.strip().lower()
        meant = None if column in CSV_COLUMNS else meant_by(column, CSV_COLUMNS)
        if meant in cells or (column in CSV_COLUMNS and column in header):
            meant = None
        if column not in CSV_COLUMNS or column in header:
            hint = f"Did you mean {meant}?" if meant else ""
            if not column:
                hint = "A row number? With pandas: to_csv(index=False)"
            again = "a second column" if column in header else "the unknown column"
            columns = f"only the columns {', '.join(CSV_COLUMNS)}"
            faults.append(Fault(f"{name}:1", f"{again} {quoted(cell)}", columns, hint))
        header.append(meant if meant and meant not in header else column)
    missing = [column for column in CSV_COLUMNS if column not in header]
    if len(missing) == len(CSV_COLUMNS):
        hint = "No header?" if any(_NUMBER.fullmatch(cell.strip()) for cell in cells) else ""
        raise FormatError.at(name, 1, quoted(line), expected=rule, hint=hint)
    if missing:
        faults.extend(Fault(f"{name}:1", f"the column {c} is missing", rule) for c in missing)
        raise SubmissionError(faults)
    return header, delimiter, faults


def _predictions(
    rows: dict[_Cells, tuple[list[str], list[int]]],
    roster: Roster | None,
    name: str,
    faults: list[Fault],
) -> Predictions:
    lists: dict[_Key, tuple[list[str], list[int]]] = {}
    places: dict[str, str] = {}
    for (id_cell, speaker_cell, task_cell), (times, lines) in rows.items():
        conversation_id = id_cell.strip()
        speaker = _SPEAKERS.get(speaker_cell.strip().lower())
        task = _TASKS.get(task_cell.strip().lower())
        if not conversation_id:
            faults.extend(_cell_faults(name, lines, "no conversation_id", "an id"))
        else:
            places.setdefault(conversation_id, f"{name}:{lines[0]}")
        if speaker is None:
            found = f"speaker {quoted(speaker_cell)}"
            faults.extend(_cell_faults(name, lines, found, "1 or 2, speaker_1 or speaker_2"))
        if task is None:
            meant = meant_by(task_cell, tuple(_TASKS))
            hint = f"Did you mean {meant}?" if meant else ""
            found = f"task {quoted(task_cell)}"
            faults.extend(_cell_faults(name, lines, found, "eot, interruption or int", hint))
        if speaker is not None and task is not None:
            mine = lists.setdefault((conversation_id, speaker, task), ([], []))
            mine[0].extend(times)
            mine[1].extend(lines)
    if roster is None:
        odd = (id_fault(conversation_id, place) for conversation_id, place in places.items())
        faults.extend(fault for fault in odd if fault is not None)
    else:
        silent = dict.fromkeys(roster.ids, "")
        faults.extend(coverage_faults({**silent, **places}, roster, name))
    durations = durations_of(roster)
    events: dict[str, dict[int, dict[Task, Floats]]] = {
        i: {} for i in (places if roster is None else roster.ids)
    }
    for key, (times, lines) in lists.items():
        conversation_id, speaker, task = key
        duration_s = durations.get(conversation_id, float("nan"))
        column = _times(times, lines, key, duration_s, name, faults)
        events.setdefault(conversation_id, {}).setdefault(speaker, {})[task] = column
    if faults:
        raise SubmissionError(sorted(faults, key=_line_of))
    return Predictions.of(events, system=Path(name).stem)


def _line_of(fault: Fault) -> int:
    found = re.search(r":(\d+)(?= |$)", fault.where)
    return int(found[1]) if found else 0


def _cell_faults(
    name: str, lines: Sequence[int], found: str, rule: str, hint: str = ""
) -> list[Fault]:
    at = np.arange(len(lines))
    return list(each_fault(at, lambda k: Fault(f"{name}:{lines[k]}", found, rule, hint)))


def _numbers(cells: list[str]) -> tuple[NDArray[np.bool_], Floats]:
    """Which cells are finite numbers, and the numbers (NaN elsewhere)."""
    # float() alone would take nan, inf, 1_000 and digits of other scripts.
    if _DIGITS.fullmatch("\n".join(cells)):
        try:
            values = np.array(list(map(float, cells)))
        except ValueError:
            pass
        else:
            return np.isfinite(values), values
    stripped = [cell.strip() for cell in cells]
    values = np.array([float(c) if _NUMBER.fullmatch(c) else np.nan for c in stripped])
    return np.isfinite(values), values


def _times(
    cells: list[str],
    lines: list[int],
    key: _Key,
    duration_s: float,
    name: str,
    faults: list[Fault],
) -> Floats:
    conversation_id, speaker, task = key
    of_whom = f"{named(conversation_id)}/speaker_{speaker}/{task.name.lower()}"
    good, values = _numbers(cells)

    def unreadable(k: int) -> Fault:
        comma = bool(_DECIMAL_COMMA.fullmatch(cells[k].strip()))
        hint = "A decimal comma? Write a point" if comma else ""
        where = f"{name}:{lines[k]} ({of_whom})"
        return Fault(where, f"time_s {quoted(cells[k])}", "a number of seconds", hint)

    faults.extend(each_fault(np.flatnonzero(~good), unreadable))
    times, at = values[good], np.array(lines, np.int64)[good]
    order = np.argsort(times, kind="stable")

    def place(k: int) -> str:
        return f"{name}:{at[k]} ({of_whom})"

    faults.extend(time_range_faults(times, duration_s, place))
    faults.extend(repeated_or_unsorted(times[order], lambda k: place(int(order[k]))))
    return times[order]

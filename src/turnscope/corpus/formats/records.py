"""JSON objects as entries: what JSON Lines and SegLST share."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.clock import read_seconds
from turnscope.corpus.formats.columns import Columns, columns_of, cue_of
from turnscope.corpus.formats.rows import RowError
from turnscope.errors import Fault
from turnscope.files.wording import described, named, quoted

__all__ = ["RecordReader", "json_decoder"]


class _Repeating(dict[str, object]):
    """An object that names a key more than once."""

    repeated: tuple[str, ...] = ()


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    keys = [key for key, _ in pairs]
    repeating = _Repeating(found)
    repeating.repeated = tuple(key for key in found if keys.count(key) > 1)
    return repeating


def json_decoder() -> json.JSONDecoder:
    """A decoder whose objects remember repeated keys, for :class:`RecordReader`."""
    return json.JSONDecoder(object_pairs_hook=_object)


class RecordReader:
    """Turns decoded JSON values into cues, and remembers what it met.

    Args:
        name: the file's name.
        strings_are_times: whether ``"1.5"`` is a time, as in SegLST, or an error.

    Attributes:
        cues: the entries read.
        unread: a fault for each that could not be.
        n_alike: how many values were objects with a start.
    """

    def __init__(self, name: str, *, strings_are_times: bool) -> None:
        self.name, self.strings_are_times = name, strings_are_times
        self.cues: list[Cue] = []
        self.unread: list[Fault] = []
        self.n_alike = 0
        self._columns: dict[tuple[str, ...], Columns] = {}
        self._unused: dict[str, int] = {}
        self._crowded = 0

    def read(self, value: object, line: int) -> None:
        """Add one entry, read or unread."""
        try:
            cue = self._cue(value, line)
        except RowError as error:
            self.lose(line, error)
            return
        self.cues.append(cue)

    def lose(self, line: int, error: RowError) -> None:
        """Add one entry that could not be read."""
        where = f"{self.name}:{line}"
        if any(fault.where == where for fault in self.unread[-1:]) or self._crowded == line:
            # Each lost entry is told of, also where all stand on one line.
            self._crowded = line
            where += f", entry {len(self.cues) + len(self.unread) + 1}"
        self.unread.append(Fault(where, error.found, error.expected, error.hint))

    def notes(self) -> tuple[Fault, ...]:
        """Keys that cues have no place for, if any were met."""
        if not self._unused:
            return ()
        told = ", ".join(f"{named(key)} ({n})" for key, n in self._unused.items())
        return (Fault(self.name, f"keys not kept, and how often: {told}"),)

    def _cue(self, value: object, line: int) -> Cue:
        if not isinstance(value, Mapping):
            raise RowError(described(value), "an object with start and end")
        keys = tuple(value)
        columns = self._columns.get(keys)
        if columns is None:
            columns = self._columns[keys] = columns_of(keys)
        self.n_alike += columns.start is not None
        if isinstance(value, _Repeating):
            repeated = ", ".join(map(quoted, value.repeated))
            raise RowError(f"the key {repeated} more than once", "each key once")
        if not columns.are_entries:
            raise RowError(described(value), "a start, and an end or a duration")
        cue = cue_of(columns, list(value.values()), number=self._number, text=_text, line=line)
        for key in columns.unused:
            self._unused[key] = self._unused.get(key, 0) + 1
        return cue

    def _number(self, value: object, what: str) -> float | None:
        if value is None:
            return None
        found = f"{what} {described(value)}"
        if isinstance(value, str) and self.strings_are_times:
            time_s = read_seconds(value.strip())
            if time_s is None:
                raise RowError(found, "seconds, such as 1.5")
            return time_s
        if isinstance(value, bool) or not isinstance(value, int | float):
            hint = "Remove the quotes" if isinstance(value, str) else ""
            raise RowError(found, "a number of seconds", hint)
        try:
            time_s = float(value)
        except OverflowError:
            time_s = math.inf
        if not math.isfinite(time_s):
            raise RowError(found, "a finite number of seconds")
        return time_s


def _text(value: object, what: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise RowError(f"{what} {described(value)}", "text")
    text = str(value)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise RowError(f"{what} {quoted(text)}", "whole characters, no half ones") from None
    return text

"""Tables of entries: which column is the start, the speaker, the text, under all its usual names.

The same names are keys of JSON objects. Case, spaces and punctuation do not count, and a unit may
follow a time: ``Start``, ``start_s``, ``start (s)``, ``startTime``, ``Begin Time - hh:mm:ss.ms``
(ELAN) are all the start in seconds; ``start_ms`` is in milliseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from turnscope.corpus.formats import seconds
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.rows import RowError
from turnscope.files.wording import named, quoted

__all__ = ["NAMES", "Columns", "TimeColumn", "columns_of", "cue_of"]

NAMES = MappingProxyType(
    {
        "start": (
            "start",
            "start_time",
            "starttime",
            "begin",
            "begin_time",
            "begintime",
            "tmin",
            "xmin",
            "onset",
            "t_start",
            "time_start",
            "from",
        ),
        "end": (
            "end",
            "end_time",
            "endtime",
            "stop",
            "stop_time",
            "tmax",
            "xmax",
            "offset",
            "t_end",
            "time_end",
            "finish",
            "to",
        ),
        "duration": (
            "duration",
            "dur",
            "length",
        ),
        "tier": (
            "speaker",
            "speaker_id",
            "speaker_name",
            "spk",
            "tier",
            "tier_name",
            "channel",
            "channel_id",
            "participant",
            "participant_id",
            "role",
        ),
        "label": (
            "label",
            "fine_label",
            "event_label",
            "event",
            "class",
            "category",
            "dialogue_act",
            "dialog_act",
            "tag",
        ),
        "text": (
            "text",
            "transcript",
            "transcription",
            "words",
            "word",
            "utterance",
            "sentence",
            "annotation",
            "value",
            "content",
            "caption",
        ),
        "recording": (
            "recording",
            "recording_id",
            "session_id",
            "session",
            "conversation_id",
            "conversation",
            "call_id",
            "call",
            "dialogue_id",
            "dialogue",
            "dialog_id",
            "dialog",
            "file",
            "filename",
            "file_name",
            "audio",
        ),
    }
)
"""What a column may hold, and the names it goes by, the first of those present being taken."""

_TIMES = ("start", "end", "duration")
_UNIT = re.compile(
    r"_(?:(hh_mm_ss(?:_m+s?)?|ss_msec|s|secs?|seconds)|(ms|msec|millis|milliseconds))$"
)
_ROLES = {name: (role, rank) for role, known in NAMES.items() for rank, name in enumerate(known)}


@dataclass(frozen=True, slots=True)
class TimeColumn:
    """Where a time stands, and how many of its units make a second (1 or 1000)."""

    at: int
    per_s: int


@dataclass(frozen=True, slots=True)
class Columns:
    """Where everything stands in a row; None for what the table does not have.

    Attributes:
        names: all names, as the file spells them.
        unused: names of columns that a cue has no place for.
    """

    names: tuple[str, ...]
    start: TimeColumn | None
    end: TimeColumn | None
    duration: TimeColumn | None
    tier: int | None
    label: int | None
    text: int | None
    recording: int | None
    unused: tuple[str, ...]

    @property
    def are_entries(self) -> bool:
        """Whether a row says when something starts and when it ends."""
        return self.start is not None and (self.end is not None or self.duration is not None)


def columns_of(names: Sequence[str]) -> Columns:
    """Find out what the columns of a table, or the keys of an object, hold."""
    best: dict[str, tuple[int, int]] = {}
    per_s: dict[int, int] = {}
    for at, name in enumerate(names):
        role, rank, per_s[at] = _role(name)
        if role and (role not in best or rank < best[role][0]):
            best[role] = (rank, at)
    found = {role: at for role, (_, at) in best.items()}
    start, end, duration = (
        TimeColumn(found[role], per_s[found[role]]) if role in found else None for role in _TIMES
    )
    used = set(found.values())
    return Columns(
        tuple(names),
        start,
        end,
        duration,
        found.get("tier"),
        found.get("label"),
        found.get("text"),
        found.get("recording"),
        tuple(name for at, name in enumerate(names) if at not in used and name.strip()),
    )


def _role(name: str) -> tuple[str, int, int]:
    plain = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    plain = re.sub(r"[^a-z0-9]+", "_", plain.lower()).strip("_")
    if plain in _ROLES:
        return *_ROLES[plain], 1
    unit = _UNIT.search(plain)
    if unit is not None:
        role, rank = _ROLES.get(plain[: unit.start()], ("", 0))
        if role in _TIMES:
            return role, rank, 1000 if unit.group(2) else 1
    return "", 0, 1


def cue_of(
    columns: Columns,
    values: Sequence[object],
    *,
    number: Callable[[object, str], float | None],
    text: Callable[[object, str], str],
    line: int | None,
) -> Cue:
    """Build the cue of a row. An end is taken as it is; without one it is start + duration.

    Args:
        columns: where everything stands.
        values: the row, one value a column.
        number: a value and what it is -> a number, None where there is none; raises RowError.
        text: a value and what it is -> text; raises RowError.
        line: the row's line.

    Raises:
        RowError: if the row cannot be read.
    """

    def time(column: TimeColumn | None) -> float | None:
        if column is None:
            return None
        value = number(values[column.at], named(columns.names[column.at]))
        return value if value is None or column.per_s == 1 else value / column.per_s

    def words(at: int | None) -> str:
        return "" if at is None else text(values[at], named(columns.names[at]))

    start_s, end_s = time(columns.start), time(columns.end)
    if columns.end is None and columns.duration is not None and start_s is not None:
        duration_s = time(columns.duration)
        if duration_s is not None:
            end_s = seconds.reach(repr(float(start_s)), repr(float(duration_s)))
            if end_s is None:
                raise RowError(f"duration {quoted(str(duration_s))}", "a finite end")
    return Cue(
        start_s,
        end_s,
        words(columns.tier),
        words(columns.text),
        words(columns.label),
        line,
        words(columns.recording),
    )

"""Cues to tracks by rule: what is kept, what is set aside, and an account of both.

Set aside, each with its place: entries without times, with times that are not finite, negative,
or reversed. Kept as they are, counted, and warned of once a kind and file: entries of no length,
out of order, overlapping the same track, past the end of the audio, said twice, without a label
or with one outside the inventory. Gold ignores the last two; the rest may shift what the
annotators agree on, so nothing is mended here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from turnscope.core.labels import Label
from turnscope.core.tracks import Track
from turnscope.corpus.formats.base import Cue
from turnscope.errors import Fault

__all__ = ["Admission", "admit", "is_timed"]

K = TypeVar("K")


@dataclass(frozen=True, eq=False, slots=True)
class Admission(Generic[K]):
    """What became of one file's cues.

    ``n_admitted + n_set_aside == n_found`` always.

    Attributes:
        tracks: the admitted events, by the key their cues came under, in file order.
        set_aside: one fault for each cue that was not admitted.
        warnings: one fault for each kind of oddity among the admitted.
    """

    tracks: Mapping[K, Track]
    set_aside: tuple[Fault, ...] = ()
    warnings: tuple[Fault, ...] = ()
    n_found: int = field(default=0)

    @property
    def n_admitted(self) -> int:
        """Events on all tracks together."""
        return sum(len(track) for track in self.tracks.values())

    @property
    def n_set_aside(self) -> int:
        """Cues that are on no track."""
        return len(self.set_aside)


def admit(
    cues: Mapping[K, Sequence[Cue]],
    *,
    name: str,
    durations_s: Mapping[K, float] = MappingProxyType({}),
    end_tolerance_s: float = 0.01,
) -> Admission[K]:
    """Turn the labelled cues of one file into tracks.

    Args:
        cues: cues with ``label`` and ``text`` as they shall stand, in file order, by the track
            they belong to.
        name: the file, for messages; a cue is named ``name:line``, or ``name[index]`` where
            the format has no lines.
        durations_s: seconds of audio by the same keys, where they are known.
        end_tolerance_s: how far past the end of the audio an entry may end without a word
            (annotation tools round; the entry is kept in any case).
    """
    tracks: dict[K, Track] = {}
    set_aside: list[Fault] = []
    odd: dict[str, list[tuple[Cue, str]]] = {}
    for key, mine in cues.items():
        kept: list[Cue] = []
        for index, cue in enumerate(mine):
            fault = _refusal(cue, _place(name, cue, index))
            if fault is None:
                kept.append(cue)
            else:
                set_aside.append(fault)
        tracks[key] = Track.of(
            [_time(cue.start_s) for cue in kept],
            [_time(cue.end_s) for cue in kept],
            [cue.label for cue in kept],
            [cue.text for cue in kept],
        )
        end_s = durations_s.get(key, math.inf) + end_tolerance_s
        places = {id(cue): _place(name, cue, index) for index, cue in enumerate(mine)}
        for kind, indices in _oddities(tracks[key], end_s).items():
            odd.setdefault(kind, []).extend((kept[i], places[id(kept[i])]) for i in indices)
    return Admission(
        tracks,
        tuple(set_aside),
        tuple(_warning(kind, odd[kind]) for kind in _KINDS if odd.get(kind)),
        sum(len(mine) for mine in cues.values()),
    )


def is_timed(cue: Cue) -> bool:
    """Whether a cue is admitted: it has finite times from 0 s on, not reversed."""
    return _refusal(cue, "") is None


def _place(name: str, cue: Cue, index: int) -> str:
    return f"{name}[{index}]" if cue.line is None else f"{name}:{cue.line}"


def _time(time_s: float | None) -> float:
    assert time_s is not None
    return time_s + 0.0  # a negative zero, which some tools write, becomes zero


def _refusal(cue: Cue, where: str) -> Fault | None:
    start_s, end_s = cue.start_s, cue.end_s
    if start_s is None or end_s is None:
        lacks = "no times" if start_s is end_s else "no start" if start_s is None else "no end"
        return Fault(where, f"{lacks} ({_quoted(cue)})", "a start and an end", "Set aside")
    times = f"{start_s} s to {end_s} s ({_quoted(cue)})"
    if not (math.isfinite(start_s) and math.isfinite(end_s)):
        return Fault(where, times, "finite times", "Set aside")
    if start_s < 0:
        return Fault(where, times, "times from 0 s on", "Set aside")
    if end_s < start_s:
        hint = "Set aside; start and end exchanged, or a digit lost?"
        return Fault(where, times, "an end not before the start", hint)
    return None


def _quoted(cue: Cue) -> str:
    text = cue.text if len(cue.text) <= 40 else cue.text[:39] + "…"
    return repr(text)


def _oddities(track: Track, end_s: float) -> dict[str, NDArray[np.int64]]:
    """Kind of oddity -> indices of the events that show it."""
    start_s, stop_s = track.start_s, track.end_s
    labels = np.array([label != "" for label in track.labels], dtype=bool)
    unknown = track.canonical == Label.NONE
    found: dict[str, NDArray[np.bool_]] = {
        "empty": start_s == stop_s,
        "unsorted": np.concatenate([np.zeros(min(len(track), 1), bool), np.diff(start_s) < 0]),
        "overlap": _overlapping(start_s, stop_s),
        "past": stop_s > end_s,
        "twice": _repeated(track),
        "unlabelled": unknown & ~labels,
        "unknown": unknown & labels,
    }
    return {kind: np.flatnonzero(where) for kind, where in found.items() if where.any()}


def _overlapping(start_s: NDArray[np.float64], end_s: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Which events start before an event that started no later than they has ended."""
    order = np.lexsort((end_s, start_s))
    latest = np.maximum.accumulate(end_s[order]) if len(order) else end_s
    result = np.zeros(len(order), bool)
    result[order[1:]] = start_s[order][1:] < latest[:-1]
    return result


def _repeated(track: Track) -> NDArray[np.bool_]:
    seen: set[tuple[float, float, str, str]] = set()
    result = np.zeros(len(track), bool)
    rows = zip(track.start_s.tolist(), track.end_s.tolist(), track.labels, track.texts, strict=True)
    for index, row in enumerate(rows):
        result[index] = row in seen
        seen.add(row)
    return result


def _spoken(cue: Cue) -> str:
    return f"{cue.start_s} s to {cue.end_s} s"


_KINDS: Mapping[str, tuple[str, Callable[[Cue], str], str, str]] = MappingProxyType(
    {
        "empty": ("of no length", _spoken, "an end after the start", "Kept"),
        "unsorted": ("before the one above", _spoken, "entries in order of time", "Kept as filed"),
        "overlap": (
            "while the same speaker's earlier one still lasts",
            _spoken,
            "one at a time",
            "Kept",
        ),
        "past": (
            "past the end of the audio",
            _spoken,
            "times within it",
            "Kept; another recording's annotation, or milliseconds for seconds?",
        ),
        "twice": ("that repeat an earlier one exactly", _spoken, "each once", "Kept"),
        "unlabelled": (
            "without a label",
            _quoted,
            "a fine label",
            "Kept; only a derived gold uses them. default_label in a mapping file gives one",
        ),
        "unknown": (
            "with a label outside the inventory",
            lambda cue: repr(cue.label),
            "one of the 17 fine labels",
            "Kept, but gold ignores them; a mapping file translates labels",
        ),
    }
)


def _warning(kind: str, events: Sequence[tuple[Cue, str]]) -> Fault:
    what, show, expected, hint = _KINDS[kind]
    first, where = min(events, key=lambda event: event[0].line or 0)
    noun = "entry" if len(events) == 1 else "entries"
    return Fault(where, f"{len(events)} {noun} {what}, first {show(first)}", expected, hint)

"""How a simulated annotator errs: every knob, and the file that sets them.

The file is ``annotators.toml`` beside this module; it tells the source of each value.
"""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from turnscope.core.columns import Floats
from turnscope.core.labels import FINE_LABELS
from turnscope.errors import Fault, ProtocolError
from turnscope.files.decoding import decode
from turnscope.files.reading import read_bytes
from turnscope.simulate.parameters import KINDS

__all__ = ["FINE_ORDER", "PERFECT", "Ears", "default_ears", "read_ears"]

FINE_ORDER = tuple(fine.spelling for fine in FINE_LABELS)
"""The 17 fine labels; their places here number them."""

_CODE = {spelling: code for code, spelling in enumerate(FINE_ORDER)}

_LONGEST_NUMBER = 10**300
"""Whole numbers beyond it are no number here: they do not fit a float."""

_LONGEST_MS = 86_400_000.0
"""A day: no jitter, slip or pause is longer."""

_Confusion = Mapping[str, Mapping[str, float]]


def _nothing() -> Mapping[str, Mapping[str, float]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Ears:
    """What annotators get wrong, and how often; the default gets everything right.

    Attributes:
        onset_sd_ms, offset_sd_ms: standard deviation of an edge's jitter, in milliseconds.
        p_edge_left: probability that an edge is where voice activity detection proposed it, so
            that nobody moves it by a jitter; the same edges for all annotators.
        p_onset_slip, p_offset_slip: probability that an edge is misplaced by ``slip_ms``.
        slip_ms: least and most of a slip, in milliseconds, uniform in its logarithm, either way.
        shortest_ms: what jitter and slips leave of an event at least, in milliseconds.
        merged_pause_ms: longest pause over which two cues become one, in milliseconds.
        p_merged: probability of that, for each pair with such a pause.
        split_pause_ms: shortest inner pause at which one cue becomes two, in milliseconds.
        p_split: probability of that, for each cue with such a pause.
        missed: fine label -> probability that an event of it is not annotated.
        difficulty: kind of conversation -> factor on all probabilities; 1 where not told.
        alone: fine label -> (label heard instead -> probability), for events that begin while
            the other speaker is silent.
        overlapping: the same for events that begin while the other speaks.
        spellings: annotator -> (word -> how they write it).

    Raises:
        ProtocolError: with every value that cannot be meant.
    """

    onset_sd_ms: float = 0.0
    offset_sd_ms: float = 0.0
    p_edge_left: float = 0.0
    p_onset_slip: float = 0.0
    p_offset_slip: float = 0.0
    slip_ms: tuple[float, float] = (0.0, 0.0)
    shortest_ms: float = 0.0
    merged_pause_ms: float = 0.0
    p_merged: float = 0.0
    split_pause_ms: float = 0.0
    p_split: float = 0.0
    missed: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    difficulty: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    alone: _Confusion = field(default_factory=_nothing)
    overlapping: _Confusion = field(default_factory=_nothing)
    spellings: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: MappingProxyType({}))

    def __post_init__(self) -> None:
        faults = [*self._scalar_faults(), *self._table_faults()]
        if faults:
            raise ProtocolError(faults)

    def _scalar_faults(self) -> list[Fault]:
        faults = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.name.startswith("p_") and not 0.0 <= value <= 1.0:
                faults.append(Fault(each.name, f"{value}", "a probability from 0 to 1"))
            elif each.name.endswith("_ms") and each.name != "slip_ms" and not _span(value):
                rule = "milliseconds, finite and not negative, a day at most"
                faults.append(Fault(each.name, f"{value}", rule))
        least, most = self.slip_ms
        if not (_span(least) and _span(most) and least <= most):
            rule = "least and most, in milliseconds, not negative, a day at most"
            faults.append(Fault("slip_ms", f"[{least}, {most}]", rule))
        for kind, factor in self.difficulty.items():
            if kind not in KINDS:
                rule = f"one of {', '.join(KINDS)}"
                faults.append(Fault("difficulty", f"the kind {kind!r}", rule))
            if not _length(factor):
                faults.append(Fault(f"difficulty/{kind}", f"{factor}", "a factor, not negative"))
        return faults

    def _table_faults(self) -> list[Fault]:
        faults = []
        places = [("missed", "", dict(self.missed))]
        for name, table in (("alone", self.alone), ("overlapping", self.overlapping)):
            places += [
                (f"confused/{name}/{label}", label, dict(row)) for label, row in table.items()
            ]
        for where, label, row in places:
            faults += [
                Fault(where, f"the label {each!r}", "one of the 17 fine labels")
                for each in {label: 0, **row}
                if each and each not in _CODE
            ]
            faults += [
                Fault(f"{where}/{each}", f"{p}", "a probability from 0 to 1")
                for each, p in row.items()
                if not 0.0 <= p <= 1.0
            ]
            if label and sum(row.values()) > 1.0 + 1e-9:
                found = f"probabilities that add up to {sum(row.values()):g}"
                faults.append(Fault(where, found, "at most 1"))
        return faults

    def factor(self, kind: str) -> float:
        """What every probability is multiplied by in conversations of a kind."""
        return self.difficulty.get(kind, 1.0)

    def stamp(self) -> dict[str, object]:
        """All of it in plain values, for hashes."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}

    def missing(self) -> Floats:
        """Probability of missing an event of each fine label, shape (17,)."""
        return np.array([self.missed.get(label, 0.0) for label in FINE_ORDER])

    def confusing(self) -> Floats:
        """Cumulated probabilities of what is heard instead, shape (2, 17, 17).

        First index: 0 for events that begin alone, 1 for those that begin in overlap; then the
        true label, then the label heard.
        """
        table = np.zeros((2, len(FINE_ORDER), len(FINE_ORDER)))
        for context, rows in enumerate((self.alone, self.overlapping)):
            for label, row in rows.items():
                for other, p in row.items():
                    table[context, _CODE[label], _CODE[other]] = p
        return np.cumsum(table, axis=2)


@cache
def default_ears() -> Ears:
    """The annotators of the package: kappa, boundary F1 and kept as in TurnBench."""
    return read_ears(Path(__file__).with_name("annotators.toml"))


_SECTIONS = {
    "boundaries": (
        "onset_sd_ms",
        "offset_sd_ms",
        "p_edge_left",
        "p_onset_slip",
        "p_offset_slip",
        "slip_ms",
        "shortest_ms",
    ),
    "pauses": ("merged_pause_ms", "p_merged", "split_pause_ms", "p_split"),
}
_TABLES = ("missed", "difficulty", "spellings")


def read_ears(path: Path) -> Ears:
    """Read a file like ``annotators.toml``; what it does not tell is as of a perfect annotator.

    Raises:
        TurnscopeError: if it cannot be read.
        ProtocolError: if it is no TOML, with every key that is unknown and every value that
            cannot be meant.
    """
    try:
        told = tomllib.loads(decode(read_bytes(path), str(path)))
    except (ValueError, RecursionError) as error:  # a number too long, brackets too deep
        raise ProtocolError(Fault(str(path), f"no TOML ({error})", "TOML")) from None
    faults: list[Fault] = []
    values: dict[str, Any] = {}
    for section, table in told.items():
        where = f"{path}: [{section}]"
        if not isinstance(table, dict):
            faults.append(Fault(where, f"{table!r}", "a section"))
        elif section in _SECTIONS:
            for key, value in table.items():
                if key not in _SECTIONS[section]:
                    rule = f"one of {', '.join(_SECTIONS[section])}"
                    faults.append(Fault(where, f"the unknown key {key!r}", rule))
                elif not _numbers(value, 2 if key == "slip_ms" else 0):
                    rule = "two numbers" if key == "slip_ms" else "a number"
                    faults.append(Fault(f"{where} {key}", f"{value!r}", rule))
                else:
                    values[key] = tuple(value) if key == "slip_ms" else float(value)
        elif section in _TABLES:
            values[section] = _frozen(table, where, faults, deep=section == "spellings")
        elif section == "confused":
            for context, rows in table.items():
                if context not in ("alone", "overlapping") or not isinstance(rows, dict):
                    faults.append(Fault(where, f"{context!r}", "alone and overlapping"))
                else:
                    values[context] = _frozen(rows, f"{where} {context}", faults, deep=True)
        else:
            rule = ", ".join((*_SECTIONS, *_TABLES, "confused"))
            faults.append(Fault(str(path), f"the unknown section [{section}]", rule))
    if faults:
        raise ProtocolError(faults)
    return Ears(**values)


def _length(value: float) -> bool:
    return 0.0 <= value < math.inf


def _span(value: float) -> bool:
    return 0.0 <= value <= _LONGEST_MS


def _plain(value: object) -> object:
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, Mapping) else value


def _numbers(value: object, n: int) -> bool:
    if n:
        return isinstance(value, list) and len(value) == n and all(_numbers(v, 0) for v in value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, float) or abs(value) < _LONGEST_NUMBER


def _frozen(
    table: Mapping[str, object], where: str, faults: list[Fault], *, deep: bool
) -> Mapping[str, object]:
    words = where.endswith("[spellings]")
    leaves: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, dict) and deep:
            leaves[key] = MappingProxyType(dict(value))
            wrong = {k: v for k, v in value.items() if not _leaf(v, words=words)}
        else:
            leaves[key] = value
            wrong = {} if not deep and _leaf(value, words=words) else {"": value}
        rule = "text" if words else "a number"
        faults += [Fault(f"{where} {key} {k}".strip(), f"{v!r}", rule) for k, v in wrong.items()]
    return MappingProxyType(leaves)


def _leaf(value: object, *, words: bool) -> bool:
    return isinstance(value, str) if words else _numbers(value, 0)


PERFECT = Ears()
"""Hears all, and to the millisecond."""

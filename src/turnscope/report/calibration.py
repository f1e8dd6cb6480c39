"""Simulated turn-taking beside the published one: each number, its target and their ratio."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType

from turnscope.analysis.dynamics import Dynamics
from turnscope.report.tables import aligned

__all__ = [
    "DYNAMICS_TOLERANCE",
    "PUBLISHED_DYNAMICS",
    "PUBLISHED_TIMING",
    "TIMING_TOLERANCE",
    "Compared",
    "calibration_document",
    "calibration_lines",
    "compared",
]

PUBLISHED_DYNAMICS = MappingProxyType(
    {
        "argumentative": Dynamics(17.0, 206, 10.0, 30.7, 3.09, 2.48, 20.2),
        "casual": Dynamics(20.9, 211, 8.1, 44.9, 5.20, 2.05, 29.7),
        "collaborative": Dynamics(21.4, 207, 7.9, 42.6, 3.97, 2.64, 38.2),
        "instructional": Dynamics(17.6, 202, 10.5, 31.3, 4.30, 1.52, 12.9),
        "narrative": Dynamics(18.8, 198, 10.2, 32.5, 4.76, 1.50, 23.0),
        "task-oriented": Dynamics(18.3, 205, 8.9, 34.1, 5.00, 1.75, 16.7),
        "all": Dynamics(19.0, 205, 9.2, 36.2, 4.32, 2.04, 23.7),
    }
)
"""Left half of Table III of the TurnBench paper. ``all`` weighs the kinds as that corpus does."""

PUBLISHED_TIMING = MappingProxyType(
    {
        "median_gap_s": 0.38,
        "median_pause_s": 0.51,
        "overlap_share": 0.64,
        "median_smooth_offset_s": -0.151,
        "median_offset_s": -0.281,
        "median_hold_on_s": 1.48,
    }
)
"""Section IV-B of the TurnBench paper; all conversations pooled."""

DYNAMICS_TOLERANCE = 0.10
"""How far from 1 the ratio may be, of what Table III gives by kind."""

TIMING_TOLERANCE = 0.15
"""The same of medians and shares over all conversations."""

_PER_DIALOGUE = ("speaker_changes", "overlap_s")
_PUBLISHED_MINUTES = 11.7
_NAMES = {
    "events_per_min": "events/min",
    "words_per_min": "words/min",
    "turn_length_s": "turn length s",
    "speaker_changes": "speaker changes",
    "backchannels_per_min": "BC/min",
    "interruptions_per_min": "INT/min",
    "overlap_s": "overlap s",
    "median_gap_s": "median gap s",
    "median_pause_s": "median pause s",
    "overlap_share": "transfers in overlap",
    "median_smooth_offset_s": "human offset, smooth s",
    "median_offset_s": "human offset, all s",
    "median_hold_on_s": "held on when interrupted s",
}


@dataclass(frozen=True, slots=True)
class Compared:
    """One number of one kind.

    Attributes:
        kind: of conversation, or ``all``.
        measure: its name in :class:`Dynamics` or in the timing.
        published, simulated: both, in the same unit; those per dialogue are for the length that
            was simulated.
        tolerance: how far the ratio may be from 1.
    """

    kind: str
    measure: str
    published: float
    simulated: float
    tolerance: float

    @property
    def ratio(self) -> float:
        """Simulated over published."""
        return self.simulated / self.published

    @property
    def agrees(self) -> bool:
        """Whether the ratio is within the tolerance; False where it is undefined."""
        return abs(self.ratio - 1.0) <= self.tolerance


def compared(
    dynamics: Mapping[str, Dynamics], timing: Mapping[str, float], *, minutes: float
) -> list[Compared]:
    """Every number beside its target, by kind, the pooled timing last.

    Args:
        dynamics: kind, or ``all``, -> what was measured.
        timing: as in :data:`PUBLISHED_TIMING`.
        minutes: length of each conversation; the published ones last 11.7 on average.
    """
    return [*_of_kinds(dynamics, minutes), *_of_timing(timing)]


def _of_kinds(dynamics: Mapping[str, Dynamics], minutes: float) -> Iterator[Compared]:
    for kind, measured in dynamics.items():
        target = asdict(PUBLISHED_DYNAMICS[kind])
        for measure, value in asdict(measured).items():
            scale = minutes / _PUBLISHED_MINUTES if measure in _PER_DIALOGUE else 1.0
            yield Compared(kind, measure, target[measure] * scale, value, DYNAMICS_TOLERANCE)


def _of_timing(timing: Mapping[str, float]) -> Iterator[Compared]:
    for measure, value in timing.items():
        yield Compared("all", measure, PUBLISHED_TIMING[measure], value, TIMING_TOLERANCE)


def calibration_lines(rows: list[Compared]) -> list[str]:
    """A row a number; what does not agree is marked with an asterisk."""
    cells = [["kind", "", "published", "simulated", "ratio", ""]]
    last = ""
    for row in rows:
        digits = 3 if row.measure in PUBLISHED_TIMING else 2
        cells.append(
            [
                row.kind if row.kind != last else "",
                _NAMES[row.measure],
                f"{row.published:.{digits}f}",
                "—" if math.isnan(row.ratio) else f"{row.simulated:.{digits}f}",
                "—" if math.isnan(row.ratio) else f"{row.ratio:.3f}",
                "" if row.agrees else "*",
            ]
        )
        last = row.kind
    n = sum(row.agrees for row in rows)
    told = (
        f"{n} of {len(rows)} agree within {DYNAMICS_TOLERANCE:.0%} "
        f"(medians and shares {TIMING_TOLERANCE:.0%}); others: *"
    )
    return [*aligned(cells, left=2), "", told]


def calibration_document(rows: list[Compared]) -> list[dict[str, object]]:
    """The same for a JSON file."""
    return [{**asdict(row), "ratio": row.ratio, "agrees": row.agrees} for row in rows]

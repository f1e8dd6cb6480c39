"""What a run of one system over a corpus brought: events, score tracks, times, failures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.scores import ScoreTracks
from turnscope.errors import Fault
from turnscope.study.jobs import Done, Failed

__all__ = ["Entry", "Run"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One conversation that was heard.

    Attributes:
        done: what the system said, and how long that took.
        audio_sha256: of the bytes behind each channel.
        is_kept: whether it was heard by an earlier run and only read back.
        circumstances: engine, jobs at a time and machine of the run that heard it.
    """

    done: Done
    audio_sha256: tuple[str, str]
    is_kept: bool
    circumstances: Mapping[str, object]


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """A system's run over a corpus.

    Attributes:
        system: its name.
        stamp: its card, and how it was named.
        is_causal: whether what it says rests only on audio it had heard, as it declares.
        ids: the conversations it was to hear, in the corpus's order.
        entries: those it heard, in that order; empty for a replay, which hears nothing.
        failures: those it did not, with the reasons.
        predictions: what it committed to, in the conversations it heard.
        frame_rate_hz: of its score tracks; None if it only commits.
        notes: what was odd about the run as a whole.
    """

    system: str
    stamp: Mapping[str, object]
    is_causal: bool
    ids: tuple[str, ...]
    entries: Mapping[str, Entry]
    failures: Mapping[str, Failed]
    predictions: Predictions
    frame_rate_hz: float | None = None
    notes: tuple[Fault, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether every conversation was heard."""
        return not self.failures

    @property
    def only_scores(self) -> bool:
        """Whether it has score tracks and no commit: predictions need an operating point."""
        n = sum(len(self.predictions.task(task)) for task in Task)
        return bool(self.scores) and n == 0

    @property
    def scores(self) -> Mapping[Task, ScoreTracks]:
        """Score tracks by task; empty for a system that only commits."""
        if self.frame_rate_hz is None:
            return MappingProxyType({})
        tasks = [
            task for task in Task if any(task in e.done.heard.scores for e in self.entries.values())
        ]
        return {
            task: ScoreTracks(
                task,
                self.frame_rate_hz,
                {i: entry.done.heard.scores[task] for i, entry in self.entries.items()},
            )
            for task in tasks
        }

    @property
    def answered(self) -> Predictions:
        """The same commits at the times they would have been there in real time, on that machine.

        Not for submission: official stamps do not count computing time, and these may lie past
        the end of the audio.
        """
        return Predictions.of(
            {i: entry.done.heard.pace.answered_s for i, entry in self.entries.items()},
            system=self.system,
        )

    @property
    def warnings(self) -> tuple[Fault, ...]:
        """What was odd, of the run and of each conversation."""
        each = [w for entry in self.entries.values() for w in entry.done.heard.warnings]
        return (*self.notes, *each)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Why conversations failed."""
        return tuple(fault for each in self.failures.values() for fault in each.faults)

    @property
    def real_time_factor(self) -> float:
        """Seconds of computing for a second of one speaker's audio; NaN if nothing was heard."""
        paces = [entry.done.heard.pace for entry in self.entries.values()]
        audio_s = sum(pace.audio_s for pace in paces)
        return sum(pace.compute_s for pace in paces) / audio_s if audio_s else float("nan")

    @property
    def peak_memory_bytes(self) -> int | None:
        """The most memory any process held that heard a conversation; None if nobody counted."""
        peaks = [entry.done.peak_memory_bytes for entry in self.entries.values()]
        return max((peak for peak in peaks if peak is not None), default=None)

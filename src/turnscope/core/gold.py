"""What systems are scored against: the events, spans and excluded stretches of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from turnscope.core.columns import Points, Spans
from turnscope.core.protocol import Protocol, Task
from turnscope.core.roster import Roster

__all__ = ["Gold", "Provenance", "TaskGold"]


@dataclass(frozen=True, eq=False, slots=True)
class TaskGold:
    """The gold of one task, all conversations and speakers in flat columns.

    Attributes:
        positives: times at which the event happens. Interruptions may repeat a time.
        negatives: spans in which firing is a false alarm.
        excluded: stretches in which predictions are dropped before anything else; they may
            overlap one another.
    """

    positives: Points
    negatives: Spans
    excluded: Spans

    @classmethod
    def empty(cls) -> TaskGold:
        """Nothing to detect."""
        return cls(Points.empty(), Spans.empty(), Spans.empty())


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a gold comes from, stamped into results.

    Attributes:
        source: ``consensus`` of annotations, ``derived`` from words or voice activity alone, or
            ``artefact`` (read from a file, made elsewhere).
        annotators: how many annotators each conversation had, ascending, without repeats.
        data_hash: hash of the annotations or of the artefact it was made from; "" if unknown.
        revision: the pinned revision of the data, "" if it has none.
    """

    source: str = "consensus"
    annotators: tuple[int, ...] = ()
    data_hash: str = ""
    revision: str = ""


@dataclass(frozen=True, eq=False, slots=True)
class Gold:
    """Events to detect in a corpus.

    Attributes:
        roster: the conversations; groups of all columns are numbered along it.
        eot: end of turn.
        interruption: floor-taking interruptions, on the interrupter's channel.
        protocol: the constants it was made with.
        provenance: what it was made from.
    """

    roster: Roster
    eot: TaskGold
    interruption: TaskGold
    protocol: Protocol = field(default_factory=Protocol)
    provenance: Provenance = field(default_factory=Provenance)

    def task(self, task: Task) -> TaskGold:
        """The gold of one task."""
        return self.eot if task is Task.EOT else self.interruption

    def subset(self, ids: Iterable[str], *, speakers: Iterable[int] = (1, 2)) -> Gold:
        """Keep some conversations, and of them one or both speakers.

        Raises:
            CorpusError: for ids that are not in the gold.
        """
        roster, new_group = self.roster.subset(ids)
        dropped = {1, 2} - set(speakers)
        for speaker in dropped:
            new_group[speaker - 1 :: 2] = -1

        def keep(task: TaskGold) -> TaskGold:
            return TaskGold(
                task.positives.regrouped(new_group),
                task.negatives.regrouped(new_group),
                task.excluded.regrouped(new_group),
            )

        return replace(
            self, roster=roster, eot=keep(self.eot), interruption=keep(self.interruption)
        )

    def with_durations(self, durations_s: Mapping[str, float]) -> Gold:
        """The same gold with other durations, in seconds by conversation id, where given."""
        return replace(self, roster=self.roster.with_durations(durations_s))

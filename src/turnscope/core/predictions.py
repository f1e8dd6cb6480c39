"""What a system said: the times at which it committed to an event, per speaker."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike

from turnscope.core.columns import Ints, Points, group_of
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.errors import Fault, SubmissionError

__all__ = ["Predictions"]


@dataclass(frozen=True, eq=False, slots=True)
class Predictions:
    """Committed events of one system over some conversations.

    Attributes:
        ids: the conversations predicted, each once; groups are numbered along it.
        eot: end-of-turn times.
        interruption: interruption times, on the interrupter's channel.
        system: the system's name, "" if unknown.
        supported: tasks the system takes part in. A task without one event in the *whole*
            submission is not supported, also after a filter kept only some conversations.
    """

    ids: tuple[str, ...]
    eot: Points
    interruption: Points
    system: str = ""
    supported: frozenset[Task] = field(default=frozenset(Task))

    @classmethod
    def of(
        cls,
        events: Mapping[str, Mapping[int, Mapping[Task, ArrayLike]]],
        *,
        system: str = "",
    ) -> Predictions:
        """Build predictions from conversation id -> speaker (1, 2) -> task -> times in seconds.

        Raises:
            SubmissionError: for ids that are not text, speakers other than 1 and 2, other tasks,
                and times that are not lists of finite numbers; nothing of it is dropped.
        """
        faults = [fault for item in events.items() for fault in _faults(*item)]
        if faults:
            raise SubmissionError(faults)
        columns: dict[Task, Points] = {}
        ids = tuple(events)
        for task in Task:
            groups: list[Ints] = []
            times = []
            for index, conversation_id in enumerate(ids):
                for speaker in SPEAKERS:
                    mine = events[conversation_id].get(speaker, {}).get(task, ())
                    column = np.asarray(mine, dtype=np.float64)
                    times.append(column)
                    groups.append(np.full(len(column), group_of(index, speaker), np.int64))
            columns[task] = (
                Points.sorted(np.concatenate(groups), np.concatenate(times))
                if times
                else Points.empty()
            )
        return cls(
            ids,
            columns[Task.EOT],
            columns[Task.INTERRUPTION],
            system,
            frozenset(task for task, points in columns.items() if len(points)),
        )

    def task(self, task: Task) -> Points:
        """The events of one task."""
        return self.eot if task is Task.EOT else self.interruption

    def along(self, ids: Sequence[str], *, speakers: Iterable[int] = SPEAKERS) -> Predictions:
        """Renumber along another list of conversations; those not in it are dropped.

        Conversations of ``ids`` that were not predicted have no events.
        """
        position = {conversation_id: k for k, conversation_id in enumerate(ids)}
        kept = set(speakers)
        new_group = np.full(2 * len(self.ids), -1, np.int64)
        for old, conversation_id in enumerate(self.ids):
            new = position.get(conversation_id)
            if new is not None:
                for speaker in kept:
                    new_group[group_of(old, speaker)] = group_of(new, speaker)
        return Predictions(
            tuple(ids),
            self.eot.regrouped(new_group),
            self.interruption.regrouped(new_group),
            self.system,
            self.supported,
        )


def _faults(
    conversation_id: object, speakers: Mapping[int, Mapping[Task, ArrayLike]]
) -> Iterator[Fault]:
    """What cannot be meant in one conversation's events."""
    if not isinstance(conversation_id, str):
        yield Fault("conversation", f"id {conversation_id!r}", "text", "Ids are text")
    for speaker, tasks in speakers.items():
        where = f"{conversation_id}/{speaker!r}"
        if speaker not in SPEAKERS:
            yield Fault(where, f"speaker {speaker!r}", "the number 1 or 2")
        for task, times in tasks.items():
            if task not in tuple(Task):
                rule = "Task.EOT or Task.INTERRUPTION"
                yield Fault(where, f"task {task!r}", rule, "In files it is called interruption")
            column = np.asarray(times)
            if column.ndim != 1 or (len(column) and column.dtype.kind not in "iuf"):
                found = f"times of shape {column.shape} and type {column.dtype}"
                yield Fault(f"{where}/{task}", found, "a list of numbers of seconds")
            elif not np.isfinite(column.astype(np.float64)).all():
                at = int(np.flatnonzero(~np.isfinite(column))[0])
                yield Fault(f"{where}/{task}[{at}]", f"{column[at]} s", "a finite number")

"""Play a conversation to a system, chunk by chunk, and write down what it says and when."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.core.scores import n_frames
from turnscope.corpus.audio import Recording
from turnscope.errors import Fault, ProtocolError
from turnscope.systems.audio_watch import AudioWatch
from turnscope.systems.base import Said, Session, System, SystemCard
from turnscope.systems.card_check import card_faults
from turnscope.systems.contract import breach
from turnscope.systems.foreign import foreign_code
from turnscope.systems.grid import ScoreGrid
from turnscope.systems.pace import Backlog, Pace
from turnscope.systems.stream import chunks, heard_rate_hz, heard_s

__all__ = ["Heard", "hear"]

_SILENT_S = 1.0
"""Seconds at the end without a score, after one for each frame, that are too many."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What a system said in one conversation.

    Attributes:
        commits: speaker -> task -> ascending seconds of audio heard at each commit.
        scores: task -> one track a speaker, for the tasks the system scores.
        pace: how long it took on this machine, and what that does to its answers.
        warnings: what may make the result less than it seems.
    """

    commits: Mapping[int, Mapping[Task, Sequence[float]]]
    scores: Mapping[Task, tuple[Floats, Floats]]
    pace: Pace
    warnings: tuple[Fault, ...] = ()


def hear(
    system: System,
    recording: Recording,
    *,
    progress: Callable[[float], None] | None = None,
) -> Heard:
    """Everything a system says in one conversation, stamped with the audio heard by then.

    Args:
        system: opened once for each speaker.
        recording: the conversation's audio. Score tracks have the frames of its duration
            (speaker 1's); what is said after it is left out, with a warning.
        progress: called with the seconds of audio heard since the last call.

    Raises:
        ProtocolError: if the system breaks its contract: answers that are no Said, scores that
            are no probabilities, a task it does not declare, the same commit twice in one chunk;
            or tries to end the program.
        CorpusError: for audio that cannot be read, or has samples that are no numbers.
    """
    card, duration_s = _card_of(system, recording), recording.duration_s
    warnings: list[Fault] = []
    commits: dict[int, Mapping[Task, Sequence[float]]] = {}
    answered: dict[int, Mapping[Task, Sequence[float]]] = {}
    tracks: dict[Task, list[Floats]] = {}
    delays: dict[Task, list[Floats]] = {}
    opening_s = compute_s = audio_s = 0.0
    for speaker in SPEAKERS:
        where = f"{recording.conversation_id}/speaker_{speaker}"
        listener = _Listener(card, where)
        opening, backlog = Backlog(), Backlog()
        opening.begin()
        rate_hz = heard_rate_hz(card, recording, speaker)
        by = f"{card.name} on {where}"
        with foreign_code(by):
            session = system.open(rate_hz)
        if not isinstance(session, Session):
            found = f"open() returned a {type(session).__name__}"
            raise ProtocolError(Fault(by, found, "a Session"))
        opening_s += opening.answered_s(0.0)
        watch = AudioWatch(recording.rate_hz(speaker), rate_hz)
        before = 0.0
        with foreign_code(by):
            for chunk in chunks(recording, speaker, card):
                watch.take(chunk.audio)
                watch.check(where)
                backlog.begin()
                said = session.feed(chunk.audio) if chunk.is_whole else session.close(chunk.audio)
                listener.take(said, chunk.heard_s, backlog.answered_s(chunk.heard_s))
                if progress is not None:
                    progress(chunk.heard_s - before)
                    before = chunk.heard_s
        warnings += [*watch.faults(where), *listener.odd_scores(duration_s)]
        commits[speaker], answered[speaker] = listener.commits_within(duration_s, warnings)
        for task, grid in listener.grids.items():
            assert card.score_rate_hz is not None
            n = n_frames(duration_s, card.score_rate_hz)
            tracks.setdefault(task, []).append(grid.track(n))
            delays.setdefault(task, []).append(listener.delays[task].track(n))
            if not len(grid):
                warnings.append(Fault(where, f"{card.name} said no {task} score at all"))
        length_s = heard_s(card, recording, speaker)
        audio_s += length_s
        compute_s += backlog.compute_s
        if abs(length_s - duration_s) > 0.5 / (card.score_rate_hz or 100.0):
            warnings.append(
                Fault(where, f"{length_s:.3f} s of audio", f"{duration_s:.3f} s, as speaker 1 has")
            )
    scores, delay_s = (
        {task: (pair[0], pair[1]) for task, pair in found.items()} for found in (tracks, delays)
    )
    pace = Pace(answered, delay_s, opening_s, compute_s, audio_s)
    return Heard(commits, scores, pace, tuple(warnings))


def _card_of(system: System, recording: Recording) -> SystemCard:
    card: object = system.card
    where = f"{type(system).__name__} on {recording.conversation_id}: card"
    if not isinstance(card, SystemCard):
        raise ProtocolError(Fault(where, f"a {type(card).__name__}", "a SystemCard"))
    if faults := card_faults(card, where):
        raise ProtocolError(faults)
    return card


class _Listener:
    """What one session has said so far."""

    def __init__(self, card: SystemCard, where: str) -> None:
        self._card = card
        self._where = where
        self._commits: dict[Task, list[float]] = {task: [] for task in Task}
        self._answered: dict[Task, list[float]] = {task: [] for task in Task}
        rate_hz = card.score_rate_hz
        tasks = sorted(card.tasks) if rate_hz is not None else []
        self.grids = {task: ScoreGrid(rate_hz) for task in tasks if rate_hz is not None}
        self.delays = {task: ScoreGrid(rate_hz) for task in tasks if rate_hz is not None}
        self._n_chunks = 0
        self._n_scores = dict.fromkeys(tasks, 0)
        self._last_score_s = dict.fromkeys(tasks, 0.0)

    def take(self, said: Said, time_s: float, answered_s: float) -> None:
        self._n_chunks += 1
        if (odd := breach(said, self._card)) is not None:
            found, expected = odd
            self._refuse(f"{found} at {time_s} s", expected)
        for task in said.commits:
            if self._commits[task] and self._commits[task][-1] == time_s:
                # A resampler may complete two chunks with one piece of audio: what is known at
                # one moment is one event.
                continue
            self._commits[task].append(time_s)
            self._answered[task].append(answered_s)
        for task, scores in said.scores.items():
            if len(scores):
                self._n_scores[task] += len(scores)
                self._last_score_s[task] = time_s
                self.grids[task].put(time_s, float(max(scores)))
                self.delays[task].put(time_s, answered_s - time_s)

    def odd_scores(self, duration_s: float) -> list[Fault]:
        """More scores than frames it heard, or one a frame that stop before the end."""
        faults = []
        for task, n in self._n_scores.items():
            last_s, rate_hz = self._last_score_s[task], self._card.score_rate_hz or 1.0
            name = f"{self._card.name} said {n} {task} scores"
            # What is left of a chunk has a frame too, and each chunk may round up.
            if n > self._n_chunks * math.ceil(self._card.chunk_s * rate_hz - 1e-6) + 1:
                rule = f"at most {rate_hz:g} a second, each from when it is known"
                hint = "Scores of the future? Of those said at once the highest counts"
                faults.append(Fault(self._where, f"{name} in {duration_s:.3f} s", rule, hint))
            elif n >= 0.9 * last_s * rate_hz > 0 and duration_s - last_s > _SILENT_S:
                found = f"{name}, a whole track, and none after {last_s:.3f} s"
                hint = "The last one is held to the end"
                faults.append(Fault(self._where, found, f"scores up to {duration_s:.3f} s", hint))
        return faults

    def commits_within(
        self, duration_s: float, warnings: list[Fault]
    ) -> tuple[Mapping[Task, Sequence[float]], Mapping[Task, Sequence[float]]]:
        kept, answered = {}, {}
        for task, times in self._commits.items():
            kept[task] = [t for t in times if t <= duration_s]
            answered[task] = self._answered[task][: len(kept[task])]
            if len(kept[task]) < len(times):
                n = len(times) - len(kept[task])
                warnings.append(
                    Fault(
                        self._where,
                        f"{n} {task} commits after the conversation's {duration_s:.3f} s left out",
                    )
                )
        return kept, answered

    def _refuse(self, found: str, expected: str) -> None:
        raise ProtocolError(Fault(f"{self._card.name} on {self._where}", found, expected))

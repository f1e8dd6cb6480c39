"""Play a conversation to a system, piece by piece, and write down what it commits to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.errors import CausalityError, Fault
from turnscope.systems.base import Commit, System

__all__ = ["PIECE_S", "hear"]

PIECE_S = 10.0
"""Seconds of audio in a piece: large enough to be fast, small enough to hold little memory."""

_SLACK_S = 1e-6


def hear(
    system: System,
    recording: Recording,
    *,
    piece_s: float = PIECE_S,
    progress: Callable[[float], None] | None = None,
) -> Mapping[int, Mapping[Task, Sequence[float]]]:
    """What the system commits to in one conversation: speaker -> task -> ascending seconds.

    Args:
        system: opened once for each speaker, on that speaker's own channel.
        recording: the conversation's audio.
        piece_s: seconds fed at a time; the result does not depend on it.
        progress: called with the seconds of audio heard since the last call.

    Raises:
        CausalityError: if a commit is stamped later than the audio fed so far, which no clock
            could have shown, or before an earlier one of its task.
    """
    events: dict[int, dict[Task, list[float]]] = {}
    for speaker in SPEAKERS:
        rate_hz = recording.rate_hz(speaker)
        session = system.open(rate_hz)
        mine: dict[Task, list[float]] = {task: [] for task in Task}
        heard = 0
        where = f"{recording.conversation_id}/speaker_{speaker}"
        for piece in recording.blocks(speaker, max(1, round(piece_s * rate_hz))):
            heard += len(piece)
            _take(mine, session.feed(piece), heard / rate_hz, where, system)
            if progress is not None:
                progress(len(piece) / rate_hz)
        _take(mine, session.close(), heard / rate_hz, where, system)
        events[speaker] = mine
    return events


def _take(
    events: dict[Task, list[float]],
    commits: Sequence[Commit],
    heard_s: float,
    where: str,
    system: System,
) -> None:
    for task, time_s in commits:
        before = events[task][-1] if events[task] else -1.0
        if not before < time_s <= heard_s + _SLACK_S:
            raise CausalityError(
                Fault(
                    f"{system.card.name} on {where}",
                    f"{task} committed at {time_s} s after {before} s, with {heard_s} s heard",
                    "ascending times no later than the audio heard",
                )
            )
        # 35115 * 0.02 is 702.3000000000001: a stamp at the very end may exceed it by a rounding.
        events[task].append(min(time_s, heard_s))

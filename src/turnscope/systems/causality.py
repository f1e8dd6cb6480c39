"""Proof that what was said by ``t`` rests on nothing after ``t``: change the future and replay.

::

    audio     ▂▅▃▁▂▇▅▃▂▁▃┃▇▇▇▇▇▇      all the same up to t, all changed after it
    said      . . x . . x┃            stamped up to t: must stay as it was
                     ↑   ┃
                  changed: it heard at least t - stamp ahead

What is replayed is anything that makes a :class:`Hearing` of a recording: a system played by the
runner, or a pipeline that post-processes whole files. What stays equal in every replay is shown
for these recordings, cuts and futures; what changes is a leak, whatever the reason. By moving the
future away from a changed stamp until the change is gone, the look-ahead is measured.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from turnscope.corpus.audio import Recording
from turnscope.errors import Fault, ProtocolError
from turnscope.systems.changes import TOLERANCE, Change, Hearing, drift, first_change
from turnscope.systems.futures import Future, Tape
from turnscope.systems.look_ahead import LookAhead, measure

__all__ = ["Leak", "Producer", "Proof", "Verdict", "prove"]

Producer = Callable[[Recording], Hearing]
"""What is proven: ``partial(hear, system)``, or anything else that hears a recording."""

_TRUNCATION_SLACK_S = 1e-6
_SLACK_S = 1e-9


class Verdict(StrEnum):
    """What the replays of one recording show."""

    CAUSAL = "causal"
    LEAKS = "leaks"
    NOT_REPRODUCIBLE = "not reproducible"


@dataclass(frozen=True, slots=True)
class Leak:
    """Something stamped at or before ``at_s`` that changed with the audio after ``at_s``.

    Attributes:
        at_s: from where on the audio was replaced.
        future: by what.
        change: the earliest thing that changed.
    """

    at_s: float
    future: Future
    change: Change

    @property
    def ahead_s(self) -> float:
        """How far beyond its stamp it heard, at least."""
        return self.at_s - self.change.stamp_s


@dataclass(frozen=True, slots=True)
class Proof:
    """What the replays of one recording showed.

    Attributes:
        conversation_id: of the recording.
        duration_s: seconds of it that were replayed.
        verdict: see :class:`Verdict`.
        cuts_s: from where on the future was replaced, ascending.
        n_replays: times the recording was heard, the measuring included.
        n_compared: replays with another future in which all said before it was compared.
        n_telling: those of them in which anything changed, before or after the cut, so that the
            replaced audio mattered at all; truncations do not count.
        leaks: the first change of every replay that showed one, the earliest cut first.
        look_ahead: None without a leak.
        drift: greatest difference between scores that count as equal; 0.0 is exact equality.
        remembers: a session knew of an earlier one, so every replay was by a new producer.
    """

    conversation_id: str
    duration_s: float
    verdict: Verdict
    cuts_s: tuple[float, ...]
    n_replays: int
    n_compared: int
    n_telling: int
    leaks: tuple[Leak, ...]
    look_ahead: LookAhead | None
    drift: float
    remembers: bool


def prove(
    make: Callable[[], Producer],
    recording: Recording,
    *,
    score_rate_hz: float | None = None,
    at_s: Sequence[float] | None = None,
    n_cuts: int = 6,
    seconds: float = math.inf,
    speech: Recording | None = None,
    tolerance: float = TOLERANCE,
    resolution_s: float = 0.005,
    progress: Callable[[float], None] | None = None,
) -> Proof:
    """Replay a recording with other futures and compare what was said before them.

    The unmodified recording is heard twice first and once more at the end. If that differs, and
    differs for two new producers as well, the producer is not reproducible and nothing is proven.
    If only the used one differs it remembers earlier sessions; then each replay gets a new one.

    Args:
        make: a new producer, as if nothing had been heard before. Called once, or for every
            replay where sessions influence one another.
        recording: what is replayed; its channels change together.
        score_rate_hz: frames a second of the score tracks; None if there are none.
        at_s: cuts in seconds. By default ``n_cuts``: a third spread evenly, the others right
            after what was said, where looking ahead would have helped most.
        n_cuts: how many cuts to choose; each costs four replays.
        seconds: replay only the beginning of the recording.
        speech: another conversation, as other speech.
        tolerance: greatest difference of equal scores; commits must be identical.
        resolution_s: to which the look-ahead is measured, in case of a leak.
        progress: called with the share done since the last call; measuring is not counted.

    Raises:
        ProtocolError: for a cut outside the recording, or scores without a ``score_rate_hz``.
    """
    tape = Tape.of(recording, seconds=seconds)
    other = None if speech is None else Tape.of(speech, seconds=max(1.0, tape.duration_s))
    player = _Player(make, tape, other, score_rate_hz, tolerance)
    first = player.whole
    if first.scores and score_rate_hz is None:
        found = f"scores of {', '.join(first.scores)} without a rate"
        raise ProtocolError(Fault(tape.conversation_id, found, "score_rate_hz, to compare them"))
    remembers = player.differs(player.hear_whole())
    if remembers:
        player.renew = True
        if player.differs(player.hear_whole()):
            return player.proof(Verdict.NOT_REPRODUCIBLE)
    cuts_s = _cuts(first, tape, score_rate_hz, n_cuts) if at_s is None else _asked(at_s, tape)
    player.replay_all(cuts_s, progress or (lambda _: None))
    if player.differs(player.hear_whole()):
        if player.renew:
            return player.proof(Verdict.NOT_REPRODUCIBLE, cuts_s)
        # What was heard in between left a trace: start again, each replay by a new producer.
        remembers = player.renew = True
        if player.differs(player.hear_whole()):
            return player.proof(Verdict.NOT_REPRODUCIBLE, cuts_s)
        player.replay_all(cuts_s, lambda _: None)
        if player.differs(player.hear_whole()):
            return player.proof(Verdict.NOT_REPRODUCIBLE, cuts_s)
    verdict = Verdict.LEAKS if player.leaks else Verdict.CAUSAL
    ahead = player.look_ahead(resolution_s, cuts_s) if player.leaks else None
    return player.proof(verdict, cuts_s, ahead, remembers=remembers)


class _Replayed(NamedTuple):
    """One replay: the first change up to a stamp, whether it was heard and mattered at all."""

    change: Change | None
    compared: bool
    telling: bool


class _Player:
    """Hears the tape again and again, and keeps count of what that showed."""

    def __init__(
        self,
        make: Callable[[], Producer],
        tape: Tape,
        speech: Tape | None,
        score_rate_hz: float | None,
        tolerance: float,
    ) -> None:
        self.renew = False
        self.leaks: list[Leak] = []
        self._make, self._producer = make, make()
        self._tape, self._speech = tape, speech
        self._rate_hz, self._tolerance = score_rate_hz, tolerance
        self._recording = tape.recording()
        self._n_replays = self._n_compared = self._n_telling = 0
        self._drift = 0.0
        self.whole = self.hear_whole()

    def hear_whole(self) -> Hearing:
        """What is said of the recording as it is."""
        return self._hear(self._recording)

    def differs(self, heard: Hearing) -> bool:
        """Whether something was said otherwise than the first time; equal scores may drift."""
        change = first_change(
            self.whole, heard, score_rate_hz=self._rate_hz, tolerance=self._tolerance
        )
        if change is None:
            self._note_drift(heard, self._tape.duration_s)
        return change is not None

    def replay_all(self, cuts_s: Sequence[float], progress: Callable[[float], None]) -> None:
        """Every future from every cut; starts the counts and leaks anew."""
        self.leaks, self._n_compared, self._n_telling = [], 0, 0
        for cut_s in cuts_s:
            for future in Future:
                replayed = self._replay(cut_s, future, cut_s)
                self._n_compared += replayed.compared
                self._n_telling += replayed.telling
                if replayed.change is not None:
                    self.leaks.append(Leak(cut_s, future, replayed.change))
            progress(1.0 / len(cuts_s))

    def look_ahead(self, resolution_s: float, cuts_s: Sequence[float]) -> LookAhead:
        """Measured where the future which changed something was furthest away from it."""
        worst = max(self.leaks, key=lambda leak: leak.ahead_s)
        futures = sorted(Future, key=lambda future: future is not worst.future)

        def trial(at_s: float, until_s: float) -> Change | None:
            found = (self._replay(at_s, future, until_s).change for future in futures)
            return next((change for change in found if change is not None), None)

        return measure(
            trial,
            stamp_s=worst.change.stamp_s,
            heard_s=worst.at_s,
            end_s=self._tape.duration_s,
            others_s=cuts_s,
            resolution_s=resolution_s,
        )

    def proof(
        self,
        verdict: Verdict,
        cuts_s: Sequence[float] = (),
        look_ahead: LookAhead | None = None,
        *,
        remembers: bool = False,
    ) -> Proof:
        """All of it so far. Nothing is called a leak of what is not reproducible."""
        return Proof(
            self._tape.conversation_id,
            self._tape.duration_s,
            verdict,
            tuple(cuts_s),
            self._n_replays,
            self._n_compared,
            self._n_telling,
            tuple(self.leaks) if verdict is Verdict.LEAKS else (),
            look_ahead,
            self._drift,
            remembers,
        )

    def _replay(self, at_s: float, future: Future, until_s: float) -> _Replayed:
        tape = self._tape.with_future(at_s, future, speech=self._speech)
        if tape.is_same(self._tape) or not all(map(len, tape.samples)):
            return _Replayed(None, compared=False, telling=False)
        heard = self._hear(tape.recording())
        ends = future is Future.END
        # That the audio is over is known when it is over, and may be said with that stamp.
        limit_s = min(until_s, tape.duration_s - _TRUNCATION_SLACK_S) if ends else until_s
        change = first_change(
            self.whole,
            heard,
            score_rate_hz=self._rate_hz,
            until_s=limit_s if ends else math.inf,
            tolerance=self._tolerance,
        )
        if change is not None and change.stamp_s <= limit_s + _SLACK_S:
            return _Replayed(change, compared=True, telling=not ends)
        self._note_drift(heard, limit_s)
        return _Replayed(None, compared=True, telling=change is not None)

    def _hear(self, recording: Recording) -> Hearing:
        self._n_replays += 1
        if self.renew:
            self._producer = self._make()
        return self._producer(recording)

    def _note_drift(self, heard: Hearing, until_s: float) -> None:
        found = drift(self.whole, heard, score_rate_hz=self._rate_hz, until_s=until_s)
        self._drift = max(self._drift, found)


def _asked(at_s: Sequence[float], tape: Tape) -> list[float]:
    faults = [
        Fault("at", f"{cut_s} s", f"between 0 and {tape.duration_s:.3f} s, what is replayed")
        for cut_s in at_s
        if not 0.0 <= cut_s < tape.duration_s
    ]
    if faults:
        raise ProtocolError(faults)
    return sorted(set(at_s))


def _cuts(heard: Hearing, tape: Tape, rate_hz: float | None, n_cuts: int) -> list[float]:
    """Cuts spread evenly, at commits and at rises of scores, as far as there are any."""
    n_even = max(1, n_cuts - 2 * (n_cuts // 3))
    cuts = {tape.duration_s * (k + 1) / (n_even + 1) for k in range(n_even)}
    commits = sorted(
        {t for tasks in heard.commits.values() for times in tasks.values() for t in times}
    )
    rises = sorted(set(_rises(heard, rate_hz))) if rate_hz is not None else []
    for said in (commits, rises):
        within = [t for t in said if 0.0 < t < tape.duration_s]
        n = min(len(within), n_cuts // 3 if commits and rises else n_cuts - n_even)
        cuts |= {within[(2 * k + 1) * len(within) // (2 * n)] for k in range(n)}
    return sorted(cuts)


def _rises(heard: Hearing, rate_hz: float) -> Iterator[float]:
    """The ends of the frames into which each score track rose most."""
    for pair in heard.scores.values():
        for track in pair:
            steps = np.diff(track, prepend=0.0)
            for frame in np.argsort(-steps, kind="stable")[:8]:
                if steps[frame] > 0:
                    yield (int(frame) + 1) / rate_hz

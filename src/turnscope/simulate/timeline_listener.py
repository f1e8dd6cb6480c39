"""What the listener does while the other holds the floor.

::

    speaker    ███████████████████ cue ██████████████████   pause   ██████
    listener        ▒ backchannel     ░░░ overlap ░░░    ▒ backchannel
                             ░░ interruption without success ░░
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from turnscope.simulate.parameters import Parameters
from turnscope.simulate.timeline_voices import Luck, Placed, Talkers, Wording

__all__ = ["COMPETITIVE", "COOPERATIVE", "Listener", "Stretch"]

COMPETITIVE = "Non-floor Taking Competitive Interruption"
COOPERATIVE = "Non-floor Taking Cooperative Interruption"

_TRIES = 6
_APART = 220
_AFTER_ONSET = 350
_BEFORE_END = 120
_LENGTH_SPREAD = 0.45
_AT_A_BREAK_SHARE = 0.6
_MOST_OWED = 6
_REGULARITY = 4.0


@dataclass(frozen=True, slots=True)
class Stretch:
    """The other's cue and what follows it, in milliseconds.

    Attributes:
        cue: what the other says.
        cue_end: end of what is heard of it.
        pause_end: where the same speaker goes on; ``cue_end`` where he does not.
        until: by when the listener's own floor starts, or everything is over.
    """

    cue: Placed
    cue_end: int
    pause_end: int
    until: int


class Listener:
    """Places backchannels, overlaps and failed interruptions; what finds no room is owed.

    Who has just spoken up does not do so again at once: of each sort, the shares of a mean
    interval from one to the next are gamma distributed with shape 4 and mean 1.
    """

    def __init__(self, p: Parameters, script: Wording, talkers: Talkers, luck: Luck) -> None:
        self._p = p
        self._script = script
        self._talkers = talkers
        self._luck = luck
        self._owed = {"interruption": 0, "overlap": 0, "backchannel": 0}
        # Nothing is special about the beginning: it falls anywhere into an interval, and more
        # often into a longer one.
        self._wait = {
            kind: luck.rng.random() * luck.rng.gamma(_REGULARITY + 1.0) / _REGULARITY
            for kind in self._owed
        }

    def draw(self, lasts: int) -> None:
        """Draw how much is to happen in a stretch of so many milliseconds of the other's floor."""
        p, minutes = self._p, lasts / 60_000.0
        rates = {
            "interruption": p.not_taking_per_min,
            "overlap": p.overlaps_per_min,
            "backchannel": p.backchannels_per_min,
        }
        for kind, rate in rates.items():
            self._wait[kind] -= rate * minutes
            while self._wait[kind] <= 0.0:
                self._wait[kind] += self._luck.rng.gamma(_REGULARITY) / _REGULARITY
                self._owed[kind] = min(self._owed[kind] + 1, _MOST_OWED)

    @property
    def will_interrupt(self) -> bool:
        """Whether an interruption without success is owed."""
        return self._owed["interruption"] > 0

    def place(self, stretch: Stretch) -> list[Placed]:
        """What the listener says in this stretch, in no order."""
        placed: list[Placed] = []
        makers: dict[str, Callable[[Stretch], Placed | None]] = {
            "interruption": self._interruption,
            "overlap": self._overlap,
            "backchannel": self._backchannel,
        }
        for kind, maker in makers.items():
            for _ in range(self._owed[kind]):
                found = self._fitting(partial(maker, stretch), stretch, placed)
                if found is None:
                    break
                placed.append(found)
                self._owed[kind] -= 1
        listener = 3 - stretch.cue.speaker
        ends = [each.end for each in placed]
        self._talkers.free[listener - 1] = max([self._talkers.free[listener - 1], *ends])
        return placed

    def _fitting(
        self, make: Callable[[], Placed | None], stretch: Stretch, placed: list[Placed]
    ) -> Placed | None:
        free = self._talkers.free[2 - stretch.cue.speaker]
        room = min(stretch.until, self._talkers.duration) - max(free, stretch.cue.start)
        made = make() if room > _AFTER_ONSET + _APART else None
        if made is None:
            return None
        lasts = made.end - made.start
        for attempt in range(_TRIES):
            start = self._onset(made, stretch, attempt)
            end = start + lasts
            last = min(stretch.until - _APART, self._talkers.duration)
            if made.label in _WITHIN_CUE:
                last = min(last, stretch.cue_end - _BEFORE_END)
            low = max(stretch.cue.start + _AFTER_ONSET, free + _APART)
            within = low <= start < max(stretch.cue_end, stretch.pause_end) and end <= last
            if within and all(_apart(start, end, each) for each in placed):
                return Placed(made.speaker, start, end, made.label, made.spoken, made.complete)
        return None

    def _onset(self, made: Placed, stretch: Stretch, attempt: int) -> int:
        """Where to try; the first try is the most natural place."""
        luck, cue, lasts = self._luck, stretch.cue, made.end - made.start
        free = self._talkers.free[made.speaker - 1]
        low = max(cue.start + _AFTER_ONSET, free + _APART)
        if made.label == "Overlap" and attempt < _TRIES // 2:
            before = luck.exponential_ms(self._p.overlap_before_end_s)
            return stretch.cue_end - _BEFORE_END - before - lasts
        if made.label in _WITHIN_CUE:
            return luck.between(low, max(low, stretch.cue_end - _BEFORE_END - lasts))
        pause = stretch.pause_end - stretch.cue_end
        if attempt == 0 and pause > _APART and luck.yes(self._p.backchannel_in_pause_share):
            return stretch.cue_end + luck.between(60, min(pause, 400))
        spoken = cue.spoken
        if attempt < 3 and spoken.words and luck.yes(_AT_A_BREAK_SHARE):
            at = luck.between(0, len(spoken.words) - 0.01)
            return cue.start + int(spoken.words[at].end_s * 1000.0) + luck.between(-80, 250)
        return luck.between(low, max(low, stretch.cue_end))

    def _backchannel(self, stretch: Stretch) -> Placed:
        draw, p = self._luck.rng.random(), self._p
        if draw < p.acknowledgement_share:
            label = "Acknowledgement Backchannel"
        elif draw < p.acknowledgement_share + p.continuer_share:
            label = "Continuer Backchannel"
        else:
            label = "Reaction Backchannel"
        listener = 3 - stretch.cue.speaker
        return self._talkers.placed(listener, 0, label, self._script.backchannel(label))

    def _overlap(self, stretch: Stretch) -> Placed | None:
        listener = 3 - stretch.cue.speaker
        words = partial(self._script.overlap, listener)
        return self._say(stretch, "Overlap", words, self._p.overlap_mean_s)

    def _interruption(self, stretch: Stretch) -> Placed | None:
        cooperative = self._luck.yes(self._p.cooperative_share)
        words = partial(
            self._script.interruption,
            3 - stretch.cue.speaker,
            cooperative=cooperative,
            floor_taking=False,
        )
        label = COOPERATIVE if cooperative else COMPETITIVE
        return self._say(stretch, label, words, self._p.not_taking_mean_s)

    def _say(
        self, stretch: Stretch, label: str, words: Callable[[int], str], mean_s: float
    ) -> Placed | None:
        cue = stretch.cue
        free = max(cue.start + _AFTER_ONSET, self._talkers.free[2 - cue.speaker] + _APART)
        room = min(stretch.cue_end - _BEFORE_END, stretch.until - _APART) - free
        ms = self._luck.about_ms(mean_s, _LENGTH_SPREAD)
        return self._talkers.say(3 - cue.speaker, 0, label, words, min(ms, room), until=room)


_WITHIN_CUE = frozenset({"Overlap", COMPETITIVE, COOPERATIVE})


def _apart(start: int, end: int, other: Placed) -> bool:
    return end + _APART <= other.start or other.end + _APART <= start

"""Who speaks when: two people take turns, wait, overlap and interrupt, by the kind's parameters.

::

    speaker 1  ███ cue ███  pause  ████ cue ████               ████ …
    speaker 2      ▒ backchannel            ████ cue, early ██
                                            │←→│ transfer in overlap

    speaker 1  ████████████ cue ██████████▌ cut in the middle of a word
    speaker 2                  ████████ floor-taking interruption ███  pause  ███ …
                               │← hold-on →│

A turn is one or more cues with pauses between. Then the other speaks, after a gap or before the
end; or interrupts, and the interrupted one goes on for a while and breaks off. What is said comes
from the script, how long it takes from the voices, so one process serves those that sound and
those that do not.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from turnscope.core.conversation import Metadata
from turnscope.errors import Fault, ProtocolError
from turnscope.models.speech import Speak
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.parameters import Parameters
from turnscope.simulate.timeline_listener import COMPETITIVE, Listener, Stretch
from turnscope.simulate.timeline_noise import sounds_beside
from turnscope.simulate.timeline_voices import Luck, Placed, Talkers, Wording, middle_of_a_word

__all__ = ["timeline"]

_TURN = "Normal Turn"
_HOLD = "Strong Floor Hold"
_ANSWER = "Bounded Response"
_FILLER = "Filler"
_SILENCE = "Awkward Silence"
_COMPETITIVE = "Floor-taking Competitive Interruption"
_COOPERATIVE = "Floor-taking Cooperative Interruption"

_LEAST_CUE = 350
_LEAST_INTERRUPTIBLE = 2_200
_BEFORE_INTERRUPTION = 900
_OUTLASTS = 500
_MOST_EARLY = 0.6
_HOLD_MS = 1_800
_ANSWER_MS = 1_200
_FILLER_PAUSE = (150, 600)
_BESIDE_SILENCE = 120
_AFTER_OWN = 120


def timeline(
    parameters: Parameters,
    script: Wording,
    voices: Sequence[Speak],
    rng: np.random.Generator,
    duration_s: float,
    *,
    conversation_id: str = "simulated",
    metadata: Metadata | None = None,
    seed: int = 0,
) -> Truth:
    """Simulate one conversation.

    Args:
        parameters: of its kind.
        script: what is said.
        voices: of speakers 1 and 2.
        rng: to draw from; the same state, script and voices give the same conversation.
        duration_s: its length in seconds, rounded to milliseconds.
        conversation_id: for the result.
        metadata: for the result; by default the conversation's type only.
        seed: for the result, as a record.

    Returns:
        What happens. Nothing passes the end of the conversation: who does not get a word in
        before it stays silent, so a conversation of a second may be empty.

    Raises:
        ProtocolError: for a duration that is not above 0, or not two voices.
    """
    duration = round(duration_s * 1000.0) if math.isfinite(duration_s) else 0
    if duration <= 0:
        raise ProtocolError(Fault("duration_s", f"{duration_s} s", "a finite time of 1 ms or more"))
    if len(voices) != 2:
        raise ProtocolError(Fault("voices", f"{len(voices)} of them", "two, one a speaker"))
    luck = Luck(rng)
    happenings = _Floor(parameters, script, Talkers(voices, duration), luck).run()
    happenings += sounds_beside(happenings, parameters, luck, duration)
    happenings.sort(key=lambda each: (each.start_s, each.speaker, each.end_s, each.label))
    told = metadata or Metadata(conversation_type=parameters.conversation_type)
    return Truth(conversation_id, duration / 1000.0, tuple(happenings), told, seed)


class _Floor:
    """Hands the floor to and fro until the time is over."""

    def __init__(self, p: Parameters, script: Wording, talkers: Talkers, luck: Luck) -> None:
        self._p = p
        self._script = script
        self._talkers = talkers
        self._luck = luck
        self._listener = Listener(p, script, talkers, luck)
        self._placed: list[Placed] = []
        self._silences: list[Happening] = []
        self._passed = 0
        ratio, main = p.main_speaker_ratio, luck.between(0, 1.99)
        larger, smaller = 2.0 * ratio / (1.0 + ratio), 2.0 / (1.0 + ratio)
        self._mean_s = [p.cue_mean_s * (larger if k == main else smaller) for k in (0, 1)]

    def run(self) -> list[Happening]:
        """All that is said, and awkward silences, in no order."""
        speaker = 1 + self._luck.between(0, 1.99)
        at = min(self._luck.between(100, 900), self._talkers.duration // 10)
        taken: Placed | None = None
        going = True
        while going:
            going, speaker, at, taken = self._turn(speaker, at, taken)
        return [each.happening() for each in self._placed] + self._silences

    def _turn(
        self, speaker: int, at: int, taken: Placed | None
    ) -> tuple[bool, int, int, Placed | None]:
        """One turn; whether there is a next, whose, from when, and how it was taken."""
        labels = self._plan(taken=taken is not None)
        other = 3 - speaker
        while labels:
            label = labels.pop(0)
            if taken is None and label == _TURN and self._luck.yes(self._p.filler_share):
                at = self._filler(speaker, at)
            if taken is not None:
                cue, interruption = taken, None
                taken = None
            else:
                said = self._cue(speaker, at, label, last=not labels)
                if said is None:
                    return False, speaker, at, None
                cue, interruption = said
            self._keep(cue)
            self._listener.draw(cue.end - cue.start)
            if interruption is not None:
                self._listen(cue, cue.end, interruption.start)
                return True, other, interruption.start, interruption
            held = self._luck.yes(self._p.strong_hold_share) and self._listener.will_interrupt
            if held and not labels:
                labels.append(_TURN)
            if not labels:
                at = self._next_start(cue)
                self._listen(cue, cue.end, at)
                return True, other, at, None
            at = cue.end + self._luck.log_ms(self._p.pause_median_s, self._p.pause_spread)
            met = self._listen(cue, at, at + _HOLD_MS)
            if held and any(each.label == COMPETITIVE for each in met):
                labels[0] = _HOLD
        raise AssertionError("a turn has at least one cue")

    def _plan(self, *, taken: bool) -> list[str]:
        p = self._p
        if not taken and self._luck.yes(p.bounded_share):
            return [_ANSWER]
        if taken and not self._luck.yes(p.taking_goes_on_share):
            return [_TURN]
        n = int(self._luck.rng.geometric(1.0 / p.cues_per_turn))
        return [_TURN] * (n + taken)

    def _keep(self, placed: Placed) -> None:
        self._placed.append(placed)
        free = self._talkers.free
        free[placed.speaker - 1] = max(free[placed.speaker - 1], placed.end)

    def _listen(self, cue: Placed, pause_end: int, until: int) -> list[Placed]:
        met = self._listener.place(Stretch(cue, cue.end, pause_end, until))
        self._placed += met
        return met

    def _cue(
        self, speaker: int, at: int, label: str, *, last: bool
    ) -> tuple[Placed, Placed | None] | None:
        """One cue, and the interruption that cut it; None where the time is over."""
        p, luck, script = self._p, self._luck, self._script
        left = self._talkers.duration - at
        if left < _LEAST_CUE:
            return None
        if label == _ANSWER:
            return self._alone(
                speaker, at, label, lambda _: script.answer(speaker), _ANSWER_MS, complete=True
            )
        if label == _HOLD:
            hold = partial(script.hold, speaker)
            return self._alone(speaker, at, label, hold, _HOLD_MS, complete=last)
        ms = max(_LEAST_CUE, luck.about_ms(self._mean_s[speaker - 1], p.cue_spread))
        complete = last or luck.yes(p.mid_turn_complete_share)
        words = partial(script.turn, speaker, complete=complete)
        share = 1.0 - math.exp(-p.taking_per_min * ms / 60_000.0)
        if ms > _LEAST_INTERRUPTIBLE and luck.yes(share):
            return self._interrupted(speaker, at, ms)
        return self._alone(speaker, at, label, words, ms, complete=complete)

    def _alone(
        self,
        speaker: int,
        at: int,
        label: str,
        words: Callable[[int], str],
        ms: int,
        *,
        complete: bool,
    ) -> tuple[Placed, None] | None:
        cue = self._talkers.say(speaker, at, label, words, ms, complete=complete)
        return None if cue is None else (cue, None)

    def _interrupted(self, speaker: int, at: int, ms: int) -> tuple[Placed, Placed | None] | None:
        """A cue of about ``ms`` that would have gone on if the other had not taken the floor."""
        p, luck = self._p, self._luck
        words = partial(self._script.turn, speaker, complete=True)
        cue = self._talkers.say(speaker, at, _TURN, words, ms * 1.2 + 1_200, complete=True)
        if cue is None:
            return None
        hold = min(luck.log_ms(p.hold_on_median_s, p.hold_on_spread), ms - _BEFORE_INTERRUPTION)
        cut = middle_of_a_word(cue.spoken, ms)
        if cut is None or cut - hold < _BEFORE_INTERRUPTION:
            return cue, None
        onset = at + cut - hold
        cooperative = luck.yes(p.cooperative_share)
        label = _COOPERATIVE if cooperative else _COMPETITIVE
        taking = partial(
            self._script.interruption,
            3 - speaker,
            cooperative=cooperative,
            floor_taking=True,
        )
        wished = max(luck.about_ms(p.taking_mean_s, p.cue_spread), hold + _OUTLASTS)
        other = self._talkers.say(3 - speaker, onset, label, taking, wished, complete=True)
        talking = onset < self._talkers.free[2 - speaker]
        if other is None or other.end <= at + cut or talking:
            return cue, None
        return Placed(speaker, at, at + cut, _TURN, cue.spoken, False), other

    def _filler(self, speaker: int, at: int) -> int:
        """A filler at ``at``; when the cue after it starts."""
        said = self._talkers.say(speaker, at, _FILLER, lambda _: self._script.filler(), 400)
        if said is None:
            return at
        self._keep(said)
        return said.end + self._luck.between(*_FILLER_PAUSE)

    def _next_start(self, cue: Placed) -> int:
        """When the other starts after a turn: after a gap, in overlap, or after a long silence."""
        p, luck = self._p, self._luck
        other = 3 - cue.speaker
        awkward = luck.yes(min(1.0, p.awkward_per_min * (cue.end - self._passed) / 60_000.0))
        self._passed = cue.end
        if awkward:
            lasts = luck.log_ms(p.awkward_median_s, 0.3)
            begin = cue.end + _BESIDE_SILENCE
            after = begin + lasts + _BESIDE_SILENCE
            if after < self._talkers.duration:
                self._silences.append(
                    Happening(other, begin / 1e3, (begin + lasts) / 1e3, _SILENCE, "(silence)")
                )
            return after
        if luck.yes(p.transfer_overlap_share):
            early = luck.log_ms(p.transfer_overlap_median_s, p.transfer_overlap_spread)
            at = cue.end - min(early, int(_MOST_EARLY * (cue.end - cue.start)))
        else:
            at = cue.end + luck.log_ms(p.gap_median_s, p.gap_spread)
        return max(at, self._talkers.free[other - 1] + _AFTER_OWN)

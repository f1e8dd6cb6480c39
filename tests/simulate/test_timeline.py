"""Laws of the simulated timeline: who may speak when, on any parameters, for any duration."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnscope.core.labels import Label, canonical
from turnscope.errors import ProtocolError
from turnscope.models.speech import Speak, Spoken
from turnscope.simulate.estimated import estimated_voice
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.parameters import KINDS, Parameters, kind_parameters
from turnscope.simulate.timeline import timeline

NFT = Label.NON_FLOOR_TAKING_INTERRUPTION


class Plain:
    """Words that count: w1, w2, ... with a comma or a full stop now and then."""

    def __init__(self) -> None:
        self.n = 0
        self.asked: list[str] = []

    def _words(self, n: int, end: str = ".") -> str:
        words = []
        for k in range(n):
            self.n += 1
            mark = "." if k % 11 == 10 else "," if k % 5 == 4 else ""
            words.append(f"word{mark}")
        return " ".join(words).rstrip(".,") + end

    def turn(self, speaker: int, n_words: int, *, complete: bool = True) -> str:
        return self._words(n_words, "." if complete else ",")

    def hold(self, speaker: int, n_words: int) -> str:
        return self._words(n_words)

    def answer(self, speaker: int) -> str:
        return "forty two Elm Street."

    def filler(self) -> str:
        return "um,"

    def overlap(self, speaker: int, n_words: int) -> str:
        return self._words(n_words)

    def backchannel(self, label: str) -> str:
        self.asked.append(label)
        return "mhm."

    def interruption(
        self, speaker: int, n_words: int, *, cooperative: bool, floor_taking: bool
    ) -> str:
        return self._words(n_words)


def voices(seed: int) -> tuple[Speak, Speak]:
    rng = np.random.default_rng([seed, 2])
    return estimated_voice(rng, syllables_per_s=4.0), estimated_voice(rng, syllables_per_s=5.0)


def made(p: Parameters, seed: int = 0, duration_s: float = 300.0) -> Truth:
    return timeline(p, Plain(), voices(seed), np.random.default_rng(seed), duration_s, seed=seed)


def shown(truth: Truth) -> list[tuple[int, float, float, str, str, bool]]:
    return [(h.speaker, h.start_s, h.end_s, h.label, h.text, h.complete) for h in truth.happenings]


def assert_lawful(truth: Truth) -> None:
    all_of_it = list(truth.happenings)
    keys = [(h.start_s, h.speaker) for h in all_of_it]
    assert keys == sorted(keys)
    for each in all_of_it:
        assert 0.0 <= each.start_s < each.end_s <= truth.duration_s
        for time_s in (each.start_s, each.end_s):
            assert time_s == round(time_s * 1000) / 1000.0
        assert (each.spoken is None) == each.text.startswith("(")
        if each.spoken is not None:
            assert each.duration_s <= each.spoken.duration_s + 0.0011
        if each.cut:
            assert_cut(each, truth)
        if canonical(each.label) == Label.INTERRUPTION:
            victims = [
                v
                for v in truth.of(3 - each.speaker)
                if v.cut and v.start_s < each.start_s < v.end_s < each.end_s
            ]
            assert len(victims) == 1
    for speaker in (1, 2):
        spoken = [h for h in truth.of(speaker) if h.spoken is not None]
        for before, after in pairwise(spoken):
            assert before.end_s <= after.start_s
        for each in truth.of(speaker):
            if canonical(each.label) in (Label.BACKCHANNEL, NFT) or each.label == "Overlap":
                assert_in_others_floor(each, truth)


def assert_cut(each: Happening, truth: Truth) -> None:
    assert each.text.endswith("--")
    assert not each.complete
    assert each.spoken is not None
    assert each.words[-1].end_s <= each.end_s + 1e-9
    assert len(each.words) < len(each.spoken.words)
    said = each.text.removesuffix("--").split()
    assert len(said) == len(each.words)
    assert not said[-1].endswith((".", "?", "!"))
    assert any(
        canonical(other.label) == Label.INTERRUPTION
        and each.start_s < other.start_s < each.end_s < other.end_s
        for other in truth.of(3 - each.speaker)
    )


def assert_in_others_floor(each: Happening, truth: Truth) -> None:
    """Within a cue of the other, or (backchannels) from a cue into the pause after it."""
    floor = [
        h
        for h in truth.of(3 - each.speaker)
        if canonical(h.label) in (Label.TURN, Label.INTERRUPTION) and h.label != "Overlap"
    ]
    before = [h for h in floor if h.start_s < each.start_s]
    assert before
    if canonical(each.label) != Label.BACKCHANNEL:
        assert each.end_s <= max(h.end_s for h in before)
        return
    if each.start_s >= max(h.end_s for h in before):
        # In a pause: the next to hold the floor is the same speaker.
        own = [
            h
            for h in truth.of(each.speaker)
            if canonical(h.label) in (Label.TURN, Label.INTERRUPTION) and h.start_s > each.start_s
        ]
        after = [h for h in floor if h.start_s >= each.start_s]
        if own and after:
            assert min(h.start_s for h in after) < min(h.start_s for h in own)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(4))
def test_every_kind_is_lawful(kind: str, seed: int) -> None:
    truth = made(kind_parameters(kind), seed)
    assert_lawful(truth)
    assert truth.metadata.type_name is not None
    assert truth.metadata.type_name.lower() == kind
    assert len({h.label for h in truth.happenings}) > 8


@pytest.mark.parametrize("duration_s", [0.001, 0.2, 1.0, 10.0, 60.0])
def test_short_conversations(duration_s: float) -> None:
    for seed in range(20):
        truth = made(kind_parameters("casual"), seed, duration_s)
        assert_lawful(truth)
        assert truth.duration_s == duration_s
        if duration_s >= 10.0:
            assert truth.happenings


def test_every_label_happens() -> None:
    labels = {
        h.label
        for kind in KINDS
        for s in range(6)
        for h in made(kind_parameters(kind), s).happenings
    }
    assert len(labels) == 17


def test_the_same_seed_gives_the_same_conversation() -> None:
    p = kind_parameters("argumentative")
    assert shown(made(p, 5)) == shown(made(p, 5))
    assert shown(made(p, 5)) != shown(made(p, 6))


def test_a_voice_that_takes_its_own_time_is_obeyed() -> None:
    def odd(text: str) -> Spoken:
        return Spoken(text, 0.1234567 + 0.05 * len(text), ())

    p = kind_parameters("casual")
    truth = timeline(p, Plain(), (odd, odd), np.random.default_rng(1), 120.0)
    said = [h for h in truth.happenings if h.spoken is not None]
    assert len(said) > 10
    for each in said:
        assert each.spoken is not None
        assert each.duration_s == pytest.approx(each.spoken.duration_s, abs=0.001)


def test_slow_voices_get_fewer_words_for_the_same_time() -> None:
    p = replace(kind_parameters("casual"), taking_per_min=0.0)

    def lengths(rate: float) -> tuple[float, float]:
        rng = np.random.default_rng(4)
        pair = [estimated_voice(rng, syllables_per_s=rate) for _ in range(2)]
        cues = [
            h
            for s in range(8)
            for h in timeline(p, Plain(), pair, np.random.default_rng(s), 600.0).happenings
            if h.label == "Normal Turn"
        ]
        n = float(np.mean([len(h.words) for h in cues]))
        return float(np.mean([h.duration_s for h in cues])), n

    slow, fast = lengths(2.5), lengths(7.0)
    assert slow[0] == pytest.approx(fast[0], rel=0.15)
    assert fast[1] > 1.8 * slow[1]


def test_what_is_set_to_nothing_does_not_happen() -> None:
    p = replace(
        kind_parameters("casual"),
        backchannels_per_min=0.0,
        overlaps_per_min=0.0,
        taking_per_min=0.0,
        not_taking_per_min=0.0,
        awkward_per_min=0.0,
        laughter_per_min=0.0,
        noise_per_min=0.0,
        filler_share=0.0,
        bounded_share=0.0,
        transfer_overlap_share=0.0,
    )
    truth = made(p)
    assert {h.label for h in truth.happenings} == {"Normal Turn"}
    assert all(one.end_s < other.start_s for one, other in pairwise(truth.happenings))


def test_interrupted_speakers_hold_on_as_planted() -> None:
    p = replace(
        kind_parameters("argumentative"), hold_on_median_s=0.8, hold_on_spread=0.1, cue_mean_s=9.0
    )
    held = []
    for seed in range(12):
        truth = made(p, seed, 600.0)
        for each in truth.happenings:
            if canonical(each.label) == Label.INTERRUPTION:
                held += [
                    v.end_s - each.start_s
                    for v in truth.of(3 - each.speaker)
                    if v.cut and v.start_s < each.start_s < v.end_s
                ]
    assert len(held) > 50
    assert np.median(held) == pytest.approx(0.8, abs=0.05)


@pytest.mark.parametrize("duration_s", [0.0, -1.0, 0.0001, float("nan"), float("inf")])
def test_impossible_durations(duration_s: float) -> None:
    with pytest.raises(ProtocolError, match="duration_s"):
        made(kind_parameters("casual"), 0, duration_s)


def test_two_voices_are_needed() -> None:
    p = kind_parameters("casual")
    with pytest.raises(ProtocolError, match="1 of them; expected two"):
        timeline(p, Plain(), voices(0)[:1], np.random.default_rng(0), 10.0)


factors = st.floats(0.2, 4.0)


@settings(max_examples=40, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    seed=st.integers(0, 10_000),
    duration_s=st.floats(0.5, 90.0),
    shares=st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6),
    by=st.lists(factors, min_size=8, max_size=8),
)
def test_any_parameters_are_lawful(
    kind: str, seed: int, duration_s: float, shares: list[float], by: list[float]
) -> None:
    p = kind_parameters(kind)
    stretched = (
        "cue_mean_s",
        "pause_median_s",
        "gap_median_s",
        "transfer_overlap_median_s",
        "hold_on_median_s",
        "taking_per_min",
        "not_taking_per_min",
        "backchannels_per_min",
    )
    values = {name: getattr(p, name) * factor for name, factor in zip(stretched, by, strict=True)}
    shared = (
        "bounded_share",
        "filler_share",
        "transfer_overlap_share",
        "strong_hold_share",
        "backchannel_in_pause_share",
        "taking_goes_on_share",
    )
    values |= dict(zip(shared, shares, strict=True))
    assert_lawful(made(replace(p, **values), seed, duration_s))

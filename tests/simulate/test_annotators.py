"""Annotators: what a perfect one hears, what each knob does, and what must never happen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.simulate.truths import random_truth, spoken
from turnscope.analysis.agreement import agreement, annotators_of, compared
from turnscope.analysis.kept import kept, pooled
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.errors import ProtocolError
from turnscope.simulate.annotators import annotate, kind_of, seconds_of
from turnscope.simulate.ears import PERFECT, Ears, default_ears
from turnscope.simulate.happenings import Happening, Truth


def rows(track: Track) -> list[tuple[float, float, str, str]]:
    return list(
        zip(track.start_s.tolist(), track.end_s.tolist(), track.labels, track.texts, strict=True)
    )


def tracks_of(conversation: Conversation) -> list[list[tuple[float, float, str, str]]]:
    return [rows(track) for tracks in conversation.tracks for track in tracks.values()]


def of(*happenings: Happening, duration_s: float = 60.0) -> Truth:
    return Truth("made", duration_s, happenings)


def said(speaker: int, start_s: float, end_s: float, label: str = "Normal Turn") -> Happening:
    words = spoken(round(end_s - start_s, 3))
    return Happening(speaker, start_s, end_s, label, words.text, words)


def test_a_perfect_annotator_hears_the_truth() -> None:
    truth = random_truth(1)
    heard = annotate(truth, names=("a",), ears=PERFECT)
    for speaker in (1, 2):
        own = truth.of(speaker)
        assert len(own) > 20
        track = heard.track(speaker, "a")
        assert track.labels == tuple(each.label for each in own)
        assert track.texts == tuple(each.text for each in own)
        assert np.abs(track.start_s - [each.start_s for each in own]).max() < 1e-9
        assert np.abs(track.end_s - [each.end_s for each in own]).max() < 1e-9
    assert (heard.conversation_id, heard.duration_s) == (truth.conversation_id, 300.0)
    assert heard.metadata is truth.metadata


def test_an_annotator_does_not_depend_on_the_others() -> None:
    truth = random_truth(2)
    three, one = annotate(truth), annotate(truth, names=("a",))
    assert rows(three.track(1, "a")) == rows(one.track(1, "a"))
    assert rows(three.track(1, "a")) != rows(three.track(1, "b"))
    assert annotate(truth, names=list("vwxyz")).annotators == tuple("vwxyz")


def test_the_seed_decides() -> None:
    truth = random_truth(3)
    assert tracks_of(annotate(truth)) == tracks_of(annotate(truth, seed=3))
    assert tracks_of(annotate(truth)) != tracks_of(annotate(truth, seed=4))


@pytest.mark.parametrize("seed", range(8))
def test_what_is_apart_stays_apart_and_in_the_audio(seed: int) -> None:
    wild = replace(
        default_ears(),
        onset_sd_ms=400.0,
        offset_sd_ms=400.0,
        p_onset_slip=0.5,
        p_offset_slip=0.5,
        p_split=0.4,
        p_merged=0.3,
    )
    truth = random_truth(seed)
    heard = annotate(truth, ears=wild)
    for tracks in heard.tracks:
        for track in tracks.values():
            assert len(track) > 10
            assert (np.diff(track.start_s) >= 0).all()
            assert (track.end_s[:-1] < track.start_s[1:]).all()  # as of the true ones
            assert track.start_s[0] >= 0
            assert track.end_s[-1] <= truth.duration_s
            assert (track.end_s - track.start_s >= 0.05).all()


def test_edges_jitter_as_much_as_told() -> None:
    ears = Ears(onset_sd_ms=20.0, offset_sd_ms=60.0)
    truth = of(*[said(1, k * 3.0 + 1, k * 3.0 + 2) for k in range(1000)], duration_s=3002.0)
    track = annotate(truth, names=("a",), ears=ears).track(1, "a")
    true_s = np.arange(1000) * 3.0 + 1
    assert np.std(track.start_s - true_s) == pytest.approx(0.020, rel=0.1)
    assert np.std(track.end_s - true_s - 1) == pytest.approx(0.060, rel=0.1)


def test_edges_left_alone_are_the_same_for_all() -> None:
    ears = Ears(onset_sd_ms=40.0, offset_sd_ms=40.0, p_edge_left=0.75)
    truth = of(*[said(1, k * 3.0 + 1, k * 3.0 + 2) for k in range(1000)], duration_s=3002.0)
    heard = annotate(truth, ears=ears)
    onsets = np.stack([heard.track(1, name).start_s for name in "abc"])
    left = np.abs(onsets - (np.arange(1000) * 3.0 + 1)).max(axis=0) < 1e-9
    assert left.mean() == pytest.approx(0.75, abs=0.05)
    assert (np.ptp(onsets[:, ~left], axis=0) > 0).mean() > 0.99
    offsets = heard.track(1, "a").end_s - (np.arange(1000) * 3.0 + 2)
    assert 0.1 < (np.abs(offsets[left]) > 1e-9).mean() < 0.4  # drawn apart from the onset's


def test_slips_are_as_many_and_as_far_as_told() -> None:
    ears = Ears(p_offset_slip=0.3, slip_ms=(210.0, 400.0))
    truth = of(*[said(1, k * 5.0 + 1, k * 5.0 + 3) for k in range(1000)], duration_s=5005.0)
    track = annotate(truth, names=("a",), ears=ears).track(1, "a")
    off_ms = np.rint((track.end_s - np.arange(1000) * 5.0 - 3) * 1000)
    slipped = np.abs(off_ms[off_ms != 0])
    assert 250 < len(slipped) < 350
    assert slipped.min() >= 210
    assert slipped.max() <= 400
    assert (off_ms > 0).sum() == pytest.approx(150, abs=40)


def test_misses_confusions_and_difficulty_are_as_told() -> None:
    ears = Ears(
        missed={"Laughter": 0.25},
        alone={"Normal Turn": {"Overlap": 0.2}},
        overlapping={"Normal Turn": {"Filler": 0.4}},
        difficulty={"casual": 2.0},
    )
    laughs = [Happening(2, k * 9.0 + 7, k * 9.0 + 8, "Laughter", "(laughs)") for k in range(500)]
    turns = [said(1, k * 9.0 + 1, k * 9.0 + 4) for k in range(500)]
    over = [said(2, k * 9.0 + 3, k * 9.0 + 6) for k in range(500)]
    events = sorted(laughs + turns + over, key=lambda each: each.start_s)
    plain = Truth("plain", 4600.0, events)
    track = annotate(plain, names=("a",), ears=ears)
    assert track.track(2, "a").labels.count("Laughter") == pytest.approx(375, abs=30)
    assert track.track(2, "a").labels.count("Filler") == pytest.approx(200, abs=35)
    assert track.track(1, "a").labels.count("Overlap") == pytest.approx(100, abs=28)
    assert track.track(1, "a").labels.count("Filler") == 0
    hard = Truth("hard", 4600.0, events, random_truth(0, 0.2).metadata)
    assert kind_of(hard) == "casual"
    track = annotate(hard, names=("a",), ears=ears)
    assert track.track(2, "a").labels.count("Laughter") == pytest.approx(250, abs=35)
    assert track.track(1, "a").labels.count("Overlap") == pytest.approx(200, abs=35)


def test_a_merged_pair_is_one_cue() -> None:
    ears = Ears(merged_pause_ms=500.0, p_merged=1.0)
    near = [said(1, 1.0, 2.0), said(1, 2.4, 3.0), said(1, 3.5, 4.0), said(1, 4.6, 5.0)]
    track = annotate(of(*near), names=("a",), ears=ears).track(1, "a")
    text = " ".join(each.text for each in near[:3])
    assert rows(track) == [
        (1.0, 4.0, "Normal Turn", text),
        (4.6, 5.0, "Normal Turn", near[3].text),
    ]


def test_labels_that_differ_are_not_merged() -> None:
    ears = Ears(merged_pause_ms=500.0, p_merged=1.0)
    pair = [said(1, 1.0, 2.0), said(1, 2.4, 3.0, "Strong Floor Hold")]
    assert len(annotate(of(*pair), names=("a",), ears=ears).track(1, "a")) == 2


def test_a_split_cue_is_two_at_its_longest_pause() -> None:
    ears = Ears(split_pause_ms=200.0, p_split=1.0)
    turn = said(1, 10.0, 16.0)
    pauses = [
        after.start_s - word.end_s
        for word, after in zip(turn.words[:-1], turn.words[1:], strict=True)
    ]
    at = int(np.argmax(pauses))
    first, second = rows(annotate(of(turn), names=("a",), ears=ears).track(1, "a"))
    assert first[0] == 10.0
    assert second[1] == 16.0
    assert first[1] == pytest.approx(turn.words[at].end_s)
    assert second[0] == pytest.approx(turn.words[at + 1].start_s)
    assert f"{first[3]} {second[3]}" == turn.text
    assert len(first[3].split()) == at + 1
    never = Ears(split_pause_ms=400.0, p_split=1.0)
    assert len(annotate(of(turn), names=("a",), ears=never).track(1, "a")) == 1


def test_each_spells_in_their_own_way_and_keeps_capitals() -> None:
    ears = Ears(spellings={"b": {"okay": "ok", "mm-hmm": "mhm"}})
    text = "Okay, okay. Mm-hmm, okayish."
    truth = of(Happening(1, 1.0, 2.0, "Acknowledgement Backchannel", text))
    heard = annotate(truth, ears=ears)
    assert heard.track(1, "a").texts == (text,)
    assert heard.track(1, "b").texts == ("Ok, ok. Mhm, okayish.",)


def test_nothing_happens_and_nothing_is_heard() -> None:
    assert tracks_of(annotate(of())) == [[]] * 6


@pytest.mark.parametrize("names", [(), ("a", "a")])
def test_annotators_have_names_of_their_own(names: tuple[str, ...]) -> None:
    with pytest.raises(ProtocolError, match="annotators: "):
        annotate(of(), names=names)


def test_seconds_are_those_of_a_clock() -> None:
    ms = np.arange(0, 3_000_000, 7)
    again = [m // 3_600_000 * 3600 + m // 1000 % 3600 + m % 1000 / 1000 for m in ms.tolist()]
    assert seconds_of(ms).tolist() == again


def test_agreement_is_near_that_of_the_benchmark_on_any_truth() -> None:
    heard = [annotate(random_truth(k, 11.7)) for k in range(6)]
    found = agreement([compared(each, annotators_of(heard)) for each in heard])
    assert 0.70 < found.fleiss.value < 0.88
    assert all(0.91 < each.value < 0.97 for each in found.boundary_f1.values())
    assert 0.80 < pooled(kept(heard)).share < 0.90

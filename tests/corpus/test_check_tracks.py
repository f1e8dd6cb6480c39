"""What tracks give away: shifted annotators, copies, gaps, and two people on one track."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.synthetic import annotated, turns
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.corpus.check_tracks import check_tracks, start_shift


def synthetic(seed: int, duration_s: float = 300.0, n_annotators: int = 3) -> Conversation:
    rng = np.random.default_rng(seed)
    return annotated(rng, turns(rng, duration_s), duration_s, n_annotators=n_annotators)


def changed(conversation: Conversation, speaker: int, name: str, track: Track) -> Conversation:
    tracks = [dict(t) for t in conversation.tracks]
    tracks[speaker - 1][name] = track
    return Conversation("c1", conversation.duration_s, (tracks[0], tracks[1]))


def found(conversation: Conversation) -> list[tuple[str, str]]:
    return [(f.kind, f.where) for f in check_tracks(conversation)]


@pytest.mark.parametrize("n_annotators", [1, 2, 3])
def test_clean_tracks_raise_nothing(n_annotators: int) -> None:
    for seed in range(20):
        assert found(synthetic(seed, n_annotators=n_annotators)) == []
    assert found(Conversation("c1", 10.0, ({}, {}))) == []
    empty = {"a": Track.empty(), "b": Track.empty()}
    assert found(Conversation("c1", 10.0, (empty, empty))) == []


@pytest.mark.parametrize("shift_s", [0.15, -0.3, 1.0, -2.5, 4.5])
def test_the_shifted_annotator_of_three_is_named(shift_s: float) -> None:
    for seed, name in enumerate("abc"):
        conversation = synthetic(seed)
        moved = conversation.track(2, name).shifted(shift_s)
        (finding,) = check_tracks(changed(conversation, 2, name, moved))
        assert (finding.kind, finding.where) == (
            "annotator_shifted",
            f"c1/speaker_2/annotator {name}",
        )
        assert finding.values["shift_s"] == pytest.approx(shift_s, abs=0.03)
        assert finding.severity == ("warning" if abs(shift_s) >= 0.2 else "note")


def test_of_two_annotators_both_are_named() -> None:
    conversation = synthetic(1, n_annotators=2)
    moved = conversation.track(1, "b").shifted(0.4)
    (finding,) = check_tracks(changed(conversation, 1, "b", moved))
    assert finding.where == "c1/speaker_1/annotators a and b"
    assert finding.values["shift_s"] == pytest.approx(-0.4, abs=0.03)


def test_tracks_of_different_conversations_have_no_shift() -> None:
    for seed in range(20):
        one, other = synthetic(seed), synthetic(seed + 100)
        shift_s, n_matched = start_shift(one.track(1, "a"), other.track(1, "b"))
        assert np.isnan(shift_s), (seed, shift_s, n_matched)


times = st.lists(st.integers(0, 100_000), min_size=8, max_size=30, unique=True)


@given(times, st.integers(-4500, 4500))
@settings(max_examples=60, deadline=None)
def test_a_moved_copy_is_found_to_the_millisecond(starts_ms: list[int], shift_ms: int) -> None:
    # starts at least 1.1 s apart, so that neighbours cannot be taken for one another
    starts = np.sort(starts_ms) / 1000 + 1.1 * np.arange(len(starts_ms))
    track = Track.of(starts, starts + 0.5, ["Normal Turn"] * len(starts))
    shift_s, n_matched = start_shift(track.shifted(shift_ms / 1000), track)
    back_s, _ = start_shift(track, track.shifted(shift_ms / 1000))
    if not np.isnan(shift_s):
        assert n_matched >= len(starts) / 2
    if n_matched == len(starts):
        assert shift_s == pytest.approx(shift_ms / 1000, abs=1e-9)
        assert back_s == pytest.approx(-shift_ms / 1000, abs=1e-9)


def test_a_track_with_few_events() -> None:
    conversation = synthetic(2)
    full = conversation.track(1, "c")
    half = Track.of(full.start_s[:6], full.end_s[:6], full.labels[:6])
    assert found(changed(conversation, 1, "c", half)) == [
        ("few_events", "c1/speaker_1/annotator c")
    ]
    assert ("few_events", "c1/speaker_1/annotator c") in found(
        changed(conversation, 1, "c", Track.empty())
    )
    # a quiet speaker, three events against one, is no finding
    short = Track.of([1, 5, 9], [2, 6, 10], ["Normal Turn"] * 3)
    quiet = {"a": short, "b": short.shifted(0.01), "c": Track.of([1], [2], ["Normal Turn"])}
    assert found(Conversation("c1", 20.0, (quiet, quiet))) == []


def test_copied_events() -> None:
    track = Track.of([1, 1, 1, 5], [2, 2, 2, 6], ["Filler", "Filler", "Laughter", "Filler"])
    (finding,) = check_tracks(Conversation("c1", 9.0, ({"a": track}, {"a": Track.empty()})))
    assert finding.kind == "duplicate_events"
    assert finding.values == {"n_copies": 1, "first_start_s": 1.0}
    assert "'Filler'" in finding.detail


def test_copied_tracks() -> None:
    conversation = synthetic(3)
    copy = changed(conversation, 1, "b", conversation.track(1, "a"))
    assert found(copy) == [("duplicate_tracks", "c1/speaker_1/annotators a and b")]
    same = changed(conversation, 2, "c", conversation.track(1, "c"))
    assert ("duplicate_tracks", "c1/annotator c, speakers 1 and 2") in found(same)
    # events of one label list by chance alike, but too few to tell
    few = {"a": Track.of([1], [2], ["Filler"]), "b": Track.of([1], [2], ["Filler"])}
    assert found(Conversation("c1", 9.0, (few, {"a": Track.empty(), "b": Track.empty()}))) == []


def test_two_people_on_one_track() -> None:
    one, other = synthetic(4), synthetic(5)
    both = [one.track(1, "a"), other.track(1, "a"), other.track(2, "a")]
    merged = Track.of(
        np.concatenate([t.start_s for t in both]),
        np.concatenate([t.end_s for t in both]),
        [label for t in both for label in t.labels],
    )
    findings = check_tracks(Conversation("c1", 300.0, ({"a": merged}, {"a": Track.empty()})))
    assert [(f.kind, f.where) for f in findings] == [("third_speaker", "c1/speaker_1/annotator a")]
    assert 0.1 < findings[0].values["share_of_speech"] < 1


def test_touching_nested_and_empty_events_are_no_third_speaker() -> None:
    # speech 0-30 s, one backchannel inside, one noise over all of it, one event of no length
    track = Track.of(
        [0, 10, 20, 12, 0, 9],
        [10, 20, 30, 12.5, 30, 9],
        [*["Normal Turn"] * 3, "Continuer Backchannel", "Non-Speech Noise", "Normal Turn"],
    )
    assert found(Conversation("c1", 30.0, ({"a": track}, {"a": Track.empty()}))) == []

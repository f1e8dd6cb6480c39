"""Tracks: columns of one annotator's events, in file order and read-only."""

from __future__ import annotations

import numpy as np
import pytest

from turnscope.core.labels import Label
from turnscope.core.tracks import Track


def test_file_order_is_kept() -> None:
    track = Track.of([5.0, 1.0], [6.0, 2.0], ["Filler", "Laughter"], ["um", ""])
    assert track.start_s.tolist() == [5.0, 1.0]
    assert track.end_s.tolist() == [6.0, 2.0]
    assert track.labels == ("Filler", "Laughter")
    assert track.texts == ("um", "")
    assert track.canonical.tolist() == [Label.TURN, Label.LAUGHTER]
    assert track.canonical.dtype == np.int8
    assert len(track) == 2


def test_texts_default_to_nothing() -> None:
    assert Track.of([1.0, 3.0], [2.0, 4.0], ["Filler", "Filler"]).texts == ("", "")


def test_columns_are_float64_copies() -> None:
    starts = np.array([1, 3], dtype=np.int32)
    ends = np.array([2.0, 4.0])
    track = Track.of(starts, ends, ["Filler", "Filler"])
    assert track.start_s.dtype == track.end_s.dtype == np.float64
    ends[0] = 99.0
    assert track.end_s.tolist() == [2.0, 4.0]


def test_columns_cannot_be_written() -> None:
    track = Track.of([1.0], [2.0], ["Filler"])
    for column in (track.start_s, track.end_s, track.canonical):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 0


def test_unknown_labels_are_kept_and_counted() -> None:
    track = Track.of([1.0, 3.0, 5.0], [2.0, 4.0, 6.0], ["", "Filler", "filler"])
    assert track.labels == ("", "Filler", "filler")
    assert track.canonical.tolist() == [Label.NONE, Label.TURN, Label.NONE]
    assert track.n_unknown == 2


def test_empty() -> None:
    track = Track.empty()
    assert len(track) == track.n_unknown == 0
    assert track.start_s.shape == track.end_s.shape == track.canonical.shape == (0,)
    assert len(Track.of([], [], [])) == 0


@pytest.mark.parametrize(
    ("starts", "ends", "labels", "texts"),
    [
        ([1.0], [2.0, 3.0], ["Filler"], None),
        ([1.0, 2.0], [2.0, 3.0], ["Filler"], None),
        ([1.0], [2.0], [], None),
        ([1.0], [2.0], ["Filler"], []),
        ([[1.0, 2.0]], [2.0], ["Filler"], None),
    ],
)
def test_columns_of_different_length_are_refused(
    starts: list[float], ends: list[float], labels: list[str], texts: list[str] | None
) -> None:
    with pytest.raises(ValueError, match="differ in length"):
        Track.of(starts, ends, labels, texts)


def test_shifted() -> None:
    track = Track.of([1.0, 0.5], [2.0, 0.75], ["Filler", "?"], ["a", "b"])
    later = track.shifted(-0.25)
    assert later.start_s.tolist() == [0.75, 0.25]
    assert later.end_s.tolist() == [1.75, 0.5]
    assert (later.labels, later.texts) == (track.labels, track.texts)
    assert later.canonical.tolist() == track.canonical.tolist()
    assert track.start_s.tolist() == [1.0, 0.5]


@pytest.mark.parametrize(
    ("start", "end"),
    [
        (2.0, 1.0),
        (float("nan"), 1.0),
        (0.0, float("inf")),
        (-float("inf"), 1.0),
        (0.0, float("nan")),
    ],
)
def test_reversed_and_non_finite_times_are_refused(start: float, end: float) -> None:
    with pytest.raises(ValueError, match=r"event\[1\] of a track"):
        Track.of([0.0, start], [0.0, end], ["Filler", "Filler"])

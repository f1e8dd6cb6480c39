"""What is kept, what is set aside, and that the counts agree."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turnscope.core.tracks import Track
from turnscope.corpus.admission import Admission, admit, is_timed
from turnscope.corpus.formats.base import Cue

INF, NAN = math.inf, math.nan
TIMES = st.one_of(st.none(), st.sampled_from([-1.0, -0.0, 0.0, 1.0, 1.5, 2.0, NAN, INF, -INF, 1e9]))
CUES = st.builds(
    Cue,
    TIMES,
    TIMES,
    text=st.sampled_from(["", "so", "mm"]),
    label=st.sampled_from(["", "Normal Turn", "odd"]),
    line=st.one_of(st.none(), st.integers(1, 99)),
)


def said(admission: Admission[int]) -> str:
    return "\n".join(map(str, admission.set_aside + admission.warnings))


def one(*cues: Cue, end_s: float | None = None) -> tuple[Track, str]:
    admission = admit({0: cues}, name="x.srt", durations_s={} if end_s is None else {0: end_s})
    return admission.tracks[0], said(admission)


def turn(start_s: float | None, end_s: float | None, text: str = "so", **more: object) -> Cue:
    line = more.get("line")
    return Cue(
        start_s,
        end_s,
        text=text,
        label=str(more.get("label", "Normal Turn")),
        line=line if isinstance(line, int) else None,
    )


@pytest.mark.parametrize(
    ("start_s", "end_s", "found"),
    [
        (None, None, "no times"),
        (None, 2.0, "no start"),
        (1.0, None, "no end"),
        (2.0, 1.0, "2.0 s to 1.0 s"),
        (-0.5, 1.0, "-0.5 s to 1.0 s"),
        (-2.0, -1.0, "times from 0 s on"),
        (NAN, 1.0, "finite"),
        (1.0, INF, "finite"),
        (INF, INF, "finite"),
    ],
)
def test_set_aside_with_its_line(start_s: float | None, end_s: float | None, found: str) -> None:
    track, text = one(turn(0.0, 0.5), turn(start_s, end_s, line=7))
    assert len(track) == 1
    assert text.startswith("x.srt:7: ")
    assert found in text
    assert len(text.splitlines()) == 1
    assert not is_timed(turn(start_s, end_s))
    assert f"x.srt[1]: {text.partition(': ')[2]}" == one(turn(0.0, 0.5), turn(start_s, end_s))[1]


def test_ordinary_cues_say_nothing() -> None:
    track, text = one(turn(0.0, 1.0), turn(1.0, 2.0), turn(2.5, 3.0), end_s=3.0)
    assert track.start_s.tolist() == [0.0, 1.0, 2.5]
    assert text == ""


def test_negative_zero_becomes_zero() -> None:
    track, text = one(turn(-0.0, 1.0))
    assert str(track.start_s[0]) == "0.0"
    assert text == ""


def test_no_length_is_kept_and_counted() -> None:
    track, text = one(turn(1.0, 1.0, line=3), turn(2.0, 2.0, line=5))
    assert len(track) == 2
    assert text.startswith("x.srt:3: 2 entries of no length, first 1.0 s to 1.0 s; expected")


def test_order_is_kept_and_told() -> None:
    track, text = one(turn(5.0, 6.0, line=1), turn(1.0, 2.0, line=2), turn(3.0, 4.0, line=3))
    assert track.start_s.tolist() == [5.0, 1.0, 3.0]
    assert text.startswith("x.srt:2: 1 entry before the one above")


def test_overlap_with_oneself_is_found_beyond_the_neighbour() -> None:
    _, text = one(turn(0.0, 9.0, line=1), turn(1.0, 2.0, line=2), turn(3.0, 4.0, line=3))
    assert "x.srt:2: 2 entries while the same speaker's earlier one still lasts" in text
    assert one(turn(0.0, 1.0), turn(1.0, 2.0))[1] == ""


def test_past_the_end_beyond_the_tolerance() -> None:
    assert one(turn(1.0, 10.005), end_s=10.0)[1] == ""
    track, text = one(turn(1.0, 10.02, line=4), end_s=10.0)
    assert len(track) == 1
    assert text.startswith("x.srt:4: 1 entry past the end of the audio")
    assert one(turn(1.0, 10.02))[1] == ""


def test_repeated_entries() -> None:
    _, text = one(turn(1.0, 2.0, line=1), turn(1.0, 2.0, line=2), turn(1.0, 2.0, "no", line=3))
    assert "x.srt:2: 1 entry that repeat an earlier one exactly" in text


def test_labels_missing_and_unknown_are_told_apart() -> None:
    _, text = one(turn(1.0, 2.0, line=1, label=""), turn(3.0, 4.0, line=2, label="odd"))
    assert "x.srt:1: 1 entry without a label, first 'so'" in text
    assert "x.srt:2: 1 entry with a label outside the inventory, first 'odd'" in text


def test_one_warning_a_kind_for_all_tracks_of_a_file() -> None:
    admission = admit({1: [turn(1.0, 1.0, line=8)], 2: [turn(2.0, 2.0, line=3)]}, name="x.TextGrid")
    assert [str(fault)[:32] for fault in admission.warnings] == ["x.TextGrid:3: 2 entries of no le"]


def test_overlap_between_speakers_is_no_oddity() -> None:
    admission = admit({1: [turn(0.0, 5.0)], 2: [turn(1.0, 2.0)]}, name="x")
    assert admission.warnings == ()


@given(st.lists(CUES, max_size=12), st.lists(CUES, max_size=4))
def test_count_in_is_count_out(first: list[Cue], second: list[Cue]) -> None:
    admission = admit({1: first, 2: second}, name="x", durations_s={1: 1.2})
    assert admission.n_found == len(first) + len(second)
    assert admission.n_admitted + admission.n_set_aside == admission.n_found
    kept = [cue for cue in first if is_timed(cue)]
    assert admission.tracks[1].start_s.tolist() == [cue.start_s for cue in kept]
    assert admission.tracks[1].labels == tuple(cue.label for cue in kept)
    kinds = [str(fault).partition("entr")[2] for fault in admission.warnings]
    assert len(kinds) == len(set(kinds)) <= 7


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 5)), max_size=8))
def test_overlaps_agree_with_the_obvious_definition(spans: list[tuple[int, int]]) -> None:
    cues = [turn(float(s), float(s + d), str(k)) for k, (s, d) in enumerate(spans)]
    order = sorted(range(len(spans)), key=lambda k: (spans[k][0], sum(spans[k])))
    n = sum(
        any(sum(spans[order[j]]) > spans[order[k]][0] for j in range(k)) for k in range(len(order))
    )
    text = one(*cues)[1]
    assert (f"{n} entr" in text and "still lasts" in text) if n else "still lasts" not in text

"""Overlapping cues on several tiers and back under one name."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given

from tests.corpus.formats.roundtrip import any_times, bare, cue_lists
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.layers import check_names, fold_notes, folded, layered
from turnscope.errors import FormatError


def test_overlapping_cues_go_up_and_later_ones_come_down_again() -> None:
    #  A      |-----|     |----|
    #  A [2]     |-----|
    #  A [3]      |-|
    cues = [Cue(0.0, 3.0, "A"), Cue(1.0, 4.0, "A"), Cue(2.0, 2.5, "A"), Cue(3.0, 5.0, "A")]
    layers = layered(cues)
    assert list(layers) == ["A", "A [2]", "A [3]"]
    assert layers["A"] == [cues[0], cues[3]]


def test_touching_can_be_overlapping() -> None:
    cues = [Cue(1.0, 1.0, "A"), Cue(1.0, 1.0, "A")]
    assert list(layered(cues)) == ["A"]
    assert list(layered(cues, touching=False)) == ["A", "A [2]"]


def test_cues_without_times_stay_on_the_first_layer_in_order() -> None:
    cues = [Cue(0.0, 1.0, "A"), Cue(None, None, "A"), Cue(0.5, None, "A"), Cue(5.0, 2.0, "A")]
    assert layered(cues) == {"A": cues}


def test_names_of_layers_belong_to_the_name_only_if_that_is_there() -> None:
    assert folded(["A", "A [2]", "B [2]", "A [1]", "A [12]", "A [2] [2]"]) == {
        "A": "A",
        "A [2]": "A",
        "B [2]": "B [2]",
        "A [1]": "A [1]",
        "A [12]": "A",
        "A [2] [2]": "A [2]",
    }
    assert [str(note) for note in fold_notes(folded(["A", "A [2]"]), "f")] == [
        "f: tier 'A [2]' is read as more of tier 'A'."
    ]


def test_a_tier_called_like_a_layer_of_another_is_refused() -> None:
    check_names(["A [2]", "B"])
    with pytest.raises(FormatError, match=r"tier 'A \[2\]'"):
        layered([Cue(0.0, 1.0, "A [2]"), Cue(0.0, 1.0, "A")])


@given(cue_lists(times=any_times, missing=True))
def test_no_cue_is_lost_and_none_of_a_layer_overlap(cues: list[Cue]) -> None:
    try:
        layers = layered(cues)
    except FormatError:
        return
    tiers = folded(layers)
    assert sorted(map(repr, cues)) == sorted(repr(c) for cs in layers.values() for c in cs)
    for name, members in layers.items():
        assert {tiers[name]} == {cue.tier for cue in members}
        spans = sorted(
            (min(cue.start_s, cue.end_s), max(cue.start_s, cue.end_s))
            for cue in map(bare, members)
            if cue.start_s is not None and cue.end_s is not None
        )
        assert all(first[1] <= second[0] for first, second in pairwise(spans))

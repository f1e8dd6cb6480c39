"""UEM: regions of recordings."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.formats.roundtrip import (
    any_times,
    bare,
    check_round_trip,
    check_truncated,
    cue_lists,
    texts,
)
from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.uem import UEM
from turnscope.errors import FormatError

SAMPLE = b";; scored\nmeeting 1 10.0 16.0\n\nmeeting 2 20 19.5\nbroken 1 3\nbroken 1 2 x\n"


def test_regions_are_cues() -> None:
    document = UEM.parse(SAMPLE, "a.uem")
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(10.0, 16.0, "1", recording="meeting"), 2),
        (Cue(20.0, 19.5, "2", recording="meeting"), 4),
    ]
    assert [fault.where for fault in document.unread] == ["a.uem:5", "a.uem:6"]


@pytest.mark.parametrize("cue", [Cue(0.0, None), Cue(0.0, 1.0, text="x"), Cue(0.0, 1.0, label="x")])
def test_what_a_region_has_not_is_refused(cue: Cue) -> None:
    assert UEM.serialise is not None
    with pytest.raises(FormatError, match=r"cue\[0\]"):
        UEM.serialise([cue])


@given(cue_lists(times=any_times, texts=st.just(""), recordings=texts))
def test_round_trip(cues: list[Cue]) -> None:
    check_round_trip(UEM, cues)


def test_cut_anywhere() -> None:
    check_truncated(UEM, SAMPLE)

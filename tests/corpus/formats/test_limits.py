"""Every limit of a format names the cues that break it."""

from __future__ import annotations

import math
import re

import pytest

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.limits import Limits
from turnscope.errors import FormatError

STRICT = Limits("strict format", negative_times=False, reversed_times=False, texts=False)
WIDE = Limits("wide format", missing_times=True, labels=True, recordings=True)


@pytest.mark.parametrize(
    ("cue", "found"),
    [
        (Cue(None, 1.0), "no start"),
        (Cue(1.0, None), "no end"),
        (Cue(math.nan, 1.0), "start nan"),
        (Cue(0.0, math.inf), "end inf"),
        (Cue(-0.5, 1.0), "start -0.5 s"),
        (Cue(2.0, 1.0), "2.0 to 1.0 s"),
        (Cue(0.0, 1.0, text="so"), "text 'so'"),
        (Cue(0.0, 1.0, label="Turn"), "label 'Turn'"),
        (Cue(0.0, 1.0, recording="r"), "recording 'r'"),
        (Cue(0.0, 1.0, tier="a\ud800"), "tier with half a character"),
    ],
)
def test_each_limit_names_its_cue(cue: Cue, found: str) -> None:
    with pytest.raises(FormatError) as caught:
        STRICT.check([Cue(0.0, 1.0), cue])
    assert [fault.where for fault in caught.value.faults] == ["cue[1]"]
    assert found in str(caught.value)
    assert "strict format" in str(caught.value)


def test_all_faults_of_all_cues_are_told_at_once() -> None:
    with pytest.raises(FormatError) as caught:
        STRICT.check([Cue(None, None), Cue(0.0, 1.0), Cue(3.0, 2.0, text="x")])
    assert [fault.where for fault in caught.value.faults] == ["cue[0]"] * 2 + ["cue[2]"] * 2


def test_a_wide_format_takes_all_but_what_is_no_time_or_text() -> None:
    WIDE.check([Cue(None, None), Cue(-2.0, -3.0, "t", "x", "Turn", recording="r")])
    for cue in (Cue(math.nan, None), Cue(0.0, 1.0, text="\udfff")):
        with pytest.raises(FormatError):
            WIDE.check([cue])


def test_forbidden_characters_and_other_objections() -> None:
    limits = Limits(
        "f",
        forbidden=(re.compile("\0"), "no NUL"),
        also=lambda cue: ("the text X", "another") if cue.text == "X" else None,
    )
    limits.check([Cue(0.0, 1.0, "t", "x")])
    for cue, message in (
        (Cue(0.0, 1.0, "\0"), "tier with '\\x00'; expected no NUL in f."),
        (Cue(0.0, 1.0, text="X"), "the text X; expected another in f."),
    ):
        with pytest.raises(FormatError, match=re.escape(message)):
            limits.check([cue])

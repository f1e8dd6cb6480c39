"""Cues as adversary, and what a round trip must give back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from hypothesis import strategies as st

from turnscope.corpus.formats.base import Cue, Format
from turnscope.errors import FormatError

TRICKY = (
    "",
    "so",
    'he said "no"',
    '"',
    '""',
    "two\nlines",
    "\nends\n",
    "<laugh> well",
    "<O,MALE>",
    "<NA>",
    "<b>&amp;</b>",
    "&#10;",
    "&#38;#10;",
    " spaces at the ends ",
    "   ",
    "\t",
    ";; no comment",
    ";",
    "NA",
    "* *",
    "•12_34•",
    "• •",
    "*ABC:\ttext",
    "@End",
    "%mor:\tx",
    "日本語 ə θ",
    "\N{GRINNING FACE}",
    "line\u2028separator\x0b\x0c\x85",
    "no\u00a0break",
    "\ufefftext",
    "]]>",
    "it's 0.5 1.5",
    "x [2]",
    "x [3]",
    "x",
)

NONE = st.just("")
texts = st.one_of(st.sampled_from(TRICKY), st.text(max_size=12))
milliseconds = st.integers(0, 20_000).map(lambda ms: ms / 1000)
any_times = st.one_of(milliseconds, st.floats(-1e6, 1e6, allow_nan=False).map(lambda t: t + 0.0))


@st.composite
def cue_lists(
    draw: st.DrawFn,
    *,
    times: st.SearchStrategy[float] = milliseconds,
    missing: bool = False,
    reversed_times: bool = True,
    texts: st.SearchStrategy[str] = texts,
    tiers: st.SearchStrategy[str] = texts,
    labels: st.SearchStrategy[str] = NONE,
    recordings: st.SearchStrategy[str] = NONE,
) -> list[Cue]:
    """Lists of cues of few tiers, so that many of them overlap."""
    names = draw(st.lists(tiers, min_size=1, max_size=3))
    maybe = st.one_of(st.none(), times) if missing else times
    cues = []
    for _ in range(draw(st.integers(0, 8))):
        start_s, end_s = draw(maybe), draw(maybe)
        if not reversed_times and start_s is not None and end_s is not None:
            start_s, end_s = min(start_s, end_s), max(start_s, end_s)
        cues.append(
            Cue(
                start_s,
                end_s,
                draw(st.sampled_from(names)),
                draw(texts),
                draw(labels),
                recording=draw(recordings),
            )
        )
    return cues


def bare(cue: Cue) -> Cue:
    """The cue without its line, which no round trip keeps."""
    return replace(cue, line=None)


def check_round_trip(fmt: Format, cues: Sequence[Cue], *, in_order: bool = True) -> None:
    """Written and read again, the same cues come back, or writing refuses and names them."""
    assert fmt.serialise is not None
    try:
        data = fmt.serialise(cues)
    except FormatError as error:
        check_refusal(fmt, cues, error)
        return
    document = fmt.parse(data, "again")
    assert document.unread == ()
    assert document.n_found == len(cues)
    if in_order:
        for cue, again in zip(cues, document.cues, strict=True):
            assert _same(fmt, cue, again), (cue, again)
    else:
        left = [bare(cue) for cue in document.cues]
        for cue in cues:
            match = next((again for again in left if _same(fmt, cue, again)), None)
            assert match is not None, (cue, left)
            left.remove(match)
    lines = [cue.line for cue in document.cues]
    assert None not in lines
    if in_order:
        assert all(a < b for a, b in pairwise([line or 0 for line in lines]))
    assert fmt.serialise(cues) == data


def check_refusal(fmt: Format, cues: Sequence[Cue], error: FormatError) -> None:
    """A refusal must not be for all: every cue that it does not name can be written."""
    assert fmt.serialise is not None
    named = Counter(fault.where for fault in error.faults)
    assert named
    fine = [cue for index, cue in enumerate(cues) if f"cue[{index}]" not in named]
    if len(fine) < len(cues):
        check_round_trip(fmt, fine, in_order=False)


def _same(fmt: Format, cue: Cue, again: Cue) -> bool:
    return (cue.tier, cue.text, cue.label, cue.recording) == (
        again.tier,
        again.text,
        again.label,
        again.recording,
    ) and all(
        a is b if a is None or b is None else abs(a - b) <= fmt.resolution_s * 0.5001
        for a, b in ((cue.start_s, again.start_s), (cue.end_s, again.end_s))
    )


def check_truncated(fmt: Format, data: bytes) -> None:
    """Every prefix of a file is read or refused by name, and no entry is lost on the way."""
    for end in range(len(data)):
        places = ["cut"]
        try:
            document = fmt.parse(data[:end], "cut")
        except FormatError as error:
            places = [fault.where for fault in error.faults]
        else:
            assert document.n_found == len(document.cues) + len(document.unread)
        assert all(place.startswith("cut") for place in places)

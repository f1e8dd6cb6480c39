"""What every annotation format keeps to; new ones in the registry are picked up by themselves.

A format that cannot be written needs a small valid file in ``BY_HAND``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.corpus.formats.cue_strategies import any_cues, plain_names, plain_texts
from tests.corpus.formats.roundtrip import check_round_trip
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.formats.writing import same_cue
from turnscope.errors import Fault, FormatError

BY_HAND: dict[str, tuple[bytes, int]] = {
    "ms98": (
        b"sw2001A-ms98-a-0001 0.000000 0.977625 [silence]\n"
        b"sw2001A-ms98-a-0002 0.977625 1.210000 so\n"
        b"sw2001A-ms98-a-0002 1.210000 1.500000 yeah\n"
        b"sw2001A-ms98-a-0003 1.500000 2.000000 [laughter]\n",
        3,
    )
}
"""Format name -> a valid file of a format that is only read, and how many entries it has."""

FILLER = 1
"""A TextGrid also has intervals that hold nothing; one that is broken is told as unread."""

WRITTEN = [name for name, one in FORMATS.items() if one.serialise is not None]
each = pytest.mark.parametrize("one", FORMATS.values(), ids=list(FORMATS))
each_written = pytest.mark.parametrize("one", [FORMATS[name] for name in WRITTEN], ids=WRITTEN)


def write(one: Format, cues: Sequence[Cue]) -> bytes:
    assert one.serialise is not None
    return one.serialise(cues)


def holds_texts(one: Format) -> bool:
    """Whether a format has a field for what is said; RTTM and UEM have none."""
    try:
        write(one, [_cue(one, 0, 1, "A", "so")])
    except FormatError:
        return False
    return True


def _cue(one: Format, start_ms: int, end_ms: int, name: str, text: str) -> Cue:
    return Cue(
        start_ms / 1000,
        end_ms / 1000,
        tier=name if one.carries_tiers else "",
        text=text,
        recording="rec" if one.carries_recordings else "",
    )


@st.composite
def plain_cues(draw: st.DrawFn, one: Format, least: int = 0) -> list[Cue]:
    """Cues in order, apart from one another, such as every format must hold."""
    has_texts = holds_texts(one)
    cues: list[Cue] = []
    at = 0
    for _ in range(draw(st.integers(least, 4))):
        start = at + draw(st.integers(1, 5000))
        at = start + draw(st.integers(1, 5000))
        text = draw(plain_texts) if has_texts else ""
        cues.append(_cue(one, start, at, draw(plain_names), text))
    return cues


def sample(one: Format) -> tuple[bytes, int]:
    """A valid file, and how many entries it has."""
    if one.serialise is None:
        return BY_HAND[one.name]
    text = "so I said 7" if holds_texts(one) else ""
    cues = [
        _cue(one, 500, 1250, "A", text),
        _cue(one, 1500, 2125, "B", text),
        _cue(one, 12_000, 15_750, "A", text),
    ]
    return write(one, cues), len(cues)


def read(one: Format, data: bytes) -> Document | None:
    """The document, None for a file that is refused; whatever else is raised is a failure."""
    try:
        document = one.parse(data, "the file")
    except FormatError as error:
        check_faults(error.faults)
        return None
    check_faults((*document.unread, *document.notes))
    assert document.n_found == len(document.cues) + len(document.unread)
    n_lines = data.count(b"\n") + data.count(b"\r") + 1
    for cue in document.cues:
        assert cue.line is None or 1 <= cue.line <= n_lines
        for time_s in (cue.start_s, cue.end_s):
            assert time_s is None or (isinstance(time_s, float) and abs(time_s) < float("inf"))
    return document


def check_faults(faults: Sequence[Fault]) -> None:
    assert all(fault.where.startswith("the file") and fault.found for fault in faults)


@each_written
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_plain_cues_come_back(one: Format, data: st.DataObject) -> None:
    cues = data.draw(plain_cues(one))
    document = read(one, write(one, cues))
    assert document is not None
    assert document.unread == ()
    left = list(document.cues)
    for cue in cues:
        match = next(c for c in left if same_cue(cue, c, resolution_s=one.resolution_s))
        left.remove(match)
    assert left == []


@each_written
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_cues_come_back_or_are_refused_by_index(one: Format, data: st.DataObject) -> None:
    check_round_trip(one, data.draw(any_cues(one)), in_order=False)


@each_written
def test_what_has_no_field_is_refused(one: Format) -> None:
    odd = [Cue(0.0, float("nan")), Cue(float("-inf"), 1.0), Cue(0.0, 1.0, text="\ud800")]
    if not one.carries_tiers:
        odd.append(Cue(0.0, 1.0, tier="A"))
    if not one.carries_recordings:
        odd.append(Cue(0.0, 1.0, recording="rec"))
    for cue in odd:
        with pytest.raises(FormatError, match=r"cue\[0\]"):
            write(one, [cue])


@each
@given(data=st.binary(max_size=80))
@settings(max_examples=40, deadline=None)
def test_random_bytes_raise_nothing_else(one: Format, data: bytes) -> None:
    read(one, data)


@each
@given(text=st.text(max_size=60))
@settings(max_examples=40, deadline=None)
def test_random_texts_raise_nothing_else(one: Format, text: str) -> None:
    read(one, text.encode(errors="replace"))


@each
def test_every_prefix_is_read_or_refused(one: Format) -> None:
    data, n = sample(one)
    for end in range(len(data)):
        document = read(one, data[:end])
        assert document is None or len(document.cues) <= n
        assert document is None or document.n_found <= n + FILLER


@each
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_noise_in_a_file_raises_nothing_else(one: Format, data: st.DataObject) -> None:
    good, _ = sample(one)
    at = data.draw(st.integers(0, len(good)))
    gone = data.draw(st.integers(0, 6))
    read(one, good[:at] + data.draw(st.binary(max_size=6)) + good[at + gone :])


@each
def test_a_spoilt_digit_loses_no_entry(one: Format) -> None:
    """Each entry is still read or told, or the file is refused."""
    data, n = sample(one)
    n_read = 0
    for match in re.finditer(rb"[0-9]", data):
        document = read(one, data[: match.start()] + b"x" + data[match.end() :])
        assert document is None or len(document.cues) <= n, match
        assert document is None or n <= document.n_found <= n + FILLER, match
        n_read += document is not None
    assert n_read > 0


@each
@pytest.mark.parametrize("dress", ["crlf", "mark", "no last line break", "blank lines after"])
def test_dress_does_not_matter(one: Format, dress: str) -> None:
    data, n = sample(one)
    dressed = {
        "crlf": data.replace(b"\n", b"\r\n"),
        "mark": b"\xef\xbb\xbf" + data,
        "no last line break": data.rstrip(b"\n"),
        "blank lines after": data + b"\n\n",
    }[dress]
    document = read(one, dressed)
    assert document is not None
    assert len(document.cues) == n
    assert [(c.start_s, c.end_s, c.tier, c.text) for c in document.cues] == [
        (c.start_s, c.end_s, c.tier, c.text) for c in one.parse(data, "f").cues
    ]


@each
def test_a_file_of_another_format_is_refused_or_reported(one: Format) -> None:
    """Nothing of a foreign file is dropped without a word."""
    for other in FORMATS.values():
        if other is not one:
            document = read(one, sample(other)[0])
            assert document is None or document.n_found > 0, other.name


@each
def test_no_cues_are_a_file_too(one: Format) -> None:
    if one.serialise is not None:
        document = read(one, write(one, []))
        assert document is not None
        assert document.n_found == 0
    nothing = read(one, b"")
    assert nothing is None or nothing.n_found == 0

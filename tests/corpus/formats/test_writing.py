"""Writing that reads itself back."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.limits import Limits
from turnscope.corpus.formats.writing import (
    CLOCK_END_S,
    one_speaker_by_clock,
    same_cue,
    within_clock,
    write,
)
from turnscope.errors import Fault, FormatError


def test_cues_are_the_same_up_to_half_a_step_and_their_line() -> None:
    cue = Cue(1.0, 2.0, "A", "x", line=3)
    assert same_cue(cue, Cue(1.0004, 2.0, "A", "x", line=9), resolution_s=0.001)
    assert same_cue(cue, Cue(1.0005, 2.0, "A", "x"), resolution_s=0.001)
    assert not same_cue(cue, Cue(1.0006, 2.0, "A", "x"), resolution_s=0.001)
    assert not same_cue(cue, Cue(math.nextafter(1.0, 2.0), 2.0, "A", "x"), resolution_s=0.0)
    assert not same_cue(cue, Cue(1.0, None, "A", "x"), resolution_s=0.001)
    assert same_cue(Cue(None, None), Cue(None, None), resolution_s=0.0)


@pytest.mark.parametrize(
    "other",
    [
        Cue(1.0, 2.0, "B", "x"),
        Cue(1.0, 2.0, "A", "y"),
        Cue(1.0, 2.0, "A", "x", "l"),
        Cue(1.0, 2.0, "A", "x", recording="r"),
    ],
)
def test_every_field_counts(other: Cue) -> None:
    assert not same_cue(Cue(1.0, 2.0, "A", "x"), other, resolution_s=1.0)


def _render(cues: Sequence[Cue]) -> str:
    return "".join(f"{cue.text}\n" for cue in cues)


def _parse(data: bytes, _name: str) -> Document:
    lines = [line for line in data.decode().split("\n") if line]
    if "refuse" in lines:
        raise FormatError.at("x", 1, "refused")
    return Document(tuple(Cue(0.0, 0.0, text=line) for line in lines))


def _write(*texts: str) -> bytes:
    cues = [Cue(0.0, 0.0, text=text) for text in texts]
    return write(cues, limits=Limits("lines"), render=_render, parse=_parse, cannot="line breaks")


def test_what_survives_is_written() -> None:
    assert _write("a", "b") == b"a\nb\n"
    assert _write() == b""


def test_what_does_not_survive_is_refused_by_index() -> None:
    with pytest.raises(FormatError) as caught:
        _write("a", "b\nc", "", "d", "refuse")
    wheres = [fault.where for fault in caught.value.faults]
    assert wheres == ["cue[1]", "cue[2]", "cue[4]"]
    assert "text without line breaks" in str(caught.value)
    assert "lines" in str(caught.value)


def test_what_survives_alone_but_not_together_is_refused_too() -> None:
    def only_one(data: bytes, name: str) -> Document:
        document = _parse(data, name)
        return Document(document.cues[:1])

    cues = [Cue(0.0, 0.0, text="a"), Cue(0.0, 0.0, text="b")]
    with pytest.raises(FormatError, match="together"):
        write(cues, limits=Limits("lines"), render=_render, parse=only_one)


def test_what_is_read_with_something_unread_is_refused() -> None:
    def doubtful(data: bytes, name: str) -> Document:
        return Document(_parse(data, name).cues, (Fault("x:9", "more"),))

    with pytest.raises(FormatError, match="does not survive"):
        write([Cue(0.0, 0.0, text="a")], limits=Limits("lines"), render=_render, parse=doubtful)


def test_limits_are_asked_first() -> None:
    with pytest.raises(FormatError, match="label"):
        write([Cue(0.0, 1.0, label="x")], limits=Limits("lines"), render=_render, parse=_parse)


def test_objections_of_clock_formats() -> None:
    assert within_clock(Cue(0.0, CLOCK_END_S - 2)) is None
    assert within_clock(Cue(None, None)) is None
    assert within_clock(Cue(0.0, CLOCK_END_S)) is not None
    assert one_speaker_by_clock(Cue(0.0, 1.0)) is None
    assert one_speaker_by_clock(Cue(0.0, CLOCK_END_S)) is not None
    assert one_speaker_by_clock(Cue(0.0, 1.0, "A")) is not None

"""JSON objects as entries."""

from __future__ import annotations

import pytest

from turnscope.corpus.formats.base import Cue
from turnscope.corpus.formats.records import RecordReader, json_decoder


def read(text: str, *, strings: bool = False) -> RecordReader:
    reader = RecordReader("f", strings_are_times=strings)
    reader.read(json_decoder().decode(text), 3)
    assert len(reader.cues) + len(reader.unread) == 1
    return reader


def test_objects() -> None:
    cue = read('{"start": 1, "end": 2.5, "channel": 1, "text": null, "label": "x"}').cues[0]
    assert cue == Cue(1.0, 2.5, "1", "", "x", 3)
    assert isinstance(cue.start_s, float)


def test_null_is_a_time_not_known() -> None:
    assert read('{"start": null, "end": null}').cues == [Cue(None, None, line=3)]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"start": true, "end": 2}', "true"),
        ('{"start": 1, "end": "2"}', "the text '2'"),
        ('{"start": NaN, "end": 2}', "NaN"),
        ('{"start": 1, "end": Infinity}', "Infinity"),
        ('{"start": 1, "end": 1e400}', "Infinity"),
        ('{"start": 1, "end": 1' + "0" * 400 + "}", "number"),
        ('{"start": [1], "end": 2}', "list"),
        ('{"start": 1, "start": 1, "end": 2}', "'start' more than once"),
        ('{"start": 1, "end": 2, "x": 1, "x": 1}', "'x' more than once"),
        ('{"start": 1}', "an object with start"),
        ('{"words": "a"}', "an object with words"),
        ('{"start": 1, "end": 2, "text": ["a"]}', "text a list"),
        ('{"start": 1, "end": 2, "text": true}', "text true"),
        ('{"start": 1, "end": 2, "text": "\\ud800"}', "text '\\ud800'"),
        ("[1, 2]", "a list of 2 values"),
        ("null", "null"),
        ("{}", "{}"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, found: str) -> None:
    (fault,) = read(text).unread
    assert fault.where == "f:3"
    assert found in str(fault)


def test_strings_are_times_only_where_asked() -> None:
    text = '{"start": "0", "end": " 1.50 "}'
    assert read(text).cues == []
    assert read(text, strings=True).cues == [Cue(0.0, 1.5, line=3)]
    assert read('{"start": "00:00:01.5", "end": 2}', strings=True).cues[0].start_s == 1.5
    for bad in ("", "x", "nan", "1,5"):
        assert read(f'{{"start": "{bad}", "end": 2}}', strings=True).cues == []
    assert read('{"start": true, "end": 2}', strings=True).cues == []


def test_keys_without_a_place_are_counted() -> None:
    reader = RecordReader("f", strings_are_times=False)
    assert reader.notes() == ()
    for k in range(3):
        reader.read({"start": 1, "end": 2, "confidence": 0.5, **({"x y": 1} if k else {})}, k)
    assert [str(n) for n in reader.notes()] == [
        "f: keys not kept, and how often: confidence (3), x y (2)."
    ]


def test_objects_with_a_start_are_counted() -> None:
    assert read('{"start": "x", "end": 2}').n_alike == 1
    assert read('{"begin_ms": 1}').n_alike == 1
    assert read('{"context": 1}').n_alike == 0

"""MS98: words, silence, marks of sound, and a folder of such files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.corpus.formats.roundtrip import bare
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.formats.ms98 import MS98
from turnscope.corpus.load import open_corpus
from turnscope.errors import FormatError

SAMPLE = b"""sw2001A-ms98-a-0001 0.000000 0.977625 [silence]\r
sw2001A-ms98-a-0002 0.977625 1.210000 so\r
sw2001A-ms98-a-0002 1.210000 1.500000 [laughter-yeah]\r
sw2001A-ms98-a-0003 1.500000 2.125000 [vocalized-noise]\r
sw2001A-ms98-a-0003 2.125000 2.500000 th[at]-\r
"""


def parse(data: bytes) -> Document:
    return MS98.parse(data, "sw2001A-ms98-a-word.text")


def test_words_are_cues_and_silence_is_not() -> None:
    document = parse(SAMPLE)
    assert [(bare(cue), cue.line) for cue in document.cues] == [
        (Cue(0.977625, 1.21, text="so"), 2),
        (Cue(1.21, 1.5, text="[laughter-yeah]"), 3),
        (Cue(1.5, 2.125, label="vocalized-noise"), 4),
        (Cue(2.125, 2.5, text="th[at]-"), 5),
    ]
    assert document.unread == ()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"sw2001A-ms98-a-0004 2.5 3.0", "3 fields"),
        (b"sw2001A-ms98-a-0004 2.5 3.0 so no", "5 fields"),
        (b"sw2001C-ms98-a-0004 2.5 3.0 so", "name 'sw2001C"),
        (b"sw2001B-ms98-a-0004 2.5 3.0 so", "a word of sw2001B"),
        (b"sw2001A-ms98-a-0004 x 3.0 so", "start 'x'"),
        (b"sw2001A-ms98-a-0004 x 3.0 [silence]", "start 'x'"),
    ],
)
def test_broken_lines_are_unread(line: bytes, told: str) -> None:
    document = parse(SAMPLE + line)
    assert [fault.where for fault in document.unread] == ["sw2001A-ms98-a-word.text:6"]
    assert told in str(document.unread[0])


def test_another_file_is_refused() -> None:
    with pytest.raises(FormatError):
        parse(b"hello there\n")


def test_a_folder_of_channels_is_conversations(tmp_path: Path) -> None:
    (tmp_path / "sw2001A-ms98-a-word.text").write_bytes(SAMPLE)
    (tmp_path / "sw2001B-ms98-a-word.text").write_bytes(
        SAMPLE.replace(b"sw2001A", b"sw2001B").replace(b" so\r", b" no\r")
    )
    corpus = open_corpus(str(tmp_path), duration_from_annotations=True)
    (conversation,) = corpus.conversations()
    assert conversation.conversation_id == "sw2001"
    (annotator,) = conversation.annotators
    assert conversation.track(1, annotator).texts[0] == "so"
    assert conversation.track(2, annotator).texts[0] == "no"
    assert conversation.duration_s == 2.5

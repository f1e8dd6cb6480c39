"""A simulated conversation as files: what the reader of deliveries makes of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.simulate.truths import random_truth
from turnscope.core.conversation import Metadata
from turnscope.corpus.load import open_corpus
from turnscope.errors import FormatError
from turnscope.simulate.annotators import annotate
from turnscope.simulate.delivery import TRUTH_NAME, delivery_files
from turnscope.simulate.ears import PERFECT
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.truth_file import parse_truth


def put(files: dict[str, bytes], folder: Path) -> None:
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)


def test_the_same_tracks_are_read(tmp_path: Path) -> None:
    for seed in range(3):
        truth = random_truth(seed, 20.0)
        put(delivery_files(truth, annotate(truth)), tmp_path / truth.conversation_id)
    corpus = open_corpus(str(tmp_path))
    assert corpus.ids == ("random-0", "random-1", "random-2")
    for seed, read in enumerate(corpus.conversations()):
        truth = random_truth(seed, 20.0)
        made = annotate(truth)
        assert read.duration_s == made.duration_s
        assert read.annotators == made.annotators
        assert read.metadata.conversation_type == truth.metadata.conversation_type
        for speaker in (1, 2):
            for name in made.annotators:
                ours, theirs = made.track(speaker, name), read.track(speaker, name)
                assert ours.labels == theirs.labels
                assert ours.texts == theirs.texts
                assert (ours.start_s == theirs.start_s).all()  # to the last bit
                assert (ours.end_s == theirs.end_s).all()
    assert corpus.faults == ()


def test_a_silent_conversation_is_read(tmp_path: Path) -> None:
    truth = Truth("silent", 6.0, (), Metadata(conversation_type="Instructional"))
    put(delivery_files(truth, annotate(truth)), tmp_path / "silent")
    (read,) = open_corpus(str(tmp_path)).conversations()
    assert read.duration_s == 6.0
    assert [len(t) for tracks in read.tracks for t in tracks.values()] == [0] * 6


def test_the_truth_is_beside() -> None:
    truth = random_truth(5)
    made = annotate(truth, names=("a",), ears=PERFECT)
    files = delivery_files(truth, made, made_with={"x": 1})
    assert sorted(files) == [
        "metadata.json",
        "speaker_1_annotation_a.srt",
        "speaker_2_annotation_a.srt",
        TRUTH_NAME,
    ]
    again = parse_truth(files[TRUTH_NAME], "t")
    assert again.made_with == {"x": 1}
    assert delivery_files(again.truth, made, made_with=again.made_with) == files


def test_a_text_that_subrip_cannot_hold_is_refused_with_its_place() -> None:
    bad = Happening(2, 1.0, 2.0, "Laughter", "\n\n5\n00:00:01,000 --> 00:00:02,000\nx")
    truth = replace(random_truth(0), happenings=(bad,))
    with pytest.raises(FormatError, match=r"random-0/speaker_2_annotation_a\.srt: cue\[0\]"):
        delivery_files(truth, annotate(truth, ears=PERFECT))

"""To every format that can be written and back, with the same tracks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.corpus.sources.making import delivery, put
from turnscope.core.conversation import Conversation, Metadata
from turnscope.core.labels import FINE_LABELS
from turnscope.core.tracks import Track
from turnscope.corpus import convert as module
from turnscope.corpus.convert import convert, converted
from turnscope.corpus.formats.base import Cue, Document, Format
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, FormatError

TEXTLESS = {"rttm"}
UNFIT = {"uem"}
WRITABLE = sorted(name for name, one in FORMATS.items() if one.serialise and name not in UNFIT)

Event = tuple[float, float, str, str]


def track(*events: Event) -> Track:
    return Track.of(
        [event[0] for event in events],
        [event[1] for event in events],
        [event[2] for event in events],
        [event[3] for event in events],
    )


FULL = track(
    (0.5, 1.25, "Normal Turn", "hello, there (you)"),
    (1.5, 1.875, "Speech, Non-Linguistic", ""),
    (2.0, 3.0, "Odd One", "x"),
    (3.5, 4.0, "", "[laughs] so"),
    (4.125, 4.25, "", ""),
    (5.0, 5.5, "Filler", "ähm 私"),
)
SHORT = track((0.75, 1.25, "Continuer Backchannel", "mm-hm, yes"))
METADATA = Metadata("Casual/Spontaneous", ("p1", "p2"), ("f", None), "clean")
PAIR = (
    Conversation(
        "KB3_1", 10.5, ({"a": FULL, "b": SHORT}, {"a": SHORT, "b": Track.empty()}), METADATA
    ),
    Conversation("KB3_2", 9.25, ({"a": SHORT}, {"a": FULL})),
    Conversation("left", 8.0, ({"c": Track.empty()}, {"c": Track.empty()})),
)


def back(root: Path, conversations: Sequence[Conversation], name: str) -> Sequence[Conversation]:
    done = converted(conversations, name, drop_texts=name in TEXTLESS)
    assert done.warnings == ()
    corpus = open_corpus(put(root, dict(done.files)))
    assert corpus.source == "folder"
    return corpus.conversations()


def assert_same(found: Sequence[Conversation], wanted: Sequence[Conversation], name: str) -> None:
    step_s = max(FORMATS[name].resolution_s / 2, 1e-9) * 1.001
    assert [c.conversation_id for c in found] == [c.conversation_id for c in wanted]
    for one, two in zip(found, wanted, strict=True):
        assert one.annotators == two.annotators
        assert one.duration_s == two.duration_s
        assert one.metadata == two.metadata
        for speaker in (1, 2):
            for annotator in one.annotators:
                read, written = one.track(speaker, annotator), two.track(speaker, annotator)
                assert read.labels == written.labels
                if name not in TEXTLESS:
                    assert read.texts == written.texts
                assert np.allclose(read.start_s, written.start_s, rtol=0, atol=step_s)
                assert np.allclose(read.end_s, written.end_s, rtol=0, atol=step_s)


@pytest.mark.parametrize("name", WRITABLE)
def test_there_and_back(tmp_path: Path, name: str) -> None:
    assert_same(back(tmp_path, PAIR, name), PAIR, name)


LABELS = st.sampled_from(["", "odd", *(fine.spelling for fine in FINE_LABELS)])
TEXTS = st.sampled_from(["", "so", "[laughs]", "[Filler] uh", "I said no.", "a, b; c", "ü"])
STEPS = st.tuples(st.integers(1, 4000), st.integers(50, 4000), LABELS, TEXTS)


def in_order(steps: list[tuple[int, int, str, str]]) -> Track:
    events: list[Event] = []
    now_ms = 0
    for gap_ms, length_ms, label, text in steps:
        start_ms = now_ms + gap_ms
        now_ms = start_ms + length_ms
        events.append((start_ms / 1000, now_ms / 1000, label, text))
    return track(*events)


@pytest.mark.parametrize("name", WRITABLE)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.lists(STEPS, max_size=4).map(in_order), min_size=4, max_size=4))
def test_any_tracks_in_order_come_back(
    tmp_path_factory: pytest.TempPathFactory, name: str, tracks: list[Track]
) -> None:
    first, second, third, fourth = tracks
    pair = ({"a": first, "b": second}, {"a": third, "b": fourth})
    conversations = [Conversation("c", 60.0, pair)]
    assert_same(back(tmp_path_factory.mktemp("c"), conversations, name), conversations, name)


@pytest.mark.parametrize("name", WRITABLE)
def test_overlapping_and_unsorted_events_come_back_or_are_warned_of(
    tmp_path: Path, name: str
) -> None:
    odd = track((3.0, 6.0, "Filler", "p"), (1.0, 2.0, "Filler", "q"), (1.5, 4.0, "Filler", "r"))
    wanted = [Conversation("c", 10.0, ({"a": odd}, {"a": SHORT}))]
    done = converted(wanted, name, drop_texts=name in TEXTLESS)
    found = open_corpus(put(tmp_path, dict(done.files))).conversations()
    if not done.warnings:
        assert_same(found, wanted, name)
    else:
        assert "another order" in str(done.warnings[0])
        assert sorted(found[0].track(1, "a").start_s) == [1.0, 1.5, 3.0]


def test_paths_say_speaker_and_annotator() -> None:
    assert sorted(converted(PAIR[:1], "srt").files) == [
        "KB3_1/KB3_1_1_a.srt",
        "KB3_1/KB3_1_1_b.srt",
        "KB3_1/KB3_1_2_a.srt",
        "KB3_1/KB3_1_2_b.srt",
        "KB3_1/metadata.json",
        "mapping.toml",
    ]
    assert sorted(converted(PAIR[:1], "csv").files) == [
        "KB3_1/KB3_1.a.csv",
        "KB3_1/KB3_1.b.csv",
        "KB3_1/metadata.json",
    ]


def test_a_corpus_is_converted_whole(tmp_path: Path) -> None:
    delivery(tmp_path / "x", "20")
    delivery(tmp_path / "x", "21")
    corpus = open_corpus(tmp_path / "x")
    put(tmp_path / "y", dict(convert(corpus, "textgrid").files))
    assert_same(open_corpus(tmp_path / "y").conversations(), corpus.conversations(), "textgrid")


def test_formats_that_cannot_be_written_are_refused() -> None:
    with pytest.raises(CorpusError, match="Did you mean 'textgrid'"):
        converted(PAIR, "TextGrid")
    for name in UNFIT & set(FORMATS):
        with pytest.raises(CorpusError, match="cannot be written"):
            converted(PAIR, name)


def test_texts_are_not_dropped_in_silence() -> None:
    with pytest.raises(CorpusError, match="'rttm' holds no texts, there are"):
        converted(PAIR, "rttm")
    silent = [Conversation("c", 9.0, ({"a": track((1, 2, "Filler", ""))}, {"a": Track.empty()}))]
    assert converted(silent, "rttm").warnings == ()


def test_ids_and_annotators_that_are_no_file_names() -> None:
    odd = [Conversation("../x", 9.0, ({"ann": SHORT}, {"ann": SHORT})), *PAIR]
    with pytest.raises(CorpusError) as caught:
        converted(odd, "srt")
    assert len(caught.value.faults) == 2


def test_labels_that_no_bracket_holds_are_told_with_their_file() -> None:
    odd = [Conversation("c", 9.0, ({"a": track((1, 2, "a]b", ""))}, {"a": SHORT}))]
    with pytest.raises(CorpusError, match="without ]"):
        converted(odd, "srt")
    assert converted(odd, "csv").warnings == ()


def test_a_format_that_does_not_give_back_what_it_was_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def forget(_: bytes, __: str) -> Document:
        return Document((Cue(0.0, 1.0, text="else"),))

    bad = Format("bad", (".bad",), forget, lambda _: b"")
    monkeypatch.setattr(module, "FORMATS", {"bad": bad})
    with pytest.raises(FormatError, match="does not give back"):
        converted(PAIR, "bad")

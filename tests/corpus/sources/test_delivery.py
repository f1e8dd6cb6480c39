"""The raw delivery and the single-annotator training set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.corpus.sources.making import METADATA, delivery, put, srt, wav
from turnscope.corpus.corpus import Corpus
from turnscope.corpus.load import open_corpus
from turnscope.errors import CorpusError, TurnscopeError

A1, B2 = "speaker_1_annotation_a.srt", "speaker_2_annotation_b.srt"
NO_AUDIO = {f"speaker_{s}_audio.wav": None for s in (1, 2)}


def faults(corpus: Corpus) -> list[str]:
    with pytest.raises(TurnscopeError) as caught:
        corpus.conversations()
    return [str(fault) for fault in caught.value.faults]


def test_six_subtitles_a_conversation(tmp_path: Path) -> None:
    body = srt([(1, 2, "[Speech, Non-Linguistic] hm\nhm"), (3, 4, "[Odd] x"), (5, 6, "so")])
    delivery(tmp_path, "100", **{A1: body})
    delivery(tmp_path, "20")
    corpus = open_corpus(tmp_path)
    first, second = corpus.conversations()
    assert corpus.source == "delivery"
    assert corpus.ids == ("20", "100")
    assert first.annotators == ("a", "b", "c")
    assert first.duration_s == 11.0
    assert first.metadata.type_name == "Casual"
    track = second.track(1, "a")
    assert track.labels == ("Speech, Non-Linguistic", "Odd", "")
    assert track.texts == ("hm\nhm", "x", "so")
    said = "\n".join(map(str, corpus.faults))
    assert f"100/{A1}" in said
    assert "outside the inventory, first 'Odd'" in said
    assert corpus.recording("20").n_samples(2) == 8000 * 12


def test_the_training_set_has_one_annotator(tmp_path: Path) -> None:
    delivery(tmp_path, "conv_1", "a", **{"combined_audio.wav": wav(11.0, 2)})
    (conversation,) = open_corpus(tmp_path).conversations()
    assert conversation.annotators == ("a",)
    assert open_corpus(tmp_path).conversations()[0].conversation_id == "conv_1"


def test_a_conversation_by_itself_is_a_corpus_of_one(tmp_path: Path) -> None:
    delivery(tmp_path, "20")
    assert open_corpus(tmp_path / "20").ids == ("20",)


def test_flac_goes_before_wav_and_a_stereo_file_will_do(tmp_path: Path) -> None:
    both = {f"speaker_{s}_audio.flac": wav(5.0, kind="FLAC") for s in (1, 2)}
    delivery(tmp_path / "x", "20", **both)
    assert open_corpus(tmp_path / "x").recording("20").duration_s == 5.0
    delivery(tmp_path / "y", "20", **{**NO_AUDIO, "combined_audio.wav": wav(7.0, 2)})
    corpus = open_corpus(tmp_path / "y")
    assert corpus.conversations()[0].duration_s == 7.0
    assert [channel.index for channel in corpus.recording("20").channels] == [0, 1]
    swapped = open_corpus(tmp_path / "y", swap=True).recording("20")
    assert [channel.index for channel in swapped.channels] == [1, 0]


def test_swap_and_offsets(tmp_path: Path) -> None:
    delivery(tmp_path, "20")
    corpus = open_corpus(tmp_path, swap=True, offsets_s=(0.5, -0.5))
    assert corpus.recording("20").n_samples(1) == 8000 * 12.5
    assert corpus.recording("20").n_samples(2) == 8000 * 10.5
    assert corpus.conversations()[0].duration_s == 12.5
    assert corpus.conversations()[0].track(1, "a").start_s.tolist() == [1.5]


def test_all_missing_files_at_once(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{A1: None, "metadata.json": None, "speaker_2_audio.wav": None})
    delivery(tmp_path, "21", **{B2: None})
    delivery(tmp_path, "22", "ab")
    said = faults(open_corpus(tmp_path))
    assert [one.partition(":")[0] for one in said] == [
        f"20/{A1}",
        "20/metadata.json",
        "20/speaker_2_audio",
        f"21/{B2}",
        "22/speaker_1_annotation_c.srt",
        "22/speaker_2_annotation_c.srt",
    ]


def test_durations_in_their_order(tmp_path: Path) -> None:
    told = json.dumps(METADATA | {"duration_s": 44.5})
    delivery(tmp_path, "20", **{"metadata.json": told})
    assert open_corpus(tmp_path).conversations()[0].duration_s == 44.5
    (tmp_path / "d.json").write_text('{"durations": {"20": 33.25, "99": 1}}')
    corpus = open_corpus(tmp_path, durations=tmp_path / "d.json")
    assert corpus.conversations()[0].duration_s == 33.25


def test_no_duration_anywhere_says_what_to_add(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **NO_AUDIO)
    (said,) = faults(open_corpus(tmp_path))
    for way in ("speaker_1_audio.wav", "duration_s in metadata.json", "durations file"):
        assert way in said
    corpus = open_corpus(tmp_path, durations={"20": 30.0})
    assert len(corpus.conversations()) == 1
    with pytest.raises(CorpusError, match="no audio"):
        corpus.recording("20")


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("{", "20/metadata.json:1"),
        ("", "20/metadata.json"),
        ('{"audio_status": "clean", "audio_status": "noisy"}', "audio_status"),
        ("[1]", "expected an object"),
        ('{"conversation_type": 3, "duration_s": "x"}', "duration_s"),
        ('{"duration_s": -1}', "finite number of seconds above 0"),
        ('{"duration_s": NaN}', "NaN"),
    ],
)
def test_bad_metadata(tmp_path: Path, content: str, found: str) -> None:
    delivery(tmp_path, "20", **{"metadata.json": content})
    assert found in "\n".join(faults(open_corpus(tmp_path)))


def test_marks_and_encodings_that_tools_write(tmp_path: Path) -> None:
    body = srt([(1, 2, "[Filler] ähm")])
    delivery(
        tmp_path,
        "20",
        **{
            A1: body.replace("\n", "\r\n").encode("utf-8-sig"),
            B2: body.encode("utf-16"),
            "metadata.json": json.dumps(METADATA).encode("utf-8-sig"),
        },
    )
    (conversation,) = open_corpus(tmp_path).conversations()
    for speaker, annotator in ((1, "a"), (2, "b")):
        assert conversation.track(speaker, annotator).texts == ("ähm",)


def test_files_that_are_no_subtitles_or_cannot_be_opened_are_all_told(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{A1: b"\x00\xff\xfe\x80" * 40, B2: None, "metadata.json": "{"})
    (tmp_path / "20" / B2).mkdir()
    said = "\n".join(faults(open_corpus(tmp_path)))
    for name in (A1, B2, "metadata.json"):
        assert f"20/{name}" in said


def test_a_third_speaker(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{"speaker_3_annotation_a.srt": srt([(1, 2, "x")])})
    assert faults(open_corpus(tmp_path)) == [
        "20/speaker_3_annotation_a.srt: speaker 3; expected two speakers, 1 and 2."
    ]


def test_what_is_not_used_is_listed(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{"notes.txt": "x"})
    put(tmp_path, {"README.md": "x", "empty/x": "x"})
    corpus = open_corpus(tmp_path)
    corpus.conversations()
    assert [f.where for f in corpus.faults if f.found == "not used"] == [
        "empty",
        "20/notes.txt",
    ]


def test_links_in_a_circle_do_no_harm(tmp_path: Path) -> None:
    delivery(tmp_path, "20")
    (tmp_path / "again").symlink_to(tmp_path)
    (tmp_path / "itself").symlink_to(tmp_path / "itself")
    assert open_corpus(tmp_path).ids == ("20",)
    assert len(open_corpus(tmp_path).conversations()) == 1


def test_audio_alone_can_be_run_but_has_no_labels(tmp_path: Path) -> None:
    delivery(tmp_path, "20", "")
    corpus = open_corpus(tmp_path)
    assert corpus.recording("20").duration_s == 11.0
    assert "no annotations" in faults(corpus)[0]


def test_broken_audio_is_told(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{"speaker_1_audio.wav": b"RIFFjunk"})
    assert "speaker_1" in faults(open_corpus(tmp_path))[0]


def test_the_fingerprint_knows_content_not_place(tmp_path: Path) -> None:
    def printed(folder: str, **replaced: bytes | str | None) -> str:
        delivery(tmp_path / folder, "20", **replaced)
        return open_corpus(tmp_path / folder).fingerprint()

    same = printed("one")
    assert printed("two") == same
    assert printed("three", **{A1: srt([(1, 2, "x")])}) != same
    assert printed("four", **{"speaker_1_audio.wav": wav(11.5)}) != same
    assert printed("five", **{"speaker_2_audio.wav": wav(13.0)}) == same
    assert open_corpus(tmp_path / "one", durations={"20": 11.5}).fingerprint() != same
    put(tmp_path, {"m.yaml": "labels: {x: Filler}"})
    assert open_corpus(tmp_path / "one", mapping=tmp_path / "m.yaml").fingerprint() != same


def test_one_speaker_in_two_audio_files(tmp_path: Path) -> None:
    delivery(tmp_path, "20", **{"speaker_2_audio.flac": wav(11.0, kind="FLAC")})
    corpus = open_corpus(tmp_path)
    corpus.conversations()
    assert [str(fault) for fault in corpus.faults] == [
        "20/speaker_2_audio.wav: not used: speaker_2_audio.flac is taken; expected one of the two."
    ]

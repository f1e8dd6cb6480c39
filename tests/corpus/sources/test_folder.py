"""Plain folders: every way of naming, several recordings a file, foreign tiers, bad input."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.corpus.sources.folders import (
    GRID,
    MONO,
    ONE,
    STEREO,
    TWO,
    Files,
    faults,
    load,
    notes,
    starts,
)
from tests.corpus.sources.making import put, srt, textgrid, wav
from turnscope.corpus.load import open_corpus
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.errors import CorpusError, FormatError


@pytest.mark.parametrize(
    "files",
    [
        {"c.wav": STEREO, "c.TextGrid": GRID},
        {"c_1.wav": MONO, "c_2.wav": MONO, "c.TextGrid": GRID},
        {"c_A.wav": MONO, "c_B.wav": MONO, "c.a.TextGrid": GRID},
        {"c_left.wav": MONO, "c_right.wav": MONO, "c_1.srt": srt(ONE), "c_2.srt": srt(TWO)},
        {"c_ch1.wav": MONO, "c_ch2.wav": MONO, "c_1_a.srt": srt(ONE), "c_2_a.srt": srt(TWO)},
        {
            "c.wav": STEREO,
            "c_A.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\n[Normal Turn] so\n",
            "c_B.vtt": "WEBVTT\n\n00:02.500 --> 00:03.000\nmm\n\n00:04.000 --> "
            "00:05.000\n[Filler] uh",
        },
        {
            "c.wav": STEREO,
            "c_1.TextGrid": textgrid({"words": ONE}),
            "c_2.TextGrid": textgrid({"words": TWO}),
        },
        {"audio/c.wav": STEREO, "labels/c.TextGrid": GRID},
        {"c/audio.wav": STEREO, "c/annotations.TextGrid": GRID},
        {"c/left.wav": MONO, "c/right.wav": MONO, "c/1.srt": srt(ONE), "c/2.srt": srt(TWO)},
    ],
)
def test_ways_to_name_files(tmp_path: Path, files: Files) -> None:
    corpus = load(tmp_path, files)
    (conversation,) = corpus.conversations()
    assert conversation.conversation_id == "c"
    assert conversation.annotators == ("a",)
    assert starts(conversation) == [[1.0], [2.5, 4.0]]
    assert conversation.track(1, "a").labels == ("Normal Turn",)
    assert conversation.track(2, "a").labels == ("", "Filler")
    assert conversation.track(2, "a").texts == ("mm", "uh")
    assert conversation.duration_s == 10.0
    assert corpus.recording("c").n_samples(2) == 80000
    assert "not used" not in notes(corpus)


def test_several_annotators_of_either_kind(tmp_path: Path) -> None:
    other = textgrid({"B": TWO, "A": []})
    corpus = load(tmp_path / "1", {"c.wav": STEREO, "c.b.TextGrid": other, "c.a.TextGrid": GRID})
    (conversation,) = corpus.conversations()
    assert conversation.annotators == ("a", "b")
    assert starts(conversation, "b") == [[], [2.5, 4.0]]
    files: Files = {f"c_{s}_{a}.srt": srt(ONE) for s in (1, 2) for a in "abc"}
    (conversation,) = load(tmp_path / "2", files, durations={"c": 9.0}).conversations()
    assert conversation.annotators == ("a", "b", "c")


def test_names_that_end_in_a_number_are_not_torn_apart(tmp_path: Path) -> None:
    corpus = load(
        tmp_path / "1",
        {"K_1.wav": STEREO, "K_2.wav": STEREO, "K_1.TextGrid": GRID, "K_2.TextGrid": GRID},
    )
    assert corpus.ids == ("K_1", "K_2")
    assert starts(corpus.conversations()[1]) == [[1.0], [2.5, 4.0]]
    grids: Files = {"K_1.TextGrid": GRID, "K_2.TextGrid": GRID}
    assert load(tmp_path / "2", grids).ids == ("K_1", "K_2")
    assert load(tmp_path / "3", {"K_1.TextGrid": GRID}).ids == ("K_1",)
    words: Files = {f"K_{s}.TextGrid": textgrid({"words": ONE, "phones": TWO}) for s in (1, 2)}
    ignoring = AnnotationMapping(ignore=("phones",))
    corpus = load(tmp_path / "4", words, mapping=ignoring, durations={"K": 9.0})
    assert starts(corpus.conversations()[0]) == [[1.0], [1.0]]


def test_a_third_speaker_is_refused_until_a_mapping_says_who_counts(tmp_path: Path) -> None:
    files: Files = {"c.wav": STEREO, "c.TextGrid": textgrid({"p": ONE, "q": TWO, "UNK": ONE})}
    said = faults(load(tmp_path, files))
    assert "c.TextGrid: 3 tiers: 'p' (1), 'q' (2), 'UNK' (1)" in said
    corpus = load(tmp_path, files, mapping=AnnotationMapping(ignore=("UNK",)))
    assert starts(corpus.conversations()[0]) == [[1.0], [2.5, 4.0]]
    (account,) = corpus.accounts
    assert (account.n_found, account.n_admitted, account.n_left_out) == (4, 3, 1)
    keep = AnnotationMapping(speakers={"q": 1, "p": 2}, others="ignore")
    corpus = load(tmp_path, files, mapping=keep)
    assert starts(corpus.conversations()[0]) == [[2.5, 4.0], [1.0]]
    assert "1 entries left out: UNK" in notes(corpus)


def test_tiers_of_several_annotators_in_one_file(tmp_path: Path) -> None:
    mapping = AnnotationMapping(
        speakers={"x1": 1, "x2": 2, "y1": 1, "y2": 2},
        annotators={"x1": "a", "x2": "a", "y1": "b", "y2": "b"},
    )
    grid = textgrid({"x1": ONE, "x2": TWO, "y1": ONE, "y2": []})
    corpus = load(tmp_path, {"c.wav": STEREO, "c.TextGrid": grid}, mapping=mapping)
    (conversation,) = corpus.conversations()
    assert conversation.annotators == ("a", "b")
    assert starts(conversation, "b") == [[1.0], []]


def test_a_mapping_in_the_folder_is_used_unless_another_is_given(tmp_path: Path) -> None:
    files: Files = {
        "c.wav": STEREO,
        "c.TextGrid": textgrid({"p": ONE, "q": [(1.0, 2.0, "bc")]}),
        "mapping.toml": '[speakers]\np = 2\nq = 1\n[labels]\n"/^bc$/" = "Continuer Backchannel"\n',
    }
    (conversation,) = load(tmp_path, files).conversations()
    assert conversation.track(1, "a").labels == ("Continuer Backchannel",)
    other = AnnotationMapping(speakers={"p": 1, "q": 2})
    (conversation,) = load(tmp_path, files, mapping=other).conversations()
    assert conversation.track(2, "a").labels == ("",)


def test_tiers_of_one_speakers_file(tmp_path: Path) -> None:
    files: Files = {
        "c_1.wav": MONO,
        "c_2.wav": MONO,
        "c_1.TextGrid": textgrid({"words": ONE, "phones": ONE}),
        "c_2.TextGrid": textgrid({"words": TWO}),
    }
    assert "c_1.TextGrid: tiers 'words', 'phones'; expected one tier" in faults(
        load(tmp_path, files)
    )
    wrong = AnnotationMapping(speakers={"words": 2}, ignore=("phones",))
    assert "tier 'words' is of speaker 2 by the mapping" in faults(
        load(tmp_path, files, mapping=wrong)
    )


def test_metadata_and_durations_beside_the_files(tmp_path: Path) -> None:
    files: Files = {
        "x/x.TextGrid": GRID,
        "x/metadata.json": '{"conversation_type": "Instructional", "duration_s": 20.5}',
        "y.TextGrid": GRID,
        "z.TextGrid": GRID,
        "metadata.json": '{"y": {"duration_s": 30.5}, "z": {"duration_s": 1}, "gone": {}}',
        "durations.json": '{"durations": {"z": 40.5}}',
    }
    corpus = load(tmp_path, files)
    assert [c.duration_s for c in corpus.conversations()] == [20.5, 30.5, 40.5]
    assert corpus.conversations()[0].metadata.type_name == "Instructional"
    assert "metadata.json: gone: not used" in notes(corpus)


def test_metadata_of_nobody_or_broken(tmp_path: Path) -> None:
    files: Files = {"y.TextGrid": GRID, "z.TextGrid": GRID, "metadata.json": '{"duration_s": 3}'}
    assert "beside 2 of them" in faults(load(tmp_path, files))
    files["metadata.json"] = '{"y": {"duration_s": 3, "duration_s": 4}}'
    assert "duration_s" in faults(load(tmp_path, files))


def test_annotations_without_audio_need_a_duration(tmp_path: Path) -> None:
    files: Files = {"c.TextGrid": GRID, "d.TextGrid": GRID}
    said = faults(load(tmp_path, files))
    assert "durations of 2 conversation(s) are not known: c, d" in said
    assert "duration_from_annotations" in said
    corpus = load(tmp_path, files, duration_from_annotations=True)
    assert [c.duration_s for c in corpus.conversations()] == [5.0, 5.0]
    assert "2 durations are the last annotation's end, first c" in notes(corpus)
    with pytest.raises(CorpusError, match="no audio"):
        corpus.recording("c")


def test_audio_without_annotations_can_be_run(tmp_path: Path) -> None:
    corpus = load(tmp_path, {"c.wav": STEREO, "d_1.wav": MONO, "d_2.wav": MONO})
    assert corpus.ids == ("c", "d")
    assert [c.annotators for c in corpus.conversations()] == [(), ()]
    assert corpus.recording("d").duration_s == 10.0
    put(tmp_path, {"c.TextGrid": GRID})
    assert "1 of 2 conversations have none, first d" in notes(load(tmp_path, {}))


def test_swap_and_offsets(tmp_path: Path) -> None:
    files: Files = {"c_1.wav": MONO, "c_2.wav": wav(12.0), "d.wav": STEREO, "c.TextGrid": GRID}
    corpus = load(tmp_path, files, swap=True, offsets_s=(0.5, 0.0))
    assert corpus.recording("c").n_samples(1) == 8000 * 12.5
    assert [channel.index for channel in corpus.recording("d").channels] == [1, 0]
    assert starts(corpus.conversations()[0]) == [[1.0], [2.5, 4.0]]


def test_everything_not_used_is_listed(tmp_path: Path) -> None:
    files: Files = {
        "c.wav": STEREO,
        "c.TextGrid": GRID,
        "README.md": "x",
        "notes.txt": "Recorded in May.",
        "mono.wav": MONO,
        "six.wav": wav(1.0, 6),
        "broken.wav": b"RIFFjunk",
        ".hidden": "x",
    }
    said = notes(load(tmp_path, files))
    listed = [line.partition(":")[0] for line in said.splitlines() if ": not used" in line]
    assert listed == ["README.md", "broken.wav", "mono.wav", "notes.txt", "six.wav"]
    assert "mono.wav: not used: 1 channel(s), no partner." in said


def test_mono_audio_tells_a_duration_but_is_no_recording(tmp_path: Path) -> None:
    corpus = load(tmp_path, {"c.wav": MONO, "c.TextGrid": GRID})
    assert corpus.conversations()[0].duration_s == 10.0
    with pytest.raises(CorpusError, match=r"c \(c.wav\): 1 channel"):
        corpus.recording("c")


def test_two_files_for_the_same_track(tmp_path: Path) -> None:
    files: Files = {"c.wav": STEREO, "c.TextGrid": GRID, "c_1.srt": srt(ONE), "c_2.srt": srt(TWO)}
    said = faults(load(tmp_path, files))
    assert "speaker 1 of c by annotator a again, first in" in said
    assert len(load(tmp_path, files, annotation_format="srt").conversations()) == 1
    with pytest.raises(CorpusError, match="Did you mean 'textgrid'"):
        _ = load(tmp_path, files, annotation_format="TextGrid").ids


def test_one_speaker_alone_is_told(tmp_path: Path) -> None:
    files: Files = {
        "c_1.wav": MONO,
        "c_2.wav": MONO,
        "c_1_a.srt": srt(ONE),
        "c_2_a.srt": srt(TWO),
        "c_1_b.srt": srt(ONE),
    }
    assert faults(load(tmp_path, files)).startswith(
        "c_1_b.srt: speaker 2 of c has no file by annotator b"
    )


def test_a_file_for_both_in_a_format_of_one_speaker(tmp_path: Path) -> None:
    assert "entries without a speaker" in faults(
        load(tmp_path, {"c.wav": STEREO, "c.srt": srt(ONE)})
    )


BOMB = """<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">
<!ENTITY c "&b;&b;&b;&b;">]><ANNOTATION_DOCUMENT><TIER TIER_ID="&c;"/></ANNOTATION_DOCUMENT>"""


def test_all_faults_of_all_files_in_one_error(tmp_path: Path) -> None:
    files: Files = {
        "a.eaf": BOMB,
        "b.eaf": "<ANNOTATION_DOCUMENT><TIME_ORDER>",
        "c.TextGrid": "nonsense",
        "d.wav": STEREO,
        "d.json": "{",
        "e.TextGrid": textgrid({"p": ONE, "q": ONE, "r": ONE}),
        "f.rttm": "SPEAKER d 1 x",
    }
    durations = dict.fromkeys("abcdef", 10.0)
    said = faults(load(tmp_path, files, durations=durations))
    for name in ("a.eaf", "b.eaf", "c.TextGrid", "d.json", "e.TextGrid"):
        assert name in said


def test_utf16_and_marks(tmp_path: Path) -> None:
    files: Files = {
        "c.wav": STEREO,
        "c.TextGrid": GRID.encode("utf-16"),
        "metadata.json": json.dumps({"c": {}}).encode("utf-8-sig"),
    }
    assert starts(load(tmp_path, files).conversations()[0]) == [[1.0], [2.5, 4.0]]


def test_a_file_that_cannot_be_opened(tmp_path: Path) -> None:
    corpus = load(tmp_path, {"c.wav": STEREO, "c.TextGrid": GRID, "c.b.TextGrid": GRID})
    assert corpus.ids == ("c",)
    (tmp_path / "c.TextGrid").unlink()
    assert "c.TextGrid: no such file" in faults(corpus)


def test_mismatched_channels_and_contradicting_audio(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="channels do not match"):
        _ = load(tmp_path, {"c_1.wav": MONO, "c_2.wav": STEREO}).ids


def test_only_useless_files_say_what_was_looked_for(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"no conversation among 2 files; expected stereo audio"):
        _ = load(tmp_path, {"a.wav": MONO, "b.wav": MONO}).ids


def test_odd_entries_are_accounted_for(tmp_path: Path) -> None:
    text = "start,end,speaker,text\n1,2,A,so\n5,3,B,no\n,,A,x\nx,2,B,y\n6,7,B,mm\n"
    corpus = load(tmp_path, {"c.wav": STEREO, "c.csv": text})
    said = notes(corpus)
    assert "c.csv:3" in said
    assert "c.csv:4" in said
    (account,) = corpus.accounts
    assert account.n_found == 5
    assert account.n_admitted == 2
    assert account.n_admitted + account.n_set_aside + account.n_left_out == account.n_found


def test_the_fingerprint_knows_content_not_place(tmp_path: Path) -> None:
    files: Files = {"c.wav": STEREO, "c.TextGrid": GRID}
    same = load(tmp_path / "1", files).fingerprint()
    assert load(tmp_path / "2", files | {"README.md": "x"}).fingerprint() == same
    assert load(tmp_path / "3", files | {"c.TextGrid": GRID + " "}).fingerprint() != same
    assert load(tmp_path / "4", files | {"c.wav": wav(11.0, 2)}).fingerprint() != same
    assert load(tmp_path / "1", {}, swap=True).fingerprint() != same


def test_no_format_error_is_hidden_behind_another(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        load(tmp_path, {"c.TextGrid": GRID, "mapping.yaml": "speakers: 3"})


def test_two_mapping_files(tmp_path: Path) -> None:
    put(tmp_path, {"c.wav": STEREO, "c.TextGrid": GRID, "mapping.toml": "", "mapping.yaml": ""})
    with pytest.raises(CorpusError, match=r"mapping\.toml and mapping\.yaml; expected one"):
        open_corpus(tmp_path)


def test_a_mapping_that_names_no_tier_is_told_of(tmp_path: Path) -> None:
    files: Files = {"c.wav": STEREO, "c.TextGrid": GRID}
    misspelt = AnnotationMapping(speakers={"a": 2, "b": 1})
    said = notes(load(tmp_path, files, mapping=misspelt))
    assert (
        "the mapping names 'a', 'b', and no tier is called so; expected names among 'A', 'B'"
        in said
    )
    assert "no tier" not in notes(
        load(tmp_path, files, mapping=AnnotationMapping({"A": 2, "B": 1, "x": 1}))
    )

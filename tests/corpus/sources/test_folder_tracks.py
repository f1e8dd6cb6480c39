"""Every cue finds its conversation, speaker and annotator, or is told of."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.corpus.sources.folders import STEREO, Files, faults, load, notes, starts
from turnscope.corpus.formats.base import Cue, Document
from turnscope.corpus.mapping import AnnotationMapping
from turnscope.corpus.sources.folder_tracks import AnnotatedFile, place
from turnscope.errors import CorpusError

NONE = AnnotationMapping()


def file(
    name: str,
    *cues: Cue,
    speaker: int | None = None,
    annotator: str | None = None,
    conversation: str = "c",
) -> AnnotatedFile:
    return AnnotatedFile(name, Document(cues), conversation, speaker, annotator)


def test_tiers_mean_the_same_in_the_files_of_all_annotators() -> None:
    first = file("c.a.x", Cue(1, 2, "p"), Cue(3, 4, "q"), annotator="a")
    second = file("c.b.x", Cue(1, 2, "q"), annotator="b")
    done = place([first, second], NONE, None)
    assert done.faults == []
    assert {key: len(cues) for key, cues in done.cues["c.b.x"].items()} == {
        ("c", 1, "b"): 0,
        ("c", 2, "b"): 1,
    }
    assert done.guessed == {"c": ("p", "q")}


def test_a_third_tier_that_only_one_annotator_has_counts_too() -> None:
    first = file("c.a.x", Cue(1, 2, "p"), Cue(3, 4, "q"), annotator="a")
    second = file("c.b.x", Cue(1, 2, "r"), annotator="b")
    (fault,) = place([first, second], NONE, None).faults
    assert "3 tiers" in fault.found


def test_recordings_are_told_apart_and_unknown_ones_refused() -> None:
    both = file("all.x", Cue(1, 2, "A", recording="c"), Cue(1, 2, "B", recording="d", line=4))
    assert set(place([both], NONE, None).cues["all.x"]) == {
        (i, s, "a") for i in "cd" for s in (1, 2)
    }
    (fault,) = place([both], NONE, frozenset("c")).faults
    assert fault.where == "all.x:4"


def test_an_empty_file_gives_empty_tracks() -> None:
    done = place([file("c_2.x", speaker=2, annotator="b")], NONE, None)
    assert done.cues == {"c_2.x": {("c", 2, "b"): []}}


def test_labels_are_told_from_texts() -> None:
    done = place([file("c_1.x", Cue(1, 2, text="[Filler] uh"), speaker=1)], NONE, None)
    (cue,) = done.cues["c_1.x"]["c", 1, "a"]
    assert (cue.label, cue.text) == ("Filler", "uh")


def test_the_second_file_of_a_track_is_refused() -> None:
    (fault,) = place([file("c_1.x", speaker=1), file("c_1.y", speaker=1)], NONE, None).faults
    assert fault.where == "c_1.y"
    assert "first in c_1.x" in fault.found


@given(
    st.lists(st.tuples(st.sampled_from(["p", "q", "noise", "z"]), st.sampled_from(["", "c", "d"])))
)
def test_no_cue_is_lost(rows: list[tuple[str, str]]) -> None:
    cues = [Cue(1.0, 2.0, tier, recording=recording) for tier, recording in rows]
    mapping = AnnotationMapping(speakers={"p": 1, "q": 2}, ignore=("noise",), others="ignore")
    done = place([file("f", *cues)], mapping, frozenset("c"))
    if not done.faults:
        n_placed = sum(len(one) for one in done.cues["f"].values())
        assert n_placed + done.left_out["f"] == len(cues)


RTTM = "SPEAKER {r} 1 {s} 1.0 <NA> <NA> {p} <NA> <NA>\n"


def rttm(*rows: tuple[str, float, str]) -> str:
    return "".join(RTTM.format(r=r, s=s, p=p) for r, s, p in rows)


def test_one_file_serves_all_conversations(tmp_path: Path) -> None:
    text = rttm(("c2", 1.0, "x"), ("c10", 2.0, "y"), ("c2", 3.0, "y"), ("c10", 4.0, "x"))
    corpus = load(tmp_path, {"c2.wav": STEREO, "c10.wav": STEREO, "all.rttm": text})
    assert corpus.ids == ("c2", "c10")
    first, second = corpus.conversations()
    assert starts(first) == [[1.0], [3.0]]
    assert starts(second) == [[2.0], [4.0]]
    assert "in 2 conversation(s) the order of appearance" in notes(corpus)


def test_without_audio_the_recordings_are_the_conversations(tmp_path: Path) -> None:
    text = rttm(("r1", 1.0, "A"), ("r2", 2.0, "B"))
    corpus = load(tmp_path, {"all.rttm": text}, durations={"r1": 9.0, "r2": 9.0})
    assert corpus.ids == ("r1", "r2")
    assert starts(corpus.conversations()[1]) == [[], [2.0]]


def test_an_annotation_of_an_unknown_conversation(tmp_path: Path) -> None:
    text = rttm(("c", 1.0, "A"), ("other", 2.0, "B"), ("other", 3.0, "B"))
    files: Files = {"c.wav": STEREO, "all.rttm": text}
    said = faults(load(tmp_path, files))
    assert said.startswith("all.rttm:2: recording 'other' (2 entries); expected a conversation of")
    corpus = load(tmp_path, files, mapping=AnnotationMapping(others="ignore"))
    assert starts(corpus.conversations()[0]) == [[1.0], []]
    assert "all.rttm: 2 entries left out: other" in notes(corpus)
    assert [(one.n_found, one.n_left_out) for one in corpus.accounts] == [(3, 2)]


def test_recordings_that_lead_out_of_the_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match=r"\.\./x"):
        _ = load(tmp_path, {"all.rttm": rttm(("../x", 1.0, "A"))}).ids

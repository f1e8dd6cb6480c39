"""What file names say."""

from __future__ import annotations

import pytest

from turnscope.corpus.sources.folder_names import partners, readings


@pytest.mark.parametrize(
    ("stem", "one", "annotator"),
    [
        ("c7_1", ("c7", 1), None),
        ("c7_2", ("c7", 2), None),
        ("c7_A", ("c7", 1), None),
        ("c7-right", ("c7", 2), None),
        ("c7.left", ("c7", 1), None),
        ("c7_ch2", ("c7", 2), None),
        ("c7_channel1", ("c7", 1), None),
        ("c7_speaker_2", ("c7", 2), None),
        ("c7_Speaker1", ("c7", 1), None),
        ("c7_1_a", ("c7", 1), "a"),
        ("c7_2.b", ("c7", 2), "b"),
        ("c_1_2", ("c_1", 2), None),
        ("left", ("folder", 1), None),
        ("audio_2", ("folder", 2), None),
    ],
)
def test_one_speaker(stem: str, one: tuple[str, int], annotator: str | None) -> None:
    named, _ = readings(stem, "folder", is_root=False)
    assert named is not None
    assert ((named.conversation, named.speaker), named.annotator) == (one, annotator)


@pytest.mark.parametrize(
    "stem", ["c7", "c7_a", "c7_3", "c71", "c7_12", "bright", "c7_chA", "c_1_d"]
)
def test_not_one_speaker(stem: str) -> None:
    assert readings(stem, "folder", is_root=False)[0] is None


@pytest.mark.parametrize(
    ("stem", "conversation", "annotator"),
    [
        ("c7", "c7", None),
        ("c7.a", "c7", "a"),
        ("c7.d", "c7.d", None),
        ("c7_1", "c7_1", None),
        ("c7_1.b", "c7_1", "b"),
        ("annotations", "folder", None),
        ("annotations.c", "folder", "c"),
        (".a", ".a", None),
    ],
)
def test_both_speakers(stem: str, conversation: str, annotator: str | None) -> None:
    _, both = readings(stem, "folder", is_root=False)
    assert (both.conversation, both.speaker, both.annotator) == (conversation, None, annotator)


def test_the_corpus_folder_lends_its_name_only_to_bare_speakers() -> None:
    assert readings("audio", "corpus", is_root=True)[1].conversation == "audio"


def test_partners_share_everything_but_the_speaker() -> None:
    names = ["x_1", "x_2", "y_1", "z_A", "z_2", "w_1", "w_2", "v_1.a", "v_2.a", "v_2.b"]
    folder = dict.fromkeys(names, "") | {"w_2": "other"}
    found = partners((n, readings(n, "f", is_root=True)[0], folder[n]) for n in names)
    assert found == {
        "x_1": ("x_1", "x_2"),
        "x_2": ("x_1", "x_2"),
        "v_1.a": ("v_1.a", "v_2.a"),
        "v_2.a": ("v_1.a", "v_2.a"),
    }

"""What a kept result depends on: bytes of audio, everything of a system, nothing else."""

from pathlib import Path
from typing import Any

import pytest

from tests.study.hearers import Hearer, Recordings
from tests.systems.toys import Toy
from turnscope.corpus.audio import Recording
from turnscope.errors import CorpusError
from turnscope.study.content import audio_hashes, heard_key, library_versions, system_hash
from turnscope.study.sources import Named, opened
from turnscope.systems.base import NOTHING
from turnscope.systems.rms_vad import RmsVad


@pytest.fixture
def wav(tmp_path: Path) -> Path:
    Recordings(tmp_path, 2)
    return tmp_path / "a.wav"


def key(recording: Recording, system: str = "s") -> str:
    return heard_key(system, recording, audio_hashes(recording))


def test_a_copy_and_its_bytes_are_the_same_audio(wav: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.wav"
    copy.write_bytes(wav.read_bytes())
    keys = {
        key(Recording.of_stereo("x", wav)),
        key(Recording.of_stereo("y", copy)),
        key(Recording.of_stereo("z", wav.read_bytes())),
    }
    assert len(keys) == 1


def test_everything_that_changes_what_is_heard_changes_the_key(wav: Path, tmp_path: Path) -> None:
    keys = [
        key(Recording.of_stereo("x", wav)),
        key(Recording.of_stereo("x", wav, swap=True)),
        key(Recording.of_stereo("x", wav, offsets_s=(0.0, 0.1))),
        key(Recording.of_stereo("x", tmp_path / "b.wav")),
        key(Recording.of_pair("x", wav, tmp_path / "b.wav")),
        key(Recording.of_pair("x", tmp_path / "b.wav", wav)),
        key(Recording.of_stereo("x", wav), "another system"),
    ]
    assert len(set(keys)) == len(keys)


def test_missing_and_empty_audio_is_told(tmp_path: Path) -> None:
    for name, content in (("none.wav", None), ("empty.wav", b"")):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(CorpusError, match=r"x/speaker_1"):
            audio_hashes(Recording.of_stereo("x", tmp_path / name))


def test_a_named_system_is_its_name_its_parameters_and_its_card() -> None:
    named = [Named("rms_vad"), Named("rms_vad", (("a", 1.0),)), Named("rms_vad", (("a", 2.0),))]
    hashes = {system_hash(each, RmsVad()) for each in named}
    assert len(hashes) == 3
    assert system_hash(named[0], RmsVad()) == system_hash(named[0], opened(named[0]))


def test_files_that_a_name_mentions_count(tmp_path: Path) -> None:
    model = tmp_path / "model.py"
    hashes = []
    for text in ("one", "two"):
        model.write_text(text)
        hashes.append(system_hash(Named(f"cmd: python {model} --fast"), RmsVad()))
        hashes.append(system_hash(Named("rms_vad", (("weights", str(model)),)), RmsVad()))
    assert len(set(hashes)) == 4


def test_an_object_is_all_that_is_in_it() -> None:
    one, two = Hearer("x"), Hearer("x", fails_on=3)
    assert one.card == two.card
    assert system_hash(one, one) != system_hash(two, two)
    assert system_hash(one, one) == system_hash(same := Hearer("x"), same)


def test_what_cannot_be_told_apart_has_no_hash() -> None:
    toy = Toy(lambda _, __: NOTHING)
    assert system_hash(toy, toy) is None
    space: dict[str, Any] = {}
    exec("from tests.study.hearers import Hearer\nclass Made(Hearer):\n    pass\n", space)
    made = space["Made"]("x")
    assert system_hash(made, made) is None


def test_versions_are_told() -> None:
    assert {"turnscope", "python", "numpy", "soxr", "soundfile"} <= set(library_versions())

"""Voices of a simulated corpus: who gets which, and the files of their sound."""

from __future__ import annotations

import io

import numpy as np
import pytest
import soundfile

from turnscope.errors import ModelError, ProtocolError
from turnscope.models.speech import Spoken
from turnscope.models.voices import VOICES
from turnscope.simulate.casting import cast_of
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.voicing import RATE_HZ, audio_files, voice_of, voices_named


def test_families_and_names() -> None:
    assert voices_named(["hibari", "flite"], 9)[0] == "hibari"
    assert len(voices_named(["hibari", "flite:slt", "flite"], 9)) == 5
    assert len(voices_named(["kokoro"], 9)) == 28
    assert set(voices_named(list(VOICES), 9)) == set(VOICES)


def test_every_unknown_voice_is_told() -> None:
    with pytest.raises(ProtocolError) as error:
        voices_named(["kokoro", "kokora", "flite:"], 9)
    assert [fault.found for fault in error.value.faults] == ["'kokora'", "'flite:'"]


def test_who_meets_has_different_voices() -> None:
    with pytest.raises(
        ProtocolError, match=r"2 \(hibari, flite:slt\) for 3 conversations; expected 3 or more"
    ):
        voices_named(["hibari", "flite:slt"], 3)
    with pytest.raises(ProtocolError, match="expected 2 or more"):
        voices_named(["hibari"], 1)
    assert len(voices_named(["hibari", "flite:slt"], 2)) == 2
    for n_voices in (3, 4, 5, 28):
        names = [str(k) for k in range(n_voices)]
        for number in range(60):
            first, second = cast_of(["casual"], number, seed=0).actors
            assert voice_of(first, names) != voice_of(second, names)


def truth() -> Truth:
    tone = np.sin(np.arange(RATE_HZ) * 0.2).astype(np.float32)
    said = Spoken("a", 1.0, (), tone, RATE_HZ)
    return Truth("x", 3.0, (Happening(2, 1.0, 2.0, "Normal Turn", "a", said),), seed=4)


def test_sound_is_written_on_its_own_channel() -> None:
    files = audio_files(truth())
    first, second = (soundfile.read(io.BytesIO(files[f"speaker_{s}_audio.flac"])) for s in (1, 2))
    assert first[1] == second[1] == RATE_HZ
    assert first[0].shape == second[0].shape == (3 * RATE_HZ,)
    assert not first[0].any()
    assert not second[0][:RATE_HZ].any()
    assert np.abs(second[0][RATE_HZ : 2 * RATE_HZ]).max() > 0.01
    assert not second[0][2 * RATE_HZ :].any()
    assert audio_files(truth()) == files


def test_degradations_are_heard() -> None:
    files = audio_files(truth(), degradations="bleed=-20")
    assert soundfile.read(io.BytesIO(files["speaker_1_audio.flac"]))[0].any()
    with pytest.raises(ProtocolError):
        audio_files(truth(), degradations="reverb")


def test_speech_without_sound_is_refused() -> None:
    silent = Happening(1, 0.0, 1.0, "Normal Turn", "a", Spoken("a", 1.0, ()))
    with pytest.raises(ModelError, match="has no sound"):
        audio_files(Truth("x", 3.0, (silent,)))

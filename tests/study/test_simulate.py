"""Simulated corpora: the same bytes for the same seed, counts in are counts out, all or nothing."""

from __future__ import annotations

import errno
import shutil
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from turnscope.analysis.agreement import agreement, annotators_of, compared
from turnscope.analysis.kept import kept, pooled
from turnscope.corpus.load import open_corpus
from turnscope.errors import Fault, ModelError, ProtocolError, TurnscopeError
from turnscope.gold.derive import gold_of
from turnscope.models.speech import Spoken
from turnscope.models.voices import VOICES
from turnscope.simulate.casting import cast_of
from turnscope.simulate.parameters import KINDS
from turnscope.simulate.truth_file import read_truth
from turnscope.study import simulate as module
from turnscope.study.simulate import (
    Simulation,
    conversations_for,
    made_with,
    simulated,
    true_conversation,
    write_simulated,
)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def test_counts_written_are_counts_read(tmp_path: Path) -> None:
    asked = Simulation(("all",), 6, 2.0, 7)
    ticks: list[float] = []
    written = write_simulated(tmp_path / "out", asked, progress=ticks.append)
    corpus = open_corpus(str(tmp_path / "out"))
    conversations = corpus.conversations()
    assert ticks == [1.0] * 6
    assert written.n_conversations == len(conversations) == 6
    assert written.duration_s == sum(each.duration_s for each in conversations) == 720.0
    n = sum(len(t) for each in conversations for tracks in each.tracks for t in tracks.values())
    assert written.n_annotations == n > 300
    truths = [read_truth(tmp_path / "out" / each / "truth.json").truth for each in corpus.ids]
    assert written.n_happenings == sum(len(each.happenings) for each in truths) > 100
    assert len({each.metadata.type_name for each in conversations}) == 6
    assert corpus.faults == ()
    gold = gold_of(conversations)
    assert len(gold.eot.positives) > 20
    assert len(gold.interruption.negatives) > 20


def test_what_is_in_memory_is_what_is_written(tmp_path: Path) -> None:
    write_simulated(tmp_path, Simulation(("casual", "narrative"), 3, 1.0, 2, 2))
    made = simulated(["casual", "narrative"], n_conversations=3, minutes=1.0, seed=2, annotators=2)
    read = {each.conversation_id: each for each in open_corpus(str(tmp_path)).conversations()}
    assert sorted(read) == sorted(each.conversation_id for each in made)
    for ours in made:
        theirs = read[ours.conversation_id]
        assert ours.annotators == theirs.annotators == ("a", "b")
        for speaker in (1, 2):
            for name in ("a", "b"):
                first, second = ours.track(speaker, name), theirs.track(speaker, name)
                assert first.labels == second.labels
                assert (first.start_s == second.start_s).all()


def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    for name, seed in (("first", "0"), ("second", "1")):
        subprocess.run(
            [
                *(sys.executable, "-m", "turnscope", "simulate", "--type", "casual"),
                *("--type", "task-oriented", "--minutes", "1.5", "--seed", "7", "--no-audio"),
                *("--conversations", "3", "--out", str(tmp_path / name)),
            ],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed},
        )
    first, second = contents(tmp_path / "first"), contents(tmp_path / "second")
    assert len(first) == 3 * 8
    assert first == second


def test_conversations_do_not_depend_on_how_many_there_are(tmp_path: Path) -> None:
    write_simulated(tmp_path / "few", Simulation(("casual",), 2, 1.0, 3))
    write_simulated(tmp_path / "many", Simulation(("casual",), 4, 1.0, 3))
    few, many = contents(tmp_path / "few"), contents(tmp_path / "many")
    assert few.items() <= many.items()
    assert len(many) == 2 * len(few)
    write_simulated(tmp_path / "few", Simulation(("casual",), 2, 1.0, 4), beside=True)
    assert few.items() <= contents(tmp_path / "few").items()
    with pytest.raises(TurnscopeError, match="is there already"):
        write_simulated(tmp_path / "few", Simulation(("casual",), 1, 1.0, 4), beside=True)


def test_a_perfect_annotator_is_the_truth(tmp_path: Path) -> None:
    write_simulated(tmp_path, Simulation(("casual",), 1, 2.0, 1, 1, perfect=True))
    (conversation,) = open_corpus(str(tmp_path)).conversations()
    truth = read_truth(tmp_path / conversation.conversation_id / "truth.json").truth
    assert conversation.annotators == ("a",)
    for speaker in (1, 2):
        told = [(each.label, each.text) for each in truth.of(speaker)]
        track = conversation.track(speaker, "a")
        assert list(zip(track.labels, track.texts, strict=True)) == told


def test_a_disk_that_fills_up_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = Path.write_bytes, [10]

    def write(self: Path, content: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            real(self, content[: len(content) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(self, content)

    monkeypatch.setattr(Path, "write_bytes", write)
    with pytest.raises(TurnscopeError, match="the disk is full"):
        write_simulated(tmp_path / "out", Simulation(("casual",), 4, 0.5))
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_one_leaves_nothing(tmp_path: Path) -> None:
    def stop(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_simulated(tmp_path / "out", Simulation(("casual",), 4, 0.5), progress=stop)
    assert list(tmp_path.iterdir()) == []


def test_everything_that_cannot_be_meant_is_told_at_once() -> None:
    with pytest.raises(ProtocolError) as error:
        Simulation(("casul",), 0, -1.0, -5, 4)
    assert [fault.where for fault in error.value.faults] == [
        "type",
        "seed",
        "minutes",
        "conversations",
        "annotators",
    ]


@pytest.mark.parametrize("minutes", [0.0, 0.01, -3.0, float("nan"), float("inf"), 600_000.0])
def test_impossible_minutes(minutes: float) -> None:
    with pytest.raises(ProtocolError, match="minutes: "):
        Simulation(("casual",), 1, minutes)


def test_hours_are_filled() -> None:
    assert conversations_for(100.0, 11.7) == 513
    assert conversations_for(1.0, 10.0) == 6
    assert conversations_for(0.01, 10.0) == 1
    for hours in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ProtocolError, match="hours: "):
            conversations_for(hours, 11.7)


def test_what_it_was_made_with_is_noted() -> None:
    casual, perfect = Simulation(("casual",)), Simulation(("casual",), annotators=1, perfect=True)
    assert made_with(casual, "casual") == made_with(casual, "casual")
    assert (
        made_with(casual, "casual")["parameters_sha256"]
        != made_with(casual, "narrative")["parameters_sha256"]
    )
    hashes = [made_with(each, "casual")["annotators_sha256"] for each in (casual, perfect)]
    assert hashes[0] != hashes[1]


@pytest.mark.skipif(shutil.which("flite") is None, reason="needs the program flite")
def test_a_corpus_that_sounds(tmp_path: Path) -> None:
    for name in ("first", "second"):
        asked = Simulation(("casual",), 1, 0.3, 5, voices=("flite",), degradations="gain=-6")
        write_simulated(tmp_path / name, asked)
    assert contents(tmp_path / "first") == contents(tmp_path / "second")
    corpus = open_corpus(str(tmp_path / "first"))
    (conversation,) = corpus.conversations()
    assert corpus.recording(conversation.conversation_id).duration_s == 18.0
    assert conversation.metadata.audio_status == "noisy"
    told = read_truth(tmp_path / "first" / conversation.conversation_id / "truth.json")
    voices = told.made_with["voices"]
    assert isinstance(voices, list)
    assert [VOICES[each].gender for each in voices] == list(conversation.metadata.actor_genders)


def test_a_voice_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: str) -> Spoken:
        raise ModelError(Fault("voice x", f"{text!r} failed", "text it can speak"))

    monkeypatch.setattr(module, "speaking", lambda *_: (fail, fail))
    with pytest.raises(ModelError, match="voice x"):
        write_simulated(tmp_path / "out", Simulation(("casual",), 1, 0.5, voices=("flite",)))
    assert list(tmp_path.iterdir()) == []


def test_sound_that_cannot_be_meant() -> None:
    with pytest.raises(ProtocolError, match=r"voice: 'nobody'"):
        Simulation(("casual",), voices=("nobody",))
    with pytest.raises(ProtocolError, match="degradation: 'echo'"):
        Simulation(("casual",), voices=("flite",), degradations="echo")
    with pytest.raises(ProtocolError, match="none without voices"):
        Simulation(("casual",), degradations="telephone")


def test_annotators_agree_as_those_of_the_benchmark() -> None:
    heard = simulated("all", n_conversations=24, seed=11)
    found = agreement([compared(each, annotators_of(heard)) for each in heard])
    assert 0.76 <= found.fleiss.value <= 0.81
    assert all(0.76 <= each.value <= 0.815 for each in found.cohen.values())
    assert all(0.935 <= each.value <= 0.965 for each in found.boundary_f1.values())
    assert 0.845 <= pooled(kept(heard)).share <= 0.875


@pytest.mark.parametrize("number", [24, 378, 480])
def test_nobody_interrupts_before_his_own_speech_is_over(number: int) -> None:
    """Conversations in which a speaker who was still speaking once took the floor."""
    truth = true_conversation(cast_of(KINDS, number, seed=0), 11.7)
    for speaker in (1, 2):
        spoken = [each for each in truth.of(speaker) if each.spoken is not None]
        assert len(spoken) > 20
        assert all(before.end_s <= after.start_s for before, after in pairwise(spoken))

"""The embedded corpus ``mini``: complete, what its truth says, heard where it is annotated.

What it holds is generated; these tests hold it to what the documentation and demo rely on. Built
here is only a tiny one, with a toy voice, since the real voices need weights.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tools import build_mini
from tools.build_mini import ACTORS, MINI, PLAN, SPLITS, STEP, build
from turnscope.core.conversation import SPEAKERS, TYPE_NAMES
from turnscope.core.gold import Gold
from turnscope.core.labels import FINE_LABELS, Label, canonical
from turnscope.core.tracks import Track
from turnscope.corpus.load import open_corpus
from turnscope.gold.derive import gold_of
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.models.voices import EMBEDDED_VOICES, VOICES
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.truth_file import TruthFile, read_truth
from turnscope.study import simulate

IDS = tuple(str(k) for k in range(1, 13))
ANNOTATORS = ("a", "b", "c")
RATE_HZ = 16_000
SOUNDLESS = ("Awkward Silence", "Channel Bleed")
CONVERSATIONS = {c.conversation_id: c for c in open_corpus(MINI).conversations()}


def track(conversation_id: str, speaker: int, annotator: str) -> Track:
    return CONVERSATIONS[conversation_id].tracks[speaker - 1][annotator]


def tracks() -> Iterator[Track]:
    return (track(i, s, a) for i in IDS for s in SPEAKERS for a in ANNOTATORS)


@cache
def gold() -> Gold:
    return gold_of(list(CONVERSATIONS.values()))


@cache
def told(conversation_id: str) -> TruthFile:
    return read_truth(MINI / conversation_id / "truth.json")


def truth(conversation_id: str) -> Truth:
    return told(conversation_id).truth


def metadata(conversation_id: str) -> dict[str, Any]:
    found = json.loads((MINI / conversation_id / "metadata.json").read_text())
    assert isinstance(found, dict)
    return found


@cache
def sound(conversation_id: str, speaker: int) -> NDArray[np.float64]:
    samples, _ = soundfile.read(MINI / conversation_id / f"speaker_{speaker}_audio.flac")
    return np.asarray(samples, np.float64)


def heard(conversation_id: str, each: Happening) -> NDArray[np.float64]:
    first, last = (round(edge_s * RATE_HZ) for edge_s in (each.start_s, each.end_s))
    return sound(conversation_id, each.speaker)[first:last]


def levels(conversation_id: str, speaker: int) -> NDArray[np.float64]:
    """RMS of each hundredth of a second, shape (6000,)."""
    frames = sound(conversation_id, speaker).reshape(-1, RATE_HZ // 100)
    return np.asarray(np.sqrt(np.mean(frames**2, axis=1)))


def marked(
    spans: list[tuple[float, float]], margin_s: float = 0.0, n_per_s: int = 100
) -> NDArray[np.bool_]:
    """Hundredths of a second inside a span drawn in by a margin (negative: widened)."""
    inside = np.zeros(60 * n_per_s, bool)
    for start_s, end_s in spans:
        first, last = (round(t * n_per_s) for t in (start_s + margin_s, end_s - margin_s))
        inside[max(0, first) : max(0, last)] = True
    return inside


def audible(found: Track) -> list[tuple[float, float]]:
    return [
        (start_s, end_s)
        for start_s, end_s, label in zip(found.start_s, found.end_s, found.labels, strict=True)
        if label not in SOUNDLESS
    ]


def test_layout_is_that_of_the_raw_delivery() -> None:
    one = {"metadata.json", "truth.json"}
    for speaker in SPEAKERS:
        one |= {f"speaker_{speaker}_audio.flac"}
        one |= {f"speaker_{speaker}_annotation_{a}.srt" for a in ANNOTATORS}
    expected = {f"{i}/{name}" for i in IDS for name in one}
    expected |= {"README.txt", "dev.txt", "test.txt"}
    found = {p.relative_to(MINI).as_posix() for p in MINI.rglob("*") if p.is_file()}
    assert found == expected
    assert tuple(CONVERSATIONS) == IDS


def test_it_stays_small() -> None:
    assert sum(p.stat().st_size for p in MINI.rglob("*") if p.is_file()) <= 8_000_000


def test_it_says_what_it_is() -> None:
    note = (MINI / "README.txt").read_text()
    assert note == build_mini.README
    for said in (
        "a simulated corpus",
        "Nobody was recorded",
        "say nothing about systems in the field",
        "Kokoro-82M",
        "Apache-2.0",
    ):
        assert said in " ".join(note.split())
    assert all(f"{actor.actor_id}  " in note for actor in ACTORS)


def test_two_conversations_of_each_type_one_in_each_split() -> None:
    assert [planned.cast.conversation_id for planned in PLAN] == list(IDS)
    for name, split in SPLITS.items():
        ids = (MINI / f"{name}.txt").read_text().split()
        assert ids == [planned.cast.conversation_id for planned in split]
        assert sorted(metadata(i)["conversation_type"] for i in ids) == sorted(TYPE_NAMES)
        assert {metadata(i)["audio_status"] for i in ids} == {"clean", "noisy"}


def test_an_actor_keeps_a_voice_and_the_splits_share_none() -> None:
    assert sorted(VOICES[name].gender for name in EMBEDDED_VOICES) == ["female"] * 4 + ["male"] * 4
    voices: dict[str, str] = {}
    for i in IDS:
        names = told(i).made_with["voices"]
        assert isinstance(names, list)
        for speaker, voice in zip(SPEAKERS, names, strict=True):
            actor = metadata(i)[f"speaker_{speaker}_actor_id"]
            assert voices.setdefault(actor, voice) == voice
            assert metadata(i)[f"speaker_{speaker}_actor_gender"] == VOICES[voice].gender
    assert sorted(voices.values()) == sorted(EMBEDDED_VOICES)
    met = {
        name: {frozenset(a.actor_id for a in p.cast.actors) for p in split}
        for name, split in SPLITS.items()
    }
    dev, test = (frozenset.union(*pairs) for pairs in met.values())
    assert not dev & test
    for pairs, actors in zip(met.values(), (dev, test), strict=True):
        assert pairs == {frozenset(pair) for pair in combinations(actors, 2)}


@pytest.mark.parametrize("planned", PLAN, ids=IDS)
def test_a_truth_is_that_of_the_plan(planned: build_mini.Planned) -> None:
    cast, found = planned.cast, told(planned.cast.conversation_id)
    assert found.truth.conversation_id == cast.conversation_id
    assert (found.truth.seed, found.truth.duration_s) == (cast.seed, 60.0)
    assert found.truth.metadata.actor_ids == tuple(a.actor_id for a in cast.actors)
    assert found.truth.metadata.type_name == TYPE_NAMES[KINDS_TO_TYPE[cast.kind]]
    assert found.made_with["degradations"] == planned.degradations
    status = "clean" if planned.degradations == "none" else "noisy"
    assert found.truth.metadata.audio_status == status
    assert metadata(cast.conversation_id)["duration_s"] == 60.0


KINDS_TO_TYPE = {TYPE_NAMES[name].lower(): name for name in TYPE_NAMES}


def test_labels_are_those_of_the_inventory_and_most_occur() -> None:
    found = Counter(label for t in tracks() for label in t.labels)
    known = {fine.spelling for fine in FINE_LABELS}
    assert set(found) <= known
    assert len(found) >= 15


def test_tracks_are_in_order_within_the_audio_and_have_words() -> None:
    for t in tracks():
        assert np.all(np.diff(t.start_s) >= 0)
        assert np.all(t.start_s < t.end_s)
        assert t.start_s[0] >= 0
        assert t.end_s.max() <= 60
        assert all(t.texts)


@pytest.mark.parametrize("conversation_id", IDS)
def test_events_come_at_the_rate_of_real_conversations(conversation_id: str) -> None:
    n = sum(len(track(conversation_id, s, a)) for s in SPEAKERS for a in ANNOTATORS) / 3
    assert 14 <= n <= 30


@pytest.mark.parametrize("conversation_id", IDS)
def test_audio_lasts_as_long_as_told(conversation_id: str) -> None:
    for speaker in SPEAKERS:
        found = soundfile.info(MINI / conversation_id / f"speaker_{speaker}_audio.flac")
        assert (found.channels, found.samplerate, found.frames) == (1, RATE_HZ, 60 * RATE_HZ)
        steps = sound(conversation_id, speaker) / STEP
        assert np.array_equal(steps, np.rint(steps))


@pytest.mark.parametrize("conversation_id", IDS)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_sound_is_where_the_truth_says(conversation_id: str, speaker: int) -> None:
    own = truth(conversation_id).of(speaker)
    inside = marked([(e.start_s, e.end_s) for e in own], -1e-3, RATE_HZ)
    outside = sound(conversation_id, speaker)[~inside]
    clean = metadata(conversation_id)["audio_status"] == "clean"
    if clean:
        assert not np.any(outside)
    else:
        assert np.sqrt(np.mean(outside**2)) < 0.01
    for each in own:
        if each.spoken is not None and canonical(each.label) is Label.TURN:
            samples = heard(conversation_id, each)
            assert 0.02 < np.sqrt(np.mean(samples**2)) < 0.12
            # begins at once and does not end early
            assert np.abs(samples[: RATE_HZ // 10]).max() > 0.01
            if clean:  # a line swallows the last breath of a word
                assert np.abs(samples[-RATE_HZ // 4 :]).max() > 0.005


@pytest.mark.parametrize("conversation_id", IDS)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_sound_is_where_the_annotators_hear_it(conversation_id: str, speaker: int) -> None:
    sounds = levels(conversation_id, speaker) > 0.01
    # pauses between the words of a cue are bridged
    spread = np.convolve(sounds, np.ones(60), "same") > 0
    for annotator in ANNOTATORS:
        own = marked(audible(track(conversation_id, speaker, annotator)), -0.05)
        assert np.mean(own[sounds]) > 0.8
        assert np.mean(spread[own]) > 0.8


def test_nothing_is_clipped_and_backchannels_are_softer() -> None:
    loud: dict[Label, list[float]] = {}
    for i in IDS:
        for speaker in SPEAKERS:
            assert 0.1 < np.abs(sound(i, speaker)).max() < 1.0 - STEP
        for each in truth(i).happenings:
            level = float(np.sqrt(np.mean(heard(i, each) ** 2)))
            loud.setdefault(canonical(each.label), []).append(level)
    turn, backchannel = (np.median(loud[each]) for each in (Label.TURN, Label.BACKCHANNEL))
    assert 0.3 < backchannel / turn < 0.8


def test_annotators_agree_miss_slip_and_confuse() -> None:
    kinds: Counter[str] = Counter()
    for i in IDS:
        for each in truth(i).happenings:
            for annotator in ANNOTATORS:
                t = track(i, each.speaker, annotator)
                off = np.abs(t.start_s - each.start_s) + np.abs(t.end_s - each.end_s)
                nearest = int(np.argmin(off))
                if off[nearest] > 0.5:
                    kinds["missed, split or merged"] += 1
                elif t.labels[nearest] != each.label:
                    kinds["confused"] += 1
                else:
                    kinds["slipped" if off[nearest] > 0.15 else "near"] += 1
    n = kinds.total()
    assert kinds["near"] / n > 0.6
    assert all(0.005 < kinds[kind] / n < 0.25 for kind in kinds if kind != "near")
    assert len(kinds) == 4


def of_conversation(groups: NDArray[np.int64], index: int) -> int:
    return int(np.count_nonzero(groups // 2 == index))


@pytest.mark.parametrize("index", range(len(IDS)))
def test_each_conversation_has_ends_pauses_and_what_is_not_agreed(index: int) -> None:
    found = gold()
    assert of_conversation(found.eot.positives.group, index) >= 3
    assert of_conversation(found.eot.negatives.group, index) >= 1
    assert of_conversation(found.interruption.negatives.group, index) >= 3
    n_excluded = of_conversation(found.eot.excluded.group, index)
    assert n_excluded + of_conversation(found.interruption.excluded.group, index) >= 1


def test_each_split_holds_interruptions() -> None:
    for split in SPLITS.values():
        part = gold().subset([planned.cast.conversation_id for planned in split])
        assert len(part.interruption.positives) >= 4


def toy(text: str) -> Spoken:
    """A tone a word, a fifth of a second each."""
    n = max(1, len(text.split()))
    words = tuple(SpokenWord(w, 0.2 * k, 0.2 * (k + 1)) for k, w in enumerate(text.split()))
    time_s = np.arange(round(0.2 * n * RATE_HZ)) / RATE_HZ
    samples = (0.3 * np.sin(2 * np.pi * 220 * time_s)).astype(np.float32)
    return Spoken(text, 0.2 * n, words, samples, RATE_HZ)


def test_a_tiny_one_is_built_alike_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "speaking", lambda *_: (toy, toy))
    monkeypatch.setattr(build_mini, "MINUTES", 0.2)
    monkeypatch.setattr(build_mini, "PLAN", (PLAN[0], PLAN[5]))
    monkeypatch.setattr(build_mini, "SPLITS", {"dev": PLAN[:1], "test": PLAN[5:6]})
    for run in ("first", "second"):
        build(tmp_path / run)
    names = sorted(p.relative_to(tmp_path / "first") for p in (tmp_path / "first").rglob("*.*"))
    assert len(names) == 2 * 10 + 3
    for name in names:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes()
    found = open_corpus(tmp_path / "first").conversations()
    assert [c.conversation_id for c in found] == ["1", "6"]
    assert [c.duration_s for c in found] == [12.0, 12.0]
    assert [c.metadata.audio_status for c in found] == ["clean", "noisy"]
    samples, rate_hz = soundfile.read(tmp_path / "first" / "1" / "speaker_1_audio.flac")
    assert (len(samples), rate_hz) == (12 * RATE_HZ, RATE_HZ)
    assert np.abs(samples).max() > 0.03

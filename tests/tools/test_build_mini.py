"""The embedded corpus ``mini``: complete, well-formed, heard where it is annotated, rebuilt alike.

What it holds is generated; these tests hold it to what the documentation and demo rely on.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tools.build_mini import MINI, build_conversation, dialogues, events_of, texts_of
from turnscope.core.conversation import SPEAKERS, TYPE_NAMES, Conversation
from turnscope.core.gold import Gold
from turnscope.core.labels import FINE_LABELS
from turnscope.core.tracks import Track
from turnscope.corpus.formats.registry import FORMATS
from turnscope.corpus.labelling import split_label
from turnscope.gold.derive import gold_of

IDS = ("1", "2", "3", "4", "5", "6")
ANNOTATORS = ("a", "b", "c")
RATE_HZ = 16_000
SOUNDLESS = ("Awkward Silence", "Channel Bleed")


@cache
def track(conversation_id: str, speaker: int, annotator: str) -> Track:
    path = MINI / conversation_id / f"speaker_{speaker}_annotation_{annotator}.srt"
    document = FORMATS["srt"].parse(path.read_bytes(), path.name)
    assert document.unread == document.notes == ()
    split = [split_label(cue.text) for cue in document.cues]
    times = [(c.start_s, c.end_s) for c in document.cues]
    return Track.of(
        [start_s for start_s, _ in times if start_s is not None],
        [end_s for _, end_s in times if end_s is not None],
        [label for label, _ in split],
        [text for _, text in split],
    )


def tracks() -> list[Track]:
    return [track(i, s, a) for i in IDS for s in SPEAKERS for a in ANNOTATORS]


@cache
def gold() -> Gold:
    pairs = {i: [{a: track(i, s, a) for a in ANNOTATORS} for s in SPEAKERS] for i in IDS}
    return gold_of([Conversation(i, 60.0, (pairs[i][0], pairs[i][1])) for i in IDS])


@cache
def metadata(conversation_id: str) -> dict[str, Any]:
    found = json.loads((MINI / conversation_id / "metadata.json").read_text())
    assert isinstance(found, dict)
    return found


def levels(conversation_id: str, speaker: int) -> NDArray[np.float64]:
    """RMS of each hundredth of a second, shape (6000,)."""
    path = MINI / conversation_id / f"speaker_{speaker}_audio.flac"
    samples, _ = soundfile.read(path)
    return np.asarray(np.sqrt(np.mean(samples.reshape(-1, RATE_HZ // 100) ** 2, axis=1)))


def marked(found: Track, margin_s: float, *, aside: tuple[str, ...] = ()) -> NDArray[np.bool_]:
    """Hundredths of a second inside an event drawn in by a margin (negative: widened)."""
    inside = np.zeros(6000, bool)
    for start_s, end_s, label in zip(found.start_s, found.end_s, found.labels, strict=True):
        if label not in aside:
            first, last = round((start_s + margin_s) * 100), round((end_s - margin_s) * 100)
            inside[max(0, first) : max(0, last)] = True
    return inside


def test_layout_is_that_of_the_raw_delivery() -> None:
    one = {"metadata.json"}
    for speaker in SPEAKERS:
        one |= {f"speaker_{speaker}_audio.flac"}
        one |= {f"speaker_{speaker}_annotation_{a}.srt" for a in ANNOTATORS}
    expected = {f"{i}/{name}" for i in IDS for name in one}
    expected |= {"README.txt", "dev.txt", "test.txt"}
    found = {p.relative_to(MINI).as_posix() for p in MINI.rglob("*") if p.is_file()}
    assert found == expected


def test_it_stays_small() -> None:
    assert sum(p.stat().st_size for p in MINI.rglob("*") if p.is_file()) <= 3_000_000


def test_it_says_what_it_is() -> None:
    note = (MINI / "README.txt").read_text()
    for said in ("synthetic", "Nobody was recorded", "nothing about how well any system"):
        assert said in " ".join(note.split())


def test_one_conversation_of_each_type() -> None:
    keys = {"task_id", "conversation_type", "duration_s", "audio_status"}
    keys |= {f"speaker_{s}_actor_{what}" for s in SPEAKERS for what in ("id", "gender")}
    assert all(set(metadata(i)) == keys for i in IDS)
    assert sorted(metadata(i)["conversation_type"] for i in IDS) == sorted(TYPE_NAMES)
    assert {metadata(i)["audio_status"] for i in IDS} == {"clean", "noisy"}


def test_an_actor_keeps_a_gender_and_the_splits_share_no_actor() -> None:
    cast = {i: {metadata(i)[f"speaker_{s}_actor_id"] for s in SPEAKERS} for i in IDS}
    genders = {
        (metadata(i)[f"speaker_{s}_actor_id"], metadata(i)[f"speaker_{s}_actor_gender"])
        for i in IDS
        for s in SPEAKERS
    }
    assert len(genders) == len(dict(genders)) == 8
    dev, test = ((MINI / f"{name}.txt").read_text().split() for name in ("dev", "test"))
    assert sorted(dev + test) == list(IDS)
    assert not set.union(*(cast[i] for i in dev)) & set.union(*(cast[i] for i in test))
    # a random split would leak: every conversation shares an actor with another one
    assert all(any(cast[i] & cast[j] for j in IDS if j != i) for i in IDS)


def test_every_fine_label_occurs_and_no_other() -> None:
    found = Counter(label for t in tracks() for label in t.labels)
    assert set(found) == {fine.spelling for fine in FINE_LABELS}


def test_tracks_are_in_order_within_the_audio_and_have_words() -> None:
    for t in tracks():
        edges = np.stack([t.start_s, t.end_s], axis=1).ravel()
        assert np.all(np.diff(edges) > 0)
        assert edges[0] >= 0
        assert edges[-1] <= 60
        assert all(t.texts)


@pytest.mark.parametrize("conversation_id", IDS)
def test_events_come_at_the_rate_of_real_conversations(conversation_id: str) -> None:
    n = sum(len(track(conversation_id, s, a)) for s in SPEAKERS for a in ANNOTATORS) / 3
    assert 17 <= n <= 21


@pytest.mark.parametrize("conversation_id", IDS)
def test_audio_lasts_as_long_as_told(conversation_id: str) -> None:
    for speaker in SPEAKERS:
        path = MINI / conversation_id / f"speaker_{speaker}_audio.flac"
        samples, rate = soundfile.read(path)
        assert samples.ndim == 1
        assert rate == RATE_HZ == soundfile.info(path).samplerate
        assert abs(len(samples) - metadata(conversation_id)["duration_s"] * rate) <= 1
        assert len(samples) == soundfile.info(path).frames


@pytest.mark.parametrize("conversation_id", IDS)
@pytest.mark.parametrize("speaker", SPEAKERS)
def test_sound_is_where_the_annotators_hear_it(conversation_id: str, speaker: int) -> None:
    level = levels(conversation_id, speaker)
    drawn = [track(conversation_id, speaker, a) for a in ANNOTATORS]
    all_say = np.all([marked(t, 0.05, aside=SOUNDLESS) for t in drawn], axis=0)
    none_says = ~np.any([marked(t, -0.05) for t in drawn], axis=0)
    assert np.percentile(level[all_say], 50) > 0.03
    assert np.mean(level[all_say] > 0.01) > 0.85
    assert level[none_says].max() < 0.01
    assert 0.0005 < np.sqrt(np.mean(level[none_says] ** 2)) < 0.003

    heard = np.convolve(level, np.ones(12) / 12, "same") > 0.01
    for t in drawn:
        other = track(conversation_id, 3 - speaker, "a")
        assert np.corrcoef(heard, marked(t, 0.0, aside=SOUNDLESS))[0, 1] > 0.8
        assert np.corrcoef(heard, marked(other, 0.0, aside=SOUNDLESS))[0, 1] < 0.2


def test_peaks_are_those_of_a_good_recording_and_backchannels_are_softer() -> None:
    truth = dialogues()
    peaks: dict[str, list[float]] = {}
    for table in truth["conversation"]:
        for event in events_of(table, truth["actors"]):
            heard = soundfile.read(
                MINI / table["id"] / f"speaker_{event.speaker}_audio.flac",
                start=round(event.start_s * RATE_HZ),
                stop=round(event.end_s * RATE_HZ),
            )[0]
            peaks.setdefault(event.label, []).append(float(np.abs(heard).max()))
    assert 0.2 <= min(peaks["turn"]) <= max(peaks["int-comp"]) <= 0.4
    assert max(peaks["cont"] + peaks["ack"] + peaks["react"]) < min(peaks["turn"])
    assert max(peaks["awkward"]) < 0.01 < min(peaks["bleed"]) < 0.05


def test_annotators_agree_miss_slip_and_confuse() -> None:
    truth = dialogues()
    kinds: Counter[str] = Counter()
    for table in truth["conversation"]:
        for event in events_of(table, truth["actors"]):
            label = truth["labels"][event.label]
            for annotator in ANNOTATORS:
                t = track(table["id"], event.speaker, annotator)
                off = np.abs(t.start_s - event.start_s) + np.abs(t.end_s - event.end_s)
                nearest = int(np.argmin(off))
                ends = t.start_s[nearest] - event.start_s, t.end_s[nearest] - event.end_s
                largest = max(map(abs, ends))
                if off[nearest] > 0.33:
                    kinds["missed"] += 1
                elif t.labels[nearest] != label:
                    kinds["confused"] += 1
                else:
                    kinds["near" if largest < 0.0605 else "slipped"] += 1
                    assert largest < 0.0605 or 0.0 < largest < 0.2605
    n = kinds.total()
    assert kinds["near"] / n > 0.65
    assert all(0.005 < kinds[kind] / n < 0.25 for kind in ("missed", "slipped", "confused"))


@pytest.mark.parametrize("index", range(len(IDS)))
def test_each_conversation_has_something_of_every_kind(index: int) -> None:
    def n_of(group: NDArray[np.int64]) -> int:
        return int(np.count_nonzero(group // 2 == index))

    found = gold()
    assert n_of(found.eot.positives.group) >= 4
    assert n_of(found.eot.negatives.group) >= 2
    assert n_of(found.eot.excluded.group) >= 1
    assert n_of(found.interruption.negatives.group) >= 2
    assert n_of(found.interruption.excluded.group) >= 1
    # only the story is told without an interruption
    assert (n_of(found.interruption.positives.group) >= 1) == (IDS[index] != "5")


@pytest.mark.parametrize("conversation_id", IDS)
def test_texts_are_those_of_the_scripts(conversation_id: str) -> None:
    texts = texts_of(conversation_id)
    assert len(set(texts.values())) == len(texts) == 7
    for name, text in texts.items():
        assert (MINI / conversation_id / name).read_bytes() == text.encode()


def test_rebuilding_gives_the_same_bytes(tmp_path: Path) -> None:
    build_conversation("5", tmp_path / "first")
    build_conversation("5", tmp_path / "second")
    names = sorted(p.name for p in (MINI / "5").iterdir())
    assert len(names) == 9
    for name in names:
        first, second = ((tmp_path / run / "5" / name).read_bytes() for run in ("first", "second"))
        assert first == second
        if not name.endswith(".flac"):
            assert first == (MINI / "5" / name).read_bytes()
            continue
        # another FLAC encoder may pack the same samples otherwise, another processor's sine may
        # differ in the last bit and so, rarely, round a sample to the next step
        built, shipped = (
            soundfile.read(folder / "5" / name, dtype="int16")[0].astype(int)
            for folder in (tmp_path / "first", MINI)
        )
        assert np.abs(built - shipped).max() <= 64
        assert np.mean(built != shipped) < 1e-4


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ("3 turn +0.4 Hello.", "cannot read '3 turn"),
        ("1 turn 0.4 Hello.", "cannot read '1 turn"),
        ("1 turn +0.4 Hello there.\n1 turn -0.1 Hello.", "own speech before it"),
        ("1 turn +59.8 Hello there.", "audio to 60.0 s"),
    ],
)
def test_a_script_that_cannot_be_is_refused(script: str, said: str) -> None:
    table = {"id": "9", "actors": ["M01", "M02"], "script": script}
    with pytest.raises(ValueError, match="conversation 9") as caught:
        events_of(table, dialogues()["actors"])
    assert said in str(caught.value)


def test_script_times_count_from_the_floor_its_start_or_oneself() -> None:
    script = (
        "1 turn +1.0 One two three four five.\n"
        "2 ack @0.5 yeah\n"
        "1 turn +0.4 Six.\n"
        "2 ack ^0.4 yeah\n"
        "2 turn -0.1 Seven."
    )
    table = {"id": "9", "actors": ["M01", "M02"], "script": script}
    first, ack, second, later, last = events_of(table, dialogues()["actors"])
    assert first.start_s == 1.0
    assert ack.start_s == 1.5
    assert second.start_s == pytest.approx(first.end_s + 0.4)
    assert later.start_s == pytest.approx(ack.end_s + 0.4)
    assert last.start_s == pytest.approx(second.end_s - 0.1)

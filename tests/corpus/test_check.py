"""The check end to end: one flaw at a time, on synthetic conversations with known truth."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tests.corpus.synthetic import RATE_HZ, Flaws, annotated, turns, two_channels
from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track
from turnscope.corpus.audio import Recording
from turnscope.corpus.check import check_recording
from turnscope.corpus.check_tracks import check_tracks
from turnscope.corpus.findings import Finding

Channels = tuple[NDArray[np.float32], NDArray[np.float32]]


def wav(
    channels: Sequence[NDArray[np.floating]], rate: int = RATE_HZ, encoding: str = "PCM_16"
) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, np.stack(channels, axis=1), rate, format="WAV", subtype=encoding)
    return file.getvalue()


def synthetic(
    seed: int, duration_s: float = 90.0, flaws: Flaws | None = None
) -> tuple[Channels, Conversation]:
    rng = np.random.default_rng(seed)
    spans = turns(rng, duration_s)
    channels = two_channels(rng, spans, duration_s, flaws or Flaws())
    return channels, annotated(rng, spans, duration_s)


def checked(
    channels: Sequence[NDArray[np.floating]], conversation: Conversation
) -> dict[str, list[Finding]]:
    recording = Recording.of_stereo("c1", wav(channels), name="c1.wav")
    by_kind: dict[str, list[Finding]] = {}
    for finding in check_recording(recording, conversation):
        by_kind.setdefault(finding.kind, []).append(finding)
    return by_kind


@pytest.mark.parametrize(
    "flaws", [Flaws(), Flaws(noise_db=-48.0), Flaws(bleed_db=-40.0)], ids=["clean", "noisy", "-40"]
)
def test_no_false_alarms(flaws: Flaws) -> None:
    for seed in range(5):
        assert checked(*synthetic(seed, 60.0, flaws)) == {}, seed


@pytest.mark.parametrize("bleed_db", [None, -20.0, -6.0])
def test_swapped_channels(bleed_db: float | None) -> None:
    for seed in range(3):
        (first, second), conversation = synthetic(seed, 60.0, Flaws(bleed_db=bleed_db))
        found = checked((second, first), conversation)
        assert set(found) - {"heavy_bleed"} == {"swapped_channels"}, seed
        assert found["swapped_channels"][0].severity == "warning"
        values = found["swapped_channels"][0].values
        assert values["follow_other_channel"] > values["follow_own_channel"] + 0.15


def test_unrelated_annotation() -> None:
    for seed in range(3):
        channels, _ = synthetic(seed, 120.0)
        _, other = synthetic(seed + 100, 120.0)
        found = checked(channels, other)
        assert set(found) == {"unrelated_annotation"}
        assert [f.where for f in found["unrelated_annotation"]] == ["c1/speaker_1", "c1/speaker_2"]


@pytest.mark.parametrize("bleed_db", [None, -10.0])
@pytest.mark.parametrize("offset_s", [(0.3, 0.0), (0.0, -1.0)])
def test_offset_of_one_channel(offset_s: tuple[float, float], bleed_db: float | None) -> None:
    flaws = Flaws(offset_s=offset_s, bleed_db=bleed_db)
    for seed in range(2):
        found = checked(*synthetic(seed, flaws=flaws))
        assert set(found) - {"heavy_bleed"} == {"annotation_offset", "channel_offset"}, seed
        (offset,) = found["annotation_offset"]
        moved = 0 if offset_s[0] else 1
        assert offset.where == f"c1/speaker_{moved + 1} (c1.wav)"
        assert offset.values["lag_s"] == pytest.approx(offset_s[moved], abs=0.03)
        between = found["channel_offset"][0].values
        name = "offset_by_annotation_s" if bleed_db is None else "offset_by_bleed_s"
        assert between[name] == pytest.approx(offset_s[0] - offset_s[1], abs=0.03)


def test_the_fix_told_is_the_fix() -> None:
    channels, conversation = synthetic(3, flaws=Flaws(offset_s=(0.5, 0.0)))
    recording = Recording.of_stereo("c1", wav(channels), offsets_s=(0.2, 0.0))
    offset = next(
        f for f in check_recording(recording, conversation) if f.kind == "annotation_offset"
    )
    assert offset.values["lag_s"] == pytest.approx(0.7, abs=0.03)
    mended = Recording.of_stereo(
        "c1", wav(channels), offsets_s=(offset.values["offset_fix_s"], 0.0)
    )
    assert check_recording(mended, conversation) == ()


def test_offset_of_swapped_channels_is_that_of_the_channel() -> None:
    # speaker 1 is on channel 2, which is 0.5 s late and given another 0.2 s
    (first, second), conversation = synthetic(3, flaws=Flaws(offset_s=(0.5, 0.0)))
    recording = Recording.of_stereo("c1", wav((second, first)), offsets_s=(0.0, 0.2), name="x.wav")
    found = {f.kind: f for f in check_recording(recording, conversation)}
    assert set(found) == {"swapped_channels", "annotation_offset", "channel_offset"}
    assert found["annotation_offset"].where == "c1/speaker_2 (x.wav)"
    assert found["annotation_offset"].values["lag_s"] == pytest.approx(0.7, abs=0.03)
    assert found["annotation_offset"].values["offset_fix_s"] == pytest.approx(-0.5, abs=0.03)
    between = found["channel_offset"].values["offset_by_annotation_s"]
    assert between == pytest.approx(-0.7, abs=0.03)


def test_too_few_events_for_a_lag_accuse_nobody() -> None:
    # both channels are 1 s late; speaker 1 has four events, which cannot prove it
    (first, second), conversation = synthetic(20, 60.0, Flaws(offset_s=(1.0, 1.0), bleed_db=-40.0))
    few = {
        n: Track.of(t.start_s[:4], t.end_s[:4], t.labels[:4])
        for n, t in conversation.tracks[0].items()
    }
    until = round((max(t.end_s.max() for t in few.values()) + 1.3) * RATE_HZ)
    first = first.copy()
    first[until:] = 0.0005 * np.random.default_rng(0).standard_normal(len(first) - until)
    found = checked((first, second), Conversation("c1", 60.0, (few, conversation.tracks[1])))
    assert "annotation_offset" in found
    assert "channel_offset" not in found
    assert "heavy_bleed" not in found


def test_annotations_late_on_both_channels_are_no_channel_offset() -> None:
    found = checked(*synthetic(4, flaws=Flaws(offset_s=(2.0, 2.0))))
    assert set(found) == {"annotation_offset"}
    assert len(found["annotation_offset"]) == 2


@pytest.mark.parametrize("bleed_db", [None, -10.0])
def test_drift(bleed_db: float | None) -> None:
    flaws = Flaws(drift_ms_per_min=(40.0, 0.0), bleed_db=bleed_db)
    found = checked(*synthetic(5, 310.0, flaws))
    assert {"annotation_drift", "channel_drift"} <= set(found)
    (drift,) = found["annotation_drift"]
    assert drift.where.startswith("c1/speaker_1")
    assert drift.values["drift_ms_per_min"] == pytest.approx(40.0, abs=8.0)
    name = "drift_by_annotation_ms_per_min" if bleed_db is None else "drift_by_bleed_ms_per_min"
    assert found["channel_drift"][0].values[name] == pytest.approx(40.0, abs=8.0)


def test_channels_that_drift_with_their_annotation_are_given_away_by_bleed() -> None:
    rng = np.random.default_rng(6)
    (first, second) = turns(rng, 250.0)
    flaws = Flaws(drift_ms_per_min=(30.0, 0.0), bleed_db=-15.0)
    channels = two_channels(rng, (first, second), 250.0, flaws)
    stretched = (first[0] * 1.0005, np.minimum(first[1] * 1.0005, 249.9))
    found = checked(channels, annotated(rng, (stretched, second), 250.0))
    assert "annotation_drift" not in found
    drift = found["channel_drift"][0].values["drift_by_bleed_ms_per_min"]
    assert drift == pytest.approx(30.0, abs=1.0)


@pytest.mark.parametrize(("bleed_db", "severity"), [(-10.0, "warning"), (-20.0, "note")])
def test_heavy_bleed(bleed_db: float, severity: str) -> None:
    for seed in range(3):
        found = checked(*synthetic(seed, 60.0, Flaws(bleed_db=bleed_db)))
        assert set(found) == {"heavy_bleed"}
        assert [f.severity for f in found["heavy_bleed"]] == [severity] * 2
        for finding in found["heavy_bleed"]:
            assert finding.values["bleed_db"] == pytest.approx(bleed_db, abs=4.0)


@pytest.mark.parametrize("gain", [1.0, 0.3, -0.5])
def test_mono_made_stereo(gain: float) -> None:
    (first, second), conversation = synthetic(7, 60.0)
    mono = first + second
    found = checked((mono, gain * mono), conversation)
    assert set(found) == {"identical_channels"}
    finding = found["identical_channels"][0]
    assert finding.values["gain_db"] == pytest.approx(20 * np.log10(abs(gain)), abs=0.1)
    assert bool(finding.detail) == (gain < 0)


def test_silent_channel() -> None:
    (first, second), conversation = synthetic(8, 60.0)
    found = checked((first, 0 * second), conversation)
    assert found["silent_channel"][0].where == "c1/speaker_2 (c1.wav)"
    assert found["not_judged"][0].where == "c1/speaker_2"
    faint = checked((first, second * 0.003), conversation)
    assert faint["silent_channel"][0].values["peak_db"] < -50


def test_clipped() -> None:
    (first, second), conversation = synthetic(9, 60.0)
    loud = np.clip(first * 30, -1, 1)
    found = checked((loud, second), conversation)
    assert found["clipped"][0].severity == "warning"
    assert found["clipped"][0].values["share_of_samples"] > 0.001
    once = first.copy()
    once[800:805] = 1.0
    assert "clipped" not in checked((once, second), conversation)


def test_float_oddities() -> None:
    (first, second), conversation = synthetic(10, 60.0)
    first = first.copy()
    first[:3] = [2.0, np.nan, np.inf]
    content = wav((first, second), encoding="FLOAT")
    found = {f.kind: f for f in check_recording(Recording.of_stereo("c1", content), conversation)}
    assert set(found) == {"over_full_scale", "not_finite"}
    assert found["over_full_scale"].values == {"n_samples": 1, "peak": 2.0}
    assert found["not_finite"].values == {"n_samples": 2}


def test_lengths_and_rates() -> None:
    (first, second), conversation = synthetic(11, 60.0)
    short = wav((second[: -3 * RATE_HZ],))
    pair = Recording.of_pair("c1", wav((first,)), short, names=("1.wav", "2.wav"))
    found = {f.kind: f for f in check_recording(pair, conversation)}
    assert found["unequal_length"].values == {"channel_1_s": 60.0, "channel_2_s": 57.0}
    assert found["unequal_length"].severity == "warning"
    assert {"unequal_length"} <= set(found) <= {"unequal_length", "annotation_past_end"}
    slow = Recording.of_pair("c1", wav((first,)), wav((second[::2],), RATE_HZ // 2))
    found = {f.kind: f for f in check_recording(slow, conversation)}
    assert set(found) == {"different_rates"}
    assert found["different_rates"].values == {"channel_1_hz": 8000, "channel_2_hz": 4000}


def test_declared_duration() -> None:
    channels, conversation = synthetic(12, 60.0)
    longer = Conversation("c1", 63.5, conversation.tracks)
    (finding,) = checked(channels, longer)["duration_differs"]
    assert finding.values == pytest.approx({"declared_s": 63.5, "audio_s": 60, "excess_s": 3.5})
    assert finding.severity == "warning"
    hair = Conversation("c1", 60.00003, conversation.tracks)
    assert checked(channels, hair) == {}
    assert checked(channels, Conversation("c1", float("nan"), conversation.tracks)) == {}


def test_given_offset_is_not_blamed_for_lengths() -> None:
    channels, conversation = synthetic(13, 60.0, Flaws(offset_s=(-0.4, 0.0)))
    for duration_s in (60.0, 60.4):
        told = Conversation("c1", duration_s, conversation.tracks)
        recording = Recording.of_stereo("c1", wav(channels), offsets_s=(0.4, 0.0))
        assert check_recording(recording, told) == ()


def test_cut_files() -> None:
    channels, conversation = synthetic(14, 60.0)
    content = wav(channels)
    cut = Recording.of_stereo("c1", content[: len(content) // 2])
    found = {f.kind: f for f in check_recording(cut, conversation)}
    assert found["cut_off"].values == pytest.approx(
        {"declared_s": 60, "decoded_s": 30, "missing_s": 30}, abs=0.01
    )
    assert found["annotation_past_end"].values["n_wholly_past"] > 0
    assert "duration_differs" in found
    file = io.BytesIO()
    soundfile.write(file, np.stack(channels, axis=1), RATE_HZ, format="MP3")
    mp3 = file.getvalue()
    half = check_recording(Recording.of_stereo("c1", mp3[: len(mp3) // 2]), conversation)
    assert "cut_off" in {f.kind for f in half}


def test_audio_that_cannot_be_read(tmp_path: Path) -> None:
    channels, conversation = synthetic(15, 60.0)
    nowhere = Recording.of_pair("c1", tmp_path / "none.wav", wav((channels[1],)))
    found = {f.kind: f for f in check_recording(nowhere, conversation)}
    assert "No such file" in found["undecodable"].detail
    assert "swapped_channels" not in found
    mono = Recording.of_stereo("c1", wav((channels[0],)))
    kinds = [f.kind for f in check_recording(mono, conversation)]
    assert kinds == ["undecodable", "not_judged"]
    both = Recording.of_stereo("c1", b"no audio at all")
    assert [f.kind for f in check_recording(both, conversation)] == ["undecodable"] * 2


def test_channels_nobody_listens_to() -> None:
    (first, second), conversation = synthetic(16, 60.0)
    three = wav((first, second, first))
    found = check_recording(Recording.of_stereo("c1", three), conversation)
    assert [(f.kind, f.values) for f in found] == [
        ("unused_channels", {"n_channels": 3, "n_used": 2})
    ]
    pair = Recording.of_pair("c1", wav((first, second)), wav((second,)))
    found = check_recording(pair, conversation)
    assert [(f.kind, f.values) for f in found] == [
        ("unused_channels", {"n_channels": 2, "n_used": 1})
    ]


def test_milliseconds_for_seconds_run_past_the_end() -> None:
    channels, conversation = synthetic(17, 60.0)
    track = conversation.track(1, "a")
    wrong = Track.of(track.start_s * 1000, track.end_s * 1000, track.labels)
    tracks = dict(conversation.tracks[0]) | {"a": wrong}
    found = checked(channels, Conversation("c1", 60.0, (tracks, conversation.tracks[1])))
    (past,) = found["annotation_past_end"]
    assert past.where == "c1/speaker_1/annotator a"
    assert past.values["n_events"] == len(track)
    assert past.severity == "warning"


def test_nothing_annotated_and_nothing_audible() -> None:
    channels, _ = synthetic(18, 30.0)
    bare = Conversation("c1", 30.0, ({}, {}))
    assert [f.kind for f in check_recording(Recording.of_stereo("c1", wav(channels)), bare)] == [
        "not_judged"
    ]
    slow = Recording.of_stereo("c1", wav(channels, 100))
    kinds = {f.kind for f in check_recording(slow, bare)}
    assert {"low_rate", "duration_differs"} <= kinds
    tiny = Recording.of_stereo("c1", wav((np.array([0.1, 0.1]), np.array([0.2, -0.2]))))
    assert "not_judged" in {f.kind for f in check_recording(tiny, bare)}


def test_track_findings_are_included() -> None:
    channels, conversation = synthetic(19, 120.0)
    shifted = conversation.track(2, "b").shifted(0.4)
    tracks = dict(conversation.tracks[1]) | {"b": shifted}
    odd = Conversation("c1", 120.0, (conversation.tracks[0], tracks))
    recording = Recording.of_stereo("c1", wav(channels))
    about_tracks = check_tracks(odd)
    assert [f.kind for f in about_tracks] == ["annotator_shifted"]
    assert check_recording(recording, odd)[-1:] == about_tracks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("flaws", "expected"),
    [
        (Flaws(), set()),
        (Flaws(noise_db=-48.0), set()),
        (Flaws(bleed_db=-40.0), set()),
        (Flaws(bleed_db=-20.0), {"heavy_bleed"}),
        (Flaws(bleed_db=-10.0), {"heavy_bleed"}),
        (Flaws(offset_s=(0.3, 0.0)), {"annotation_offset", "channel_offset"}),
    ],
)
def test_error_rates(flaws: Flaws, expected: set[str]) -> None:
    wrong = [s for s in range(50) if set(checked(*synthetic(s, 120.0, flaws))) != expected]
    assert len(wrong) <= 1, wrong


@pytest.mark.slow
def test_error_rates_of_drift() -> None:
    def drifts(flaws: Flaws) -> Callable[[int], bool]:
        return lambda seed: "channel_drift" in checked(*synthetic(seed, 600.0, flaws))

    assert sum(map(drifts(Flaws(drift_ms_per_min=(20.0, 0.0))), range(50))) >= 49
    assert sum(map(drifts(Flaws()), range(50))) <= 1

"""Corpora of the published size with random events, for timing only: no truth is planted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS, TYPE_NAMES, Conversation, Metadata
from turnscope.core.predictions import Predictions
from turnscope.core.protocol import Task
from turnscope.core.tracks import Track

__all__ = ["DEV_SIZE", "conversations", "predictions", "write_delivery"]

DEV_SIZE = 38
"""Conversations in TurnBench's dev split."""

_DURATION_S = 702.0
_EVENTS_A_MINUTE = 19.0
_LABELS = {
    "Normal Turn": 0.50,
    "Bounded Response": 0.06,
    "Filler": 0.05,
    "Overlap": 0.04,
    "Floor-taking Competitive Interruption": 0.03,
    "Non-floor Taking Competitive Interruption": 0.03,
    "Acknowledgement Backchannel": 0.16,
    "Continuer Backchannel": 0.06,
    "Laughter": 0.03,
    "Non-Speech Noise": 0.04,
}


def conversations(n: int, *, seed: int = 0) -> tuple[Conversation, ...]:
    """``n`` conversations of 11.7 minutes, 19 events a minute, three jittering annotators."""
    rng = np.random.default_rng(seed)
    types = list(TYPE_NAMES)
    return tuple(_conversation(str(k), types[k % len(types)], rng) for k in range(n))


def _conversation(name: str, kind: str, rng: np.random.Generator) -> Conversation:
    tracks = []
    for _ in SPEAKERS:
        n = int(_EVENTS_A_MINUTE * _DURATION_S / 60 / 2)
        # Own events follow one another without overlap, as voice activity splits them.
        duration = rng.lognormal(0.2, 0.7, n)
        gap = rng.exponential(1.0, n)
        scale = (_DURATION_S - 5.0) / (duration.sum() + gap.sum())
        end = np.cumsum(duration + gap) * scale
        start = end - duration * scale
        label = rng.choice(list(_LABELS), n, p=np.array(list(_LABELS.values())))
        tracks.append({a: _heard(start, end, label, rng) for a in "abc"})
    return Conversation(name, _DURATION_S, (tracks[0], tracks[1]), Metadata(kind))


def _heard(start: Floats, end: Floats, label: NDArray[np.str_], rng: np.random.Generator) -> Track:
    n = len(start)
    kept = rng.random(n) < 0.96
    confused = rng.random(n) < 0.06
    label = np.where(confused, rng.choice(list(_LABELS), n), label)
    onset = np.maximum(start + rng.normal(0, 0.04, n), 0.0).round(3)
    offset = np.maximum(end + rng.normal(0, 0.06, n), onset + 0.02).round(3)
    return Track.of(onset[kept], offset[kept], label[kept].tolist())


def predictions(roster_ids: Sequence[str], *, seed: int = 0) -> Predictions:
    """About as many events as there are gold rows: 120 a speaker and task."""
    rng = np.random.default_rng(seed)
    return Predictions.of(
        {
            i: {
                speaker: {task: np.unique(rng.uniform(0, 700, 120).round(3)) for task in Task}
                for speaker in SPEAKERS
            }
            for i in roster_ids
        }
    )


def write_delivery(corpus: Sequence[Conversation], directory: Path) -> None:
    """Write a corpus in the raw delivery layout, without audio."""
    for conversation in corpus:
        folder = directory / conversation.conversation_id
        folder.mkdir(parents=True)
        metadata = {
            "conversation_type": conversation.metadata.conversation_type,
            "duration_s": conversation.duration_s,
        }
        (folder / "metadata.json").write_text(json.dumps(metadata))
        for speaker in SPEAKERS:
            for annotator in conversation.annotators:
                track = conversation.track(speaker, annotator)
                cues = [
                    f"{k}\n{_clock(start)} --> {_clock(end)}\n[{label}] words\n"
                    for k, (start, end, label) in enumerate(
                        zip(track.start_s, track.end_s, track.labels, strict=True), start=1
                    )
                ]
                name = f"speaker_{speaker}_annotation_{annotator}.srt"
                (folder / name).write_text("\n".join(cues))


def _clock(seconds: float) -> str:
    ms = round(seconds * 1000)
    return f"{ms // 3_600_000:02d}:{ms // 60_000 % 60:02d}:{ms // 1000 % 60:02d},{ms % 1000:03d}"

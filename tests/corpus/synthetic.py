"""Conversations of noise bursts with known truth, for the checks of recordings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.conversation import Conversation
from turnscope.core.tracks import Track

RATE_HZ = 8000

Spoken = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True)
class Flaws:
    """What is wrong with the audio of a synthetic conversation."""

    bleed_db: float | None = None
    offset_s: tuple[float, float] = (0.0, 0.0)
    drift_ms_per_min: tuple[float, float] = (0.0, 0.0)
    noise_db: float = -65.0


def turns(rng: np.random.Generator, duration_s: float) -> tuple[Spoken, Spoken]:
    """Starts and ends of two speakers: turns with pauses, overlaps and backchannels."""
    spans: tuple[list[tuple[float, float]], list[tuple[float, float]]] = ([], [])
    now, who = float(rng.uniform(0.2, 2.0)), int(rng.integers(2))
    while now < duration_s - 1.0:
        for _ in range(int(rng.integers(1, 4))):
            end = min(now + float(rng.gamma(2.0, 1.3)) + 0.4, duration_s - 0.1)
            if end - now > 0.3:
                spans[who].append((now, end))
            if rng.random() < 0.4 and end - now > 1.5:
                start = float(rng.uniform(now + 0.3, end - 0.6))
                spans[1 - who].append((start, start + float(rng.uniform(0.25, 0.6))))
            now = end + float(rng.uniform(0.25, 0.9))
        now += float(rng.normal(-0.2, 0.5))
        now = max(now, end - 0.8)
        who = 1 - who
    first, second = (np.array(sorted(s)).reshape(-1, 2) for s in spans)
    return (first[:, 0], first[:, 1]), (second[:, 0], second[:, 1])


def voice(rng: np.random.Generator, spoken: Spoken, duration_s: float) -> NDArray[np.float64]:
    """Noise bursts with syllables, -25 dBFS or so, where a speaker speaks."""
    n = round(duration_s * RATE_HZ)
    sound = np.zeros(n)
    loudness = 10 ** (float(rng.uniform(-32, -22)) / 20)
    for start, end in zip(*spoken, strict=True):
        first, last = round(start * RATE_HZ), min(n, round(end * RATE_HZ))
        time = np.arange(last - first) / RATE_HZ
        syllables = 0.15 + np.abs(np.sin(2 * np.pi * 2.2 * time + rng.uniform(0, 3)))
        level = loudness * 10 ** (rng.normal(0, 3) / 20)
        burst = np.convolve(rng.standard_normal(last - first), [0.6, 0.8, 0.4], mode="same")
        sound[first:last] += level * syllables * burst
    return sound


def two_channels(
    rng: np.random.Generator, spoken: tuple[Spoken, Spoken], duration_s: float, flaws: Flaws
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """The recorded channels, each with its own clock, bleed and noise."""
    voices = [voice(rng, s, duration_s) for s in spoken]
    gain = 0.0 if flaws.bleed_db is None else 10 ** (flaws.bleed_db / 20)
    way = 24  # 3 ms of air between the microphones
    time = np.arange(len(voices[0])) / RATE_HZ
    channels = []
    for k in (0, 1):
        # bleed is relative to the level the channel's own speaker has
        other = voices[1 - k] * (float(voices[k].std()) / max(1e-9, float(voices[1 - k].std())))
        heard = voices[k] + gain * np.concatenate([np.zeros(way), other[:-way]])
        pace = 1 + flaws.drift_ms_per_min[k] / 60_000
        if pace != 1 or flaws.offset_s[k] != 0:
            heard = np.interp((time - flaws.offset_s[k]) / pace, time, heard, 0.0, 0.0)
        noise = 10 ** (flaws.noise_db / 20) * rng.standard_normal(len(heard))
        channels.append((heard + noise).astype(np.float32))
    return channels[0], channels[1]


def annotated(
    rng: np.random.Generator,
    spoken: tuple[Spoken, Spoken],
    duration_s: float,
    *,
    n_annotators: int = 3,
    jitter_s: float = 0.05,
) -> Conversation:
    """Annotators who place boundaries with some error and miss a few events."""
    tracks: tuple[dict[str, Track], dict[str, Track]] = ({}, {})
    for per_annotator, (start, end) in zip(tracks, spoken, strict=True):
        for name in "abc"[:n_annotators]:
            kept = rng.random(len(start)) > 0.05
            heard = np.abs(start[kept] + rng.normal(0, jitter_s, kept.sum()))
            until = np.minimum(end[kept] + rng.normal(0, jitter_s, kept.sum()), duration_s)
            until = np.maximum(until, heard + 0.05)
            labels = [
                "Normal Turn" if b - a > 0.7 else "Continuer Backchannel"
                for a, b in zip(heard, until, strict=True)
            ]
            per_annotator[name] = Track.of(np.round(heard, 3), np.round(until, 3), labels)
    return Conversation("c1", duration_s, tracks)

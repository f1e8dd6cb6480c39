"""Producers and systems that hear more than they should, each by a known amount, and some not.

All of them score 50 frames a second. Real leaks look like this: a published read-out that smooths
or normalises whole files, a one-shot resampler, a stamp at the start of a window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import numpy as np

from tests.systems.toys import Toy
from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.core.protocol import Task
from turnscope.core.scores import n_frames
from turnscope.corpus.audio import Recording
from turnscope.systems.base import NOTHING, Audio, Said
from turnscope.systems.causality import Producer
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import hear

__all__ = [
    "RATE_HZ",
    "Made",
    "early",
    "file_length",
    "frightened",
    "honest",
    "loudness",
    "mean_ahead",
    "median_ahead",
    "remembering",
    "resampled",
    "rounding",
    "tiring",
    "unseeded",
]

RATE_HZ = 50.0

Rule = Callable[[Floats, float], Floats]
"""From a channel's samples and its rate to one score a frame; too many are cut off."""


class Made(NamedTuple):
    """What a pipeline made of a recording."""

    commits: Mapping[int, Mapping[Task, Sequence[float]]]
    scores: Mapping[Task, tuple[Floats, Floats]]


def scored(recording: Recording, rule: Rule) -> Made:
    """Scores for EOT by a rule that sees the whole file at once."""
    n = n_frames(recording.duration_s, RATE_HZ)
    tracks = []
    for speaker in SPEAKERS:
        made = rule(recording.read(speaker).astype(np.float64), recording.rate_hz(speaker))
        tracks.append(np.concatenate([made[:n], np.zeros(max(0, n - len(made)))]))
    return Made({1: {}, 2: {}}, {Task.EOT: (tracks[0], tracks[1])})


def levels(samples: Floats, rate_hz: float) -> Floats:
    """RMS of each whole frame, from 0 to 1."""
    size = int(rate_hz / RATE_HZ)
    frames = samples[: len(samples) // size * size].reshape(-1, size)
    rms = np.sqrt(np.mean(frames**2, axis=1))
    return np.asarray(rms / (rms + 0.05))


def honest(recording: Recording) -> Made:
    """Each frame from its own samples."""
    return scored(recording, levels)


def mean_ahead(seconds: float) -> Producer:
    """The mean of a frame and those in the next ``seconds``."""
    return partial(scored, rule=partial(_ahead, seconds=seconds, of=np.mean))


def median_ahead(seconds: float) -> Producer:
    """The median of the frames from ``seconds`` ago to ``seconds`` ahead."""
    return partial(scored, rule=partial(_ahead, seconds=seconds, of=np.median, both_ways=True))


def _ahead(
    samples: Floats,
    rate_hz: float,
    *,
    seconds: float,
    of: Callable[..., Floats],
    both_ways: bool = False,
) -> Floats:
    found = levels(samples, rate_hz)
    k = round(seconds * RATE_HZ)
    before = k if both_ways else 0
    padded = np.pad(found, (before, k), mode="edge")
    windows = np.lib.stride_tricks.sliding_window_view(padded, before + k + 1)
    return np.asarray(of(windows, axis=1))


def loudness(recording: Recording) -> Made:
    """Every channel is brought to the same RMS over the whole file before anything else."""

    def rule(samples: Floats, rate_hz: float) -> Floats:
        return levels(0.1 * samples / np.sqrt(np.mean(samples**2)), rate_hz)

    return scored(recording, rule)


def resampled(seconds: float) -> Producer:
    """Half the rate by a centred windowed sinc of ``seconds`` each way, the whole file at once."""

    def rule(samples: Floats, rate_hz: float) -> Floats:
        k = int(seconds * rate_hz)
        taps = np.sinc(np.arange(-k, k + 1) / 2) / 2 * np.hamming(2 * k + 1)
        return levels(np.convolve(samples, taps, mode="same")[::2], rate_hz / 2)

    return partial(scored, rule=rule)


def file_length(recording: Recording) -> Made:
    """The further into the file, the likelier the end of the turn."""

    def rule(samples: Floats, rate_hz: float) -> Floats:
        n = len(samples) / rate_hz * RATE_HZ
        return (np.arange(int(n)) + 1) / n

    return scored(recording, rule)


def early(seconds: float) -> Producer:
    """``rms_vad`` with stamps that lie ``seconds`` before what was heard."""

    def producer(recording: Recording) -> Made:
        heard = hear(RmsVad(), recording)
        return Made(
            {
                speaker: {
                    task: [t - seconds for t in times if t >= seconds]
                    for task, times in tasks.items()
                }
                for speaker, tasks in heard.commits.items()
            },
            {},
        )

    return producer


def rounding(recording: Recording) -> Made:
    """As :func:`honest`, with sums that differ in the tenth decimal from file to file."""
    heard = honest(recording)
    noise = 1e-10 * abs(float(recording.read(1).sum() % 1.0))
    one, two = heard.scores[Task.EOT]
    return Made(heard.commits, {Task.EOT: (one * (1 - noise), two * (1 - noise))})


def unseeded() -> Producer:
    """Adds chance to its scores."""
    rng = np.random.default_rng()

    def rule(samples: Floats, rate_hz: float) -> Floats:
        return np.clip(levels(samples, rate_hz) + rng.normal(0, 0.01), 0, 1)

    return partial(scored, rule=rule)


def _level(audio: Audio) -> float:
    return float(levels(audio.astype(np.float64), RATE_HZ * len(audio))[0])


def remembering() -> Producer:
    """Hears in 20 ms and scores what the session before it heard 100 ms later."""
    toy = Toy(lambda _, __: NOTHING, chunk_s=1 / RATE_HZ, score_rate_hz=RATE_HZ)

    def answer(k: int, audio: Audio) -> Said:
        earlier: list[Audio] = toy.fed[-2] if len(toy.fed) > 1 else []
        known = earlier[k + 4] if k + 4 < len(earlier) else audio
        return Said(scores={task: [_level(known)] for task in Task})

    toy.answer = answer
    return partial(hear, toy)


def tiring() -> Producer:
    """Every conversation it has heard makes it score lower; no future is heard."""
    toy = Toy(lambda _, __: NOTHING, chunk_s=1 / RATE_HZ, score_rate_hz=RATE_HZ)

    def answer(_: int, audio: Audio) -> Said:
        n_earlier = (len(toy.fed) - 1) // 2
        return Said(scores={task: [_level(audio) * 0.9**n_earlier] for task in Task})

    toy.answer = answer
    return partial(hear, toy)


def frightened() -> Producer:
    """Scores half once it has heard something loud in an earlier conversation."""
    toy = Toy(lambda _, __: NOTHING, chunk_s=1 / RATE_HZ, score_rate_hz=RATE_HZ)

    @lru_cache
    def heard_loud(n_earlier: int) -> bool:
        return any(np.abs(chunk).max() > 0.35 for fed in toy.fed[:n_earlier] for chunk in fed)

    def answer(_: int, audio: Audio) -> Said:
        loud = heard_loud((len(toy.fed) - 1) // 2 * 2)
        return Said(scores={task: [_level(audio) * (0.5 if loud else 1.0)] for task in Task})

    toy.answer = answer
    return partial(hear, toy)

"""A recording whose past is kept to the sample and whose future is another: what a proof plays.

::

    t            ────────┃
    as recorded  ▂▅▃▁▂▇▅▃┃▁▂▅▆▂▁▁▃
    silence      ▂▅▃▁▂▇▅▃┃________
    noise        ▂▅▃▁▂▇▅▃┃▇▇▇▇▇▇▇▇
    speech       ▂▅▃▁▂▇▅▃┃▃▆▂▁▁▅▇▂    from elsewhere
    end          ▂▅▃▁▂▇▅▃┃            the audio is over

Both channels change at the same moment, so a session that remembers the other speaker's future
is found as well. Whoever hears such a recording before ``t`` cannot know which of them it is.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import soundfile
import soxr

from turnscope.core.conversation import SPEAKERS
from turnscope.corpus.audio import Recording
from turnscope.systems.base import Audio

__all__ = ["Future", "Tape"]

_NOISE_RMS = 0.1
_SLACK_SAMPLES = 1e-6
"""Times are sums and products of floats; a sample's time may be missed by less than this."""


class Future(StrEnum):
    """What the audio after ``t`` is replaced by."""

    SILENCE = "silence"
    NOISE = "noise"
    SPEECH = "other speech"
    END = "truncation"


@dataclass(frozen=True, eq=False, slots=True)
class Tape:
    """Both channels of a recording in memory.

    Attributes:
        conversation_id: whose audio it is.
        samples: of speakers 1 and 2, float32, shape (n,) each.
        rates_hz: of speakers 1 and 2.
    """

    conversation_id: str
    samples: tuple[Audio, Audio]
    rates_hz: tuple[int, int]

    @classmethod
    def of(cls, recording: Recording, *, seconds: float = math.inf) -> Tape:
        """The recording, or its first ``seconds``; no more than that is decoded and kept."""
        one, two = (_beginning(recording, speaker, seconds) for speaker in SPEAKERS)
        rates_hz = (recording.rate_hz(1), recording.rate_hz(2))
        return cls(recording.conversation_id, (one, two), rates_hz)

    @property
    def duration_s(self) -> float:
        """Seconds of its longer channel."""
        return max(len(s) / r for s, r in zip(self.samples, self.rates_hz, strict=True))

    def recording(self) -> Recording:
        """As a recording, in float samples, so nothing is rounded."""
        one, two = (_wav(s, r) for s, r in zip(self.samples, self.rates_hz, strict=True))
        names = (f"{self.conversation_id}, replayed",) * 2
        return Recording.of_pair(self.conversation_id, one, two, names=names)

    def with_future(self, at_s: float, future: Future, *, speech: Tape | None = None) -> Tape:
        """The same up to ``at_s``, another from the first sample that is not before it.

        Args:
            at_s: seconds from the start.
            future: what comes then. Noise is white, the same every time, and loud (RMS 0.1).
            speech: whose speech is taken for ``SPEECH``, its speaker 1 for speaker 2 and the
                other way round; by default the tape's own, from half way round.
        """
        changed = []
        for channel in (0, 1):
            samples, rate_hz = self.samples[channel], self.rates_hz[channel]
            kept = min(max(0, math.ceil(at_s * rate_hz - _SLACK_SAMPLES)), len(samples))
            if future is Future.SPEECH and speech is not None:
                made = speech._as_future(1 - channel, len(samples), rate_hz)
            else:
                made = _FUTURES[future](samples, channel)
            changed.append(np.concatenate([samples[:kept], made[kept:]]))
        return Tape(self.conversation_id, (changed[0], changed[1]), self.rates_hz)

    def is_same(self, other: Tape) -> bool:
        """Whether both hold the same samples; a replay of the same shows nothing."""
        return all(
            np.array_equal(a, b, equal_nan=True)
            for a, b in zip(self.samples, other.samples, strict=True)
        )

    def _as_future(self, channel: int, n_samples: int, rate_hz: int) -> Audio:
        samples, own_hz = self.samples[channel], self.rates_hz[channel]
        if own_hz != rate_hz:
            samples = soxr.resample(samples, own_hz, rate_hz).astype(np.float32)
        return np.resize(samples, n_samples)


def _beginning(recording: Recording, speaker: int, seconds: float) -> Audio:
    rate_hz = recording.rate_hz(speaker)
    wanted = math.inf if math.isinf(seconds) else round(seconds * rate_hz)
    pieces, n_samples = [], 0
    for piece in recording.blocks(speaker, rate_hz):
        pieces.append(piece)
        n_samples += len(piece)
        if n_samples >= wanted:
            break
    samples = np.concatenate(pieces)
    return samples if n_samples <= wanted else samples[: int(wanted)]


def _wav(samples: Audio, rate_hz: int) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate_hz, format="WAV", subtype="FLOAT")
    return file.getvalue()


def _noise(samples: Audio, channel: int) -> Audio:
    rng = np.random.default_rng(channel)
    return (_NOISE_RMS * rng.standard_normal(len(samples))).astype(np.float32)


_FUTURES: Mapping[Future, Callable[[Audio, int], Audio]] = {
    Future.SILENCE: lambda samples, _: np.zeros_like(samples),
    Future.NOISE: _noise,
    Future.SPEECH: lambda samples, _: np.roll(samples, len(samples) // 2),
    Future.END: lambda samples, _: samples[:0],
}

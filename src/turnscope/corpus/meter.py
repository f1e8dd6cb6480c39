"""Both channels of a recording decoded once, side by side, and what was measured on the way.

Memory is that of ten seconds of audio and one level for every 10 ms, whatever the length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats
from turnscope.core.conversation import SPEAKERS
from turnscope.corpus.audio import Header, Recording
from turnscope.corpus.signals import MIN_RATE_HZ, frame_power, shared_sound
from turnscope.errors import CorpusError

__all__ = ["BLOCK_S", "CLIP_LEVEL", "ChannelMeasure", "PairMeasure", "measure"]

BLOCK_S = 10
"""Seconds decoded at a time; whole, so that frames of levels never straddle two blocks."""

CLIP_LEVEL = 0.98
"""Least size of a clipped sample: what 8-bit and mu-law encodings call full scale."""

_MAX_LAG_S = 3.0
_CLEAR_PEAK = 8.0  # unrelated noise stays below this in nine of ten blocks


@dataclass(slots=True)
class ChannelMeasure:
    """What one channel turned out to hold.

    Attributes:
        header: of its file, None if that could not be read.
        n_expected: samples it should have by its header, offset applied.
        n_decoded: samples that could be decoded, offset applied.
        failure: why decoding broke off or never began, "" if it did not.
        power: mean square of each 10 ms frame, shape (n frames,); empty below 1 kHz.
        peak: largest finite absolute sample.
        n_clipped: samples that repeat the two before them at full scale.
        n_over: samples beyond full scale.
        n_not_finite: NaN and infinite samples.
    """

    header: Header | None = None
    n_expected: int = 0
    n_decoded: int = 0
    failure: str = ""
    power: Floats = field(default_factory=lambda: np.empty(0))
    peak: float = 0.0
    n_clipped: int = 0
    n_over: int = 0
    n_not_finite: int = 0
    _powers: list[Floats] = field(default_factory=list)
    _last: NDArray[np.float32] = field(default_factory=lambda: np.zeros(2, np.float32))

    @property
    def duration_s(self) -> float:
        """Decoded seconds, offset applied; NaN without a header."""
        return self.n_decoded / self.header.rate_hz if self.header else float("nan")

    @property
    def shift_s(self) -> float:
        """Seconds that the recording's offset put before the channel; NaN without a header."""
        if self.header is None:
            return float("nan")
        return (self.n_expected - self.header.n_samples) / self.header.rate_hz

    def take(self, block: NDArray[np.float32]) -> None:
        """Account for the next ten seconds."""
        if self.header is None:
            raise ValueError("a block before the header")
        finite = np.isfinite(block)
        size = np.abs(np.where(finite, block, np.float32(0)))
        self.n_decoded += len(block)
        self.n_not_finite += len(block) - int(np.count_nonzero(finite))
        self.peak = max(self.peak, float(size.max(initial=0.0)))
        self.n_over += int(np.count_nonzero(size > 1.0))
        run = np.concatenate([self._last, block])
        flat = (run[2:] == run[1:-1]) & (run[1:-1] == run[:-2]) & (size >= CLIP_LEVEL)
        self.n_clipped += int(np.count_nonzero(flat))
        self._last = run[-2:]
        if self.header.rate_hz >= MIN_RATE_HZ:
            self._powers.append(frame_power(block, self.header.rate_hz))

    def close(self) -> None:
        """Join the levels once the last block is in."""
        if self._powers:
            self.power = np.concatenate(self._powers)
            self._powers = []


@dataclass(slots=True)
class PairMeasure:
    """What two channels of one rate have in common; nothing is counted at different rates.

    Attributes:
        n_compared: samples compared.
        energy_1: sum of squares of channel 1 over them.
        energy_2: sum of squares of channel 2.
        product: sum of products.
        centre_s: middle of each block in which shared sound was clear, seconds.
        lag_s: how much later it comes on channel 1 there, seconds.
    """

    n_compared: int = 0
    energy_1: float = 0.0
    energy_2: float = 0.0
    product: float = 0.0
    centre_s: list[float] = field(default_factory=list)
    lag_s: list[float] = field(default_factory=list)

    def take(
        self, first: NDArray[np.float32], second: NDArray[np.float32], rate_hz: int, start_s: float
    ) -> None:
        """Account for ten seconds of both, which may differ in length at the end."""
        n = min(len(first), len(second))
        x, y = (
            np.nan_to_num(c[:n], nan=0.0, posinf=0.0, neginf=0.0).astype(np.float64)
            for c in (first, second)
        )
        self.n_compared += n
        # np.sum, not @: the threads of a dot product cost more than they save on ten seconds
        self.energy_1 += float(np.sum(x * x))
        self.energy_2 += float(np.sum(y * y))
        self.product += float(np.sum(x * y))
        lag_s, clarity = shared_sound(first, second, rate_hz, _MAX_LAG_S)
        if clarity >= _CLEAR_PEAK:
            self.centre_s.append(start_s + n / rate_hz / 2)
            self.lag_s.append(lag_s)

    @property
    def gain_db(self) -> float:
        """Level of channel 2's part that is channel 1, re channel 1; NaN where undefined."""
        if not (self.energy_1 and self.product):
            return float("nan")
        return float(20 * np.log10(abs(self.product) / self.energy_1))

    @property
    def residual_db(self) -> float:
        """Level of channel 2 that a scaled channel 1 does not explain, re channel 2; at least -120.

        NaN if either channel is silent.
        """
        if not (self.energy_1 and self.energy_2):
            return float("nan")
        explained = self.product**2 / (self.energy_1 * self.energy_2)
        return float(10 * np.log10(max(1.0 - explained, 1e-12)))


def measure(recording: Recording) -> tuple[tuple[ChannelMeasure, ChannelMeasure], PairMeasure]:
    """Decode both channels and measure them; failures are recorded, not raised."""
    channels = (ChannelMeasure(), ChannelMeasure())
    pair = PairMeasure()
    pieces = [_blocks(recording, s, c) for s, c in zip(SPEAKERS, channels, strict=True)]
    nothing = np.zeros(0, np.float32)
    for k, (first, second) in enumerate(zip_longest(*pieces, fillvalue=nothing)):
        headers = [c.header for c in channels]
        rates = {h.rate_hz for h in headers if h}
        if len(first) and len(second) and len(rates) == 1 and min(rates) >= MIN_RATE_HZ:
            pair.take(first, second, rates.pop(), float(k * BLOCK_S))
    for channel in channels:
        channel.close()
    return channels, pair


def _blocks(
    recording: Recording, speaker: int, into: ChannelMeasure
) -> Iterator[NDArray[np.float32]]:
    try:
        into.header = recording.header(speaker)
        into.n_expected = recording.n_samples(speaker)
        for block in recording.blocks(speaker, BLOCK_S * into.header.rate_hz):
            into.take(block)
            yield block
    except CorpusError as error:
        into.failure = " ".join(str(replace(fault, where="")) for fault in error.faults)

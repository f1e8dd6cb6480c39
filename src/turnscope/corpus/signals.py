"""Arithmetic on levels and masks: what is speech, at which lag two series agree, how it drifts.

Pure: arrays in, numbers out. Levels are mean squares over frames of 10 ms; masks are one value a
frame. A *lag* is positive where the first series comes later than the second.
"""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats

__all__ = [
    "FRAME_S",
    "MIN_RATE_HZ",
    "correlations",
    "decibels",
    "frame_power",
    "lag_support",
    "line_through",
    "loudness",
    "partial",
    "presence",
    "shared_sound",
    "speech_level_db",
    "speech_mask",
    "window_lags",
]

FRAME_S = 0.01
"""Frame of levels and masks: a tenth of the smallest lag that is reported."""

MIN_RATE_HZ = 1000
"""Below this rate a frame holds too few samples to have a level."""

_FLOOR_POWER = 1e-12
_SPEECH_PERCENTILE = 98.0  # speech level even of one who talks a twentieth of the time
_FLOOR_PERCENTILE = 10.0
_SPEECH_RANGE_DB = 25.0  # weak consonants lie about this far below the loud vowels
_ABOVE_FLOOR_DB = 8.0  # noise smoothed over 50 ms rarely rises this far above its own floor
_AT_LEAST_RANGE_DB = 10.0  # where speech never stops, its floor is speech
_MIN_RANGE_DB = 15.0  # speech alone spans more; less is a channel drowned in noise
_DIGITAL_SILENCE_DB = -110.0  # filled in by an editor or a gate, no room sounds so
_CROSSTALK_MARGIN_DB = 3.0  # weaker than the other channel by more: the other's voice
_SMOOTH_FRAMES = 5
_WIDE_FRAMES = 21  # about a syllable
_TELLABLE = 0.9
_PAUSE_FRAMES = 30  # annotators do not open a new event at a stop closure or a breath
_BAND_HZ = 8000  # sound shared by two microphones lies below 4 kHz
_LAG_BIN_S = 0.005


def frame_power(samples: NDArray[np.float32], rate_hz: int) -> Floats:
    """Mean square of each 10 ms frame, shape (ceil(seconds / 0.01),).

    Frame ``i`` begins at sample ``i * rate // 100``, so that pieces of whole seconds can be
    measured one by one. Samples that are not finite count as 0. The last frame may be shorter.
    """
    n_frames = -(-len(samples) * 100 // rate_hz)
    edges = np.arange(n_frames) * rate_hz // 100
    edges = edges[edges < len(samples)]
    if not len(edges):
        return np.empty(0)
    square = np.where(np.isfinite(samples), samples, np.float32(0)).astype(np.float64) ** 2
    sums = np.add.reduceat(square, edges)
    power: Floats = sums / np.diff(np.append(edges, len(samples)))
    return power


def decibels(power: Floats) -> Floats:
    """Mean square in dB re full scale, not below -120."""
    level: Floats = 10.0 * np.log10(np.maximum(power, _FLOOR_POWER))
    return level


def _smooth(power: Floats, n_frames: int = _SMOOTH_FRAMES) -> Floats:
    full = np.convolve(power, np.full(n_frames, 1.0 / n_frames), mode="full")
    return np.maximum(full[n_frames // 2 :][: len(power)], 0.0)


def speech_level_db(power: Floats) -> float:
    """The level that loud speech reaches: 98th percentile of the frames, dB; -120 if empty."""
    if not len(power):
        return float(decibels(np.zeros(1))[0])
    return float(np.percentile(decibels(_smooth(power)), _SPEECH_PERCENTILE))


def speech_mask(power: Floats, other: Floats | None = None) -> NDArray[np.bool_]:
    """Which frames of a channel hold its own speech, by level alone.

    A frame counts if it is within 25 dB of the speech level and well above the noise floor, and
    if, each channel measured against its own speech level, it is not 3 dB weaker than the other
    channel (that is the other's voice bleeding in). Gaps up to 0.3 s are filled. Where noise
    leaves levels a range of less than 15 dB, nothing is called speech.

    Args:
        power: of the channel, shape (n,).
        other: of the other channel, shape (n,), None to ignore it.

    Returns:
        Booleans, shape (n,).
    """
    if not len(power):
        return np.zeros(0, np.bool_)
    level = decibels(_smooth(power))
    top = float(np.percentile(level, _SPEECH_PERCENTILE))
    sounding = level[level > _DIGITAL_SILENCE_DB]
    if not len(sounding):
        return np.zeros(len(power), np.bool_)
    floor = float(np.percentile(sounding, _FLOOR_PERCENTILE))
    if len(sounding) == len(level) and top - floor < _MIN_RANGE_DB:
        return np.zeros(len(power), np.bool_)
    threshold = min(max(top - _SPEECH_RANGE_DB, floor + _ABOVE_FLOOR_DB), top - _AT_LEAST_RANGE_DB)
    mask = level > threshold
    if other is not None:
        # over a syllable, so that channels 0.1 s apart are still compared like with like
        own, theirs = (decibels(_smooth(p, _WIDE_FRAMES)) for p in (power, other))
        mask &= own - top > theirs - speech_level_db(other) - _CROSSTALK_MARGIN_DB
    return _without_gaps(mask, _PAUSE_FRAMES)


def loudness(power: Floats) -> Floats:
    """Amplitude where there is speech by level, re loud speech, shape (n,), from 0 to 1.

    Unlike a mask it tells a voice from its bleed: -10 dB counts 0.32.
    """
    top = 10.0 ** (speech_level_db(power) / 20)
    amplitude: Floats = np.minimum(np.sqrt(_smooth(power, _WIDE_FRAMES)) / top, 1.0)
    return amplitude * speech_mask(power)


def partial(direct: Floats, other: Floats, between: float) -> Floats:
    """Correlation with one series once a second one has explained its part.

    Args:
        direct: correlations with the first series, any shape.
        other: correlations with the second, same shape.
        between: correlation of the two; from -0.9 to 0.9, else they cannot be told apart and
            ``direct`` is returned.
    """
    if not abs(between) <= _TELLABLE:
        return direct
    left = np.maximum(1.0 - other**2, 1e-6) * (1.0 - between**2)
    found: Floats = (direct - other * between) / np.sqrt(left)
    return found


def _without_gaps(mask: NDArray[np.bool_], n_frames: int) -> NDArray[np.bool_]:
    change = np.flatnonzero(np.diff(mask.astype(np.int8)))
    filled = mask.copy()
    for left, right in itertools.pairwise(change):
        if mask[left] and right - left <= n_frames:
            filled[left + 1 : right + 1] = True
    return filled


def presence(start_s: Floats, end_s: Floats, n_frames: int) -> NDArray[np.bool_]:
    """Which frames any of these spans covers, shape (n_frames,); what lies outside is cut."""
    first = np.clip(np.rint(start_s / FRAME_S), 0, n_frames).astype(np.int64)
    last = np.clip(np.rint(end_s / FRAME_S), 0, n_frames).astype(np.int64)
    steps = np.zeros(n_frames + 1, np.int64)
    forward = last > first
    np.add.at(steps, first[forward], 1)
    np.add.at(steps, last[forward], -1)
    return np.cumsum(steps[:-1]) > 0


def correlations(later: Floats, earlier: Floats, max_lag: int) -> Floats:
    """Pearson correlation of two series at every lag from -max_lag to max_lag.

    Entry ``max_lag + k`` compares ``later[t + k]`` with ``earlier[t]``; what hangs over counts as
    the mean.

    Returns:
        Shape (2 * max_lag + 1,); all NaN where a series is constant or empty.
    """
    n = len(later)
    if n == 0 or np.ptp(later) == 0 or np.ptp(earlier) == 0:
        return np.full(2 * max_lag + 1, np.nan)
    size = _fast_size(n + max_lag)
    spectrum = np.fft.rfft(later - later.mean(), size)
    spectrum *= np.conj(np.fft.rfft(earlier - earlier.mean(), size))
    product = np.fft.irfft(spectrum, size)
    lags = np.arange(-max_lag, max_lag + 1)
    found: Floats = product[lags] / (n * later.std() * earlier.std())
    return found


def lag_support(later: Floats, earlier: Floats, lag: int) -> float:
    """How well the events of a series agree that the other comes ``lag`` frames later.

    Each event of ``earlier`` (a stretch above 0.5, with half the silence to either side) gains or
    loses by moving from lag 0 to ``lag``; this is the sum of gains over the root of their sum of
    squares. At most the root of the number of events; around 0 where they disagree.
    """
    steps = np.diff(np.concatenate([[0], (earlier >= 0.5).astype(np.int8), [0]]))
    first, last = np.flatnonzero(steps == 1), np.flatnonzero(steps == -1)
    if not len(first):
        return 0.0
    cuts = np.concatenate([[0], (last[:-1] + first[1:]) // 2])
    there = np.clip(np.arange(len(earlier)) + lag, 0, len(later) - 1)
    gain = np.add.reduceat((later[there] - later) * (earlier - earlier.mean()), cuts)
    scale = float(np.sqrt(np.sum(gain**2)))
    return float(gain.sum()) / scale if scale else 0.0


def _fast_size(n: int) -> int:
    return 1 << (max(2, n) - 1).bit_length()


def window_lags(
    later: Floats, earlier: Floats, *, around: int, reach: int, window: int, at_least: float
) -> tuple[Floats, Floats]:
    """At which lag two series agree best, window by window.

    Args:
        later: shape (n,).
        earlier: shape (n,).
        around: lag in frames around which each window searches.
        reach: how far to either side, in frames.
        window: frames a window; windows do not overlap, an incomplete last one is left out.
        at_least: correlation below which a window says nothing.

    Returns:
        Centres and lags of the windows that agreed, both in frames, shape (k,).
    """
    centres, lags = [], []
    for start in range(0, len(earlier) - window + 1, window):
        there = np.arange(start, start + window) + around
        inside = (there >= 0) & (there < len(later))
        piece = np.where(inside, later[np.clip(there, 0, len(later) - 1)], 0.0)
        found = correlations(piece, earlier[start : start + window], reach)
        best = int(np.argmax(found))
        # a best lag at the border is no peak
        if found[best] >= at_least and 0 < best < 2 * reach:
            centres.append(start + window / 2)
            lags.append(float(around + best - reach))
    return np.array(centres), np.array(lags)


def line_through(x: Floats, y: Floats, y_error: float = 0.0) -> tuple[float, float, float]:
    """The line through points of which up to a quarter may be wrong (Theil-Sen).

    Args:
        x: shape (n,).
        y: shape (n,).
        y_error: standard error of one ``y`` at least; few points may lie on a line by chance.

    Returns:
        Slope, value at the middle of ``x``'s range, and a robust standard error of the slope
        (from the median absolute residual); all NaN below three points or without spread in x.
    """
    if len(x) < 3 or np.ptp(x) == 0:
        return float("nan"), float("nan"), float("nan")
    i, j = np.triu_indices(len(x), 1)
    apart = x[j] != x[i]
    slope = float(np.median((y[j] - y[i])[apart] / (x[j] - x[i])[apart]))
    middle = float(x.min() + x.max()) / 2
    at_middle = float(np.median(y - slope * (x - middle)))
    residual = np.abs(y - at_middle - slope * (x - middle))
    spread = max(y_error, 1.4826 * float(np.median(residual)))
    return slope, at_middle, spread / float(np.sqrt(np.sum((x - x.mean()) ** 2)))


def shared_sound(
    first: NDArray[np.float32], second: NDArray[np.float32], rate_hz: int, max_lag_s: float
) -> tuple[float, float]:
    """How much later the sound that two channels share comes in the first, and how clear that is.

    Cross-correlation with the spectra whitened (phase transform), its square averaged over 5 ms,
    below 4 kHz.

    Args:
        first: shape (n,).
        second: shape (n,).
        rate_hz: samples a second of both.
        max_lag_s: how far to search either way.

    Returns:
        Lag in seconds, and the peak over the median of all lags (about 1.5 to 2 where nothing is
        shared, 5 and more where bleed is); NaN and 0 where a channel is digitally silent.
    """
    step = max(1, rate_hz // _BAND_HZ)
    n = min(len(first), len(second)) // step * step
    pair = [
        np.nan_to_num(x[:n].reshape(-1, step).mean(axis=1), nan=0.0, posinf=0.0, neginf=0.0)
        for x in (first, second)
    ]
    rate = rate_hz / step
    max_lag = round(max_lag_s * rate)
    if n // step <= max_lag or not (np.any(pair[0]) and np.any(pair[1])):
        return float("nan"), 0.0
    size = _fast_size(n // step + max_lag)
    cross = np.fft.rfft(pair[0], size) * np.conj(np.fft.rfft(pair[1], size))
    strength = np.abs(cross)
    cross /= np.maximum(strength, 1e-9 * float(strength.max()) + 1e-30)
    product = np.fft.irfft(cross, size)
    lags = np.arange(-max_lag, max_lag + 1)
    energy = product[lags] ** 2
    width = max(1, round(_LAG_BIN_S * rate))
    binned = np.convolve(energy, np.full(width, 1.0 / width), mode="same")
    best = int(np.argmax(binned))
    return float(lags[best] / rate), float(binned[best] / np.median(binned))

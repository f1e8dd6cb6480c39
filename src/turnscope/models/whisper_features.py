"""The log-mel spectrogram of Whisper, in numpy: what its encoders take in place of sound.

::

    samples ─▶ frames of 25 ms, every 10 ms, Hann ─▶ power ─▶ 80 mel bands ─▶ log10, floor, scale
    128000                800                     201            80                in about [-1, 1]

Source: Radford et al. 2022, Robust speech recognition via large-scale weak supervision, section
2.2, and the constants that its published code sets where the paper is silent: frames are centred
on their time with the ends mirrored, the last is dropped, mel bands are Slaney's (linear up to
1 kHz, then 27 steps per factor 6.4) with equal area, and the spectrogram is floored 8 decades
(80 dB) below its maximum, then mapped by (x + 4) / 4.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

__all__ = ["HOP", "N_MELS", "RATE_HZ", "log_mel", "mel_bands", "standardised"]

RATE_HZ = 16_000
"""Samples a second of what goes in."""

HOP = 160
"""Samples from frame to frame: 100 frames a second."""

N_MELS = 80
"""Mel bands."""

_WINDOW = 400
_LEAST_POWER = 1e-10
_DECADES = 8.0
_VARIANCE_FLOOR = 1e-7
_MEL_KNEE = 15.0
_KNEE_HZ = 1000.0
_MELS_PER_LOG = 27.0 / np.log(6.4)


def standardised(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """Audio at mean 0 and variance 1; silence stays at 0. Some models want it first."""
    centred = audio - audio.mean()
    scaled: NDArray[np.float32] = centred / np.sqrt(audio.var() + _VARIANCE_FLOOR)
    return scaled.astype(np.float32, copy=False)


def log_mel(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """The log-mel spectrogram of audio at 16 kHz.

    Args:
        audio: shape (n,), of any length above 200.

    Returns:
        Shape (80, n // 160); the maximum is at most that of full scale, the least 2 below it.

    Raises:
        ValueError: for audio of another shape.
    """
    half = _WINDOW // 2
    if audio.ndim != 1 or len(audio) <= half:
        raise ValueError(f"audio of shape {audio.shape}; expected (n,), n > {half}")
    mirrored = np.pad(audio.astype(np.float64), half, mode="reflect")
    frames = sliding_window_view(mirrored, _WINDOW)[::HOP][:-1]
    spectrum = np.fft.rfft(frames * _hann(), axis=1)
    power = spectrum.real**2 + spectrum.imag**2
    # Band by band: each has few frequencies, and one large product would wake all cores.
    mels = np.stack([power[:, within] @ weights for within, weights in _narrow_bands()])
    decades = np.log10(np.maximum(mels, _LEAST_POWER))
    floored = np.maximum(decades, decades.max() - _DECADES)
    scaled: NDArray[np.float64] = (floored + 4.0) / 4.0
    return scaled.astype(np.float32)


@cache
def _hann() -> NDArray[np.float64]:
    return 0.5 - 0.5 * np.cos(2.0 * np.pi * np.arange(_WINDOW) / _WINDOW)


@cache
def _narrow_bands() -> list[tuple[slice, NDArray[np.float64]]]:
    """For each mel band the frequencies it holds, and their weights."""
    inside = [np.flatnonzero(band) for band in mel_bands()]
    spans = [slice(int(held[0]), int(held[-1]) + 1) for held in inside]
    return [(span, band[span]) for span, band in zip(spans, mel_bands(), strict=True)]


@cache
def mel_bands() -> NDArray[np.float64]:
    """Weights of the 201 frequencies, 0 to 8 kHz, in each mel band, shape (80, 201).

    Band k is a triangle from edge k over edge k + 1 to edge k + 2, of area 1 (in Hz).
    """
    highest = _MEL_KNEE + _MELS_PER_LOG * np.log(RATE_HZ / 2 / _KNEE_HZ)
    mels = np.linspace(0.0, highest, N_MELS + 2)
    edges = np.where(
        mels < _MEL_KNEE,
        mels * _KNEE_HZ / _MEL_KNEE,
        _KNEE_HZ * np.exp((mels - _MEL_KNEE) / _MELS_PER_LOG),
    )
    grid = np.linspace(0.0, RATE_HZ / 2, _WINDOW // 2 + 1)
    triangles = zip(edges[:-2], edges[1:-1], edges[2:], strict=True)
    return np.stack(
        [
            np.interp(grid, corners, (0.0, 1.0, 0.0)) * 2.0 / (corners[2] - corners[0])
            for corners in triangles
        ]
    )

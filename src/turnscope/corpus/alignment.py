"""How audio follows its annotations: which channel is whose, at which lag, drift and bleed.

Pure: levels and tracks in, numbers out. A channel's own speech, found by level, is correlated
with what the annotators marked::

    annotation   ____======____====______
    channel      ______======____====____
                     |-| lag > 0: the audio comes later
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from turnscope.core.columns import Floats
from turnscope.core.labels import Label
from turnscope.core.tracks import Track
from turnscope.corpus.signals import (
    FRAME_S,
    correlations,
    decibels,
    lag_support,
    line_through,
    loudness,
    partial,
    presence,
    speech_level_db,
    speech_mask,
    window_lags,
)

__all__ = ["MAX_LAG_S", "MIN_FOLLOW", "SILENT_DB", "Alignment", "align", "spoken"]

MAX_LAG_S = 5.0
"""Lags searched either way: more is another cut of the recording, not an offset."""

MIN_FOLLOW = 0.4
"""Correlation of speech and annotation that speaks for one conversation.

Unrelated ones of two minutes reach 0.35 at their best lag, related ones 0.6 and more.
"""

SILENT_DB = -60.0
"""Speech level below which a channel is called silent: the quietest usable recordings lie above."""

_SWAP_MARGIN = 0.15  # bleed makes both ways alike; only a clear difference is a swap
_MIN_SUPPORT = 2.1  # five events of one mind, or most of more
_NO_LAG_FRAMES = 10  # levels and annotators agree on a boundary to about 0.05 s
_MIN_RISE = 0.3  # or, of fewer events, a gain in correlation that no few boundaries make
_MIN_EVENTS = 3  # below, any two tracks agree at some lag
_REACH = round(MAX_LAG_S / FRAME_S)
_WINDOW_FRAMES = 6000  # a minute: some ten events a speaker
_WINDOW_ERROR_MS = 15.0  # what ten events with boundaries good to 50 ms leave open
_WINDOW_REACH = 200
_WINDOW_FOLLOW = 0.5
_MIN_BLEED_FRAMES = 200
_SYLLABLE_FRAMES = 21
_LAG_ERROR_FRAMES = 5
_MIN_ALIKE = 0.5  # correlation of levels in dB; bleed above the noise reaches 0.9
_GUARD_FRAMES = 20  # annotated boundaries are good to 0.2 s

_UNSPOKEN = (Label.AWKWARD_SILENCE, Label.NON_CONTENT)

_Pair = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Alignment:
    """How the annotated speakers 1 and 2 are found in the channels; NaN where not judged.

    Attributes:
        straight: mean correlation of each speaker with their own channel, best lag each.
        crossed: the same with the other's channel.
        swapped: whether speaker 1 is on channel 2 and the reverse.
        follow: correlation of each speaker with the channel they are on.
        lag_s: how much later than annotated each is heard, seconds, steps of 0.01; 0 where the
            events do not agree that another lag is better. NaN below :data:`MIN_FOLLOW`.
        lag_known: whether the events agree on that lag; False where they are too few to tell.
        drift_ms_per_min: how fast that lag grows.
        drift_error: standard error of the drift, ms/min.
        lag_windows: minutes in which the lag could be measured, for each speaker.
        bleed_db: level of the other speaker on this one's channel re own speech; -120 if none.
    """

    straight: float
    crossed: float
    swapped: bool
    follow: _Pair
    lag_s: _Pair
    lag_known: tuple[bool, bool]
    drift_ms_per_min: _Pair
    drift_error: _Pair
    lag_windows: tuple[int, int]
    bleed_db: _Pair


def spoken(tracks: Mapping[str, Track], n_frames: int) -> Floats:
    """Share of annotators who hear the speaker in each frame, shape (n_frames,).

    Awkward silences and non-content (noise, bleed) are not speech; every other label is, unknown
    ones included. All zero without annotators.
    """
    share = np.zeros(n_frames)
    for track in tracks.values():
        kept = ~np.isin(track.canonical, _UNSPOKEN)
        share += presence(track.start_s[kept], track.end_s[kept], n_frames)
    return share / max(1, len(tracks))


def align(
    power: tuple[Floats, Floats], tracks: tuple[Mapping[str, Track], Mapping[str, Track]]
) -> Alignment:
    """Compare two channels with the tracks of two speakers.

    Args:
        power: mean square of each 10 ms frame of channels 1 and 2; may differ in length.
        tracks: of speakers 1 and 2, annotator -> track.
    """
    n_frames = max(len(p) for p in power)
    padded = tuple(np.pad(p, (0, n_frames - len(p))) for p in power)
    marked = [_marked(of_speaker, n_frames) for of_speaker in tracks]
    best, lag = _coarse([_loud(p) for p in padded], marked)
    straight, crossed = _mean(best[0, 0], best[1, 1]), _mean(best[1, 0], best[0, 1])
    swapped = bool(crossed >= MIN_FOLLOW and not crossed <= straight + _SWAP_MARGIN)
    channel_of = (1, 0) if swapped else (0, 1)
    apart_s = FRAME_S * (lag[channel_of[0], 0] - lag[channel_of[1], 1])
    found = [
        _follow(
            padded[channel_of[k]],
            _moved(padded[channel_of[1 - k]], (1 - 2 * k) * apart_s),
            marked[k],
            (float(best[channel_of[k], k]), int(lag[channel_of[k], k])),
        )
        for k in (0, 1)
    ]
    best_lags = [f.best_lag_s for f in found]
    bleed = [
        _bleed_db(
            padded[channel_of[k]],
            padded[channel_of[1 - k]],
            (marked[k], marked[1 - k]),
            (best_lags[k], best_lags[1 - k]),
        )
        for k in (0, 1)
    ]
    return Alignment(
        straight,
        crossed,
        swapped,
        _pair([f.follow for f in found]),
        _pair([f.lag_s for f in found]),
        (found[0].lag_known, found[1].lag_known),
        _pair([f.drift_ms_per_min for f in found]),
        _pair([f.drift_error for f in found]),
        (found[0].n_windows, found[1].n_windows),
        _pair(bleed),
    )


@dataclass(frozen=True, slots=True)
class _Followed:
    follow: float
    best_lag_s: float
    lag_s: float
    lag_known: bool
    drift_ms_per_min: float
    drift_error: float
    n_windows: int


def _coarse(loud: list[Floats], marked: list[Floats]) -> tuple[Floats, NDArray[np.int64]]:
    """Best correlation and its lag in frames of channel (row) and speaker (column).

    Where bleed puts both speakers on a channel, each is judged by what the other does not
    explain.
    """
    best = np.full((2, 2), np.nan)
    lag = np.zeros((2, 2), np.int64)
    between = float(correlations(marked[0], marked[1], 0)[0])
    for channel in (0, 1):
        plain = [correlations(loud[channel], m, _REACH) for m in marked]
        for speaker in (0, 1):
            found = np.fmax(plain[speaker], partial(plain[speaker], plain[1 - speaker], between))
            if not np.isnan(found).any():
                best[channel, speaker] = found.max()
                lag[channel, speaker] = int(np.argmax(found)) - _REACH
    return best, lag


def _follow(power: Floats, other: Floats, marked: Floats, coarse: tuple[float, int]) -> _Followed:
    """Lag and drift of a speaker on their channel, the other channel brought to its clock."""
    nan = float("nan")
    heard = _heard(power, other)
    found = correlations(heard, marked, _REACH)
    follow, lag = coarse
    if not np.isnan(found).any() and not found.max() < follow:
        follow, lag = float(found.max()), int(np.argmax(found)) - _REACH
    if not follow >= MIN_FOLLOW:
        return _Followed(follow, nan, nan, False, nan, nan, 0)
    rise = found[lag + _REACH] - found[_REACH]
    clear = bool(rise >= _MIN_RISE or lag_support(heard, marked, lag) >= _MIN_SUPPORT)
    best_lag, lag = lag, lag if clear else 0
    centre, at = window_lags(
        heard,
        marked,
        around=lag,
        reach=_WINDOW_REACH,
        window=_WINDOW_FRAMES,
        at_least=_WINDOW_FOLLOW,
    )
    slope, _, error = line_through(centre * FRAME_S / 60, at * FRAME_S * 1000, _WINDOW_ERROR_MS)
    known = clear or abs(best_lag) < _NO_LAG_FRAMES
    return _Followed(follow, best_lag * FRAME_S, lag * FRAME_S, known, slope, error, len(at))


def _loud(power: Floats) -> Floats:
    audible = speech_level_db(power) >= SILENT_DB
    return loudness(power) if audible else np.zeros(len(power))


def _heard(power: Floats, other: Floats) -> Floats:
    if speech_level_db(power) < SILENT_DB:
        return np.zeros(len(power))
    audible = other if speech_level_db(other) >= SILENT_DB else None
    return speech_mask(power, audible).astype(np.float64)


def _marked(tracks: Mapping[str, Track], n_frames: int) -> Floats:
    n_events = np.median([len(track) for track in tracks.values()]) if tracks else 0
    return spoken(tracks, n_frames) if n_events >= _MIN_EVENTS else np.zeros(n_frames)


def _mean(a: float, b: float) -> float:
    known = [x for x in (a, b) if not np.isnan(x)]
    return float(np.mean(known)) if known else float("nan")


def _pair(values: list[float]) -> _Pair:
    return values[0], values[1]


def _bleed_db(power: Floats, other: Floats, marked: tuple[Floats, Floats], lags: _Pair) -> float:
    # While only the other speaks, this channel's power is regressed on the other channel's. What
    # does not rise and fall with the other's voice is not bleed: breath, noise, own speech that
    # nobody annotated.
    if np.isnan(lags).any():
        return float("nan")
    own, theirs = (_moved(m, lags[0]) for m in marked)
    voice = _moved(other, lags[0] - lags[1])
    own_only = (own >= 0.5) & (theirs == 0)
    theirs_only = (theirs >= 0.5) & ~_widened(own > 0) & (voice > 0)
    if min(own_only.sum(), theirs_only.sum()) < _MIN_BLEED_FRAMES:
        return float("nan")
    # over a syllable: drift moves the channels against each other by less
    box = np.full(_SYLLABLE_FRAMES, 1.0 / _SYLLABLE_FRAMES)
    x, y = (np.convolve(p, box, mode="same")[theirs_only] for p in (voice, power))
    alike = correlations(decibels(y), decibels(x), _LAG_ERROR_FRAMES).max()
    if not alike >= _MIN_ALIKE:
        return float(decibels(np.zeros(1))[0])
    gain = float(np.mean((x - x.mean()) * (y - y.mean()))) / float(np.var(x))
    ratio = gain * float(x.mean()) / max(float(power[own_only].mean()), 1e-30)
    return float(10 * np.log10(max(ratio, 1e-12)))


def _moved(series: Floats, by_s: float) -> Floats:
    by = max(-len(series), min(len(series), round(by_s / FRAME_S)))
    moved = np.zeros_like(series)
    if by >= 0:
        moved[by:] = series[: len(series) - by]
    else:
        moved[:by] = series[-by:]
    return moved


def _widened(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    box = np.ones(2 * _GUARD_FRAMES + 1)
    return np.convolve(mask.astype(np.float64), box, mode="full")[_GUARD_FRAMES:][: len(mask)] > 0.5

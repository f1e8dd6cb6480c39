"""Sounds that are not words, synthesised: laughter, breaths, coughs, hums, clicks, knocks.

They are stand-ins with the length, level and rough spectrum of the real ones, made from filtered
noise and pulses; nobody would take them for recordings. A system trained on them learns nothing
about people.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

__all__ = ["Sound", "noise_sound"]

Sound = NDArray[np.float64]
"""Samples or their times, shape (n,)."""


def noise_sound(text: str, duration_s: float, rate_hz: int, rng: np.random.Generator) -> Sound:
    """The sound of a description such as ``(laughs)``, shape (round(duration_s * rate_hz),).

    Its root mean square is 1, so that the caller sets its level; it rises from and falls to
    silence. The word that is found in the description decides what is made; where none is
    known, a knock or a rustle is drawn.
    """
    n = round(duration_s * rate_hz)
    time_s = np.arange(n) / rate_hz
    kinds = {
        "laugh": _laughter,
        "chuckl": _laughter,
        "giggl": _laughter,
        "cough": _cough,
        "throat": _cough,
        "sneez": _cough,
        "hum": _hum,
        "groan": _hum,
        "click": _knock,
        "tap": _knock,
        "knock": _knock,
        "chair": _knock,
        "cup": _knock,
        "key": _knock,
    }
    lower = text.lower()
    breathy = any(word in lower for word in ("sigh", "breath", "inhal", "exhal", "sniff"))
    known = [make for word, make in kinds.items() if word in lower]
    if breathy:
        make = _breath
    elif known:
        make = known[0]
    else:
        make = (_knock, _rustle)[int(rng.integers(2))]
    sound = make(time_s, rate_hz, rng)
    edge = min(n // 2, round(0.01 * rate_hz))
    if edge:
        ramp = np.arange(edge) / edge
        sound[:edge] *= ramp
        sound[n - edge :] *= ramp[::-1]
    power = float(np.mean(sound**2)) if n else 0.0
    return sound / np.sqrt(power) if power > 0 else sound


def _band(n: int, low_hz: float, high_hz: float, rate_hz: int, rng: np.random.Generator) -> Sound:
    spectrum = np.fft.rfft(rng.standard_normal(n))
    hz = np.fft.rfftfreq(n, 1 / rate_hz)
    spectrum[(hz < low_hz) | (hz > high_hz)] = 0
    found: Sound = np.fft.irfft(spectrum, n)
    return found


def _laughter(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    """Bursts of voice five times a second that fall in pitch, breath between."""
    bursts = np.maximum(0.0, np.sin(2 * np.pi * rng.uniform(4.5, 5.5) * time_s)) ** 1.5
    pitch_hz = rng.uniform(160.0, 280.0) * np.exp(-0.3 * time_s)
    phase = 2 * np.pi * np.cumsum(pitch_hz) / rate_hz
    voice = sum((np.sin(k * phase) / k for k in range(1, 8)), np.zeros_like(time_s))
    breath = _band(len(time_s), 500.0, 3500.0, rate_hz, rng)
    return np.asarray(bursts * (voice + breath) + 0.1 * breath)


def _breath(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    shape = np.sin(np.pi * (time_s + 0.5 / rate_hz) * rate_hz / max(1, len(time_s)))
    return np.asarray(_band(len(time_s), 300.0, 4000.0, rate_hz, rng) * shape)


def _cough(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    return np.asarray(
        _band(len(time_s), 200.0, 3000.0, rate_hz, rng) * np.exp(-8.0 * (time_s % 0.35))
    )


def _hum(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    del rate_hz
    phase = 2 * np.pi * rng.uniform(110.0, 220.0) * time_s
    return np.asarray(np.sin(phase) + 0.4 * np.sin(2 * phase) + 0.1 * np.sin(3 * phase))


def _knock(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    every_s = rng.uniform(0.15, 0.4)
    body = np.sin(2 * np.pi * rng.uniform(180.0, 400.0) * time_s)
    noise = _band(len(time_s), 100.0, 5000.0, rate_hz, rng)
    return np.asarray((body + noise) * np.exp(-60.0 * (time_s % every_s)))


def _rustle(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    steps = rng.uniform(0.1, 1.0, 2 + int(time_s[-1] * 12) if len(time_s) else 2)
    shape = np.interp(time_s, np.linspace(0, max(1e-9, float(time_s[-1])), len(steps)), steps)
    return np.asarray(_band(len(time_s), 1000.0, 7000.0, rate_hz, rng) * shape)

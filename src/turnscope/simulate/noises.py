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

_ATTACK_S = 0.003
_EDGE_S = 0.01


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
        "smack": _knock,
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
    edge = min(n // 2, round(_EDGE_S * rate_hz))
    if edge:
        ramp = np.sin(np.pi / 2 * np.arange(edge) / edge) ** 2
        sound[:edge] *= ramp
        sound[n - edge :] *= ramp[::-1]
    power = float(np.mean(sound**2)) if n else 0.0
    return sound / np.sqrt(power) if power > 0 else sound


def _band(n: int, low_hz: float, high_hz: float, rate_hz: int, rng: np.random.Generator) -> Sound:
    """Noise of a band whose sides fall by 24 dB an octave."""
    hz = np.maximum(np.fft.rfftfreq(n, 1 / rate_hz), 1.0)
    spectrum = np.fft.rfft(rng.standard_normal(n))
    found: Sound = np.fft.irfft(spectrum / np.sqrt(_sides(hz, low_hz, high_hz)), n)
    return found


def _sides(hz: Sound, low_hz: float, high_hz: float) -> Sound:
    return np.asarray((1 + (low_hz / hz) ** 8) * (1 + (hz / high_hz) ** 8))


def _strokes(time_s: Sound, every_s: float, lasts_s: float) -> Sound:
    """1 just after each stroke, falling by e in ``lasts_s``; none begins too late to fade."""
    number = np.floor(time_s / every_s)
    since_s = time_s - number * every_s
    whole_s = float(time_s[-1]) if len(time_s) else 0.0
    late = (number > 0) & ((number * every_s + 3 * lasts_s) > whole_s)
    found = np.minimum(since_s / _ATTACK_S, 1.0) * np.exp(-since_s / lasts_s)
    return np.asarray(np.where(late, 0.0, found))


def _laughter(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    """About five bursts of voice a second, through the vowel of "ha", each led in by breath.

    Pitch and strength fall as the breath runs out; the last burst is whole.
    """
    whole_s = len(time_s) / rate_hz
    phase = max(1, round(rng.uniform(4.5, 5.5) * whole_s)) * time_s / max(whole_s, 1e-9)
    burst = np.sin(np.pi * np.minimum(1.0, (phase % 1.0) / 0.6)) ** 1.5
    led_in = np.sin(np.pi * np.minimum(1.0, ((phase + 0.25) % 1.0) / 0.5)) ** 1.5
    tired = np.exp(-0.6 * time_s)
    pitch_hz = rng.uniform(160.0, 280.0) * (0.85 + 0.15 * burst) * np.exp(-0.15 * time_s)
    turns = 2 * np.pi * np.cumsum(pitch_hz) / rate_hz
    voice = np.zeros_like(time_s)
    for k in range(1, 25):
        hz = k * pitch_hz
        formants = sum(
            gain / (1 + ((hz - center) / width) ** 2)
            for center, width, gain in ((750, 90, 1.0), (1250, 110, 0.5), (2600, 170, 0.15))
        )
        voice += np.where(hz < 0.45 * rate_hz, formants + 0.02, 0.0) * np.sin(k * turns)
    breath = _band(len(time_s), 600.0, 3000.0, rate_hz, rng)
    return np.asarray(tired * (burst * voice + (0.25 * led_in + 0.02) * breath))


def _breath(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    shape = np.sin(np.pi * (time_s + 0.5 / rate_hz) * rate_hz / max(1, len(time_s)))
    return np.asarray(_band(len(time_s), 400.0, 2500.0, rate_hz, rng) * shape)


def _cough(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    noise = _band(len(time_s), 250.0, 2500.0, rate_hz, rng)
    return np.asarray(noise * _strokes(time_s, rng.uniform(0.3, 0.4), 0.08))


def _hum(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    # a voice is never quite steady
    pitch_hz = rng.uniform(110.0, 220.0) * (1 - 0.1 * time_s) * (1 + 0.01 * np.sin(33 * time_s))
    phase = 2 * np.pi * np.cumsum(pitch_hz) / rate_hz
    shape = np.minimum(1.0, (time_s + 1 / rate_hz) / 0.06)
    return np.asarray(
        shape * shape[::-1] * (np.sin(phase) + 0.4 * np.sin(2 * phase) + 0.1 * np.sin(3 * phase))
    )


def _knock(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    every_s = rng.uniform(0.15, 0.4)
    body = np.sin(2 * np.pi * rng.uniform(180.0, 400.0) * time_s)
    noise = _band(len(time_s), 150.0, 3000.0, rate_hz, rng)
    return np.asarray((body + noise) * _strokes(time_s, every_s, 0.017))


def _rustle(time_s: Sound, rate_hz: int, rng: np.random.Generator) -> Sound:
    steps = rng.uniform(0.1, 1.0, 2 + int(time_s[-1] * 12) if len(time_s) else 2)
    shape = np.interp(time_s, np.linspace(0, max(1e-9, float(time_s[-1])), len(steps)), steps)
    return np.asarray(_band(len(time_s), 1000.0, 5000.0, rate_hz, rng) * shape)

"""Voice-like sound computed from spelling: rhythm, melody and formants of speech, no real words.

Letters become phones (vowels choose formants, consonants are murmurs, noises or gaps). Phones
become control tracks at 200 Hz, and these a sum of harmonics plus two bands of noise.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["RATE_HZ", "Phone", "Voice", "duration_s", "noise", "phones_of", "sound"]

RATE_HZ = 16_000
FRAME = RATE_HZ // 200
HIGHEST_HZ = 2_600.0

Floats = NDArray[np.float64]


class Phone(NamedTuple):
    """One sound: seconds, three formants in Hz, and the strength of voice, hiss and breath."""

    length_s: float
    formants: tuple[int, int, int]
    voice: float
    hiss: float = 0.0
    breath: float = 0.0
    stressed: bool = False


@dataclass(frozen=True, slots=True)
class Voice:
    """A speaker: middle pitch in Hz, formant scale, and pace (larger is faster)."""

    pitch_hz: float
    tract: float
    pace: float


_VOWELS = {
    "a": (700, 1550, 2500), "e": (530, 1850, 2550), "i": (400, 2050, 2650),
    "o": (550, 900, 2450), "u": (620, 1200, 2450), "y": (320, 2200, 2900),
    "ee": (300, 2300, 3000), "ea": (300, 2300, 3000), "ie": (330, 2150, 2800),
    "oo": (340, 950, 2250), "ou": (650, 1050, 2450), "ow": (600, 950, 2450),
    "ai": (480, 2000, 2600), "ay": (480, 2000, 2600), "ey": (480, 2000, 2600),
    "oi": (480, 1100, 2400), "au": (600, 880, 2450), "aw": (600, 880, 2450),
}  # fmt: skip
_NEUTRAL = (500, 1500, 2500)
_CONSONANTS = {
    **{c: (Phone(0.060, (280, 1250, 2300), 0.45),) for c in ("m", "n", "ng")},
    **{c: (Phone(0.055, (360, 1100, 2500), 0.55),) for c in ("l", "r", "w", "wh")},
    **{c: (Phone(0.085, _NEUTRAL, 0.0, hiss=0.13),) for c in ("s", "x", "sh", "ch")},
    **{c: (Phone(0.070, _NEUTRAL, 0.25, hiss=0.07),) for c in ("z", "j")},
    **{c: (Phone(0.065, _NEUTRAL, 0.0, breath=0.12),) for c in ("f", "ph", "h")},
    **{c: (Phone(0.050, _NEUTRAL, 0.35, breath=0.06),) for c in ("v", "th")},
    **{
        c: (Phone(0.045, _NEUTRAL, 0.0), Phone(0.020, _NEUTRAL, 0.0, 0.07, 0.14))
        for c in ("p", "t", "k", "c", "ck", "q")
    },
    **{
        c: (Phone(0.035, (250, 1200, 2300), 0.12), Phone(0.015, _NEUTRAL, 0.2, 0.0, 0.12))
        for c in ("b", "d", "g")
    },
}
_GRAPHEMES = re.compile(
    "|".join(sorted([*_VOWELS, *_CONSONANTS], key=lambda g: (-len(g), g)))  # longest first
)
_STOPS = {",": Phone(0.10, _NEUTRAL, 0.0), ".": Phone(0.20, _NEUTRAL, 0.0)}
_SOUND = re.compile(r"\((\w+) ([\d.]+)\)")
_SPELLINGS = {"laughs": "ha", "groans": "mo", "rattles": "kt", "types": "tk"}
_UNIT_S = {"laughs": 0.19, "groans": 0.35, "rattles": 0.125, "types": 0.16}


def _word(word: str) -> list[Phone]:
    letters = re.sub(r"(.)\1+", r"\1", word) if not re.search("ee|oo", word) else word
    if len(letters) > 2 and re.search("[aeiouy].*[^aeiouy]e$", letters):
        letters = letters[:-1]
    phones: list[Phone] = []
    graphemes: list[str] = _GRAPHEMES.findall(letters)
    humming = not any(g in _VOWELS for g in graphemes)
    for grapheme in graphemes:
        if grapheme in _VOWELS:
            first = not any(p.voice > 0.6 for p in phones)
            stressed = first and len(letters) > 3
            length_s = (0.115 if len(grapheme) == 1 else 0.140) * (1.15 if stressed else 0.9)
            voice = 1.0 if stressed else 0.8
            phones.append(Phone(length_s, _VOWELS[grapheme], voice, 0, 0.005, stressed))
        elif humming and grapheme in "mn":
            phones.append(Phone(0.17, (280, 1250, 2300), 0.8))
        else:
            phones.extend(_CONSONANTS[grapheme])
    return phones


def phones_of(words: str, pace: float) -> list[Phone]:
    """What is said, phone by phone; lengths are whole control frames (5 ms).

    Args:
        words: text as in the scripts of ``mini_dialogues.toml``.
        pace: larger is faster.
    """
    made = _SOUND.fullmatch(words)
    if made and made[1] not in _SPELLINGS:  # silence and bleed make no sound of their own
        return [Phone(float(made[2]), _NEUTRAL, 0.0)]
    if made:
        unit = [p for letter in _SPELLINGS[made[1]] for p in _word(letter)]
        phones = unit * round(float(made[2]) / _UNIT_S[made[1]])
    else:
        phones = []
        for token in re.findall(r"[a-z']+|[,.](?= )", words.lower()):
            phones.extend([_STOPS[token]] if token in _STOPS else _word(token.replace("'", "")))
    if phones[0].voice == phones[0].hiss == phones[0].breath == 0:
        del phones[0]  # the event starts where it can be heard
    if made:
        pace = sum(p.length_s for p in phones) / float(made[2])
    elif not words.endswith("--"):
        last = max(k for k, p in enumerate(phones) if p.voice > 0.6)
        phones[last] = phones[last]._replace(length_s=1.6 * phones[last].length_s)
    ends = np.round(np.cumsum([p.length_s for p in phones]) / pace * 200) / 200
    lengths = np.diff(ends, prepend=0.0)
    return [p._replace(length_s=float(t)) for p, t in zip(phones, lengths, strict=True)]


def duration_s(phones: list[Phone]) -> float:
    """Seconds from the first to the last phone, a whole number of milliseconds."""
    return round(sum(p.length_s for p in phones), 3)


def noise(n: int, low_hz: float, high_hz: float, rng: np.random.Generator) -> Floats:
    """Band-limited noise of unit RMS with soft band edges, shape (n,)."""
    size = 1 << max(8, (n - 1).bit_length())
    hz = np.fft.rfftfreq(size, 1 / RATE_HZ)
    edge = 1 / (1 + (low_hz / np.maximum(hz, 1)) ** 4) / (1 + (hz / high_hz) ** 8)
    made = np.fft.irfft(np.fft.rfft(rng.standard_normal(size)) * edge, size)[:n]
    return np.asarray(made / np.sqrt(np.mean(made**2)))


def _smooth(track: Floats, width: int, mode: Literal["edge", "constant"]) -> Floats:
    window = np.hanning(width + 2)[1:-1]
    padded = np.pad(track, width // 2, mode=mode)
    return np.convolve(padded, window / window.sum(), "valid")


def _pitch(stress: Floats, melody: str, voice: Voice, rng: np.random.Generator) -> Floats:
    n = len(stress)
    along = np.linspace(1.10, 0.92, n) * (1 + 0.10 * _smooth(stress, 21, "edge"))
    wobble = 1 + 0.02 * _smooth(rng.standard_normal(n), 31, "edge") * 4
    final = np.clip((np.arange(n) - (n - 60)) / 60, 0, 1)  # the last 0.3 s
    change = {".": -0.22, "?": 0.40, ",": 0.06}.get(melody, 0.0)
    return np.asarray(voice.pitch_hz * along * wobble * (1 + change * final))


def sound(
    phones: list[Phone], melody: str, voice: Voice, peak: float, rng: np.random.Generator
) -> Floats:
    """The samples of one event.

    Args:
        phones: from :func:`phones_of`.
        melody: the last sign of the words: "." falls, "?" rises, "," stays, others do nothing.
        voice: who speaks.
        peak: largest absolute sample.
        rng: for noise and small unevenness.

    Returns:
        Shape (n,), n = duration * 16000.
    """
    frames = np.array([round(p.length_s * 200) for p in phones])
    n = int(frames.sum())
    formants = np.repeat(np.array([p.formants for p in phones], float), frames, axis=0)
    formants = np.stack([_smooth(f, 9, "edge") for f in formants.T]) * voice.tract
    voiced, hiss, breath = (
        _smooth(np.repeat(strengths, frames), 5, "constant")
        for strengths in zip(*((p.voice, p.hiss, p.breath) for p in phones), strict=True)
    )
    stress = np.repeat([float(p.stressed) for p in phones], frames)
    pitch = _pitch(stress, melody, voice, rng)

    at = np.arange(n * FRAME) / FRAME - 0.5
    grid = np.arange(n)
    phase = 2 * np.pi * np.cumsum(np.interp(at, grid, pitch)) / RATE_HZ
    harmonic = np.arange(1, int(HIGHEST_HZ / pitch.min()) + 1)[:, None]
    hz = harmonic * pitch
    widths, gains = (90.0, 130.0, 190.0), (1.0, 0.45, 0.2)
    strength = 0.002 + sum(
        g / (1 + ((hz - f) / w) ** 2) for f, w, g in zip(formants, widths, gains, strict=True)
    )
    strength = strength * (hz / 200) ** -1.2 / (1 + (hz / HIGHEST_HZ) ** 16)
    strength = strength / np.sqrt((strength**2).sum(axis=0)) * voiced
    samples = np.zeros(n * FRAME)
    for k, track in enumerate(strength, start=1):
        samples += np.interp(at, grid, track) * np.sin(k * phase + 0.03 * k * k)
    samples += np.interp(at, grid, hiss) * noise(n * FRAME, 2_800, 5_000, rng)
    samples += np.interp(at, grid, breath) * noise(n * FRAME, 600, 2_200, rng)
    return np.asarray(samples * (peak / np.abs(samples).max()))

"""What rooms and lines do to a clean recording: named, with parameters, seeded.

::

    none                 as it was
    bleed(db)            each channel hears the other's, attenuated
    room-noise(snr_db)   pinkish noise, a given ratio below the speech of the channel
    gain(db)             louder or softer; what passes full scale is clipped
    clipping(db)         driven by db over full scale of its peak, clipped, turned back down
    telephone            300 to 3400 Hz, 8000 samples a second, mu-law of 8 bits, and back

Written ``name`` or ``name=value``, several in the order they act joined by ``+``:
``bleed=-30+room-noise=20+telephone``.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import soxr
from numpy.typing import NDArray

from turnscope.errors import Fault, ProtocolError

__all__ = ["DEGRADATIONS", "Degradation", "Floats", "degrade", "parse_degradations"]

Floats = NDArray[np.float64]
"""Two channels, shape (2, n), or one of them."""

_LINE_HZ = 8000


@dataclass(frozen=True, slots=True)
class Degradation:
    """One of them, without its value.

    Attributes:
        name: as it is written.
        unit: what its value counts; "" where it takes none.
        default: its value where none is written.
        lowest, highest: the values it takes.
        act: (two channels, rate_hz, value, rng) to two channels.
    """

    name: str
    unit: str
    default: float
    lowest: float
    highest: float
    act: Callable[[Floats, int, float, np.random.Generator], Floats]


def parse_degradations(text: str) -> list[tuple[Degradation, float]]:
    """The degradations of a text and their values, in order; ``none`` gives an empty list.

    Raises:
        ProtocolError: for an unknown name or a value out of range; tells all that are wrong.
    """
    found: list[tuple[Degradation, float]] = []
    faults: list[Fault] = []
    parts = [part.strip() for part in text.split("+")]
    for part in [] if parts == ["none"] else parts:
        name, sign, value = part.partition("=")
        chosen = DEGRADATIONS.get(name)
        if chosen is None:
            known = f"none alone, or some of {', '.join(DEGRADATIONS)} joined by +"
            faults.append(Fault("degradation", repr(name), known))
            continue
        if sign and not chosen.unit:
            faults.append(Fault(f"degradation {name}", f"a value, {value!r}", "none"))
            continue
        try:
            number = float(value) if sign else chosen.default
        except ValueError:
            number = float("nan")
        if not chosen.lowest <= number <= chosen.highest:
            rule = f"{chosen.lowest:g} to {chosen.highest:g} {chosen.unit}"
            faults.append(Fault(f"degradation {name}", repr(value), rule))
            continue
        found.append((chosen, number))
    if faults:
        raise ProtocolError(faults)
    return found


def degrade(
    channels: NDArray[np.float32], rate_hz: int, text: str = "none", *, seed: int = 0
) -> NDArray[np.float32]:
    """Two channels after the degradations of a text; ``none`` gives them back as they are.

    Args:
        channels: shape (2, n), in [-1, 1].
        rate_hz: 8000 or more.
        text: as :func:`parse_degradations` reads it.
        seed: of the noise; each place in the text draws its own.

    Raises:
        ProtocolError: as :func:`parse_degradations`; for a rate below 8000.
    """
    chosen = parse_degradations(text)
    if rate_hz < _LINE_HZ:
        raise ProtocolError(Fault("rate_hz", f"{rate_hz}", "8000 or more"))
    if not chosen:
        return channels
    sound = channels.astype(np.float64)
    for place, (each, value) in enumerate(chosen):
        rng = np.random.default_rng([seed, zlib.crc32(each.name.encode()), place])
        sound = each.act(sound, rate_hz, value, rng)
    return np.clip(sound, -1.0, 1.0).astype(np.float32)


def _bleed(sound: Floats, rate_hz: int, value: float, rng: np.random.Generator) -> Floats:
    del rate_hz, rng
    return np.asarray(sound + sound[::-1] * 10 ** (value / 20))


def _room_noise(sound: Floats, rate_hz: int, value: float, rng: np.random.Generator) -> Floats:
    """The ratio is to the power of the frames of 20 ms that sound; a silent channel gets none."""
    n = sound.shape[1]
    found = sound.copy()
    for channel in found:
        hz = np.fft.rfftfreq(n, 1 / rate_hz)
        spectrum = np.fft.rfft(rng.standard_normal(n)) / np.sqrt(np.maximum(hz, 50.0))
        spectrum[hz < 50.0] = 0
        noise = np.fft.irfft(spectrum, n)
        speech = _active_power(channel, rate_hz)
        power = float(np.mean(noise**2)) if n else 0.0
        if power > 0:
            channel += noise * np.sqrt(speech / power * 10 ** (-value / 10))
    return found


def _active_power(channel: Floats, rate_hz: int) -> float:
    """Mean power of the frames of 20 ms within 40 dB of the loudest; 0 for silence."""
    size = rate_hz // 50
    power = np.mean(channel[: len(channel) // size * size].reshape(-1, size) ** 2, axis=1)
    loudest = float(power.max(initial=0.0))
    return float(np.mean(power[power >= loudest * 1e-4])) if loudest > 0 else 0.0


def _gain(sound: Floats, rate_hz: int, value: float, rng: np.random.Generator) -> Floats:
    del rate_hz, rng
    return np.asarray(np.clip(sound * 10 ** (value / 20), -1.0, 1.0))


def _clipping(sound: Floats, rate_hz: int, value: float, rng: np.random.Generator) -> Floats:
    del rate_hz, rng
    limit = np.abs(sound).max(axis=1, keepdims=True, initial=0.0) * 10 ** (-value / 20)
    return np.asarray(np.clip(sound, -limit, limit))


def _telephone(sound: Floats, rate_hz: int, value: float, rng: np.random.Generator) -> Floats:
    del value, rng
    found = np.zeros_like(sound)
    for channel, heard in zip(sound, found, strict=True):
        line = soxr.resample(channel, rate_hz, _LINE_HZ)
        spectrum = np.fft.rfft(line)
        hz = np.fft.rfftfreq(len(line), 1 / _LINE_HZ)
        spectrum[(hz < 300.0) | (hz > 3400.0)] = 0
        line = np.clip(np.fft.irfft(spectrum, len(line)), -1.0, 1.0)
        back = soxr.resample(_mu_law(line), _LINE_HZ, rate_hz)[: len(heard)]
        heard[: len(back)] = back
    return found


def _mu_law(line: Floats) -> Floats:
    """Through 8 bits of mu-law companding (mu = 255) and back; silence stays silence."""
    pressed = np.sign(line) * np.log1p(255.0 * np.abs(line)) / np.log(256.0)
    steps = np.rint(pressed * 127.0) / 127.0
    return np.asarray(np.sign(steps) * np.expm1(np.abs(steps) * np.log(256.0)) / 255.0)


DEGRADATIONS: Mapping[str, Degradation] = MappingProxyType(
    {
        each.name: each
        for each in (
            Degradation("bleed", "dB", -30.0, -80.0, 0.0, _bleed),
            Degradation("room-noise", "dB", 20.0, -20.0, 80.0, _room_noise),
            Degradation("gain", "dB", -12.0, -60.0, 60.0, _gain),
            Degradation("clipping", "dB", 12.0, 0.0, 60.0, _clipping),
            Degradation("telephone", "", 0.0, 0.0, 0.0, _telephone),
        )
    }
)
"""All degradations by name."""

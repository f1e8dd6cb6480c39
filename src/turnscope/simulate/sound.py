"""From a truth whose speech sounds to two clean channels, one a speaker.

::

    truth      ████ turn ███████▌cut at end_s      ░ (laughs)
                      ▒ backchannel
    channel 1  ▅▆▇▅▃▅▆▇▅▃▅▆▇▅▃▅▆▌                  ▂▃▂
    channel 2        ▂▃▂

A channel holds its own speaker alone and exact silence elsewhere. Speech that lasts longer than
its happening is broken off at ``end_s``, within 4 ms, as by a speaker who stops in mid-word; it
is not faded. A happening of bleed is the other's channel at that time, attenuated. Rooms, lines
and bleed that never stops come from :mod:`turnscope.simulate.degradations`.
"""

from __future__ import annotations

import zlib

import numpy as np
import soxr
from numpy.typing import NDArray

from turnscope.core.labels import FINE_LABELS
from turnscope.errors import Fault, ModelError, ProtocolError
from turnscope.models.voice_sound import frame_samples, loud_frames
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.noises import noise_sound

__all__ = ["CUT_S", "LEVEL_DB", "SPEECH_DBFS", "Channels", "two_channels"]

Channels = NDArray[np.float32]
"""Shape (2, n), samples in [-1, 1]; row 0 is speaker 1."""

SPEECH_DBFS = -26.0
"""Root mean square of a turn, of its frames that sound, in decibels below full scale, before the
speaker's own gain."""

CUT_S = 0.004
"""How long the ramp is that keeps a cut from clicking; it ends at the cut."""

_GAIN_SPREAD_DB = 1.5
_EASE_S = 0.002
_CEILING = 0.98

LEVEL_DB: dict[str, float] = {
    "Acknowledgement Backchannel": -6.0,
    "Continuer Backchannel": -8.0,
    "Reaction Backchannel": -4.0,
    "Filler": -3.0,
    "Laughter": -5.0,
    "Speech, Non-Linguistic": -10.0,
    "Non-Speech Noise": -14.0,
    "Channel Bleed": -26.0,
}
"""Decibels of a label against a turn, of bleed against the other's channel; 0 for those not named.
They are our choice and not measured on recordings: listeners' sounds are softer than turns, the
other's bleed is faint."""


def two_channels(truth: Truth, *, rate_hz: int = 16_000) -> Channels:
    """The sound of a conversation, each speaker on a channel of their own.

    Each speaker has a gain of their own, drawn about 0 dB (1.5 dB standard deviation). The same
    truth gives the same samples.

    Args:
        truth: its speech holds samples.
        rate_hz: 8000 or more.

    Raises:
        ModelError: for speech without samples, told with all others.
        ProtocolError: for a rate below 8000.
    """
    if rate_hz < 8000:
        raise ProtocolError(Fault("rate_hz", f"{rate_hz}", "8000 or more"))
    silent = [
        Fault(
            f"{truth.conversation_id}/speaker_{each.speaker} at {each.start_s} s",
            f"{each.text!r} has no sound",
            "speech of a voice with sound",
            "Its voice gives times only; choose another, or leave the audio out",
        )
        for each in truth.happenings
        if each.spoken is not None and each.spoken.samples is None
    ]
    if silent:
        raise ModelError(silent)
    n = round(truth.duration_s * rate_hz)
    own = np.zeros((2, n), np.float64)
    rng = np.random.default_rng([truth.seed, zlib.crc32(b"gain")])
    gain_db = rng.normal(0.0, _GAIN_SPREAD_DB, 2)
    bleeding = []
    for number, each in enumerate(truth.happenings):
        draw = np.random.default_rng([truth.seed, zlib.crc32(b"sound"), number])
        first, last = round(each.start_s * rate_hz), min(n, round(each.end_s * rate_hz))
        if each.label == _BLEED:
            bleeding.append((each.speaker - 1, first, last, draw))
            continue
        sound = _of(each, last - first, rate_hz, draw)
        level_db = SPEECH_DBFS + LEVEL_DB.get(each.label, 0.0) + gain_db[each.speaker - 1]
        own[each.speaker - 1, first : first + len(sound)] += sound * 10 ** (level_db / 20)
    found = own.copy()
    for channel, first, last, draw in bleeding:
        found[channel, first:last] += _bleed(own[1 - channel, first:last], rate_hz, draw)
    peak = np.abs(found).max(axis=1, initial=0.0)
    # a channel too loud for its samples is turned down as a whole, so that nothing is clipped
    found *= (_CEILING / np.maximum(peak, _CEILING))[:, None]
    return found.astype(np.float32)


def _of(each: Happening, n: int, rate_hz: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """At most n samples of a happening, at root mean square 1 over what sounds of it."""
    if each.spoken is None:
        return noise_sound(each.text, n / rate_hz, rate_hz, rng)
    given = each.spoken.samples
    assert given is not None
    loud = np.repeat(loud_frames(given, each.spoken.rate_hz), frame_samples(each.spoken.rate_hz))
    heard = given[: len(loud)][loud].astype(np.float64)
    level = float(np.sqrt(np.mean(heard**2))) if len(heard) else 1.0
    sound = soxr.resample(given.astype(np.float64), each.spoken.rate_hz, rate_hz) / level
    sound = _eased(np.array(sound[:n]), rate_hz)
    if each.cut:
        ramp = min(len(sound), round(CUT_S * rate_hz))
        sound[len(sound) - ramp :] *= np.arange(ramp, 0, -1) / (ramp + 1)
    return sound


_BLEED = "Channel Bleed"
assert any(fine.spelling == _BLEED for fine in FINE_LABELS)


def _bleed(
    other: NDArray[np.float64], rate_hz: int, rng: np.random.Generator
) -> NDArray[np.float64]:
    """The other's sound, attenuated; as faint a breath where the other is silent."""
    ratio = 10 ** (LEVEL_DB[_BLEED] / 20)
    if np.any(other):
        return _eased(other * ratio, rate_hz)
    level = 10 ** (SPEECH_DBFS / 20) * ratio
    return noise_sound("(breath)", len(other) / rate_hz, rate_hz, rng) * level


def _eased(sound: NDArray[np.float64], rate_hz: int) -> NDArray[np.float64]:
    """In and out within 2 ms, so that no edge clicks; changes what it is given."""
    edge = min(len(sound) // 2, round(_EASE_S * rate_hz))
    if edge:
        ramp = np.arange(1, edge + 1) / (edge + 1)
        sound[:edge] *= ramp
        sound[len(sound) - edge :] *= ramp[::-1]
    return sound

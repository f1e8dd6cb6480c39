"""Who of a simulated corpus speaks in which voice, and their sound as files.

::

    voices         kokoro:af_heart  kokoro:am_adam  hibari
    actors         1 4 7 ...        2 5 8 ...       3 6 9 ...

An actor keeps a voice over the corpus; who meets has different ones.
"""

from __future__ import annotations

import io
from collections.abc import Sequence

from turnscope.errors import Fault, ProtocolError
from turnscope.models.speech import Speak
from turnscope.models.voices import VOICES, voice
from turnscope.simulate.casting import Actor, Cast
from turnscope.simulate.degradations import degrade
from turnscope.simulate.happenings import Truth
from turnscope.simulate.sound import two_channels

__all__ = ["RATE_HZ", "audio_files", "speaking", "voice_of", "voices_named"]

RATE_HZ = 16_000
"""Samples a second of simulated recordings."""

_SPEED_SPREAD = 0.05
_SPEEDS = (0.85, 1.2)


def voices_named(names: Sequence[str], n_conversations: int) -> tuple[str, ...]:
    """The voices by what was asked for: their names, or the part before the colon for all of it.

    Raises:
        ProtocolError: for every name that is none, and for fewer voices than keep those who
            meet apart: three, or two for one or two conversations.
    """
    found: dict[str, None] = {}
    faults = []
    for name in names:
        meant = [each for each in VOICES if each == name or each.startswith(f"{name}:")]
        found |= dict.fromkeys(meant)
        if not meant:
            families = sorted({each.partition(":")[0] for each in VOICES})
            rule = f"one of {', '.join(VOICES)}; or all of {', '.join(families)}"
            faults.append(Fault("voice", repr(name), rule))
    least = 2 if n_conversations <= 2 else 3
    if not faults and len(found) < least:
        told = f"{len(found)} ({', '.join(found)}) for {n_conversations} conversation"
        told += "s" if n_conversations > 1 else ""
        faults.append(Fault("voices", told, f"{least} or more different ones"))
    if faults:
        raise ProtocolError(faults)
    return tuple(found)


def voice_of(actor: Actor, names: Sequence[str]) -> str:
    """The name of an actor's voice."""
    return names[actor.number % len(names)]


def speaking(cast: Cast, names: Sequence[str]) -> tuple[Speak, Speak]:
    """The two voices of a conversation, at their actors' pace.

    Raises:
        ModelError: if a voice's program or package is missing.
    """
    first, second = (
        voice(
            voice_of(actor, names),
            speed=round(min(max(1.0 + _SPEED_SPREAD * actor.tempo, _SPEEDS[0]), _SPEEDS[1]), 2),
        )
        for actor in cast.actors
    )
    return first, second


def audio_files(truth: Truth, *, degradations: str = "none") -> dict[str, bytes]:
    """``speaker_1_audio.flac`` and ``speaker_2_audio.flac``: 16 bits, :data:`RATE_HZ`.

    Raises:
        ModelError: if some of its speech has no sound.
        ProtocolError: for degradations that are not known.
    """
    import soundfile

    sound = degrade(two_channels(truth, rate_hz=RATE_HZ), RATE_HZ, degradations, seed=truth.seed)
    files = {}
    for speaker, channel in enumerate(sound, 1):
        written = io.BytesIO()
        soundfile.write(written, channel, RATE_HZ, format="FLAC", subtype="PCM_16")
        files[f"speaker_{speaker}_audio.flac"] = written.getvalue()
    return files

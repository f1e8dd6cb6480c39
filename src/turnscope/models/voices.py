"""The voices by name, each a :data:`Speak`; what one rendered is kept in this user's cache.

::

    voice("kokoro:af_heart")("well, I think so.") ─▶ cache, by voice, versions, text and speed
                                                      │ not there: network ▶ 16-bit samples + words
                                                      ▼
                                                    Spoken

The same text in the same voice is the same Spoken, whether it was rendered or kept. The folder
``speech`` of the cache may be removed at any time. Environment: ``TURNSCOPE_SPEECH`` is a folder
to use in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from turnscope.errors import Fault, ModelError
from turnscope.models.flite import flite_mark, flite_spoken
from turnscope.models.hibari import hibari_mark, hibari_spoken
from turnscope.models.kokoro import kokoro_mark, kokoro_spoken
from turnscope.models.speech import Speak, Spoken
from turnscope.models.speech_cache import kept_speech

__all__ = ["EMBEDDED_VOICES", "VOICES", "Gender", "Voice", "voice"]

Gender = Literal["female", "male"]
"""Of a voice, as its maker says."""

_RECIPE = "2"
"""Goes up when what is made of a voice's sound changes, so that nothing old is taken."""


@dataclass(frozen=True, slots=True)
class Voice:
    """What is known of a voice without loading it.

    Attributes:
        name: as on the command line.
        gender: as its maker says.
        accent: of its English.
        licence: of the voice and its network.
        spoken: (text, speed) to Spoken.
        mark: versions of all that shapes the sound; raises ModelError if something is missing.
    """

    name: str
    gender: Gender
    accent: str
    licence: str
    spoken: Callable[[str, float], Spoken]
    mark: Callable[[], str]


def voice(name: str, *, speed: float = 1.0, keep: bool = True) -> Speak:
    """The voice of that name, ready to speak.

    Args:
        name: one of ``VOICES``.
        speed: 0.5 to 2.0; 1 is its own pace.
        keep: whether to take from and add to the cache.

    Raises:
        ModelError: for a name that is not known, a speed out of range, or a program or package
            that is missing. The voice itself raises it where weights are missing or it cannot
            speak a text, naming voice and text.
    """
    if name not in VOICES:
        raise ModelError(Fault("voice", repr(name), f"one of {', '.join(VOICES)}"))
    if not 0.5 <= speed <= 2.0:
        raise ModelError(Fault(f"voice {name}", f"speed {speed}", "0.5 to 2.0"))
    chosen = VOICES[name]
    mark = f"{_RECIPE} {chosen.mark()}"

    def fresh(text: str) -> Spoken:
        try:
            return chosen.spoken(text, speed)
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as error:
            # phonemizers and networks of others fail in many ways on odd text
            told = (str(error).splitlines() or [""])[0]
            found = f"{text!r} failed ({type(error).__name__}: {told})"
            raise ModelError(Fault(f"voice {name}", found, "text it can speak")) from error

    def speak(text: str) -> Spoken:
        if not any(letter.isalnum() for letter in text):
            found = f"{text!r} has no letter or digit"
            raise ModelError(Fault(f"voice {name}", found, "words to speak"))
        return kept_speech((name, mark, repr(speed), text), fresh) if keep else fresh(text)

    return speak


def _kokoro(style: str) -> Voice:
    return Voice(
        f"kokoro:{style}",
        "female" if style[1] == "f" else "male",
        "British" if style[0] == "b" else "American",
        "Apache-2.0",
        lambda text, speed: kokoro_spoken(style, text, speed),
        lambda: kokoro_mark(style),
    )


def _flite(name: str, gender: Gender, accent: str) -> Voice:
    return Voice(
        f"flite:{name}",
        gender,
        accent,
        "MIT-CMU",
        lambda text, speed: flite_spoken(name, text, speed),
        flite_mark,
    )


_STYLES = (
    "af_alloy",
    "af_aoede",
    "af_bella",
    "af_heart",
    "af_jessica",
    "af_kore",
    "af_nicole",
    "af_nova",
    "af_river",
    "af_sarah",
    "af_sky",
    "am_adam",
    "am_echo",
    "am_eric",
    "am_fenrir",
    "am_liam",
    "am_michael",
    "am_onyx",
    "am_puck",
    "am_santa",
    "bf_alice",
    "bf_emma",
    "bf_isabella",
    "bf_lily",
    "bm_daniel",
    "bm_fable",
    "bm_george",
    "bm_lewis",
)

VOICES: Mapping[str, Voice] = MappingProxyType(
    {
        each.name: each
        for each in (
            *map(_kokoro, _STYLES),
            Voice("hibari", "female", "American", "Apache-2.0", hibari_spoken, hibari_mark),
            _flite("slt", "female", "American"),
            _flite("rms", "male", "American"),
            _flite("awb", "male", "Scottish"),
            _flite("kal16", "male", "American"),
        )
    }
)
"""All voices by name."""

EMBEDDED_VOICES = (
    "kokoro:af_heart",
    "kokoro:am_michael",
    "kokoro:af_bella",
    "kokoro:am_fenrir",
    "kokoro:af_kore",
    "kokoro:am_puck",
    "kokoro:bf_emma",
    "kokoro:bm_george",
)
"""Voices for the embedded corpus: in each, Whisper tiny.en got all 86 words of ten sentences."""

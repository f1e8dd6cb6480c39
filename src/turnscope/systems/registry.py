"""All built-in systems by name: one line each."""

from __future__ import annotations

from turnscope.systems.base import System
from turnscope.systems.energy import Energy
from turnscope.systems.metronome import Metronome
from turnscope.systems.never import Never
from turnscope.systems.poisson import Poisson
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.silero_timeout import SileroTimeout
from turnscope.systems.smart_turn_v3 import SmartTurnV3
from turnscope.systems.smart_turn_v3_eager import SmartTurnV3Eager
from turnscope.systems.smollm_eot import SmolLmEot
from turnscope.systems.webrtc_timeout import WebrtcTimeout
from turnscope.systems.whisper_lexicon import WhisperLexicon

__all__ = ["SYSTEMS"]

SYSTEMS: dict[str, type[System]] = {
    "rms_vad": RmsVad,
    "energy": Energy,
    "webrtc_timeout": WebrtcTimeout,
    "silero_timeout": SileroTimeout,
    "smart_turn_v3": SmartTurnV3,
    "smart_turn_v3_eager": SmartTurnV3Eager,
    "whisper_lexicon": WhisperLexicon,
    "smollm_eot": SmolLmEot,
    "never": Never,
    "metronome": Metronome,
    "poisson": Poisson,
}
"""By the names that the command line takes; their dataclass fields are their settings."""

"""How fast built-in systems hear, on one core: those that can be made on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from benchmarks.timing import medians
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError
from turnscope.systems.registry import SYSTEMS
from turnscope.systems.runner import hear

__all__ = ["measure"]

LIMITS = {"rms_vad": 0.002, "silero_timeout": 0.02, "smart_turn_v3": 0.1}
"""Real-time factors that are promised: seconds for a second of one speaker's audio."""


def measure() -> Iterator[str]:
    """A line a system; what lacks its weights or packages is said to."""
    recording = open_corpus("mini").recording("1")
    for name, make in SYSTEMS.items():
        try:
            system = make()
            hear(system, recording)  # models are loaded
        except ModelError as error:
            yield f"{name}: not measured: {error.faults[0].found}"
            continue
        (taken,) = medians(partial(hear, system, recording), rounds=3)
        audio_s = 2 * recording.duration_s
        limit = f" (at most {LIMITS[name]:g})" if name in LIMITS else ""
        yield (
            f"{name}: real-time factor {taken.cpu_s / audio_s:.5f} processor, "
            f"{taken.wall_s / audio_s:.5f} wall{limit}"
        )
        system.close()

"""Silero voice activity detection, fed as a stream: 512 samples at 16 kHz, one probability.

::

    context 64 | chunk 512 ─▶ network + state (2, 1, 128) ─▶ P(speech), new state
                 ╰── its last 64 samples are the next chunk's context

The model hears a chunk with the 64 samples before it and remembers the rest in its state, so the
chunks must come in order and without gaps. Source: snakers4/silero-vad, v6 (weights: MIT).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnscope.models.onnx import Run, onnx_session
from turnscope.models.weights import entry_of

__all__ = ["CHUNK", "CHUNK_S", "RATE_HZ", "SILERO", "Silero", "silero_mark"]

SILERO = "silero"
"""The name of the weights."""

RATE_HZ = 16_000
"""Samples a second that the model hears."""

CHUNK = 512
"""Samples it takes at a time."""

CHUNK_S = CHUNK / RATE_HZ
"""The same in seconds, 0.032."""

_CONTEXT = 64
_RATE = np.array(RATE_HZ, np.int64)


def silero_mark() -> str:
    """Name and hash of the weights, for the version of what uses them."""
    return f"{SILERO} {entry_of(SILERO).mark}"


class Silero:
    """One stream of one channel."""

    def __init__(self, run: Run | None = None) -> None:
        """Start with silence behind.

        Args:
            run: the network; None loads it.

        Raises:
            ModelError: if onnxruntime or the weights are missing.
        """
        self._run: Run = onnx_session(SILERO).run if run is None else run
        self._state = np.zeros((2, 1, 128), np.float32)
        self._heard = np.zeros((1, _CONTEXT + CHUNK), np.float32)

    def __call__(self, chunk: NDArray[np.float32]) -> float:
        """P(speech) of the next chunk, shape (512,), samples in [-1, 1].

        Raises:
            ValueError: for a chunk of another shape.
        """
        if chunk.shape != (CHUNK,):
            raise ValueError(f"a chunk of shape {chunk.shape}; expected ({CHUNK},)")
        self._heard[0, :_CONTEXT] = self._heard[0, CHUNK:]
        self._heard[0, _CONTEXT:] = chunk
        inputs = {"input": self._heard, "state": self._state, "sr": _RATE}
        probability, self._state = self._run(None, inputs)
        return float(probability[0, 0])

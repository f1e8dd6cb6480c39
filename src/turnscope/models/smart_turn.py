"""Smart Turn v3: from the last 8 s of one speaker to the probability that the turn is complete.

The audio of the turn so far stands at the end of the 8 s, after zeros if it is shorter. It is
brought to mean 0 and variance 1, zeros included, and turned into Whisper's log-mel spectrogram;
another front end gives other probabilities. The model says whether the turn *would* be complete
if the speaker stopped now, so it is meant to be asked in a silence.

Source: pipecat-ai/smart-turn, v3.2, 8 M parameters (weights: BSD-2-Clause).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from turnscope.models.onnx import Run, onnx_session
from turnscope.models.weights import entry_of
from turnscope.models.whisper_features import RATE_HZ, log_mel, standardised

__all__ = ["SMART_TURN", "WINDOW", "SmartTurn", "smart_turn_mark"]

SMART_TURN = "smart-turn-v3.2"
"""The name of the weights."""

WINDOW = 8 * RATE_HZ
"""Samples that the model hears: 8 s at 16 kHz."""


def smart_turn_mark() -> str:
    """Name and hash of the weights, for the version of what uses them."""
    return f"{SMART_TURN} {entry_of(SMART_TURN).mark}"


class SmartTurn:
    """The model; it remembers nothing between calls."""

    def __init__(self, run: Run | None = None) -> None:
        """Make it ready.

        Args:
            run: the network; None loads it.

        Raises:
            ModelError: if onnxruntime or the weights are missing.
        """
        self._run: Run = onnx_session(SMART_TURN).run if run is None else run

    def __call__(self, audio: NDArray[np.float32]) -> float:
        """P(complete) of a turn, from its audio at 16 kHz, shape (n,); the last 8 s count."""
        window = np.zeros(WINDOW, np.float32)
        if len(heard := audio[-WINDOW:]):
            window[-len(heard) :] = heard
        features = log_mel(standardised(window))
        return float(self._run(None, {"input_features": features[None]})[0].item())

"""Oracle of 3.3: from a probability for each frame to the times of committed events."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["commit"]


def commit(probabilities: Sequence[float], theta: float, frame_rate_hz: float) -> list[float]:
    """Upward crossings of ``theta``, none sooner than the refractory period after a commit."""
    refractory = max(1, round(2.0 * frame_rate_hz))
    times = []
    last_committed = None
    for i in range(len(probabilities)):
        if not probabilities[i] > theta:
            continue
        if i > 0 and probabilities[i - 1] > theta:
            continue
        if last_committed is not None and i - last_committed < refractory:
            continue
        last_committed = i
        times.append((i + 1) / frame_rate_hz)
    return times

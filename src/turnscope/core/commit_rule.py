"""How a score becomes events: the official rule and its named options."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from turnscope.errors import Fault, ProtocolError

__all__ = ["CommitRule"]


@dataclass(frozen=True, slots=True)
class CommitRule:
    """How a score becomes events. The defaults are the official rule.

    Attributes:
        refractory_s: no second commit sooner than this after one.
        recommit: whether a score that stays above the threshold commits again as soon as the
            refractory period is over; officially it needs a new edge.
        hysteresis: how far below the threshold a score must fall before it can rise again.
        min_above_s: how long a score must have been above before it commits; the commit is
            stamped when that is known.
    """

    refractory_s: float = 2.0
    recommit: bool = False
    hysteresis: float = 0.0
    min_above_s: float = 0.0

    def __post_init__(self) -> None:
        for name in ("refractory_s", "hysteresis", "min_above_s"):
            value = getattr(self, name)
            if not 0.0 <= value < float("inf"):
                raise ProtocolError(Fault(name, str(value), "a finite number, not negative"))

    @property
    def name(self) -> str:
        """``official``, or ``custom`` if any option is set."""
        return "official" if self == CommitRule() else "custom"

    def stamp(self) -> dict[str, object]:
        """Name and options for a result file."""
        return {"name": self.name, **asdict(self)}

    def refractory_frames(self, frame_rate_hz: float) -> int:
        """Frames from one commit to the next, at least one: max(1, round(seconds * rate))."""
        return max(1, round(self.refractory_s * frame_rate_hz))

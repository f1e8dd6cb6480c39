"""The rules of scoring and their constants, as one frozen value stamped into every result.

The defaults are the official protocol of TurnBench (paper, section V-C and IV-A); any other
value is a named option and changes the protocol's name to ``custom``.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from enum import StrEnum

from turnscope.core.tolerance import Arithmetic, arithmetic
from turnscope.errors import Fault, ProtocolError

__all__ = ["Consensus", "Protocol", "Task"]


class Task(StrEnum):
    """What is detected. The value is its name in JSON."""

    EOT = "eot"
    INTERRUPTION = "int"


class Consensus(StrEnum):
    """How the annotators' tracks become one gold.

    ``official`` takes the annotators in order and lets the first one anchor; ``order_free``
    accepts the largest, then tightest groups first and does not depend on the order.
    """

    OFFICIAL = "official"
    ORDER_FREE = "order_free"


@dataclass(frozen=True, slots=True)
class Protocol:
    """Constants of gold and scoring, in seconds.

    Attributes:
        agreement: annotators that must agree on an event; with fewer annotators, all of them.
        endpoint_tolerance_s: how far apart their starts, and their ends, may lie.
        match_window_s: how far from the anchor's start a candidate's start is looked for.
        tau_pre_s: how early before a gold time a prediction still counts.
        tau_max_s: the deadline after it.
        arithmetic: ``official`` (float64 seconds) or ``exact`` (whole microseconds).
        consensus: which consensus rule.
    """

    agreement: int = 2
    endpoint_tolerance_s: float = 0.2
    match_window_s: float = 0.5
    tau_pre_s: float = 0.25
    tau_max_s: float = 3.0
    arithmetic: str = "official"
    consensus: Consensus = Consensus.OFFICIAL

    def __post_init__(self) -> None:
        arithmetic(self.arithmetic)
        if self.consensus not in tuple(Consensus):
            raise ProtocolError(
                Fault("consensus", repr(self.consensus), " or ".join(tuple(Consensus)))
            )
        if type(self.agreement) is not int:
            raise ProtocolError(Fault("agreement", repr(self.agreement), "a whole number"))
        if self.agreement < 1:
            raise ProtocolError(Fault("agreement", str(self.agreement), "at least 1"))
        for field in fields(self):
            value = getattr(self, field.name)
            if not field.name.endswith("_s"):
                continue
            if type(value) not in (int, float):
                raise ProtocolError(Fault(field.name, repr(value), "a number of seconds"))
            if not 0.0 <= value < float("inf"):
                raise ProtocolError(
                    Fault(field.name, f"{value} s", "a finite number of seconds, not negative")
                )

    @property
    def name(self) -> str:
        """``official`` if every constant is the published one, else ``custom``."""
        return "official" if self == Protocol() else "custom"

    @property
    def clock(self) -> Arithmetic:
        """The arithmetic that compares times."""
        return arithmetic(self.arithmetic)

    def stamp(self) -> dict[str, object]:
        """Name and constants for a result file."""
        return {"name": self.name, **asdict(self)}

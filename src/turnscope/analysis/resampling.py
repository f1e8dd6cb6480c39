"""How numbers are resampled: level, method, how many times, from which seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass

from turnscope.errors import Fault, ProtocolError

__all__ = ["METHODS", "Resampling"]

METHODS = ("percentile", "bca")


@dataclass(frozen=True, slots=True)
class Resampling:
    """What stands behind an interval; whatever cannot be meant is refused when it is made.

    Attributes:
        level: the share of intervals that are meant to cover the truth, within (0, 1).
        method: ``percentile`` or ``bca``.
        n_resamples: drawn, 100 or more.
        seed: of the draw, not negative.
    """

    level: float = 0.95
    method: str = "percentile"
    n_resamples: int = 10_000
    seed: int = 0

    def __post_init__(self) -> None:
        rules = {
            "level": ("a share between 0 and 1", 0.0 < self.level < 1.0),
            "method": (" or ".join(METHODS), self.method in METHODS),
            "n_resamples": ("100 or more", self.n_resamples >= 100),
            "seed": ("a whole number, not negative", self.seed >= 0),
        }
        faults = [
            Fault(f"resampling {name}", f"{getattr(self, name)}", rule)
            for name, (rule, fits) in rules.items()
            if not fits
        ]
        if faults:
            raise ProtocolError(faults)

    def stamp(self) -> dict[str, object]:
        """For a result file."""
        return asdict(self)

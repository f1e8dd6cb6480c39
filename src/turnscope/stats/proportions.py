"""A share of independent trials: Wilson's interval, which holds where n is small."""

from __future__ import annotations

from statistics import NormalDist

from turnscope.stats.intervals import Interval, no_interval

__all__ = ["wilson"]


def wilson(k: int, n: int, *, level: float = 0.95) -> Interval:
    """The score interval of ``k`` of ``n``; NaN for n = 0.

    It takes the trials for independent. Events of one conversation are not, so this is for small
    n and for planted behaviour; over many conversations use the bootstrap over clusters.

    Raises:
        ValueError: for k outside 0 to n, or a level outside (0, 1).

    Source:
        Wilson (1927).
    """
    if not 0 <= k <= n or not 0.0 < level < 1.0:
        raise ValueError(f"{k} of {n} at level {level}; expected 0 to n, and a level within (0, 1)")
    if n == 0:
        return no_interval(level, "wilson")
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, slack = k / n, z * z / n
    middle = (share + slack / 2) / (1 + slack)
    half = z / (1 + slack) * (share * (1 - share) / n + slack / (4 * n)) ** 0.5
    low = 0.0 if k == 0 else middle - half
    high = 1.0 if k == n else middle + half
    return Interval(low, high, level, "wilson", n)

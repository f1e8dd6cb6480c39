"""A split of a corpus, and what a random one would leak, for people and as JSON."""

from __future__ import annotations

from turnscope.corpus.split import Leak, Split
from turnscope.report.tables import aligned, wrapped

__all__ = ["split_document", "split_lines"]


def split_lines(found: Split, leak: Leak | None) -> list[str]:
    """Sizes by type, then how many speakers a random split of the same size would share.

    ``leak`` is None where speakers are not told.
    """
    n = len(found.dev) + len(found.test)
    rows = [["type", "dev", "test"]]
    rows += [[name, str(dev), str(test)] for name, (dev, test) in found.per_type.items()]
    rows.append(["all", str(len(found.dev)), str(len(found.test))])
    return [
        *aligned(rows),
        "",
        f"{n} conversations in {found.n_components} groups that share speakers; "
        f"cost {found.cost:g}, seed {found.seed}",
        "speakers on both sides: 0",
        *wrapped(_leak_line(leak) if leak is None or (found.dev and found.test) else _ONE_SIDED),
        "",
        f"dev: {' '.join(found.dev)}",
    ]


_ONE_SIDED = (
    "one side is empty: no group of conversations that share speakers brings the sizes by type "
    "closer to the targets"
)


def _leak_line(leak: Leak | None) -> str:
    if leak is None:
        return "speakers are not told, so what a random split would leak is unknown"
    return (
        f"a random split of the same size shares {leak.mean:.1f} speakers "
        f"(95 % of {leak.n_draws} draws: {leak.low:g} to {leak.high:g})"
    )


def split_document(found: Split, leak: Leak | None) -> dict[str, object]:
    """Everything about the split."""
    return {
        "dev": list(found.dev),
        "test": list(found.test),
        "per_type": {name: {"dev": d, "test": t} for name, (d, t) in found.per_type.items()},
        "cost": found.cost,
        "seed": found.seed,
        "dev_share": found.dev_share,
        "n_components": found.n_components,
        "random": None
        if leak is None
        else {
            "shared_speakers_mean": leak.mean,
            "shared_speakers_low": leak.low,
            "shared_speakers_high": leak.high,
            "n_draws": leak.n_draws,
            "drawn": leak.drawn,
            "seed": leak.seed,
        },
    }

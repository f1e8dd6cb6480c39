"""Overlapping cues of one tier on several tiers, for formats whose tiers cannot overlap.

The first layer keeps the tier's name, further ones are called ``name [2]``, ``name [3]``, ...;
a reader that meets ``name [2]`` in a file that also has ``name`` takes it for more of ``name``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from turnscope.corpus.formats.base import Cue
from turnscope.errors import Fault, FormatError

__all__ = ["check_names", "fold_notes", "folded", "layered"]

_LAYER = re.compile(r"(.*) \[(?:[2-9]|[1-9][0-9]+)\]", re.DOTALL)


def folded(names: Iterable[str]) -> dict[str, str]:
    """The tier to which each named tier of a file belongs: itself, or ``name`` for a layer."""
    known = dict.fromkeys(names)
    tiers = {}
    for name in known:
        match = _LAYER.fullmatch(name)
        tiers[name] = match[1] if match and match[1] in known else name
    return tiers


def fold_notes(tiers: Mapping[str, str], file_name: str) -> list[Fault]:
    """A note for each tier that :func:`folded` takes for a layer of another."""
    return [
        Fault(file_name, f"tier {name!r} is read as more of tier {tier!r}")
        for name, tier in tiers.items()
        if name != tier
    ]


def check_names(tiers: Iterable[str]) -> None:
    """Pass if no tier is called as a layer of another one would be.

    Raises:
        FormatError: naming every tier that is.
    """
    faults = [
        Fault(f"tier {name!r}", f"its name says more of {tier!r}", "another name", "Rename it")
        for name, tier in folded(tiers).items()
        if name != tier
    ]
    if faults:
        raise FormatError(faults)


def layered(cues: Sequence[Cue], *, touching: bool = True) -> dict[str, list[Cue]]:
    """Cues by tier and layer, such that no two of a layer overlap; tiers by first appearance.

    Cues keep their order within a layer. One without both times goes on the first layer, one
    with reversed times takes the span between them.

    Args:
        cues: of any tiers.
        touching: whether a cue may begin where the one before it on the layer ends.

    Raises:
        FormatError: if a tier's own name is that of another one's layer.
    """
    tiers: dict[str, list[Cue]] = {}
    for cue in cues:
        tiers.setdefault(cue.tier, []).append(cue)
    check_names(tiers)
    layers: dict[str, list[Cue]] = {}
    for tier, members in tiers.items():
        for cue, number in zip(members, _numbers(members, touching), strict=True):
            name = tier if number == 0 else f"{tier} [{number + 1}]"
            layers.setdefault(name, []).append(cue)
    return layers


def _numbers(cues: Sequence[Cue], touching: bool) -> list[int]:
    numbers = [0] * len(cues)
    spans = sorted(
        (min(cue.start_s, cue.end_s), max(cue.start_s, cue.end_s), index)
        for index, cue in enumerate(cues)
        if cue.start_s is not None and cue.end_s is not None
    )
    ends: list[float] = []
    for start_s, end_s, index in spans:
        number = next(
            (k for k, last in enumerate(ends) if last < start_s or (touching and last == start_s)),
            len(ends),
        )
        if number == len(ends):
            ends.append(end_s)
        ends[number] = end_s
        numbers[index] = number
    return numbers

"""Which tier of an annotation file is which speaker: by mapping, by name, or by order."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from turnscope.corpus.mapping import AnnotationMapping
from turnscope.errors import Fault

__all__ = ["SPEAKER_NAMES", "TierPlan", "plan_tiers"]

SPEAKER_NAMES: Mapping[str, tuple[str, int]] = MappingProxyType(
    {
        one + number: (style, speaker)
        for style, one, numbers in (
            ("number", "", ("1", "2")),
            ("letter", "", ("A", "B")),
            ("side", "", ("left", "right")),
            ("ch", "ch", ("1", "2")),
            ("channel", "channel", ("1", "2")),
            ("speaker", "speaker", ("1", "2")),
            ("speaker_", "speaker_", ("1", "2")),
        )
        for speaker, number in enumerate(numbers, start=1)
    }
)
"""Names that say by themselves which speaker is meant: name -> (style of naming, speaker)."""


@dataclass(frozen=True, slots=True)
class TierPlan:
    """Who speaks on which tier.

    Attributes:
        speakers: tier -> 1 or 2; a tier that is not here is left out.
        faults: why no plan could be made; empty if there is one.
        guessed: the two tiers in the order that made them speakers 1 and 2, if only their order
            of appearance did; else empty.
    """

    speakers: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    faults: tuple[Fault, ...] = ()
    guessed: tuple[str, ...] = ()


def plan_tiers(counts: Mapping[str, int], mapping: AnnotationMapping, where: str) -> TierPlan:
    """Decide which of a conversation's tiers is which speaker.

    Args:
        counts: non-empty tiers -> number of entries, in order of first appearance.
        mapping: what the user says of them; its ``ignore`` is applied first.
        where: the conversation, for messages.

    Returns:
        The plan: by the mapping's speakers if it names any of these tiers; else by tier names
        that say it (``1``/``2``, ``A``/``B``, ``left``/``right``, ``speaker_1``/``speaker_2``,
        ...); else by order of first appearance if there are exactly two tiers.
    """
    tiers = {tier: n for tier, n in counts.items() if tier not in mapping.ignore}
    if any(tier in mapping.speakers for tier in tiers):
        unnamed = {tier: n for tier, n in tiers.items() if tier not in mapping.speakers}
        if unnamed and mapping.others == "refuse":
            fault = Fault(
                where,
                f"tiers the mapping does not name: {_listed(unnamed)}",
                "every tier under speakers or ignore",
                'Add them there, or write others = "ignore"',
            )
            return TierPlan(faults=(fault,))
        return TierPlan({tier: mapping.speakers[tier] for tier in tiers if tier not in unnamed})
    named = {tier: SPEAKER_NAMES[tier] for tier in tiers if tier in SPEAKER_NAMES}
    if len(named) == len(tiers) and len({style for style, _ in named.values()}) <= 1:
        return TierPlan({tier: speaker for tier, (_, speaker) in named.items()})
    if len(tiers) == 2:
        first, second = tiers
        return TierPlan({first: 1, second: 2}, guessed=(first, second))
    return TierPlan(faults=(_not_two(tiers, where),))


def _not_two(tiers: Mapping[str, int], where: str) -> Fault:
    if len(tiers) == 1:
        (tier,) = tiers
        if not tier:
            found = "entries without a speaker in a file for both speakers"
            hint = "Give one file a speaker (<id>_1 and <id>_2), or map the speaker: "
        else:
            found = f"one tier only, {_listed(tiers)}"
            hint = "Say whose it is in a mapping file: "
        hint += f"speakers = {{ {json.dumps(tier)} = 1 }}"
        return Fault(where, found, "two speakers", hint)
    busiest = sorted(tiers, key=lambda tier: -tiers[tier])[:2]
    first, second = (json.dumps(tier) for tier in tiers if tier in busiest)
    ignored = ", ".join(json.dumps(tier) for tier in tiers if tier not in busiest)
    hint = (
        f"Write a mapping file (TOML): ignore = [{ignored}]; to keep two by name: "
        f'others = "ignore" and speakers = {{ {first} = 1, {second} = 2 }}'
    )
    return Fault(where, f"{len(tiers)} tiers: {_listed(tiers)}", "two speakers", hint)


def _listed(tiers: Mapping[str, int]) -> str:
    return ", ".join(f"{tier!r} ({n})" for tier, n in tiers.items())

"""The labels of turn-taking annotation: 17 fine ones, 7 canonical classes, two views.

Annotators choose among the fine labels; everything is scored on canonical classes. The *label
view* keeps all seven. The *turn view* asks one question only, whether somebody holds the floor:
turns and floor-taking interruptions both count as :attr:`Label.TURN`, all else is dropped.

Source: TurnBench paper, section III-B and Table II; spellings as in the released data.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from types import MappingProxyType
from typing import NamedTuple

__all__ = ["FINE_LABELS", "LABEL_ALIASES", "FineLabel", "Label", "View", "canonical"]


class Label(IntEnum):
    """The canonical class of an event; ``NONE`` is an unknown or missing label, ignored by gold."""

    NONE = -1
    TURN = 0
    INTERRUPTION = 1
    NON_FLOOR_TAKING_INTERRUPTION = 2
    BACKCHANNEL = 3
    LAUGHTER = 4
    AWKWARD_SILENCE = 5
    NON_CONTENT = 6

    @property
    def spelling(self) -> str:
        """The name used in files and tables, for example ``NonFloorTakingInterruption``."""
        return _SPELLINGS[self]

    @property
    def definition(self) -> str:
        """What the class means, in one sentence."""
        return _DEFINITIONS[self]


_SPELLINGS = {
    Label.NONE: "",
    Label.TURN: "Turn",
    Label.INTERRUPTION: "Interruption",
    Label.NON_FLOOR_TAKING_INTERRUPTION: "NonFloorTakingInterruption",
    Label.BACKCHANNEL: "Backchannel",
    Label.LAUGHTER: "Laughter",
    Label.AWKWARD_SILENCE: "AwkwardSilence",
    Label.NON_CONTENT: "NonContent",
}

_DEFINITIONS = {
    Label.NONE: "No label, or one outside the inventory.",
    Label.TURN: "Speech that takes or holds the floor, also while the other speaks.",
    Label.INTERRUPTION: "The listener takes the floor away in the middle of a turn.",
    Label.NON_FLOOR_TAKING_INTERRUPTION: (
        "An attempt to interrupt that does not get the floor; at its onset nobody can tell it "
        "from an interruption."
    ),
    Label.BACKCHANNEL: "The listener shows attention without claiming the floor.",
    Label.LAUGHTER: "Laughter.",
    Label.AWKWARD_SILENCE: "A marked silence that belongs to nobody's turn.",
    Label.NON_CONTENT: "Sound that is not speech, or speech that is not language.",
}


class View(Enum):
    """Which question the annotations are asked."""

    LABEL = "label"
    TURN = "turn"


class FineLabel(NamedTuple):
    """One label of the annotators' inventory: its spelling, class and definition."""

    spelling: str
    label: Label
    definition: str


_NFT = Label.NON_FLOOR_TAKING_INTERRUPTION

FINE_LABELS: tuple[FineLabel, ...] = (
    FineLabel("Normal Turn", Label.TURN, "Speech of the speaker who has the floor."),
    FineLabel("Strong Floor Hold", Label.TURN, "Speech that keeps the floor against a rival."),
    FineLabel("Bounded Response", Label.TURN, "A short answer that the other's turn asked for."),
    FineLabel("Filler", Label.TURN, "A filled pause ('uh', 'um') that keeps the floor."),
    FineLabel("Overlap", Label.TURN, "Floor-holding speech over the other's floor-holding speech."),
    FineLabel(
        "Floor-taking Competitive Interruption",
        Label.INTERRUPTION,
        "Takes the floor mid-turn, against the speaker's will.",
    ),
    FineLabel(
        "Floor-taking Cooperative Interruption",
        Label.INTERRUPTION,
        "Takes the floor mid-turn to help, complete or agree.",
    ),
    FineLabel(
        "Non-floor Taking Competitive Interruption",
        _NFT,
        "Tries to take the floor mid-turn against the speaker's will, and fails.",
    ),
    FineLabel(
        "Non-floor Taking Cooperative Interruption",
        _NFT,
        "Comes in mid-turn to help, without getting the floor.",
    ),
    FineLabel("Acknowledgement Backchannel", Label.BACKCHANNEL, "Says 'understood'."),
    FineLabel("Continuer Backchannel", Label.BACKCHANNEL, "Says 'go on'."),
    FineLabel("Reaction Backchannel", Label.BACKCHANNEL, "Says how the news is taken."),
    FineLabel("Laughter", Label.LAUGHTER, "Laughter."),
    FineLabel("Awkward Silence", Label.AWKWARD_SILENCE, "A silence felt as one."),
    FineLabel("Non-Speech Noise", Label.NON_CONTENT, "Coughs, clicks, chairs, breath."),
    FineLabel("Channel Bleed", Label.NON_CONTENT, "The other speaker, heard on this channel."),
    FineLabel(
        "Speech, Non-Linguistic", Label.NON_CONTENT, "Voice without language: humming, sighs."
    ),
)
"""The inventory of 17, in the order of the paper's Table II."""

LABEL_ALIASES = MappingProxyType(
    {
        "Regular Turn": "Normal Turn",
        "Non-Floor-Taking Competitive Interruption": "Non-floor Taking Competitive Interruption",
        "Non-Floor-Taking Cooperative Interruption": "Non-floor Taking Cooperative Interruption",
        "Floor-Taking Competitive Interruption": "Floor-taking Competitive Interruption",
        "Floor-Taking Cooperative Interruption": "Floor-taking Cooperative Interruption",
    }
)
"""Other spellings met in releases and in the paper, with the spelling of the data."""

_CANONICAL = {fine.spelling: fine.label for fine in FINE_LABELS}
_CANONICAL |= {alias: _CANONICAL[spelling] for alias, spelling in LABEL_ALIASES.items()}


def canonical(spelling: str) -> Label:
    """The canonical class of a fine label; ``Label.NONE`` for an empty or unknown one.

    Spelling is exact (case, hyphens and spaces count), as in the published data.
    """
    return _CANONICAL.get(spelling, Label.NONE)

"""Labels: the inventory as the data spells it, its classes and the two views' names."""

from __future__ import annotations

import pytest

from tests.oracles.consensus import CLASS_OF
from turnscope.core.labels import FINE_LABELS, LABEL_ALIASES, Label, View, canonical

SPELLINGS = [
    ("Normal Turn", "Turn"),
    ("Strong Floor Hold", "Turn"),
    ("Bounded Response", "Turn"),
    ("Filler", "Turn"),
    ("Overlap", "Turn"),
    ("Floor-taking Competitive Interruption", "Interruption"),
    ("Floor-taking Cooperative Interruption", "Interruption"),
    ("Non-floor Taking Competitive Interruption", "NonFloorTakingInterruption"),
    ("Non-floor Taking Cooperative Interruption", "NonFloorTakingInterruption"),
    ("Acknowledgement Backchannel", "Backchannel"),
    ("Continuer Backchannel", "Backchannel"),
    ("Reaction Backchannel", "Backchannel"),
    ("Laughter", "Laughter"),
    ("Awkward Silence", "AwkwardSilence"),
    ("Non-Speech Noise", "NonContent"),
    ("Channel Bleed", "NonContent"),
    ("Speech, Non-Linguistic", "NonContent"),
]


def test_there_are_17_fine_labels_and_7_classes() -> None:
    assert [(fine.spelling, fine.label.spelling) for fine in FINE_LABELS] == SPELLINGS
    assert len(FINE_LABELS) == 17
    assert len({fine.label for fine in FINE_LABELS}) == 7
    assert len(Label) == 8  # and NONE


@pytest.mark.parametrize(("fine", "name"), SPELLINGS)
def test_canonical_class_of_each_fine_label(fine: str, name: str) -> None:
    assert canonical(fine).spelling == name


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("Regular Turn", "Turn"),
        ("Non-Floor-Taking Competitive Interruption", "NonFloorTakingInterruption"),
        ("Non-Floor-Taking Cooperative Interruption", "NonFloorTakingInterruption"),
    ],
)
def test_aliases(alias: str, name: str) -> None:
    assert canonical(alias).spelling == name
    assert alias in LABEL_ALIASES


def test_every_alias_points_at_a_spelling_of_the_data() -> None:
    spellings = {fine.spelling for fine in FINE_LABELS}
    assert set(LABEL_ALIASES.values()) <= spellings
    assert not set(LABEL_ALIASES) & spellings


@pytest.mark.parametrize(
    "unknown",
    [
        "",
        " ",
        "Turn",
        "normal turn",
        "Normal Turn ",
        "Normal  Turn",
        "Normal\u00a0Turn",
        "Speech",
        "Non-Linguistic",
        "Backchannel",
        "Non-floor-taking Competitive Interruption",
        "[Normal Turn]",
    ],
)
def test_other_spellings_are_unknown(unknown: str) -> None:
    assert canonical(unknown) is Label.NONE


def test_unknown_is_spelled_as_nothing() -> None:
    assert Label.NONE.spelling == ""


def test_codes_fit_a_byte_and_do_not_change() -> None:
    # The codes are written into cached gold: they must keep their numbers.
    assert {label.spelling: int(label) for label in Label} == {
        "": -1,
        "Turn": 0,
        "Interruption": 1,
        "NonFloorTakingInterruption": 2,
        "Backchannel": 3,
        "Laughter": 4,
        "AwkwardSilence": 5,
        "NonContent": 6,
    }


def test_definitions_are_sentences_and_differ() -> None:
    told = [label.definition for label in Label] + [fine.definition for fine in FINE_LABELS]
    assert all(text.endswith(".") for text in told)
    assert len({label.definition for label in Label}) == len(Label)


def test_views_by_name() -> None:
    assert View("label") is View.LABEL
    assert View("turn") is View.TURN
    assert len(View) == 2


def test_the_oracles_own_table_says_the_same() -> None:
    assert {fine: canonical(fine).spelling for fine in CLASS_OF} == CLASS_OF

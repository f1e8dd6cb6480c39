"""Agreement over a corpus: drawn by hand, pooled frames, means over conversations."""

import itertools
import math

import numpy as np
import pytest

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.agreement import frames
from turnscope.analysis.agreement import (
    agreement,
    agreement_of,
    annotators_of,
    compared,
    confusions,
)
from turnscope.analysis.onsets import onsets_of
from turnscope.core.conversation import Conversation
from turnscope.core.labels import Label
from turnscope.stats.agreement import Ratings, cohen_kappa, fleiss_kappa, krippendorff_alpha


def short(seeds: range, n_annotators: int) -> list[Conversation]:
    cases = random_conversations(seeds, n_annotators=n_annotators)
    return [case for case in cases if case.duration_s < 200]


def test_one_second_drawn_by_hand() -> None:
    #  frame   0123456789            speaker 2 is silent for both
    #  a       TTTT......
    #  b       TT..BB....     16 of 20 frames agree
    case = drawn(
        ([(0.0, 0.4, "T")], []), ([(0.0, 0.2, "T"), (0.45, 0.55, "B")], []), duration_s=1.0
    )
    found = agreement([compared(case, "ab")])
    assert found.cohen[0, 1].observed == 16 / 20
    expected = (4 * 2 + 16 * 16) / 400
    assert found.cohen[0, 1].value == pytest.approx((0.8 - expected) / (1 - expected))
    assert found.boundary_f1[0, 1] == (2 / 3, 1)
    table = confusions([compared(case, "ab")])[0, 1]
    assert table[Label.TURN, Label.TURN] == 2
    assert table[Label.TURN, -1] == 2
    assert table[-1, Label.BACKCHANNEL] == 2
    assert table.sum() == 20
    turns = agreement([compared(case, "ab")], label=Label.TURN)
    assert turns.fleiss.observed == 18 / 20
    assert turns.boundary_f1[0, 1] == (1.0, 1)
    assert agreement([compared(case, "ab")], label=Label.BACKCHANNEL).boundary_f1[0, 1] == (0.0, 1)
    laughter = agreement([compared(case, "ab")], label=Label.LAUGHTER)
    assert math.isnan(laughter.fleiss.value)
    assert laughter.boundary_f1[0, 1].n == 0


def test_frames_are_pooled_over_conversations() -> None:
    cases = short(range(150), 3)
    found = agreement([compared(case, "abc") for case in cases])
    names = {label: k for k, label in enumerate([*Label, "silence"])}
    table = np.array(
        [
            [names[label] for case in cases for label in frames(case, annotator)]
            for annotator in "abc"
        ]
    ).T
    whole = Ratings.of(table)
    assert found.fleiss.value == pytest.approx(fleiss_kappa(whole).value, abs=1e-12)
    assert found.alpha.value == pytest.approx(krippendorff_alpha(whole).value, abs=1e-12)
    for i, j in itertools.combinations(range(3), 2):
        right = cohen_kappa(whole, i, j)
        assert found.cohen[i, j].value == pytest.approx(right.value, abs=1e-12)
        assert found.cohen[i, j].n == len(table)


def test_boundary_f1_is_the_mean_of_the_conversations() -> None:
    cases = short(range(60), 3)
    found = agreement([compared(case, "abc") for case in cases])
    for apart, means in ((False, found.boundary_f1), (True, found.boundary_f1_apart)):
        each = [onsets_of(case, "a", "c", apart=apart).f1 for case in cases]
        defined = [value for value in each if not math.isnan(value)]
        assert 0 < len(defined) < len(each)
        assert means[0, 2].value == pytest.approx(np.mean(defined))
        assert means[0, 2].n == len(defined)


def test_annotators_who_are_not_everywhere() -> None:
    def said(*names: str) -> Conversation:
        track = drawn(([(0.0, 0.5, "T")], []), duration_s=1.0).track(1, "a")
        other = drawn(([], [])).track(1, "a")
        return Conversation("c", 1.0, (dict.fromkeys(names, track), dict.fromkeys(names, other)))

    cases = [said("a", "b"), said("b", "c"), said("a", "b", "c")]
    assert annotators_of(cases) == ("a", "b", "c")
    found = agreement([compared(case, "abc") for case in cases])
    assert [found.cohen[pair].n for pair in ((0, 1), (0, 2), (1, 2))] == [40, 20, 40]
    assert found.fleiss.n == 20
    assert found.alpha.n == 60
    assert found.boundary_f1[0, 2] == (1.0, 1)


def test_one_annotator_agrees_with_nobody() -> None:
    alone = agreement([compared(drawn(([(0, 1, "T")], [])), "a")])
    assert alone.cohen == {}
    assert math.isnan(alone.fleiss.value)


def test_conversations_in_hand() -> None:
    cases = short(range(40), 3)
    parts = [compared(case, "abc") for case in cases]
    assert agreement_of(cases) == agreement(parts)
    assert agreement_of(cases, label=Label.TURN) == agreement(parts, label=Label.TURN)
    with pytest.raises(ValueError, match="need at least one"):
        agreement_of([])

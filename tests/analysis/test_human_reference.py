"""Human responses: drawn by hand, against the oracle, and where there are none."""

import math

import pytest

from tests.analysis.drawn import Events, drawn, random_conversations
from tests.oracles.human_reference import plain_reference
from turnscope.analysis.human_reference import HumanReference, human_reference
from turnscope.core.labels import Label, View
from turnscope.gold.consensus import consensus
from turnscope.gold.derive import gold_of


def alone(first: Events, second: Events) -> HumanReference:
    """With one annotator the track is the consensus."""
    return human_reference([drawn((first, second))])


def test_a_gap_and_an_overlap_drawn_by_hand() -> None:
    #  1  [T 0-2]            [T 4-8]
    #  2          [T 2.5-5]                      anchors 2, 5 and 8 (nobody after)
    found = alone([(0, 2, "T"), (4, 8, "T")], [(2.5, 5, "T")])
    assert found.offset_s.tolist() == [0.5, -1.0]
    assert found.n_unanswered == 1
    assert found.median_offset_s == -0.25
    assert len(found.held_s) == 0


def test_of_several_open_responses_the_latest_starting_counts() -> None:
    # Speaker 2 has three segments over the anchor at 10, one of which is over by then.
    found = alone([(0, 10, "T")], [(1, 20, "T"), (4, 12, "O"), (6, 7, "T")])
    assert found.offset_s[0] == -6.0


def test_a_response_at_the_very_anchor_is_open() -> None:
    assert alone([(0, 10, "T")], [(10, 11, "T"), (10.5, 12, "T")]).offset_s[0] == 0.0


def test_an_interruption_is_told_and_its_victim_timed() -> None:
    #  1  [T 0-5.5]        [T 7-9]
    #  2        [I 4-6.5]
    found = alone([(0, 5.5, "T"), (7, 9, "T")], [(4, 6.5, "I")])
    assert found.offset_s.tolist() == [-1.5, 0.5]
    assert found.is_interruption.tolist() == [True, False]
    assert found.median_uninterrupting_s == 0.5
    assert found.held_s.tolist() == [1.5]
    assert found.n_unopposed == 0


def test_an_interruption_of_nobody_is_counted() -> None:
    found = alone([(0, 2, "T")], [(3, 4, "I")])
    assert (found.n_unopposed, len(found.held_s)) == (1, 0)


def test_backchannels_are_no_response() -> None:
    found = alone([(0, 2, "T")], [(2.1, 2.4, "B"), (3, 4, "T")])
    assert found.offset_s.tolist() == [1.0]


def test_agrees_with_the_oracle() -> None:
    cases = random_conversations(range(1200))
    found = human_reference(cases)
    turns, labels = consensus(cases, View.TURN), consensus(cases, View.LABEL)
    taken = labels.label == Label.INTERRUPTION
    anchors = gold_of(cases).eot.positives
    n_unanswered = n_unopposed = n_open = 0
    for k in range(len(cases)):
        groups = (2 * k, 2 * k + 1)
        right = plain_reference(
            [
                list(
                    zip(
                        turns.start_s[turns.group == g].tolist(),
                        turns.end_s[turns.group == g].tolist(),
                        strict=True,
                    )
                )
                for g in groups
            ],
            [anchors.of(g).tolist() for g in groups],
            [labels.start_s[taken & (labels.group == g)].tolist() for g in groups],
        )
        mine = found.conversation == k
        offsets = found.offset_s[mine].tolist()
        assert list(zip(offsets, found.is_interruption[mine], strict=True)) == right.offsets
        assert found.held_s[found.held_conversation == k].tolist() == right.held
        n_unanswered += right.n_unanswered
        n_unopposed += right.n_unopposed
        n_open += sum(offset <= 0 for offset in offsets)
    assert (found.n_unanswered, found.n_unopposed) == (n_unanswered, n_unopposed)
    assert min(n_unanswered, n_unopposed, n_open, int(found.is_interruption.sum())) > 20


@pytest.mark.parametrize("heard", [([], []), ([(0, 1, "B")], [])])
def test_nothing_is_undefined(heard: tuple[Events, Events]) -> None:
    found = alone(*heard)
    assert math.isnan(found.median_offset_s)
    assert math.isnan(found.median_uninterrupting_s)
    assert math.isnan(found.median_held_s)
    assert (found.n_unanswered, found.n_unopposed) == (0, 0)


def test_what_ends_at_the_very_anchor_is_not_open() -> None:
    assert alone([(0, 10, "T")], [(1, 20, "T"), (4, 10, "O")]).offset_s[0] == -9.0

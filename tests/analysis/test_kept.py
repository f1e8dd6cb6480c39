"""What the consensus keeps: drawn by hand, against the oracle, in parts."""

import math

import pytest

from tests.analysis.drawn import drawn, random_conversations
from tests.oracles.agreement import kept_events
from turnscope.analysis.kept import kept, pooled
from turnscope.core.labels import Label, View
from turnscope.core.protocol import Protocol
from turnscope.gold.consensus import consensus


def test_drawn_by_hand() -> None:
    #  a  [T 1-2]  [T 4-5]  [B 7-7.5]       c heard the same as a, but for one label and
    #  b  [T 1-2]  [I 4-5]                  an end that is far off
    a = [(1.0, 2.0, "T"), (4.0, 5.0, "T"), (7.0, 7.5, "B")]
    b = [(1.05, 2.05, "T"), (4.0, 5.0, "I")]
    c = [(1.0, 2.5, "T"), (4.0, 5.0, "L"), (7.0, 7.5, "?")]
    (found,) = kept([drawn((a, []), (b, []), (c, []))])
    assert (found.n_kept, found.n_annotated) == (2, 7)
    assert found.share == 2 / 7
    assert found.n_consensus == 1
    assert found.by_label[Label.TURN] == 1


def test_an_event_may_be_kept_without_having_been_used() -> None:
    # a's two turns are alike, one of them makes the consensus with b: both lie near it.
    (found,) = kept([drawn(([(1, 2, "T"), (1.01, 2.01, "T")], []), ([(1, 2, "T")], []))])
    assert (found.n_kept, found.n_annotated, found.n_consensus) == (3, 3, 1)


@pytest.mark.parametrize("tolerance", [0.2, 0.0, 0.05])
def test_agrees_with_the_oracle(tolerance: float) -> None:
    protocol = Protocol(endpoint_tolerance_s=tolerance)
    cases = random_conversations(range(1200 if tolerance == 0.2 else 200))
    gold = consensus(cases, View.LABEL, protocol=protocol)
    events = list(zip(gold.start_s.tolist(), gold.end_s.tolist(), gold.label, strict=True))
    of_group: list[list[tuple[float, float, Label]]] = [[] for _ in range(2 * len(cases))]
    for group, (start, end, label) in zip(gold.group.tolist(), events, strict=True):
        of_group[group].append((start, end, Label(label)))
    for k, (case, found) in enumerate(zip(cases, kept(cases, protocol=protocol), strict=True)):
        right = kept_events(case, of_group[2 * k : 2 * k + 2], tolerance)
        assert (found.n_kept, found.n_annotated) == right
        mine = [label for group in of_group[2 * k : 2 * k + 2] for *_, label in group]
        assert found.by_label == {
            label: mine.count(label) for label in Label if label is not Label.NONE
        }


def test_parts_add_up_and_stand_alone() -> None:
    cases = random_conversations(range(30))
    parts = kept(cases)
    assert [kept([case])[0] for case in cases] == list(parts)
    whole = pooled(parts)
    assert whole.n_annotated == sum(part.n_annotated for part in parts)
    assert whole.n_consensus == sum(part.n_consensus for part in parts)


def test_nothing_is_undefined() -> None:
    nothing = pooled(kept([]))
    assert math.isnan(nothing.share)
    assert nothing.n_consensus == 0

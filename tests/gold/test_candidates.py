"""Clusters settled event by event: the official rule and the order-free one."""

import pytest

from turnscope.gold.candidates import Candidate, Limits, anchored, order_free

LIMITS = Limits(agreement=2, tolerance=0.2, window=0.5)


def rows(groups: list[tuple[Candidate, ...]]) -> list[tuple[int, ...]]:
    return [tuple(sorted(member.row for member in members)) for members in groups]


def test_the_anchor_takes_the_nearest_and_has_no_second_choice() -> None:
    # a     [1.00 ── 2.00]
    # b  [0.95 ─ 1.50] [1.10 ── 2.00]       0.95 is nearer, its end is not: nothing is accepted
    a = Candidate(0, 1.0, 2.0, 0)
    near = Candidate(1, 0.95, 1.5, 1)
    fitting = Candidate(1, 1.1, 2.0, 2)
    assert rows(anchored([a, near, fitting], LIMITS)) == []
    assert rows(order_free([a, near, fitting], LIMITS)) == [(0, 2)]


def test_a_tie_goes_to_the_first_in_file_order() -> None:
    a = Candidate(0, 1.0, 2.0, 0)
    later_in_time = Candidate(1, 1.125, 2.0, 1)
    earlier_in_time = Candidate(1, 0.875, 2.0, 2)
    assert rows(anchored([a, earlier_in_time, later_in_time], LIMITS)) == [(0, 1)]


def test_the_official_rule_depends_on_who_comes_first() -> None:
    # three starts 150 ms apart: ab and bc agree, abc does not
    starts = [1.0, 1.15, 1.3]
    for order in ([0, 1, 2], [2, 1, 0]):
        cluster = [Candidate(k, starts[who], 2.0, k) for k, who in enumerate(order)]
        accepted = anchored(cluster, LIMITS)
        assert [{m.start for m in members} for members in accepted] == [
            {starts[order[0]], starts[order[1]]}
        ]


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
def test_the_order_free_rule_does_not(order: list[int]) -> None:
    starts = [1.0, 1.15, 1.29]
    cluster = [Candidate(k, starts[who], 2.0, k) for k, who in enumerate(order)]
    accepted = order_free(cluster, LIMITS)
    assert [{m.start for m in members} for members in accepted] == [{1.15, 1.29}]


def test_order_free_prefers_three_to_a_tighter_two() -> None:
    cluster = [Candidate(k, start, 2.0, k) for k, start in enumerate([1.0, 1.1, 1.11])]
    assert rows(order_free(cluster, LIMITS)) == [(0, 1, 2)]

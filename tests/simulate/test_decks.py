"""Decks: all texts before any comes back, the nearest length, no question where none may be."""

from itertools import pairwise

import numpy as np

from turnscope.simulate.decks import Chance, Deck, Decks
from turnscope.simulate.grammar import Text


def texts(n: int) -> tuple[Text, ...]:
    return tuple(Text((f"t{k}",), float(k), "", k % 2 == 1) for k in range(n))


def chance(seed: int = 0) -> Chance:
    return Chance(np.random.default_rng(seed))


def test_nothing_comes_back_before_all_were_drawn_nor_twice_in_a_row() -> None:
    deck = Deck(texts(7), chance())
    drawn = [deck.draw() for _ in range(70)]
    for k in range(0, 70, 7):
        assert len(set(drawn[k : k + 7])) == 7
    assert all(one is not two for one, two in pairwise(drawn))


def test_a_deck_of_one_gives_that() -> None:
    deck = Deck(texts(1), chance())
    assert [deck.draw().parts for _ in range(2)] == [("t0",)] * 2


def test_the_nearest_length_that_asks_nothing() -> None:
    assert Deck(texts(9), chance()).near(5.0, ahead=9).parts == ("t5",)
    assert Deck(texts(9), chance()).near(4.9, ahead=9, questions=False).parts == ("t4",)


def test_questions_run_out_but_no_statement_is_missing() -> None:
    deck = Deck(texts(4), chance())
    assert {deck.near(2.0, ahead=4, questions=False).asking for _ in range(40)} == {False}


def test_the_same_list_is_one_deck() -> None:
    decks, one = Decks(chance()), texts(3)
    assert decks.of(one) is decks.of(one)
    assert decks.of(one) is not decks.of(texts(3))


def test_shuffles_are_permutations_and_seeded() -> None:
    many = texts(50)
    assert set(chance().shuffled(many)) == set(many)
    assert chance(1).shuffled(many) == chance(1).shuffled(many) != chance(2).shuffled(many)

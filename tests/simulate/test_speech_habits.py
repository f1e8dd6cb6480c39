"""How a speaker talks: at most one disfluency a sentence, capitals, favourites."""

import numpy as np

from turnscope.simulate.decks import Chance
from turnscope.simulate.grammar import load_grammar
from turnscope.simulate.speech_habits import Habits, tidy

SENTENCE = "We went down to the station because the bus was late."


def habits(seed: int = 0) -> Habits:
    grammar = load_grammar("casual")
    lists = next(iter(grammar.topics.values())).lists[0]
    return Habits(lists, grammar.words, Chance(np.random.default_rng(seed)))


def test_spaces_and_capitals() -> None:
    assert tidy("  the  bus , late .") == "The bus, late."


def test_one_disfluency_of_several_kinds_keeps_the_words_in_order() -> None:
    speaker = habits()
    said = {speaker.loosened(SENTENCE, 3, first=True) for _ in range(300)}
    plain = SENTENCE.lower().rstrip(".").split()
    for text in said:
        left = iter(text.lower().replace(",", "").rstrip(".").split())
        assert all(word in left for word in plain), text
        assert len(text.split()) <= len(plain) + 3
    assert SENTENCE in said
    assert "We went, we went down to the station because the bus was late." in said
    assert any("the, the station" in text for text in said)
    assert len({text.split()[0] for text in said}) >= 4


def test_no_room_no_disfluency() -> None:
    assert {habits(k).loosened(SENTENCE, 0, first=True) for k in range(30)} == {SENTENCE}
    assert {habits(k).loosened("Oh, nice.", 9, first=True) for k in range(30)} == {"Oh, nice."}


def test_a_sentence_with_an_opening_gets_no_other() -> None:
    said = {
        habits(k).loosened("So we went to see the old house.", 3, first=True) for k in range(80)
    }
    assert all(text.startswith("So") for text in said)


def test_names_and_i_keep_their_capitals() -> None:
    assert habits().lowered("The bus is late.") == "the bus is late."
    assert habits().lowered("It'll be late.") == "it'll be late."
    assert habits().lowered("I am late.") == "I am late."
    assert habits().lowered("Maya is late.") == "Maya is late."


def test_speakers_have_favourites() -> None:
    favourites = {frozenset(habits(k).hesitation() for _ in range(1)) for k in range(20)}
    assert len(favourites) > 1
    one = habits(3)
    assert len({one.hesitation() for _ in range(50)}) <= 2

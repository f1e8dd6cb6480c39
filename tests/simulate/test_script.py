"""The words of simulated conversations: lengths, endings, no repetition, faults of the files."""

import numpy as np
import pytest

from turnscope.errors import ProtocolError
from turnscope.simulate.grammar import ENTRIES, WORD, grammar_of, load_grammar
from turnscope.simulate.parameters import KINDS
from turnscope.simulate.script import Script

SMALL = "\n".join(
    f'{name} = ["the"]' if name in ("hang", "dangling") else f'{name} = ["a {{thing}}"]'
    for name in ENTRIES
)
TOPIC = '\n[topics.one]\nthing = ["tree"]\n'


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_an_hour_of_turns_has_lengths_endings_and_no_repeat(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    script = Script(kind, np.random.default_rng(seed))
    dangling = load_grammar(kind).dangling
    seen = set()
    for _ in range(440):
        n_words, complete = int(rng.integers(4, 60)), bool(rng.random() < 0.7)
        text = script.turn(1, n_words, complete=complete)
        words = WORD.findall(text)
        assert abs(len(words) - n_words) <= max(3, n_words / 4), text
        assert text not in seen or len(words) < 4
        seen.add(text)
        assert text.endswith((".", "?", "!") if complete else (",", "--"))
        assert (words[-1].lower() in dangling) or complete


def test_the_same_seed_says_the_same() -> None:
    def said(seed: int) -> list[str]:
        script = Script("casual", np.random.default_rng(seed))
        return [script.turn(1, 20), script.hold(2, 12), script.answer(1), script.filler()]

    assert said(3) == said(3)
    assert said(3) != said(4)


def test_backchannels_have_their_own_words_and_others_are_refused() -> None:
    script = Script("narrative", np.random.default_rng(0))
    for label in ("Acknowledgement", "Continuer", "Reaction"):
        text = script.backchannel(f"{label} Backchannel").lower()
        assert (text,) in load_grammar("narrative").lists[label.lower()]
    with pytest.raises(ProtocolError, match="Reaction Backchannel"):
        script.backchannel("Laughter")


def test_unknown_kinds_and_languages_are_told_with_what_there_is() -> None:
    with pytest.raises(ProtocolError, match="'chess'; expected one of argumentative, casual"):
        load_grammar("chess")
    with pytest.raises(ProtocolError, match="'xx'; expected one of en"):
        load_grammar("casual", "xx")
    with pytest.raises(ProtocolError, match="n_words: 0"):
        Script("casual", np.random.default_rng(0)).turn(1, 0)


def test_a_small_grammar_is_fine() -> None:
    assert grammar_of({"x.toml": SMALL + TOPIC}).dangling == {"the"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL + TOPIC + "[", "not TOML"),
        (SMALL, "at least one topic"),
        (SMALL + "\nodd = ['x']" + TOPIC, "odd: never used"),
        (SMALL + TOPIC + "thong = []", "a list with at least one text"),
        (SMALL.replace("a {thing}", "a {thong}", 1) + TOPIC, "unknown slot {thong}"),
        (SMALL + TOPIC.replace("tree", "{thing}"), "fills itself"),
        (SMALL.replace('hang = ["the"]', 'hang = ["done"]') + TOPIC, "'done' at the end"),
        (SMALL + TOPIC.replace("tree", "42"), "no digits"),
        (SMALL + TOPIC + "[topics.two]\n", "no 'thing'"),
        (SMALL.replace("reaction =", "reactor =") + TOPIC, "reaction: missing"),
        ("fixed = ['who']\n" + SMALL + TOPIC, "fixed: unknown slot 'who'"),
        (SMALL + "\ntopics = 3", "a table of lists a topic"),
    ],
)
def test_faults_of_a_file(text: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        grammar_of({"x.toml": text})
    assert message in str(caught.value)

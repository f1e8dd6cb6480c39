"""Files of words: what they must hold, every list used, and their faults, all in one error."""

import re
from importlib import resources

import pytest

from turnscope.errors import ProtocolError
from turnscope.simulate.grammar import ENTRIES, WORD, WORDS, grammar_of, load_grammar
from turnscope.simulate.parameters import KINDS

SMALL = "\n".join(
    [f'{name} = ["the"]' for name in (*WORDS, "hang")]
    + [f'{name} = ["a {{thing}}"]' for name in ENTRIES if name != "hang"]
)
SCENES = '[[topics.one.scenes]]\nfirst = ["a {thing}"]\nsecond = ["yes"]\n'
TOPIC = '\n[topics.one]\nthing = ["tree"]\n' + SCENES


def test_a_small_grammar_is_fine() -> None:
    grammar = grammar_of({"x.toml": SMALL + TOPIC})
    assert grammar.words["dangling"] == {"the"}
    (scene,) = grammar.topics["one"].scenes
    assert scene[0][0].parts == ("a ", "thing", "")
    assert scene[0][0].n_words == 2.0
    assert not grammar.leads


def test_the_nearest_list_counts() -> None:
    kind = "[first]\nbrief = ['mine']\n" + TOPIC + "reaction = ['oak']\n"
    kind = kind.replace("reaction = ['oak']\n", "").replace(
        "thing =", "reaction = ['oak']\nthing ="
    )
    first, second = grammar_of({"common": SMALL, "kind": kind}).topics["one"].lists
    assert first["brief"][0].parts == ("mine",)
    assert second["brief"][0].parts == ("a ", "thing", "")
    assert first["reaction"][0].parts == ("oak",)


def test_a_line_that_asks_names_its_answers() -> None:
    text = SMALL + "\nanswer_yes = ['yes']" + TOPIC.replace('"yes"', '"is it? {>yes}"')
    line = grammar_of({"x": text}).topics["one"].scenes[0][1][0]
    assert (line.asks, line.asking, line.parts) == ("answer_yes", True, ("is it?",))


@pytest.mark.parametrize("kind", KINDS)
def test_three_topics_of_scenes_a_kind(kind: str) -> None:
    grammar = load_grammar(kind)
    assert len(grammar.topics) == 3
    for topic in grammar.topics.values():
        assert len(topic.scenes) >= 4
        assert all(len(side) >= 5 for scene in topic.scenes for side in scene)
        lines = [line for scene in topic.scenes for side in scene for line in side]
        assert len({line.parts for line in lines}) == len(lines)


def test_every_common_list_is_used_by_some_kind() -> None:
    root = resources.files("turnscope.simulate") / "words" / "en"
    common = (root / "common.toml").read_text(encoding="utf-8")
    kinds = [(root / f"{kind}.toml").read_text(encoding="utf-8") for kind in KINDS]
    for name in re.findall(r"^(\w+) =", common, flags=re.MULTILINE):
        asked = name.removeprefix("answer_")
        named = name in (*ENTRIES, *WORDS)
        assert named or any(f"{{{name}}}" in text or f"{{>{asked}}}" in text for text in kinds), (
            name
        )


@pytest.mark.parametrize("kind", KINDS)
def test_texts_have_words_that_every_voice_can_say(kind: str) -> None:
    root = resources.files("turnscope.simulate") / "words" / "en"
    text = (root / f"{kind}.toml").read_text(encoding="utf-8")
    assert text.isascii()
    for quoted in re.findall(r'"([^"]*)"', text):
        assert WORD.search(quoted), quoted
        assert "  " not in quoted


def test_unknown_kinds_and_languages_are_told_with_what_there_is() -> None:
    with pytest.raises(ProtocolError, match="'chess'; expected one of argumentative, casual"):
        load_grammar("chess")
    with pytest.raises(ProtocolError, match="'common'; expected one of argumentative"):
        load_grammar("common")
    with pytest.raises(ProtocolError, match="'xx'; expected one of en"):
        load_grammar("casual", "xx")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (SMALL + TOPIC + "[", "not TOML"),
        ("a = " + "[" * 20_000, "not TOML"),
        ("a = 1" + "0" * 5000, "not TOML"),
        (SMALL, "at least one topic"),
        (SMALL + "\nodd = ['x']" + TOPIC, "odd: never used"),
        (SMALL + "\nodd = []" + TOPIC, "a list with at least one text"),
        (SMALL + "\nodd = [3]" + TOPIC, "expected a text"),
        (SMALL.replace("a {thing}", "a {thong}", 1) + TOPIC, "unknown slot {thong}"),
        (SMALL + TOPIC.replace("a {thing}", "a {thong}"), "unknown slot {thong}"),
        (SMALL + TOPIC.replace("tree", "{thing}"), "fills itself"),
        (SMALL.replace('hang = ["the"]', 'hang = ["done"]') + TOPIC, "hang: 'done'"),
        (SMALL + TOPIC.replace("tree", "42"), "no digits"),
        (SMALL + TOPIC.replace("tree", "a {"), "lone braces"),
        (SMALL + TOPIC + "[topics.two]\nthing = ['x']\n", "topics.two.scenes: []"),
        (SMALL + TOPIC + "third = ['x']\n", "scenes[0].third: unknown"),
        (SMALL + TOPIC.replace("second", "seconds"), "scenes[0].second: None"),
        (SMALL + TOPIC.replace('"yes"', '"is it? {>yes}"'), "answer_yes: missing"),
        (SMALL.replace("reaction =", "reactor =") + TOPIC, "reaction: missing"),
        ("fixed = ['who']\n" + SMALL + TOPIC, "fixed: unknown slot 'who'"),
        ("leads = 1\n" + SMALL + TOPIC, "leads: 1; expected true or false"),
        (SMALL + "\ntopics = 3", "a table of lists"),
    ],
)
def test_faults_of_a_file(text: str, message: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        grammar_of({"x.toml": text})
    assert message in str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    text = SMALL + "\nodd = ['x']" + TOPIC.replace("tree", "42")
    with pytest.raises(ProtocolError) as caught:
        grammar_of({"x.toml": text})
    assert "never used" in str(caught.value)
    assert "no digits" in str(caught.value)

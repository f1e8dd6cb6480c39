"""What is said in a conversation: lengths, endings, no repetition, answers that fit, two habits."""

import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from turnscope.errors import ProtocolError
from turnscope.simulate.grammar import WORD, load_grammar
from turnscope.simulate.parameters import KINDS
from turnscope.simulate.script import Script

FILLED = re.compile(r"\b(?:um|uh|er)\b", re.IGNORECASE)


def n_words(text: str) -> int:
    return len(WORD.findall(text))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_an_hour_of_turns_has_lengths_endings_and_no_repeat(kind: str, seed: int) -> None:
    rng = np.random.default_rng([seed, 1])
    script = Script(kind, np.random.default_rng(seed))
    dangling = load_grammar(kind).words["dangling"]
    seen: set[str] = set()
    far = 0
    for _ in range(440):
        wished, complete = int(rng.integers(4, 60)), bool(rng.random() < 0.7)
        text = script.turn(int(rng.integers(1, 3)), wished, complete=complete)
        words = WORD.findall(text)
        far += abs(len(words) - wished) > max(3, wished / 4)
        assert text not in seen or len(words) < 4
        seen.add(text)
        assert text.endswith((".", "?", "!") if complete else (",", "--"))
        assert (words[-1].lower() in dangling) or complete, text
    assert far <= 4


@pytest.mark.parametrize("kind", KINDS)
def test_holds_interruptions_and_overlaps_have_about_the_length_asked_for(kind: str) -> None:
    rng = np.random.default_rng(5)
    script = Script(kind, np.random.default_rng(5))
    far = []
    for k in range(200):
        script.turn(1 + k % 2, 20)
        wished, other = int(rng.integers(4, 25)), 2 - k % 2
        cooperative = bool(rng.random() < 0.5)
        texts = [
            script.overlap(other, wished),
            script.hold(1 + k % 2, wished),
            script.interruption(other, wished, cooperative=cooperative, floor_taking=False),
            script.interruption(other, wished, cooperative=cooperative, floor_taking=True),
        ]
        far += [text for text in texts if abs(n_words(text) - wished) > max(3, wished / 4)]
    assert len(far) <= 0.03 * 800, far[:5]


@pytest.mark.parametrize("kind", KINDS)
def test_sentences_seldom_come_back_within_twelve_minutes(kind: str) -> None:
    rates = []
    for seed in range(3):
        rng = np.random.default_rng([seed, 2])
        script = Script(kind, np.random.default_rng(seed))
        counts: Counter[str] = Counter()
        said = 0
        while said < 1_700:
            text = script.turn(int(rng.integers(1, 3)), int(rng.integers(4, 45)))
            said += n_words(text)
            counts.update(each for each in re.split(r"(?<=[.?!]) ", text) if n_words(each) > 5)
        rates.append(1.0 - len(counts) / sum(counts.values()))
    assert np.mean(rates) < 0.12, rates


def test_conversations_of_different_seeds_share_few_turns() -> None:
    said = []
    for seed in range(6):
        script = Script("narrative", np.random.default_rng(seed))
        said.append({script.turn(1 + k % 2, 20) for k in range(60)})
    shared = [len(one & two) for one, two in combinations(said, 2)]
    assert np.mean(shared) < 6


@pytest.mark.parametrize("kind", KINDS)
def test_no_claim_twice_in_a_turn_and_no_stacked_disfluencies(kind: str) -> None:
    script = Script(kind, np.random.default_rng(11))
    for k in range(150):
        text = script.turn(1 + k % 2, 45)
        sentences = [each.lower() for each in re.split(r"(?<=[.?!]) ", text)]
        longer = [each for each in sentences if n_words(each) > 3]
        assert len(longer) == len(set(longer)), text
        assert all(len(FILLED.findall(each)) <= 1 for each in sentences), text


def test_what_was_left_hanging_goes_on() -> None:
    lines = [
        "".join(line.parts)
        for topic in load_grammar("argumentative").topics.values()
        for scene in topic.scenes
        for line in scene[0]
        if len(line.parts) == 1
    ]
    joined = 0
    for seed in range(20):
        script = Script("argumentative", np.random.default_rng(seed))
        first = script.turn(1, 6, complete=False).rstrip(",-")
        text = f"{first} {script.turn(1, 20)}"
        joined += any(0 <= text.find(line) < len(first) for line in lines)
    assert joined >= 6


def test_answers_fit_the_question() -> None:
    fitting = re.compile(r"\d|one|two|three|four|five|six|seven|eight|nine|zero")
    asked = 0
    for seed in range(40):
        script = Script("task-oriented", np.random.default_rng(seed))
        for k in range(12):
            text = script.turn(1 + k % 2, 18)
            if text.endswith(("best number to reach you?", "the driver?", "order number, please?")):
                asked += 1
                assert fitting.search(script.answer(2 - k % 2).lower())
    assert asked > 10


def test_one_is_for_it_and_the_other_against() -> None:
    topics = load_grammar("argumentative").topics
    script = Script("argumentative", np.random.default_rng(1))
    sides: tuple[set[str], set[str]] = (set(), set())
    for k in range(30):
        text = script.turn(1 + k % 2, 30)
        for topic in topics.values():
            for scene in topic.scenes:
                for side, lines in zip(sides, scene, strict=True):
                    if any(line.parts[0] in text for line in lines if len(line.parts) == 1):
                        side.add(f"{1 + k % 2}")
    assert sides == ({"1"}, {"2"})


def test_a_cooperative_interruption_may_say_the_others_words_along() -> None:
    said = []
    script = Script("narrative", np.random.default_rng(0))
    for _ in range(200):
        text = script.turn(1, 25).lower()
        cut_in = script.interruption(2, 4, cooperative=True, floor_taking=False).lower()
        parts = [part for part in re.split(r"[,.] ?", cut_in) if n_words(part) > 1]
        said.append(any(text.endswith(f"{part}.") for part in parts))
    assert sum(said) >= 5


def test_the_two_speakers_hesitate_in_their_own_ways() -> None:
    differ = 0
    for seed in range(10):
        script = Script("casual", np.random.default_rng(seed))
        counts = [Counter[str](), Counter[str]()]
        for k in range(200):
            found = FILLED.findall(script.turn(1 + k % 2, 25).lower())
            counts[k % 2].update(found)
        differ += set(counts[0]) != set(counts[1])
    assert differ >= 4


def test_the_same_seed_says_the_same() -> None:
    def said(seed: int) -> list[str]:
        script = Script("casual", np.random.default_rng(seed))
        return [script.turn(1, 20), script.hold(2, 12), script.answer(1), script.filler()]

    assert said(3) == said(3)
    assert said(3) != said(4)


def test_backchannels_have_their_own_words_and_others_are_refused() -> None:
    script = Script("narrative", np.random.default_rng(0))
    lists = load_grammar("narrative").topics[script.topic].lists[0]
    for label in ("Acknowledgement", "Continuer", "Reaction"):
        text = script.backchannel(f"{label} Backchannel").lower()
        assert text in {each.parts[0].lower() for each in lists[label.lower()]}
    with pytest.raises(ProtocolError, match="Reaction Backchannel"):
        script.backchannel("Laughter")


def test_no_words_at_all_cannot_be_asked_for() -> None:
    with pytest.raises(ProtocolError, match="n_words: 0"):
        Script("casual", np.random.default_rng(0)).turn(1, 0)

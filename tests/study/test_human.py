"""Every annotator scored against the others."""

from dataclasses import replace

import pytest

from tests.oracles.consensus import Event
from tests.oracles.floor import gold as slow_gold
from tests.oracles.forms import task_lists
from tests.oracles.matching import counts, match
from tests.oracles.rules import Rules
from turnscope.core.conversation import Conversation
from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.study.human import HUMAN_GOLDS, annotators_scored


def test_each_annotator_has_a_row_for_each_gold() -> None:
    found = annotators_scored(open_corpus("mini").conversations())
    assert list(found) == [f"{name}, {told}" for name in "abc" for told in HUMAN_GOLDS]
    for scores in found.values():
        assert 0.5 < scores[Task.EOT].recall <= 1.0
        assert scores[Task.EOT].fp_rate < 0.5


def test_copies_of_one_annotator_agree_wholly() -> None:
    copied = []
    for conversation in open_corpus("mini").conversations():
        one, two = (dict.fromkeys("abc", tracks["a"]) for tracks in conversation.tracks)
        copied.append(replace(conversation, tracks=(one, two)))
    for scores in annotators_scored(copied).values():
        assert scores[Task.EOT].recall == 1.0
        assert scores[Task.EOT].fp == 0


@pytest.mark.parametrize(("told", "agreement"), [("both others", 2), ("either other", 1)])
@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_every_count_is_that_of_the_slow_way(name: str, told: str, agreement: int) -> None:
    conversations = open_corpus("mini").conversations()
    found = annotators_scored(conversations)[f"{name}, {told}"]
    rules, alone = Rules(agreement=agreement), Rules(agreement=1)
    for task in ("eot", "int"):
        scored = []
        for conversation in conversations:
            gold = slow_gold(plain(conversation, sorted({*"abc"} - {name})), rules)
            own = slow_gold(plain(conversation, [name]), alone)
            for speaker in (0, 1):
                positives = task_lists(own, task, speaker).positives
                said = sorted({min(t, conversation.duration_s) for t in positives})
                scored.append(match(task_lists(gold, task, speaker), said, rules))
        slow = counts(scored)
        ours = found[Task(task)]
        assert (ours.tp, ours.fn, ours.fp, ours.tn) == (slow.tp, slow.fn, slow.fp, slow.tn)
        assert ours.n_masked == slow.n_masked
        assert ours.tp + ours.fn > 0


def plain(
    conversation: Conversation, annotators: list[str]
) -> tuple[list[list[Event]], list[list[Event]]]:
    first, second = (
        [
            list(zip(t.start_s.tolist(), t.end_s.tolist(), t.labels, strict=True))
            for t in (tracks[name] for name in annotators)
        ]
        for tracks in conversation.tracks
    )
    return first, second

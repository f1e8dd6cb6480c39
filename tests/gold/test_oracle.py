"""The system that knows the answers."""

from turnscope.core.conversation import Conversation
from turnscope.core.protocol import Task
from turnscope.core.tracks import Track
from turnscope.gold.derive import gold_of
from turnscope.gold.oracle import oracle
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score

INT = "Floor-taking Competitive Interruption"


def conversation(duration_s: float = 20.0) -> Conversation:
    # 1  [0 ── 4]                  [12 ── 20.2]     the last end is past the audio
    # 2            [5 ─ 8][8.5 11]
    #              ^INT twice at 5
    one = Track.of([0.0, 12.0], [4.0, 20.2], ["Normal Turn"] * 2)
    two = Track.of([5.0, 5.0, 8.5], [8.0, 7.5, 11.0], [INT, INT, "Normal Turn"])
    return Conversation("x", duration_s, ({"a": one}, {"a": two}))


def test_it_commits_every_positive_once_and_within_the_audio() -> None:
    found = oracle(gold_of([conversation()]))
    assert found.system == "oracle"
    assert found.eot.of(0).tolist() == [4.0, 20.0]
    assert found.eot.of(1).tolist() == [11.0]
    assert found.interruption.of(1).tolist() == [5.0]


def test_it_scores_all_but_what_one_event_cannot_hit_twice() -> None:
    gold = gold_of([conversation()])
    scores = summarise(score(gold, oracle(gold)))["all"]
    assert (scores[Task.EOT].tp, scores[Task.EOT].fn) == (3, 0)
    assert scores[Task.EOT].fp == 0
    assert (scores[Task.INTERRUPTION].tp, scores[Task.INTERRUPTION].fn) == (1, 1)

"""An annotator judged by the others."""

import pytest

from turnscope.core.conversation import Conversation
from turnscope.core.protocol import Protocol, Task
from turnscope.core.tracks import Track
from turnscope.errors import ProtocolError
from turnscope.gold.left_out import left_out
from turnscope.scoring.metrics import summarise
from turnscope.scoring.score import score


def track(*ends: float) -> Track:
    return Track.of([end - 1.0 for end in ends], ends, ["Normal Turn"] * len(ends))


def conversation() -> Conversation:
    # speaker 1   a  [.2]        [.12]            ends of turn
    #             b  [.2]        [.12]
    #             c  [.2]
    # speaker 2 (all)     [.6]          [.16]     6 is one only if speaker 1 comes at 11
    one = {"a": track(2.0, 12.0), "b": track(2.0, 12.0), "c": track(2.0)}
    two = {name: track(6.0, 16.0) for name in "abc"}
    return Conversation("x", 20.0, (one, two))


def test_both_others_must_agree_or_either_will_do() -> None:
    strict, said = left_out([conversation()], "a")
    assert strict.eot.positives.time_s.tolist() == [2.0, 16.0]
    assert strict.eot.negatives.of(1).tolist() == [[6.0, 11.0]]
    assert strict.eot.excluded.start_s.tolist() == [11.0]
    assert said.eot.time_s.tolist() == [2.0, 12.0, 6.0, 16.0]
    assert said.system == "human a"
    either, _ = left_out([conversation()], "a", protocol=Protocol(agreement=1))
    assert either.eot.positives.time_s.tolist() == [2.0, 12.0, 6.0, 16.0]
    assert len(either.eot.excluded) == 0


def test_who_misses_what_the_others_agree_on_loses_recall() -> None:
    gold, said = left_out([conversation()], "c")
    scores = summarise(score(gold, said))["all"][Task.EOT]
    # c did not hear speaker 1's return at 11, so neither its end nor the end of turn at 6
    assert (scores.tp, scores.fn) == (2, 2)


def test_one_annotator_alone_or_unknown_is_refused() -> None:
    with pytest.raises(ProtocolError, match="conversation x: annotated by a, b, c; expected d"):
        left_out([conversation()], "d")
    alone = Conversation("y", 9.0, ({"a": track(2.0)}, {"a": track(4.0)}))
    with pytest.raises(ProtocolError, match="conversation y"):
        left_out([conversation(), alone], "a")

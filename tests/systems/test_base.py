"""What systems declare and say."""

import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import NOTHING, SystemCard


def card(chunk_s: float = 0.02, score_rate_hz: float | None = None) -> SystemCard:
    return SystemCard("x", "1", frozenset(Task), chunk_s, score_rate_hz=score_rate_hz)


@pytest.mark.parametrize(
    ("chunk_s", "rate_hz", "samples"),
    [(0.02, 16000, 320), (0.02, 11025, 220), (0.032, 16000, 512), (0.08, 24000, 1920)],
)
def test_a_chunk_is_the_whole_samples_that_fit(chunk_s: float, rate_hz: int, samples: int) -> None:
    assert card(chunk_s).chunk_samples(rate_hz) == samples


def test_a_chunk_without_a_sample_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"0\.02 s at 40 Hz"):
        card().chunk_samples(40)


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf")])
def test_impossible_cards_are_refused(value: float) -> None:
    with pytest.raises(ProtocolError, match="chunk_s"):
        card(value)
    with pytest.raises(ProtocolError, match="score_rate_hz"):
        card(score_rate_hz=value)


def test_the_stamp_says_everything() -> None:
    stamp = card(score_rate_hz=25.0).stamp()
    assert stamp["tasks"] == ["eot", "int"]
    assert stamp["causal"] is True
    assert stamp["hears"] == "own"
    assert stamp["parameters"] == {}


def test_nothing_is_no_commit_and_no_score() -> None:
    assert list(NOTHING.commits) == []
    assert dict(NOTHING.scores) == {}

"""The read-out over two detectors, with detectors that are told what is speech."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from turnscope.core.protocol import Task
from turnscope.errors import ProtocolError
from turnscope.systems.base import Audio, SystemCard
from turnscope.systems.timeout import EOT_SPAN_S, INT_SPAN_S, Detector, TimeoutSystem

EOT, INT = Task.EOT, Task.INTERRUPTION


@dataclass(frozen=True)
class Told(TimeoutSystem):
    """Takes positive samples for speech; chunks of 0.1 s at 10 Hz."""

    silence_s: float = 0.5
    onset_s: float = 0.2
    pause_s: float = 0.3
    threshold: float = 0.0

    @property
    def card(self) -> SystemCard:
        return self._card("told", "1", 0.1, 10, threshold=self.threshold)

    def detector(self, rate_hz: int) -> Detector:
        assert rate_hz == 10

        def speech(audio: Audio) -> bool:
            return bool(audio[0] > self.threshold)

        return speech


def heard(own: str, other: str) -> tuple[str, list[float], list[float]]:
    """What is committed, E and I by chunk, and both scores."""
    session = Told().open(10)
    committed, eot, interruption = "", [], []
    for pair in zip(own, other, strict=True):
        said = session.feed(np.array([[c == "x"] for c in pair], np.float32))
        marks = {(): ".", (EOT,): "E", (INT,): "I"}
        committed += marks[tuple(said.commits)]
        eot.append(said.scores[EOT][0])
        interruption.append(said.scores[INT][0])
    return committed, eot, interruption


def test_silence_ends_a_turn_once() -> None:
    committed, eot, _ = heard(
        "..xxx..........xx......",
        ".......................",
    )
    assert committed == ".........E...........E."
    assert eot[:5] == [0.0] * 5
    assert eot[5:8] == pytest.approx([0.1 / EOT_SPAN_S, 0.2 / EOT_SPAN_S, 0.3 / EOT_SPAN_S])
    assert eot[16] == 0.0


def test_a_blip_neither_ends_nor_begins_a_turn() -> None:
    assert heard(".x........", "..........")[0] == ".........."
    # a lone chunk within the pause is speech, so silence counts anew from it
    assert heard("xx..x......", "...........")[0] == ".........E."


def test_no_end_of_turn_during_a_blip() -> None:
    committed, _, _ = heard("xx......x...", "............")
    assert committed.count("E") == 1
    committed, _, _ = heard("xx....x.....", "............")
    assert committed == ".......E...."


def test_an_onset_while_the_other_speaks_is_an_interruption() -> None:
    committed, _, score = heard(
        "....xxxx....",
        "xxxxxxx.....",
    )
    assert committed == ".....I......"
    assert score[4] == 0.0
    assert score[5:8] == pytest.approx([0.2 / INT_SPAN_S, 0.3 / INT_SPAN_S, 0.4 / INT_SPAN_S])
    assert score[-1] == 0.0


def test_an_onset_in_the_others_silence_is_none() -> None:
    assert "I" not in heard("......xxxx", "xxx.......")[0]
    assert "I" not in heard("xxxxxxxxxx", "...xxxxxxx")[0]


def test_who_begins_together_does_not_interrupt() -> None:
    assert "I" not in heard("..xxxxx", "..xxxxx")[0]
    assert "I" in heard("..xxxxx", ".xxxxxx")[0]


def test_going_on_after_a_short_dip_is_no_interruption() -> None:
    assert "I" not in heard("xxxx..xxxx", "...xxxxxxx")[0]
    assert "I" in heard("xxxx....xxxx", "...xxxxxxxxx")[0]


def test_scores_end_at_1() -> None:
    _, eot, score = heard("xxxx" + "." * 50, "." * 54)
    assert eot[-1] == 1.0
    _, _, score = heard("..." + "x" * 40, "x" * 43)
    assert max(score) == 1.0


def test_the_card_tells_all_settings() -> None:
    card = Told(silence_s=0.9).card
    assert card.hears == "both"
    assert card.score_rate_hz == 10.0
    assert dict(card.parameters) == {
        "silence_s": 0.9,
        "onset_s": 0.2,
        "pause_s": 0.3,
        "threshold": 0.0,
    }


@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf])
def test_impossible_times_are_refused(value: float) -> None:
    with pytest.raises(ProtocolError, match="told: silence_s"):
        Told(silence_s=value)
    with pytest.raises(ProtocolError, match=r"(?s)told: onset_s.*told: pause_s"):
        Told(onset_s=value, pause_s=value)

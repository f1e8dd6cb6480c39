"""End of turn by words, with a detector, a recogniser and a model that are told what to say."""

from __future__ import annotations

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.core.protocol import Task
from turnscope.errors import ModelError, ProtocolError
from turnscope.systems.base import Audio
from turnscope.systems.smollm_eot import SmolLmEot, SmolLmEotSession

EOT = Task.EOT
CHUNK = 512


class Told:
    """Speech where samples are positive; the n-th stretch is the n-th text; P counts words."""

    def __init__(self, *texts: str, settings: SmolLmEot | None = None) -> None:
        self.texts = texts
        self.stretches: list[Audio] = []
        self.judged: list[tuple[int, str]] = []
        self.n = 0
        settings = settings or SmolLmEot()
        self.session = SmolLmEotSession(settings, self.p_speech, self.text_of, self.p_complete)

    @staticmethod
    def p_speech(audio: Audio) -> float:
        return float(audio[0] > 0)

    def text_of(self, audio: Audio) -> str:
        self.stretches.append(audio)
        return self.texts[len(self.stretches) - 1]

    def p_complete(self, text: str) -> float:
        self.judged.append((self.n, text))
        return len(text.split()) / 100

    def hear(self, *spans: tuple[int, bool]) -> list[float]:
        scores: list[float] = []
        for n, speech in spans:
            for _ in range(n):
                self.n += 1
                said = self.session.feed(np.full(CHUNK, self.n if speech else -self.n, np.float32))
                assert not said.commits
                assert set(said.scores) == {EOT}
                scores += said.scores[EOT]
        return scores


def test_words_of_a_turn_add_up_over_its_pauses() -> None:
    told = Told("so I went", "to the store")
    scores = told.hear((10, False), (20, True), (20, False), (10, True), (80, False))
    # 0.2 s are 7 chunks; the silence before any speech is not judged
    assert told.judged == [(37, "so I went"), (67, "so I went to the store")]
    assert scores[:36] == [0.0] * 36
    assert scores[36:50] == [0.03] * 14
    assert scores[50:66] == [0.0] * 16
    assert scores[66:] == [0.06] * 74


def test_a_long_silence_begins_a_new_turn() -> None:
    told = Told("hello", "bye now")
    told.hear((5, True), (63, False), (5, True), (10, False))
    assert told.judged == [(12, "hello"), (80, "bye now")]


def test_stretches_hold_the_silence_before_them_once() -> None:
    told = Told("a", "b", "c")
    told.hear((10, False), (5, True), (20, False), (5, True), (9, False), (5, True), (7, False))
    first, second, third = told.stretches
    # pre-roll of 6.25 chunks, speech, the 7 chunks that were waited for
    assert len(first) == 3200 + (5 + 7) * CHUNK
    assert first[3200] == 11
    assert len(second) == 3200 + (5 + 7) * CHUNK
    # of 9 chunks of silence 7 were in the stretch before, 2 are left for this one
    assert len(third) == (2 + 5 + 7) * CHUNK


def test_no_words_no_turn() -> None:
    told = Told("", "")
    scores = told.hear((5, True), (20, False), (5, True), (20, False))
    assert told.judged == []
    assert set(scores) == {0.0}


def test_noise_after_words_leaves_them_as_they_were() -> None:
    told = Told("all done", "")
    told.hear((5, True), (20, False), (1, True), (20, False))
    assert [text for _, text in told.judged] == ["all done", "all done"]


def test_speech_without_a_pause_is_written_down_in_pieces() -> None:
    told = Told("one", "two")
    told.hear((700, True), (10, False))
    assert len(told.stretches) == 2
    assert len(told.stretches[0]) == 625 * CHUNK
    assert told.judged == [(707, "one two")]


def test_a_piece_that_ends_where_silence_begins_is_judged_all_the_same() -> None:
    told = Told("one")
    told.hear((625, True), (10, False))
    assert told.judged == [(632, "one")]


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(ProtocolError) as caught:
        SmolLmEot(threshold=-1.0, silence_s=0.5, turn_gap_s=0.4, pre_roll_s=9.0)
    assert len(caught.value.faults) == 3


def test_without_the_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    need("silero", monkeypatch)
    need("whisper-tiny.en", monkeypatch, "ctranslate2")
    real = __import__("importlib.util").util.find_spec
    monkeypatch.setattr(
        "turnscope.models.packages.find_spec",
        lambda name: None if name == "torch" else real(name),
    )
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[llm\]'"):
        SmolLmEot().open(16_000)

"""Smart Turn's read-out, with a model that is told what to say, and the real one."""

import math
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.models.weights_here import need
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError, ProtocolError
from turnscope.systems.base import Audio
from turnscope.systems.parameters import made
from turnscope.systems.runner import hear
from turnscope.systems.smart_turn_v3 import SmartTurnSession, SmartTurnV3

EOT, INT = Task.EOT, Task.INTERRUPTION
CHUNK = 512


class Told:
    """Speech where the samples are positive; the n-th answer is n hundredths."""

    def __init__(self, settings: SmartTurnV3) -> None:
        self.asked_at: list[int] = []
        self.windows: list[Audio] = []
        self.n = 0
        self.session = SmartTurnSession(settings, self.p_speech, self.p_complete)

    def p_speech(self, audio: Audio) -> float:
        self.n += 1
        return float(audio[0] > 0)

    def p_complete(self, audio: Audio) -> float:
        self.asked_at.append(self.n)
        self.windows.append(audio)
        return len(self.windows) / 100

    def hear(self, *spans: tuple[int, bool]) -> list[float]:
        """The end-of-turn score after each chunk; spans are numbers of chunks and speech or not."""
        scores = []
        for n, speech in spans:
            for _ in range(n):
                value = (1 if speech else -1) * (self.n + 1)
                said = self.session.feed(np.full(CHUNK, value, np.float32))
                assert not said.commits
                assert said.scores[INT] == [1.0 - said.scores[EOT][0]]
                scores.append(said.scores[EOT][0])
        return scores


def test_asked_after_1_s_then_every_8th_chunk_for_2_s() -> None:
    told = Told(SmartTurnV3())
    scores = told.hear((10, False), (20, True), (200, False))
    assert told.asked_at == [30 + 32 + 8 * k for k in range(8)]
    assert (told.asked_at[0] - 30) * 0.032 == pytest.approx(1.024)
    assert (told.asked_at[-1] - 30) * 0.032 <= 3.0 + 0.032
    assert scores[:61] == [0.0] * 61
    assert scores[61:69] == [0.01] * 8
    assert scores[-1] == 0.08


def test_speech_sets_the_score_to_0_and_the_turn_goes_on_while_it_is_asked() -> None:
    told = Told(SmartTurnV3())
    scores = told.hear((10, False), (20, True), (40, False), (5, True), (32, False))
    assert told.asked_at == [62, 70, 107]
    assert scores[70:75] == [0.0] * 5
    assert scores[-1] == 0.03
    # from 200 ms before the first speech (chunk 11) to now
    for n, window in zip(told.asked_at, told.windows, strict=True):
        assert len(window) == 3200 + (n - 10) * CHUNK
        assert abs(window[-1]) == n
        assert abs(window[3200]) == 11
        assert abs(window[0]) == 4


def test_speech_after_the_last_asking_begins_a_new_turn() -> None:
    told = Told(SmartTurnV3())
    told.hear((10, False), (20, True), (120, False), (6, True), (32, False))
    assert told.asked_at[-1] == 188
    assert len(told.windows[-1]) == 3200 + 38 * CHUNK
    assert abs(told.windows[-1][3200]) == 151


def test_a_file_that_begins_with_speech_has_no_pre_roll() -> None:
    told = Told(SmartTurnV3())
    told.hear((5, True), (32, False))
    assert len(told.windows[0]) == 37 * CHUNK
    assert told.windows[0][0] == 1


def test_at_most_8_s_are_heard() -> None:
    told = Told(SmartTurnV3())
    told.hear((400, True), (32, False))
    assert len(told.windows[0]) == 8 * 16000
    assert told.windows[0][-1] == -432
    assert told.windows[0][0] == 432 - 250 + 1


def test_never_asked_without_speech() -> None:
    told = Told(SmartTurnV3())
    assert set(told.hear((300, False))) == {0.0}
    assert told.windows == []


def test_settings_are_followed() -> None:
    told = Told(SmartTurnV3(silence_s=0.5, every_chunks=4, asked_for_s=0.5, pre_roll_s=0.0))
    told.hear((10, False), (20, True), (100, False))
    assert told.asked_at == [46, 50, 54, 58]
    assert len(told.windows[0]) == 36 * CHUNK


@pytest.mark.parametrize(
    "settings",
    [
        {"threshold": 1.1},
        {"silence_s": -1.0},
        {"asked_for_s": math.inf},
        {"pre_roll_s": math.nan},
        {"every_chunks": 0},
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ProtocolError, match=f"smart_turn_v3: {next(iter(settings))}"):
        made("smart_turn_v3", SmartTurnV3, settings)


def test_the_card_names_both_weights() -> None:
    card = SmartTurnV3().card
    assert "smart-turn-v3.2 2bb02631" in card.version
    assert "silero 1a153a22" in card.version
    assert card.score_rate_hz == 12.5
    assert card.hears == "own"


def test_without_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TURNSCOPE_WEIGHTS", str(tmp_path))
    with pytest.raises(ModelError, match=r"onnxruntime is not installed|turnscope weights get"):
        SmartTurnV3().open(16000)


def test_the_real_models_on_speech_at_two_rates(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    need("silero", monkeypatch)
    need("smart-turn-v3.2", monkeypatch)
    source = open_corpus("mini").recording("1")
    speech = np.concatenate(list(source.blocks(1, 16000)))[: 16000 * 12]
    audio = np.stack([speech, np.zeros_like(speech)], axis=1)
    soundfile.write(tmp_path / "c.wav", audio, 16000)
    soundfile.write(tmp_path / "half.wav", audio[::2], 8000)
    for name in ("c", "half"):
        heard = hear(SmartTurnV3(), Recording.of_stereo(name, tmp_path / f"{name}.wav"))
        own, other = heard.scores[EOT]
        assert len(own) == 150
        assert len(np.unique(own)) > 1
        assert 0.0 <= own.min() <= own.max() <= 1.0
        assert not other.any()
        assert heard.scores[INT][0][5:] == pytest.approx(1.0 - own[5:])

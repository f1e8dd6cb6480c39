"""Interruption by words, with a detector and a recogniser that are told what to hear."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.models.weights_here import need
from turnscope.core.protocol import Task
from turnscope.corpus.load import open_corpus
from turnscope.errors import ModelError, ProtocolError
from turnscope.systems.base import Audio
from turnscope.systems.futures import Tape
from turnscope.systems.runner import hear
from turnscope.systems.whisper_lexicon import WhisperLexicon, WhisperLexiconSession, words_beyond

INT = Task.INTERRUPTION
CHUNK = 512


class Told:
    """Speech where samples are positive; each own sample is the number of its chunk, from 1.

    ::

        with ask_s = 0.32 (10 chunks), onset 4 chunks, gap 7 chunks:

        chunk   1         21      24        31        41
        other   ▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
        own     ▁▁▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔▔
                                  ↑ onset   ↑ asked   ↑ asked
    """

    def __init__(self, texts: list[str], settings: WhisperLexicon | None = None) -> None:
        self.texts = texts
        self.asked_at: list[int] = []
        self.stretches: list[Audio] = []
        self.n = 0
        settings = settings or WhisperLexicon(ask_s=0.32, gap_s=0.2)
        self.session = WhisperLexiconSession(settings, (self.speech, self.speech), self.text_of)

    @staticmethod
    def speech(audio: Audio) -> float:
        return float(audio[0] > 0)

    def text_of(self, audio: Audio) -> str:
        self.asked_at.append(self.n)
        self.stretches.append(audio)
        return self.texts[min(len(self.stretches), len(self.texts)) - 1]

    def hear(self, *spans: tuple[int, bool, bool]) -> tuple[list[float], list[int]]:
        """Scores after each chunk, and chunks that committed; spans: chunks, own, other."""
        scores: list[float] = []
        commits: list[int] = []
        for n, own, other in spans:
            for _ in range(n):
                self.n += 1
                values = [self.n if own else -self.n, 1 if other else -1]
                said = self.session.feed(
                    np.repeat(np.array(values, np.float32)[:, None], CHUNK, axis=1)
                )
                scores += said.scores[INT]
                commits += [self.n for task in said.commits if task is INT]
        return scores, commits


def test_words_beyond_the_lexicon_interrupt() -> None:
    told = Told(["yeah", "yeah but", "yeah but we can't"])
    scores, commits = told.hear((20, False, True), (40, True, True), (20, False, True))
    # onset complete at chunk 24; asked after 10 chunks of own speech, and so on, and at the pause
    assert told.asked_at == [30, 40, 50, 60]
    assert scores[:39] == [0.0] * 39
    assert scores[39:49] == [0.25] * 10
    assert scores[49] == 0.75
    assert commits == [50]
    # held until the own pause is complete (7 chunks)
    assert scores[65] == 0.75
    assert scores[66:] == [0.0] * 14


def test_backchannels_do_not() -> None:
    told = Told(["Mm-hmm.", "Yeah, yeah.", "MMM right"])
    scores, commits = told.hear((20, False, True), (30, True, True), (20, False, True))
    assert told.asked_at
    assert set(scores) == {0.0}
    assert commits == []


def test_whisper_hears_the_stretch_from_before_its_onset() -> None:
    told = Told(["no"])
    told.hear((20, False, True), (20, True, True))
    # 0.2 s of pre-roll and the four chunks of the onset, then all up to now
    first = told.stretches[0]
    assert len(first) == 3200 + (30 - 20) * CHUNK
    assert first[-1] == 30
    assert first[3200] == 21
    assert first[0] < 0


def test_a_turn_taken_in_silence_is_never_asked_about() -> None:
    told = Told(["but we can't do that"])
    scores, commits = told.hear((20, False, False), (40, True, False), (20, True, True))
    assert told.asked_at == []
    assert set(scores) == {0.0}
    assert commits == []


def test_each_stretch_commits_once_and_starts_anew() -> None:
    told = Told(["no wait please"])
    _, commits = told.hear(
        (20, False, True), (40, True, True), (10, False, True), (40, True, True), (9, False, True)
    )
    assert commits == [30, 80]


def test_a_short_dip_is_no_new_stretch_and_is_asked_only_if_something_was_said() -> None:
    told = Told(["wait"])
    _, commits = told.hear(
        (20, False, True), (11, True, True), (1, False, True), (9, True, True), (9, False, True)
    )
    # asked at 30; the dip comes 1 chunk later, too soon to ask again
    assert told.asked_at == [30, 40]
    assert commits == []


def test_after_listen_s_it_asks_no_more() -> None:
    told = Told(["yeah"], WhisperLexicon(ask_s=0.32, listen_s=1.0, gap_s=0.2))
    told.hear((20, False, True), (200, True, True), (20, False, True))
    assert told.asked_at == [30, 40, 50]


def test_a_word_once_heard_is_not_taken_back() -> None:
    told = Told(["no wait stop", "yeah"])
    scores, _ = told.hear((20, False, True), (40, True, True))
    assert scores[29] == scores[-1] == 0.5


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ("MMM.", 0),
        ("Mm-mm, hmm. Mhm nn-hn", 0),
        ("[BLANK_AUDIO]", 0),
        ("(laughs) *sighs* yeah", 0),
        ("Momma.", 1),  # how tiny.en spells some hums: counted, as nobody can tell
        ("No, wait. Not Boston.", 3),
        ("", 0),
        ("them", 1),
    ],
)
def test_words_that_count(text: str, n: int) -> None:
    assert words_beyond(text) == n


def test_settings_that_make_no_sense() -> None:
    with pytest.raises(ProtocolError) as caught:
        WhisperLexicon(threshold=2.0, ask_s=0.0, listen_s=99.0, words=0, onset_s=-1.0)
    assert len(caught.value.faults) == 5


def test_without_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    need("silero", monkeypatch)
    real = __import__("importlib.util").util.find_spec
    monkeypatch.setattr(
        "turnscope.models.packages.find_spec",
        lambda name: None if name == "ctranslate2" else real(name),
    )
    with pytest.raises(ModelError, match=r"pip install 'turnscope\[words\]'"):
        WhisperLexicon().open(16_000)


@pytest.mark.slow
def test_real_words_of_made_up_speech(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whisper runs on the streaming path and the pieces of decoding change nothing."""
    del tmp_path
    need("whisper-tiny.en", monkeypatch, "ctranslate2")
    need("silero", monkeypatch)
    recording = Tape.of(open_corpus("mini").recording("1"), seconds=20.0).recording()
    first = hear(WhisperLexicon(), recording)
    monkeypatch.setattr("turnscope.corpus.audio._CHUNK", 160)
    again = hear(WhisperLexicon(), recording)
    for one, two in zip(first.scores[INT], again.scores[INT], strict=True):
        np.testing.assert_array_equal(one, two)


def test_an_interruption_goes_on_over_a_short_pause_and_after_the_other_stopped() -> None:
    told = Told(["no", "no wait", "no wait I meant"], WhisperLexicon(ask_s=0.32))
    _, commits = told.hear(
        (20, False, True),
        (15, True, True),
        (10, False, True),
        (30, True, False),
        (20, False, False),
    )
    # the onset falls in the other's speech; 10 chunks of silence are less than gap_s
    assert commits == [told.asked_at[2]]
    assert 46 <= commits[0] <= 60

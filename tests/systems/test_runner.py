"""Playing a recording to a system: sessions apart, stamps, contract, warnings."""

import os
import sys
from pathlib import Path
from typing import cast

import numpy as np
import pytest
import soundfile

from tests.systems.toys import Toy
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.errors import CorpusError, ProtocolError
from turnscope.systems.base import NOTHING, Audio, Said, Session
from turnscope.systems.rms_vad import RmsVad
from turnscope.systems.runner import hear

EOT, INT = Task.EOT, Task.INTERRUPTION


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """Speaker 1 talks in the second second, speaker 2 in the third; 8 kHz, 4 s."""
    rng = np.random.default_rng(0)
    audio = np.zeros((32000, 2))
    audio[8000:16000, 0] = rng.normal(0, 0.1, 8000)
    audio[16000:24000, 1] = rng.normal(0, 0.1, 8000)
    soundfile.write(tmp_path / "c.wav", audio, 8000)
    return Recording.of_stereo("c", tmp_path / "c.wav")


def test_each_speaker_is_heard_on_its_own_channel(recording: Recording) -> None:
    commits = hear(RmsVad(), recording).commits
    assert commits[1][INT] == pytest.approx([1.02])
    assert commits[1][EOT] == pytest.approx([2.02])
    assert commits[2][INT] == pytest.approx([2.02])
    assert commits[2][EOT] == pytest.approx([3.02])


def test_what_is_said_is_stamped_with_the_audio_heard(recording: Recording) -> None:
    def third(k: int, _: Audio) -> Said:
        return Said((EOT,), {INT: [0.8]}) if k == 3 else NOTHING

    heard = hear(Toy(third, chunk_s=0.4, score_rate_hz=10.0), recording)
    assert heard.commits[1] == {EOT: [3 * 0.4], INT: []}
    track = heard.scores[INT][0]
    assert len(track) == 40
    assert np.flatnonzero(track).tolist() == list(range(11, 40))
    assert heard.scores[EOT][0].tolist() == [0.0] * 40


def test_of_scores_known_together_the_highest_counts(recording: Recording) -> None:
    heard = hear(
        Toy(lambda _, __: Said(scores={EOT: [0.9, 0.2]}), chunk_s=1.0, score_rate_hz=1.0), recording
    )
    assert heard.scores[EOT][1].tolist() == [0.9] * 4


def test_a_session_is_opened_for_each_speaker_and_closed_with_the_rest(
    recording: Recording,
) -> None:
    toy = Toy(chunk_s=0.3)
    hear(toy, recording)
    assert toy.rates_hz == [8000, 8000]
    assert [len(fed) for fed in toy.fed] == [13, 13]
    assert [len(rest) for rest in toy.rests] == [800, 800]


def test_progress_adds_up_to_both_channels(recording: Recording) -> None:
    heard: list[float] = []
    hear(Toy(chunk_s=0.3), recording, progress=heard.append)
    assert sum(heard) == pytest.approx(8.0)


@pytest.mark.parametrize("score", [-0.1, 1.1, float("nan"), float("inf")])
def test_scores_that_are_no_probabilities_are_refused(recording: Recording, score: float) -> None:
    toy = Toy(lambda _, __: Said(scores={EOT: [0.5, score]}), score_rate_hz=10.0)
    with pytest.raises(ProtocolError, match=r"on c/speaker_1: the eot score .* expected 0 to 1"):
        hear(toy, recording)


def test_scores_of_a_system_without_a_rate_and_double_commits_are_refused(
    recording: Recording,
) -> None:
    with pytest.raises(ProtocolError, match="a score for eot"):
        hear(Toy(lambda _, __: Said(scores={EOT: [0.5]})), recording)
    with pytest.raises(ProtocolError, match=r"a commit to eot at 0\.1 s"):
        hear(Toy(lambda _, __: Said((EOT, EOT))), recording)


def test_a_scorer_that_says_nothing_is_warned_of(recording: Recording) -> None:
    heard = hear(Toy(score_rate_hz=10.0), recording)
    assert [str(w) for w in heard.warnings] == [
        f"c/speaker_{s}: toy said no {t} score at all." for s in (1, 2) for t in ("eot", "int")
    ]


def test_audio_beyond_speaker_1s_is_warned_of_and_left_out(tmp_path: Path) -> None:
    for name, n in (("1", 8000), ("2", 12000)):
        soundfile.write(tmp_path / f"{name}.wav", np.full(n, 0.1), 8000)
    made = Recording.of_pair("c", tmp_path / "1.wav", tmp_path / "2.wav")
    heard = hear(Toy(lambda _, __: Said((EOT,)), chunk_s=0.5), made)
    assert heard.commits[2][EOT] == [0.5, 1.0]
    told = [str(w) for w in heard.warnings]
    assert told[0].startswith("c/speaker_2: 1 eot commits after the conversation's 1.000 s")
    assert told[1].startswith("c/speaker_2: 1.500 s of audio; expected 1.000 s")


def test_chunks_completed_by_one_piece_of_audio_make_one_commit(tmp_path: Path) -> None:
    # from 8 to 16 kHz audio comes back in blocks, so several 10 ms chunks have one stamp
    soundfile.write(tmp_path / "c.wav", np.zeros((8000, 2)), 8000)
    toy = Toy(lambda _, __: Said((EOT,)), chunk_s=0.01, sample_rate_hz=16000)
    times = hear(toy, Recording.of_stereo("c", tmp_path / "c.wav")).commits[1][EOT]
    assert len(toy.fed[0]) == 100
    assert 1 < len(times) < 100
    assert sorted(set(times)) == list(times)


@pytest.mark.parametrize("said", [None, {"eot": 9.0}, [Task.EOT], ((), {})])
def test_what_is_no_answer_is_refused(tmp_path: Path, said: Said) -> None:
    with pytest.raises(
        ProtocolError, match=r"toy on .*: an answer of the type \w+ at 0\.1 s; expected Said"
    ):
        hear(Toy(lambda _, __: said), one_second(tmp_path))


@pytest.mark.parametrize("score", ["0.5", None, float("nan"), 1.5, -0.1])
def test_what_is_no_probability_is_refused(tmp_path: Path, score: float) -> None:
    toy = Toy(lambda _, __: Said(scores={Task.EOT: [score]}), score_rate_hz=10.0)
    with pytest.raises(ProtocolError, match=r"the eot score .* at 0.1 s; expected 0 to 1"):
        hear(toy, one_second(tmp_path))


def test_scores_for_the_future_and_tracks_that_stop_are_told(tmp_path: Path) -> None:
    def told(n_each: int, until: int) -> list[str]:
        def answer(k: int, _: object) -> Said:
            return Said(scores={Task.EOT: [0.5] * n_each}) if k <= until else NOTHING

        heard = hear(Toy(answer, score_rate_hz=10.0), one_second(tmp_path, seconds=3.0))
        return [
            str(w) for w in heard.warnings if "speaker_1: toy said" in str(w) and "eot" in str(w)
        ]

    assert told(1, 30) == []
    assert told(1, 22) == []
    (line,) = told(50, 30)
    assert "said 1500 eot scores in 3.000 s; expected at most 10 a second" in line
    assert "the future?" in line
    (line,) = told(1, 12)
    assert "12 eot scores, a whole track, and none after 1.200 s" in line
    assert told(0, 0) == ["x/speaker_1: toy said no eot score at all."]


def test_odd_audio_is_named_in_the_result(tmp_path: Path) -> None:
    odd = np.zeros((8000, 2), np.float32)
    odd[:, 0] = np.sign(np.sin(np.arange(8000)))
    path = tmp_path / "odd.wav"
    soundfile.write(path, odd, 8000, subtype="PCM_16")
    heard = hear(Toy(sample_rate_hz=16000), Recording.of_stereo("x", path))
    told = "\n".join(map(str, heard.warnings))
    assert "x/speaker_1: recorded at 8000 Hz, heard at 16000 Hz" in told
    assert "at full scale: clipped" in told
    assert "x/speaker_2: all samples are 0" in told
    assert "speaker_1: all samples" not in told


def one_second(folder: Path, seconds: float = 1.0) -> Recording:
    path = folder / "one.wav"
    soundfile.write(path, np.full((int(8000 * seconds), 2), 0.1), 8000)
    return Recording.of_stereo("x", path)


@pytest.mark.parametrize("odd", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("channel", [0, 1])
@pytest.mark.parametrize("rate_hz", [None, 16000])
def test_samples_that_are_no_numbers_are_refused(
    tmp_path: Path, odd: float, channel: int, rate_hz: int | None
) -> None:
    audio = np.full((8000, 2), 0.1, np.float32)
    audio[100, channel] = odd
    soundfile.write(tmp_path / "n.wav", audio, 8000, subtype="FLOAT")
    recording = Recording.of_stereo("n", tmp_path / "n.wav")
    with pytest.raises(CorpusError, match=r"n/speaker_\d: a sample that is NaN or infinite"):
        hear(Toy(sample_rate_hz=rate_hz, hears="both"), recording)
    with pytest.raises(CorpusError, match=rf"n/speaker_{channel + 1}: a sample"):
        hear(Toy(sample_rate_hz=rate_hz), recording)


def test_what_is_no_session_and_what_is_no_card_is_refused(recording: Recording) -> None:
    class Sessionless(Toy):
        def open(self, rate_hz: int) -> Session:
            return cast("Session", None)

    with pytest.raises(ProtocolError, match=r"toy on c/speaker_1: open\(\) returned a NoneType"):
        hear(Sessionless(), recording)
    with pytest.raises(ProtocolError, match=r"card: sample_rate_hz: 10+; expected .* at most"):
        hear(Toy(sample_rate_hz=10**12), recording)


@pytest.mark.parametrize("in_open", [True, False])
def test_a_system_that_leaves_is_an_error(recording: Recording, *, in_open: bool) -> None:
    class Leaving(Toy):
        def open(self, rate_hz: int) -> Session:
            if in_open:
                sys.exit()
            return super().open(rate_hz)

    with pytest.raises(ProtocolError, match="toy on c/speaker_1: tried to end the program"):
        hear(Leaving(lambda _, __: sys.exit(0)), recording)


def test_a_system_that_moves_hears_files_named_from_where_the_user_stood(
    recording: Recording, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def moving(_: int, __: Audio) -> Said:
        os.chdir("/")
        return NOTHING

    monkeypatch.chdir(tmp_path)
    toy = Toy(moving)
    hear(toy, Recording.of_stereo(recording.conversation_id, Path("c.wav")))
    assert len(toy.fed) == 2
    assert Path.cwd() == tmp_path.resolve()

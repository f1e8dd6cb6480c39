"""Turn analyzers by the audio's clock: by hand with a small one, then Pipecat's own."""

import contextlib
import importlib
import importlib.util
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.systems.fake_pipecat import Analyzer, State, installed
from turnscope.core.protocol import Task
from turnscope.corpus.audio import Recording
from turnscope.corpus.load import open_corpus
from turnscope.errors import ProtocolError
from turnscope.systems.pipecat import CHUNK_S, PipecatTurns, pipecat_system
from turnscope.systems.resolve import resolve
from turnscope.systems.runner import Heard, hear

EOT = Task.EOT
HERE = "tests.systems.fake_pipecat"
SMART_TURN = "pipecat.audio.turn.smart_turn.local_smart_turn_v3:LocalSmartTurnAnalyzerV3"
NEEDED = ("pipecat", "loguru", "loudness", "onnxruntime", "pydantic")

no_warning = pytest.mark.filterwarnings("ignore:'audioop' is deprecated")
real = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in NEEDED),
    reason="pipecat-ai (with loguru, loudness, onnxruntime, pydantic) is not installed",
)


@pytest.fixture
def _fake() -> Iterator[None]:
    with installed():
        yield


@pytest.fixture
def recording(tmp_path: Path) -> Recording:
    """16 kHz, 8 s. Speaker 1 talks at 1 to 2.5 s; speaker 2 at 1 to 1.4 and 3 to 6 s."""
    audio = np.zeros((128_000, 2))
    audio[16_000:40_000, 0] = 0.1
    audio[16_000:22_400, 1] = audio[48_000:96_000, 1] = 0.1
    soundfile.write(tmp_path / "c.wav", audio, 16_000)
    return Recording.of_stereo("c", tmp_path / "c.wav")


def changes(heard: Heard, speaker: int) -> list[tuple[float, float]]:
    """When a score came into force, and what it was."""
    track = heard.scores[EOT][speaker - 1]
    at = np.flatnonzero(np.diff(np.concatenate([[0.0], track])))
    return [(round((i + 1) * CHUNK_S, 2), round(float(track[i]), 6)) for i in at]


@pytest.mark.usefixtures("_fake")
def test_a_turn_by_hand(recording: Recording) -> None:
    # The VAD says so 0.1 s after speech starts and 0.2 s after it stops. By then, the analyzer
    # holds audio of the whole last second: complete, and the turn is over.
    heard = hear(pipecat_system(f"{HERE}:Analyzer", {}), recording)
    assert heard.commits[1][EOT] == pytest.approx([2.7])
    assert changes(heard, 1) == [(2.7, 1.0)]
    assert heard.commits[2][EOT] == pytest.approx([1.6, 6.2])
    assert changes(heard, 2) == [(1.6, 1.0), (3.1, 0.0), (6.2, 1.0)]


@pytest.mark.usefixtures("_fake")
def test_an_incomplete_turn_ends_when_the_analyzer_gives_up(recording: Recording) -> None:
    # A window of 0.5 s: the share is 0.5, incomplete. 1 s of silence after the VAD's stop, less
    # the chunk in which it stopped, which was appended before: the analyzer gives up.
    settings = {"window_s": 0.5, "stop_secs": 1.0}
    heard = hear(pipecat_system(f"{HERE}:Analyzer", settings), recording)
    assert changes(heard, 1) == [(2.7, 0.5), (3.7, 1.0)]
    assert heard.commits[1][EOT] == pytest.approx([3.7])
    assert changes(heard, 2)[:3] == [(1.6, 0.5), (2.6, 1.0), (3.1, 0.0)]


@pytest.mark.usefixtures("_fake")
def test_speech_before_it_gives_up_goes_on_with_the_turn(recording: Recording) -> None:
    heard = hear(pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5}), recording)
    assert changes(heard, 2)[:2] == [(1.6, 0.5), (3.1, 0.0)]
    assert all(time_s > 6 for time_s in heard.commits[2][EOT])


@pytest.mark.usefixtures("_fake")
def test_an_analyzer_that_thinks_with_every_chunk(recording: Recording) -> None:
    class_path = f"{HERE}:Streaming"
    heard = hear(pipecat_system(class_path, {"window_s": 0.4}), recording)
    # Its 30th chunk lies in silence, unless it was cleared; nothing is committed twice a turn.
    assert all(len(heard.commits[s][EOT]) <= 2 for s in (1, 2))


@pytest.mark.usefixtures("_fake")
@pytest.mark.parametrize("slow_s", [0.0003, 0.002])
def test_the_machine_s_speed_does_not_matter(
    recording: Recording, monkeypatch: pytest.MonkeyPatch, slow_s: float
) -> None:
    expected = hear(pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5}), recording)
    monkeypatch.setattr(Analyzer, "slow_s", slow_s)
    heard = hear(pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5}), recording)
    assert heard.commits == expected.commits
    assert changes(heard, 2) == changes(expected, 2)


@pytest.mark.usefixtures("_fake")
def test_by_the_machine_s_clock_it_would(
    recording: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = hear(pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5}), recording)
    nothing = "turnscope.systems.audio_clock.AudioClock.in_force"
    monkeypatch.setattr(nothing, lambda _: contextlib.nullcontext())
    heard = hear(pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5}), recording)
    assert changes(heard, 1) != changes(expected, 1)


@pytest.mark.usefixtures("_fake")
def test_integer_samples_come_back_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bytes] = []

    def kept(_: Analyzer, buffer: bytes, __: bool) -> State:
        heard.append(buffer)
        return State.INCOMPLETE

    monkeypatch.setattr(Analyzer, "append_audio", kept)
    session = pipecat_system(f"{HERE}:Analyzer", {}).open(16_000)
    samples = np.array([-32768, -1, 0, 1, 32767], "<i2")
    session.feed(samples.astype(np.float32) / np.float32(32768))
    session.feed(np.array([-1.5, 1.5]).astype(np.float32))
    assert heard == [samples.tobytes(), np.array([-32768, 32767], "<i2").tobytes()]


@pytest.mark.usefixtures("_fake")
def test_the_card_says_what_it_is() -> None:
    card = pipecat_system(f"{HERE}:Analyzer", {"stop_secs": 1, "sample_rate_hz": 8000}).card
    assert (card.name, card.version) == ("pipecat:Analyzer", "pipecat 1.0-fake")
    assert (card.sample_rate_hz, card.score_rate_hz) == (8000, 50.0)
    assert card.tasks == frozenset({EOT})
    assert card.parameters["analyzer"] == f"{HERE}:Analyzer"
    assert card.parameters["stop_secs"] == 1


@pytest.mark.usefixtures("_fake")
def test_a_pickled_one_is_made_again(recording: Recording) -> None:
    system = pipecat_system(f"{HERE}:Analyzer", {"window_s": 0.5})
    copy = pickle.loads(pickle.dumps(system))
    assert isinstance(copy, PipecatTurns)
    assert copy.card == system.card
    assert hear(copy, recording).commits == hear(system, recording).commits


@pytest.mark.usefixtures("_fake")
@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"sample_rate_hz": 8000.5}, "sample_rate_hz: 8000.5; expected a whole number"),
        ({"vad": "nothing"}, "'nothing'; expected package.module:Class"),
        ({"vad": f"{HERE}:Analyzer"}, "is no VADAnalyzer"),
        ({"vad_confidence": 1}, "takes no vad_confidence; expected one of vad_start_secs"),
        ({"treshold": 1}, "takes no treshold"),
    ],
)
def test_settings_that_make_no_sense_are_refused(
    parameters: dict[str, float | str], message: str
) -> None:
    with pytest.raises(ProtocolError, match=message):
        pipecat_system(f"{HERE}:Analyzer", parameters)


@pytest.mark.usefixtures("_fake")
def test_an_analyzer_that_cannot_be_made_is_told() -> None:
    system = pipecat_system(f"{HERE}:Analyzer", {"sample_rate_hz": 4000})
    with pytest.raises(ProtocolError, match="cannot be made at 4000 Hz: ValueError: too slow"):
        system.open(4000)


def test_without_pipecat_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['pipecat'] = None\n"
        "from turnscope.systems.resolve import resolve\n"
        f"try: resolve('pipecat: {SMART_TURN}')\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install --no-deps pipecat-ai==1.14.0" in done.stdout
    assert done.stdout.count("\n") == 1


@pytest.fixture(scope="module")
def mini(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """The first 6 s of the embedded corpus, twice as loud: the VAD has a floor of loudness."""
    corpus = open_corpus("mini")
    whole = corpus.recording(corpus.ids[0])
    rate_hz, path = whole.rate_hz(1), tmp_path_factory.mktemp("mini") / "mini.wav"
    audio = np.stack([whole.read(s)[: 6 * rate_hz] for s in (1, 2)], 1)
    soundfile.write(path, audio / np.abs(audio).max(), rate_hz, subtype="PCM_16")
    return Recording.of_stereo("mini", path)


@real
@no_warning
def test_smart_turn_says_the_same_at_any_speed(
    mini: Recording, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"vad_confidence": 0.3, "vad_min_volume": 0.1, "stop_secs": 1}
    system = resolve(f"pipecat: {SMART_TURN}", settings)
    expected = hear(system, mini)
    assert len(changes(expected, 1) + changes(expected, 2)) > 1
    assert any(0.0 < p < 1.0 for s in (1, 2) for _, p in changes(expected, s))
    base = importlib.import_module("pipecat.audio.turn.smart_turn.base_smart_turn").BaseSmartTurn
    append = base.append_audio

    def slowly(analyzer: object, buffer: bytes, is_speech: bool) -> object:
        time.sleep(0.001)
        return append(analyzer, buffer, is_speech)

    monkeypatch.setattr(base, "append_audio", slowly)
    slow = hear(system, mini)
    assert slow.commits == expected.commits
    for one, other in zip(slow.scores[EOT], expected.scores[EOT], strict=True):
        assert one.tolist() == other.tolist()


@real
@no_warning
def test_a_logged_error_of_pipecat_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    session = resolve(f"pipecat: {SMART_TURN}").open(16_000)
    silero = importlib.import_module("pipecat.audio.vad.silero").SileroOnnxModel
    monkeypatch.setattr(silero, "_validate_input", None)
    session.feed(np.zeros(320, np.float32))
    with pytest.raises(ProtocolError, match="logged an error: Error analyzing audio with Silero"):
        session.feed(np.zeros(320, np.float32))

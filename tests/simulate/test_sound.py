"""Laws of the rendered channels, with a toy voice that gives a tone a word."""

import numpy as np
import pytest

from turnscope.errors import ModelError, ProtocolError
from turnscope.models.speech import Spoken, SpokenWord
from turnscope.simulate.happenings import Happening, Truth
from turnscope.simulate.sound import CUT_S, LEVEL_DB, SPEECH_DBFS, two_channels

RATE = 16_000


def toy(duration_s: float, rate_hz: int = 24_000) -> Spoken:
    time_s = np.arange(round(duration_s * rate_hz)) / rate_hz
    samples = (0.3 * np.cos(2 * np.pi * 500 * time_s)).astype(np.float32)
    return Spoken("la", duration_s, (SpokenWord("la", 0.0, duration_s),), samples, rate_hz)


def happening(
    speaker: int, start_s: float, end_s: float, label: str, spoken: Spoken | None, text: str = "la"
) -> Happening:
    return Happening(speaker, start_s, end_s, label, text, spoken)


TRUTH = Truth(
    "toy",
    8.0,
    (
        happening(1, 0.5, 2.0, "Normal Turn", toy(3.0)),
        happening(2, 1.0, 1.4, "Continuer Backchannel", toy(0.4)),
        happening(2, 2.1, 3.1, "Normal Turn", toy(1.0)),
        happening(1, 3.5, 4.5, "Laughter", None, "(laughs)"),
        happening(2, 5.0, 6.0, "Normal Turn", toy(1.0)),
        happening(1, 5.2, 5.6, "Channel Bleed", None, "(the other, faintly)"),
        happening(2, 7.0, 7.3, "Non-Speech Noise", None, "(a chair)"),
    ),
    seed=3,
)


def rms(sound: np.ndarray, start_s: float, end_s: float) -> float:
    part = sound[round(start_s * RATE) : round(end_s * RATE)].astype(np.float64)
    return float(np.sqrt(np.mean(part**2)))


def db(ratio: float) -> float:
    return float(20 * np.log10(ratio))


def test_there_is_sound_inside_happenings_and_exact_silence_elsewhere() -> None:
    sound = two_channels(TRUTH, rate_hz=RATE)
    assert sound.shape == (2, 8 * RATE)
    assert sound.dtype == np.float32
    for speaker in (1, 2):
        outside = np.ones(8 * RATE, bool)
        for each in TRUTH.of(speaker):
            outside[round(each.start_s * RATE) : round(each.end_s * RATE)] = False
            assert rms(sound[speaker - 1], each.start_s, each.end_s) > 1e-4
        assert not sound[speaker - 1][outside].any()


def test_speech_is_cut_at_its_end_and_not_faded() -> None:
    one = two_channels(TRUTH, rate_hz=RATE)[0]
    before = rms(one, 1.9, 2.0 - CUT_S)
    assert before == pytest.approx(rms(one, 1.0, 1.5), rel=0.02)
    last = np.abs(one[round(2.0 * RATE) - 16 : round(2.0 * RATE)])
    assert last[-1] < 0.05 * np.abs(one).max()
    assert np.abs(np.diff(one[round(1.99 * RATE) : round(2.01 * RATE)])).max() < 0.25 * one.max()


def test_a_backchannel_is_quieter_by_what_is_said() -> None:
    two = two_channels(TRUTH, rate_hz=RATE)[1]
    difference = db(rms(two, 1.05, 1.35) / rms(two, 2.2, 3.0))
    assert difference == pytest.approx(LEVEL_DB["Continuer Backchannel"], abs=0.2)
    for channel, start_s, end_s in ((0, 1.0, 1.5), (1, 2.2, 3.0)):
        level = db(rms(two_channels(TRUTH, rate_hz=RATE)[channel], start_s, end_s))
        assert level == pytest.approx(SPEECH_DBFS, abs=6.0)


def test_bleed_is_the_others_channel_attenuated() -> None:
    sound = two_channels(TRUTH, rate_hz=RATE).astype(np.float64)
    inner = slice(round(5.21 * RATE), round(5.59 * RATE))
    ratio = 10 ** (LEVEL_DB["Channel Bleed"] / 20)
    assert np.allclose(sound[0, inner], sound[1, inner] * ratio, atol=1e-7)
    assert abs(sound[0, round(5.2 * RATE)]) < 0.1 * np.abs(sound[0, inner]).max()


def test_bleed_of_a_silent_other_is_a_breath_as_faint() -> None:
    alone = (happening(1, 1.0, 1.5, "Channel Bleed", None, "(other speaker)"),)
    sound = two_channels(Truth("alone", 2.0, alone), rate_hz=RATE)
    level = SPEECH_DBFS + LEVEL_DB["Channel Bleed"]
    assert db(rms(sound[0], 1.0, 1.5)) == pytest.approx(level, abs=0.1)


def test_pauses_inside_a_turn_do_not_make_it_louder() -> None:
    with_pause = toy(3.0)
    assert with_pause.samples is not None
    with_pause.samples[24_000:48_000] = 0
    one, other = (
        two_channels(Truth("x", 4.0, (happening(1, 0.5, 3.5, "Normal Turn", each),)))[0]
        for each in (toy(3.0), with_pause)
    )
    assert rms(other, 0.6, 1.4) == pytest.approx(rms(one, 0.6, 1.4), rel=0.01)


def test_the_same_truth_gives_the_same_samples_and_another_seed_others() -> None:
    again = two_channels(TRUTH, rate_hz=RATE)
    assert again.tobytes() == two_channels(TRUTH, rate_hz=RATE).tobytes()
    other = Truth("toy", 8.0, TRUTH.happenings, seed=4)
    assert again.tobytes() != two_channels(other, rate_hz=RATE).tobytes()


def test_a_loud_channel_is_turned_down_and_not_clipped() -> None:
    spiky = np.tile(np.array([0.01, -0.01], np.float32), 12_000)
    spiky[::4000] = 0.9
    loud = Spoken("la", 1.0, (SpokenWord("la", 0.0, 1.0),), spiky, 24_000)
    truth = Truth("spiky", 2.0, (happening(1, 0.5, 1.5, "Normal Turn", loud),))
    assert np.abs(two_channels(truth, rate_hz=24_000)).max() == pytest.approx(0.98, abs=1e-3)


def test_speech_without_sound_and_a_low_rate_are_refused() -> None:
    mute = Spoken("la", 1.0, (SpokenWord("la", 0.0, 1.0),))
    truth = Truth("mute", 4.0, tuple(happening(1, k, k + 1, "Normal Turn", mute) for k in (0, 2)))
    with pytest.raises(ModelError, match=r"mute/speaker_1 at 0 s: 'la' has no sound") as caught:
        two_channels(truth)
    assert len(caught.value.faults) == 2
    with pytest.raises(ProtocolError, match="rate_hz: 4000"):
        two_channels(TRUTH, rate_hz=4000)

"""Degradations change what they say and by as much, and nothing else."""

import numpy as np
import pytest
from numpy.typing import NDArray

from turnscope.errors import ProtocolError
from turnscope.simulate.degradations import DEGRADATIONS, degrade, parse_degradations

RATE = 16_000
N = 4 * RATE


def channels() -> NDArray[np.float32]:
    time_s = np.arange(N) / RATE
    found = np.zeros((2, N), np.float32)
    found[0, : 2 * RATE] = 0.2 * np.sin(2 * np.pi * 1000 * time_s[: 2 * RATE])
    found[1, 3 * RATE :] = 0.1 * np.sin(2 * np.pi * 700 * time_s[:RATE])
    return found


def power_db(sound: NDArray[np.float32]) -> float:
    return float(10 * np.log10(np.mean(sound.astype(np.float64) ** 2)))


def test_none_is_the_same_samples() -> None:
    assert parse_degradations("none") == []
    assert np.array_equal(degrade(channels(), RATE), channels())


@pytest.mark.parametrize("value", [-40.0, -20.0])
def test_bleed_ratio(value: float) -> None:
    clean = channels()
    found = degrade(clean, RATE, f"bleed={value}")
    assert power_db(found[1, : 2 * RATE]) - power_db(clean[0, : 2 * RATE]) == pytest.approx(value)
    assert power_db(found[0, 3 * RATE :]) - power_db(clean[1, 3 * RATE :]) == pytest.approx(value)


@pytest.mark.parametrize("value", [0.0, 20.0])
def test_noise_lies_the_ratio_below_the_speech_of_each_channel(value: float) -> None:
    clean = channels()
    found = degrade(clean, RATE, f"room-noise={value}", seed=5)
    for k, (start, end) in enumerate([(0, 2 * RATE), (3 * RATE, N)]):
        noise = found[k] - clean[k]
        assert power_db(clean[k, start:end]) - power_db(noise) == pytest.approx(value, abs=0.2)
    assert np.array_equal(found, degrade(clean, RATE, f"room-noise={value}", seed=5))
    assert not np.array_equal(found, degrade(clean, RATE, f"room-noise={value}", seed=6))
    silent = np.zeros((2, N), np.float32)
    assert not degrade(silent, RATE, "room-noise=0").any()


def test_gain_and_its_clipping() -> None:
    assert np.allclose(degrade(channels(), RATE, "gain=6"), channels() * 10 ** (6 / 20), atol=1e-6)
    assert np.abs(degrade(channels(), RATE, "gain=40")).max() == 1.0


def test_clipping_flattens_peaks_by_what_is_said() -> None:
    found = degrade(channels(), RATE, "clipping=12")
    assert np.abs(found[0]).max() == pytest.approx(0.2 * 10 ** (-12 / 20), rel=1e-3)
    assert (np.abs(found[0]) > 0.999 * np.abs(found[0]).max()).mean() > 0.3


def test_the_telephone_keeps_its_band_alone() -> None:
    rng = np.random.default_rng(1)
    noise = (0.1 * rng.standard_normal((2, N))).astype(np.float32)
    found = degrade(noise, RATE, "telephone")
    assert found.shape == noise.shape
    hz = np.fft.rfftfreq(N, 1 / RATE)
    power = np.abs(np.fft.rfft(found[0].astype(np.float64))) ** 2
    inside = np.mean(power[(hz > 400) & (hz < 3300)])
    for band in ((hz < 200), (hz > 4200)):
        assert 10 * np.log10(np.mean(power[band]) / inside) < -30
    tone = degrade(channels(), RATE, "telephone")[0, RATE // 2 : RATE]
    error = tone - channels()[0, RATE // 2 : RATE]
    # 8 bits of mu-law: about 38 dB, and it is not lossless
    assert 30 < power_db(channels()[0, RATE // 2 : RATE]) - power_db(error) < 50


def test_order_matters_and_is_kept() -> None:
    names = [each.name for each, _ in parse_degradations("gain=6+bleed+telephone")]
    assert names == ["gain", "bleed", "telephone"]
    one, two = (
        degrade(channels(), RATE, text) for text in ("gain=20+gain=-20", "gain=-20+gain=20")
    )
    assert np.abs(one).max() < np.abs(two).max()


def test_all_that_is_wrong_is_told() -> None:
    with pytest.raises(ProtocolError) as caught:
        parse_degradations("reverb+bleed=3+telephone=1+gain=loud+none")
    assert len(caught.value.faults) == 5
    assert "expected none alone, or some of bleed, room-noise" in str(caught.value)
    assert "degradation gain: 'loud'; expected -60 to 60 dB." in str(caught.value)
    with pytest.raises(ProtocolError, match="rate_hz: 7999"):
        degrade(channels(), 7999, "gain=1")


@pytest.mark.parametrize("name", list(DEGRADATIONS))
def test_defaults_are_in_range_and_change_something(name: str) -> None:
    each = DEGRADATIONS[name]
    assert each.lowest <= each.default <= each.highest
    found = degrade(channels(), RATE, name)
    assert found.shape == (2, N)
    assert found.dtype == np.float32
    assert not np.array_equal(found, channels())
